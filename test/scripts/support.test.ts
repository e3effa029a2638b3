/** What scripts say when they fail. */
import { expect, it } from 'vitest';
import { messageOf } from '../../scripts/support.js';
import { storeUnavailable } from '../../src/errors.js';

it.each([
  [
    'a fault of an engine, with what it said',
    storeUnavailable(new Error('connection closed')),
    'Records are not available at the moment. connection closed',
  ],
  ['an error of ours', new Error('There is no file x.'), 'There is no file x.'],
  ['no error', 'text', 'text'],
])('%s', (_, error, message) => {
  expect(messageOf(error)).toBe(message);
});
