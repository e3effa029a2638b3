/**
 * Locates a record that has an address and no coordinates at the centre of its town, by the offline
 * table of towns. Where two towns could be meant, neither is taken.
 */
import type { Json, JsonObject } from '../kinds/record.js';
import { countryCode } from '../lib/countries.js';
import { isState, type Town, townsNamed } from '../lib/towns.js';

/** A town is meant without a region if it is so many times as large as the next of its name. */
const TIMES_AS_LARGE = 10;

/**
 * → `{geo_lat, geo_lng, geo_precision: "city"}` in degrees, from `city` with `state`, `province` or
 * `stateprovince` and `country`; null when the table has no such town, or several.
 */
export function locateByTown(fields: JsonObject) {
  const text = (value: Json | undefined) => (typeof value === 'string' ? value.trim() : '');
  const country = text(fields.country);
  const code = countryCode(country);
  if (code === null && country !== '') return null;
  const regions = [fields.state, fields.province, fields.stateprovince].map(text).filter(Boolean);
  const isThere = ({ country }: Town) => code === null || country === code;
  const named = townsNamed(text(fields.city), isThere);
  const inRegion = named.filter((town) => regions.some((region) => isState(town, region)));
  // The table knows the states of America alone: elsewhere a region says nothing against a town.
  const isElsewhere = regions.length > 0 && (code === null || code === 'US');
  const town = onlyOf(inRegion.length > 0 ? inRegion : isElsewhere ? [] : named);
  return town && { geo_lat: town.lat, geo_lng: town.lng, geo_precision: 'city' };
}

/** → the town that is meant among these; null: none, or it is ambiguous. */
function onlyOf(towns: readonly Town[]): Town | null {
  const [largest, next] = towns.toSorted((a, b) => b.population - a.population);
  if (largest === undefined || next === undefined) return largest ?? null;
  return largest.population >= TIMES_AS_LARGE * next.population ? largest : null;
}
