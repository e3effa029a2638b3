/**
 * Values that a load adds to rows without them: coordinates of a record, and the zone of an event
 * from its venue's place. Given values are never replaced. Contract 17.
 */
import type { Issue } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { Json, JsonObject, StoredRecord } from '../kinds/record.js';
import { townOfAddress, townsMeant } from '../lib/place/town-of-address.js';
import { isBlank } from '../lib/text/text.js';
import { foldText } from '../lib/text/words.js';
import type { Draft } from '../records/write/plan.js';
import { zoneAt, zoneOfCountry } from '../time/zone-at.js';

/** Coordinates in degrees, and how exact they are (`city`). */
export interface Located {
  geo_lat: number;
  geo_lng: number;
  geo_precision: string;
}

/** → the place of a record, by its address; null when unknown. */
export type Locate = (fields: JsonObject) => Promise<Located | null>;

/** The fields of a record's address, the narrowest first. */
export const addressFields = 'address city zip stateprovince state province country'.split(' ');

/**
 * → the payload, with coordinates if the kind has them and neither the payload nor the stored
 * record does. Coordinates from an earlier load follow a changed address. At the same address, only
 * address coordinates replace town coordinates.
 */
export async function withPlace(
  kind: Kind,
  payload: JsonObject,
  { before, locate }: { before: StoredRecord | null; locate?: Locate | undefined },
): Promise<JsonObject> {
  if (!locate || !('geo_precision' in kind.fields)) return payload;
  if (!isBlank(payload.geo_lat) || !isBlank(payload.geo_lng)) return payload;
  const isCleared = 'geo_lat' in payload || 'geo_lng' in payload;
  const isLocated = !isBlank(before?.fields.geo_precision);
  if (before && !isBlank(before.fields.geo_lat) && !isCleared && !isLocated) return payload;
  const unchanged =
    before && isLocated && isSameAddress(before.fields, payload) ? before.fields : null;
  const isExact = unchanged?.geo_precision === 'address';
  const located = isExact ? null : await locate({ ...before?.fields, ...payload });
  if (unchanged === null || located?.geo_precision === 'address') return { ...payload, ...located };
  // A row may bring the columns of the coordinates empty: they are kept all the same.
  const { geo_lat = null, geo_lng = null, geo_precision = null } = unchanged;
  return isCleared ? { ...payload, geo_lat, geo_lng, geo_precision } : payload;
}

/** → whether the payload leaves the address of the record as it is. */
function isSameAddress(fields: JsonObject, payload: JsonObject): boolean {
  const folded = (value: Json | undefined) => foldText(String(value ?? '').trim());
  return addressFields.every((name) => {
    const sent = payload[name];
    // An empty region is derived from the state or the province.
    if (sent === undefined || (name === 'stateprovince' && isBlank(sent))) return true;
    return folded(sent) === folded(fields[name]);
  });
}

/** → the draft of a new record, with the zone of its linked place when none is sent. */
export function withZone(kind: Kind, draft: Draft): Draft {
  const { payload, links, stored } = draft;
  if (stored !== null || kind.fields.timezone?.stored !== 'times') return draft;
  const { timezone: sent = '', start_date } = payload.values;
  if (sent !== '') return draft;
  for (const link of Object.values(links).flat()) {
    const timezone = 'record' in link ? zoneOf(link.record, String(start_date).slice(0, 10)) : null;
    if (timezone === null) continue;
    return { ...draft, payload: { ...payload, values: { ...payload.values, timezone } } };
  }
  return draft;
}

/** → the warning; for a zone that is left out, with the zone that the record has. */
export const withZoneTaken = ({ param, reason }: Issue, { fields }: StoredRecord): Issue =>
  param === 'timezone'
    ? { param, reason: `${reason}; ${fields.timezone} counts` }
    : { param, reason };

/** → the zone at the place of a record; null without a place, or for several zones. */
function zoneOf(record: StoredRecord, day: string): string | null {
  const { place } = kinds[record.kind];
  if (!place) return null;
  const point = place(record);
  return point ? zoneAt(point.lat, point.lng) : zoneByAddress(record.fields, day);
}

/** Inhabitants of a town of which a smaller one, which the table lacks, takes nothing. */
const LARGE = 100_000;

/** → the zone of the town in an address, else of its country, if that has only one. */
function zoneByAddress(fields: JsonObject, day: string): string | null {
  const { code, towns, isInRegion } = townsMeant(fields);
  if (code === null || isBlank(fields.city)) return null;
  const [town] = towns;
  const ofCountry = zoneOfCountry(code, day);
  if (ofCountry !== null) return town?.timezone ?? ofCountry;
  const isSure = isInRegion || (town && town.population >= LARGE);
  const isOne = towns.every(({ timezone }) => timezone === town?.timezone);
  return isSure && isOne ? (town?.timezone ?? null) : null;
}

/**
 * → the centre of the town that `city` names, with `state`, `province` or `stateprovince` and
 * `country`; null when the offline table has no such town, or several that could be meant.
 */
export const locateByTown: Locate = async (fields) => {
  const town = townOfAddress(fields);
  if (!town) return null;
  return { geo_lat: town.lat, geo_lng: town.lng, geo_precision: 'city' };
};
