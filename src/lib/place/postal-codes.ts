/** Postal codes in texts that name a place, by the forms of countries. Contract 11. */
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { COMMA } from '../text/text.js';

/** → the ways to read a text as a postal code with other text or alone, the longest first. */
export function readCodes(text: string) {
  const parts = text.normalize('NFKC').split(COMMA).map(wordsOf);
  const read = [2, 1].flatMap((count) =>
    parts.flatMap((words, at) =>
      words.flatMap((_, from) => {
        const code = words.slice(from, from + count).join(' ');
        if (from + count > words.length || !CODE.test(code)) return [];
        const others = [...parts];
        others[at] = [...words.slice(0, from), ...words.slice(from + count)];
        const rest = others.filter(({ length }) => length > 0).map((left) => left.join(' '));
        return [{ code, rest: rest.join(', ') }];
      }),
    ),
  );
  return read.slice(0, READ_MAX);
}

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

const CODE = /^(?=.*\d)[\p{L}\d〒 -]{2,12}$/u;

/** Most ways that are tried; a text of a place has two or three. */
const READ_MAX = 8;

/** → whether a text is a postal code of a country (ISO 3166), or the first half of one. */
export function isPostalCode(text: string, country: string): boolean {
  const code = plain(text);
  if (FIRST_HALVES[country]?.test(code)) return true;
  return postcodeValidatorExistsForCountry(country)
    ? postcodeValidator(code, country)
    : /^\d{4,6}$/.test(code);
}

/** Halves that people write alone: `London SW1A`, `1012 Amsterdam`. */
const FIRST_HALVES: Readonly<Record<string, RegExp>> = {
  CA: /^[A-Z]\d[A-Z]$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]?$/,
  IE: /^[A-Z]\d[\dW]$/,
  NL: /^\d{4}$/,
};

/** → a code in capitals without the sign or the country before it: `〒100-0001`, `D-10115`. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/^(?:〒 ?|[A-Z]{1,3}-(?=\d))/u, '');

/** → the code in a form to compare: `sw1a1aa` is `SW1A1AA`, `60601-1234` is `60601`. */
export const postalKey = (text: string): string =>
  plain(text)
    .replace(/^(\d{5})-\d{4}$/, '$1')
    .replace(/[^\p{L}\p{N}]/gu, '');
