/** Addresses in the order of their countries, by the data of Google's libaddressinput. */
import { formatAddress } from 'localized-address-format';

/** The parts of an address; `""`: not known. */
export interface AddressParts {
  address: string;
  zip: string;
  city: string;
  state: string;
}

/** Letters of other scripts than Latin. */
const OTHER_SCRIPT = /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u;

/**
 * → the lines of an address as its country writes them: `〒920-8509`, `石川県`, `金沢市広坂1-2-1`; without
 * a code of a country: street, town, state. A state that letters of the country do not have is left
 * out, another part is kept.
 */
export function linesOfAddress(country: string | null, parts: AddressParts): string[] {
  const { address, zip, city, state } = parts;
  const town = [zip, city].filter(Boolean).join(' ');
  if (country === null) return [address, town, state].filter(Boolean);
  const isLocal = OTHER_SCRIPT.test(address + city + state);
  const write = (street: string, locality: string) =>
    formatAddress(
      {
        postalCountry: country,
        addressLines: [street],
        locality,
        postalCode: zip,
        administrativeArea: state,
      },
      isLocal ? 'local' : 'latin',
    ).map((line) => line.replace(`${country}-${zip}`, () => zip));
  const lines = write(address, city);
  const lacks = (part: string) => part !== '' && !lines.some((line) => line.includes(part));
  if (lacks(city)) {
    const both = isLocal ? [city, address] : [address, city];
    return write(both.filter(Boolean).join(isLocal ? '' : ', '), '');
  }
  return lacks(zip) ? write(address, town) : lines;
}
