/**
 * What a load adds to rows that leave it out: coordinates of a record that has none, and the zone
 * of an event from where its venue stands. Given values are never replaced. Contract 17.
 */

import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';
import { zoneAt } from '../../lib/zone-at.js';
import type { Input } from '../write/planned.js';

/** Coordinates in degrees, and how exact they are (`city`). */
export interface Located {
  geo_lat: number;
  geo_lng: number;
  geo_precision: string;
}

/** → where a record stands, by its address; null: not known. */
export type Locate = (fields: JsonObject) => Promise<Located | null>;

/**
 * → the payload, with coordinates where the kind has them and neither the payload nor the stored
 * record does. Coordinates that a load has found before follow a changed address.
 */
export async function withPlace(
  kind: Kind,
  payload: JsonObject,
  { before, locate }: { before: StoredRecord | null; locate?: Locate | undefined },
): Promise<JsonObject> {
  if (!locate || !('geo_precision' in kind.fields)) return payload;
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
  if (isGiven(payload.geo_lat) || isGiven(payload.geo_lng)) return payload;
  const isCleared = 'geo_lat' in payload || 'geo_lng' in payload;
  const isOurs = isGiven(before?.fields.geo_precision);
  const isHeld = isGiven(before?.fields.geo_lat) && !isCleared && !isOurs;
  const located = isHeld ? null : await locate({ ...before?.fields, ...payload });
  return located ? { ...payload, ...located } : payload;
}

/** → the input of a new record, with the zone of the place it links where none is sent. */
export function withZone(kind: Kind, input: Input, before: StoredRecord | null): Input {
  const { payload, links } = input;
  if (before !== null || kind.fields.timezone?.stored !== 'times') return input;
  if (payload.values.timezone !== undefined && payload.values.timezone !== '') return input;
  for (const link of Object.values(links).flat()) {
    const place = 'record' in link ? kinds[link.record.kind].place?.(link.record) : null;
    const timezone = place ? zoneAt(place.lat, place.lng) : null;
    if (timezone === null) continue;
    return { ...input, payload: { ...payload, values: { ...payload.values, timezone } } };
  }
  return input;
}
