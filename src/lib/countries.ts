/** Names and codes of countries, in the languages that files of venues are written in. */
import { createRequire } from 'node:module';
import { remembered } from './remember.js';
import { foldPlace } from './text/text.js';

/** Languages whose names of countries are read. */
const LANGUAGES = 'en de fr es it pt nl sv fi da pl cs ja ar'.split(' ');

/** Usual names that no list of countries has. */
const OTHER_NAMES: Record<string, string> = {
  uk: 'GB',
  'u k': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'u s': 'US',
  'u s a': 'US',
  korea: 'KR',
};

let codes: Map<string, string> | null = null;

/** → the ISO 3166 code of a country by its name, or by a code of two or three letters; or null. */
export function countryCode(name: string): string | null {
  codes ??= readCodes();
  return codes.get(foldPlace(name)) ?? null;
}

/** → the ISO 3166 codes of all countries. */
export function countryCodes(): string[] {
  codes ??= readCodes();
  return [...new Set(codes.values())];
}

/** → the name of a country by its code, in a language; the code itself when unknown. */
export function countryName(code: string, lang = 'en'): string {
  return namesIn(lang).of(code) ?? code;
}

const namesIn = remembered(
  (lang: string) => new Intl.DisplayNames([lang, 'en'], { type: 'region' }),
);

function readCodes(): Map<string, string> {
  const load = createRequire(import.meta.url);
  const countries = load('i18n-iso-countries') as typeof import('i18n-iso-countries');
  const read = new Map(Object.entries(OTHER_NAMES));
  const add = (name: string, code: string) => {
    const folded = foldPlace(name);
    if (folded !== '' && !read.has(folded)) read.set(folded, code);
  };
  for (const [three, two] of Object.entries(countries.getAlpha3Codes())) {
    add(two, two);
    add(three, two);
    add(countryName(two), two);
  }
  for (const language of LANGUAGES) {
    countries.registerLocale(load(`i18n-iso-countries/langs/${language}.json`));
    const names = countries.getNames(language, { select: 'all' });
    for (const [code, forms] of Object.entries(names)) {
      for (const name of [...forms, countryName(code, language)]) add(name, code);
    }
  }
  return read;
}
