/** The networks by which requests are counted. */
import { expect, test } from 'vitest';
import { networkOf } from '../../src/lib/net/network.js';

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:5678', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:5678', '1.2.3.4'],
  ['::ffff:102:304', '1.2.3.4'],
  ['0:0:0:0:0:FFFF:0102:0304', '1.2.3.4'],
  ['[::ffff:102:304]:5678', '1.2.3.4'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::2:5678', '2001:db8:0:0'],
  ['[2001:db8::1]', '2001:db8:0:0'],
  ['[2001:db8::1]:5678', '2001:db8:0:0'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
