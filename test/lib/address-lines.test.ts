/** Addresses in the order of their countries. Contract 26.7. */
import { expect, it } from 'vitest';
import { type AddressParts, linesOfAddress } from '../../src/lib/place/address-lines.js';

const parts = (address: string, zip: string, city: string, state = ''): AddressParts => ({
  ...{ address, zip, city, state },
});

it.each([
  ['DE', parts('Am Markt 5', '80331', 'München', 'Bayern'), 'Am Markt 5 | 80331 München'],
  [
    'US',
    parts('1 Main St', '62701', 'Springfield', 'Illinois'),
    '1 Main St | Springfield, Illinois 62701',
  ],
  ['GB', parts('3 High St', 'SW1A 2AA', 'London'), '3 High St | London | SW1A 2AA'],
  [
    'JP',
    parts('広坂1-2-1', '920-8509', '金沢市', '石川県'),
    '〒920-8509 | 石川県 | 金沢市広坂1-2-1',
  ],
  [
    'JP',
    parts('1-2-1 Hirosaka', '920-8509', 'Kanazawa', 'Ishikawa'),
    '1-2-1 Hirosaka, Kanazawa, Ishikawa | 920-8509',
  ],
  ['JO', parts('شارع 1', '11181', 'عمّان'), 'شارع 1 | عمّان 11181'],
  ['SE', parts('Gatan 2', '111 22', 'Stockholm'), 'Gatan 2 | 111 22 Stockholm'],
  ['AE', parts('Street 1', '', 'Dubai'), 'Street 1, Dubai'],
  ['BE', parts('', '', 'Gent'), 'Gent'],
  [null, parts('Street 1', '123', 'Town', 'State'), 'Street 1 | 123 Town | State'],
  ['XK', parts('', '', ''), ''],
])('in %s %o is %s', (country, address, lines) => {
  expect(linesOfAddress(country, address).join(' | ')).toBe(lines);
});
