/** The town of an address in fields, as files and editors write it: city, state, country. */
import { countryCode } from '../countries.js';
import { remembered } from '../remember.js';
import type { Town } from './town-table.js';
import { isState, likelyMeant } from './towns.js';
import { townsWritten } from './towns-called.js';

/** The fields of an address: `city`, `state`, `province`, `stateprovince`, `country`. */
type Address = Readonly<Record<string, unknown>>;

/**
 * → the towns that an address may mean, the largest first, whether they are in its region, and the
 * code of the country that it names, or null.
 */
export function townsMeant(fields: Address) {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const country = text(fields.country);
  const code = countryCode(country);
  if (code === null && country !== '') return { code, towns: [], isInRegion: false };
  const regions = [fields.state, fields.province, fields.stateprovince].map(text).filter(Boolean);
  const isThere = ({ country }: Town) => code === null || country === code;
  const named = townsWritten(text(fields.city), isThere);
  const inRegion = named.filter((town) => regions.some((region) => isState(town, region)));
  if (inRegion.length > 0) return { code, towns: inRegion, isInRegion: true };
  // Addresses outside America name counties and districts, too, which the table does not have:
  // there an unknown region does not exclude a town.
  const isElsewhere = regions.length > 0 && (code === null || code === 'US');
  return { code, towns: isElsewhere ? [] : named, isInRegion: false };
}

/** → the town that an address determines; null when unknown or ambiguous. */
export function townOfAddress({ city, state, province, stateprovince, country }: Address) {
  if ((city ?? '') === '') return null;
  return townOf(JSON.stringify({ city, state, province, stateprovince, country }));
}

/** Addresses are mostly in a site's towns: a rebuild looks up each many times. */
const townOf = remembered((address: string): Town | null => {
  const { towns } = townsMeant(JSON.parse(address));
  return likelyMeant(towns.toSorted((a, b) => b.population - a.population));
});
