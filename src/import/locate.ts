/**
 * Places a record that has an address and no coordinates at the centre of its town, by the offline
 * table of towns. Where two towns could be meant, neither is taken.
 */
import type { Json, JsonObject } from '../kinds/record.js';
import { foldPlace } from './clean.js';
import { townsNamed } from './towns.js';

/** Languages whose names of countries are known besides English. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'fi', 'da', 'pl', 'cs'];

/** Names that no list of countries has. */
const otherNames: Record<string, string> = {
  uk: 'GB',
  'u k': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'u s': 'US',
  'u s a': 'US',
  'united states of america': 'US',
  'south korea': 'KR',
  'czech republic': 'CZ',
  turkey: 'TR',
};

let codes: Map<string, string> | null = null;

/**
 * → `{geo_lat, geo_lng, geo_precision: "city"}` in degrees, from `city` with `state`, `province` or
 * `stateprovince` and `country`; null when the table has no such town, or several.
 */
export function locateByTown(fields: JsonObject) {
  const text = (value: Json | undefined) => (typeof value === 'string' ? foldPlace(value) : '');
  const country = text(fields.country);
  const code = country === '' ? null : countryCode(country);
  if (code === null && country !== '') return null;
  const regions = [fields.state, fields.province, fields.stateprovince].map(text).filter(Boolean);
  const named = townsNamed(text(fields.city)).filter((town) => code === null || town.code === code);
  const inRegion = named.filter(({ states }) => regions.some((one) => states.includes(one)));
  const found = inRegion.length > 0 ? inRegion : isTold(regions, code) ? [] : named;
  const [town] = found;
  if (town === undefined || found.length > 1) return null;
  return { geo_lat: town.lat, geo_lng: town.lng, geo_precision: 'city' };
}

/** → whether the region must be the town's: states of America are told apart by their towns. */
const isTold = (regions: string[], code: string | null): boolean =>
  regions.length > 0 && (code === null || code === 'US');

/** → the ISO 3166 code of a country by its folded name in some languages, or its code. */
function countryCode(name: string): string | null {
  codes ??= readCodes();
  return codes.get(name) ?? null;
}

function readCodes(): Map<string, string> {
  const read = new Map(Object.entries(otherNames));
  const add = (name: string, code: string) => {
    const folded = foldPlace(name);
    if (folded !== '' && !read.has(folded)) read.set(folded, code);
  };
  const towns = townsNamed(null).filter(({ code }) => /^[A-Z]{2}$/.test(code));
  const known = [...new Set(towns.map(({ code }) => code))];
  for (const code of known) add(code, code);
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    for (const code of known) add(names.of(code) ?? '', code);
  }
  // Territories far away carry the name of their country: the largest town decides.
  for (const { code, code3, country } of towns) {
    add(code3, code);
    add(country, code);
  }
  return read;
}
