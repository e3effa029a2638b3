/** The time zone at a point, from a table in memory: no network, some microseconds. */
import { createRequire } from 'node:module';
import { normalizeTimeZone } from './zones.js';

type Lookup = typeof import('@photostructure/tz-lookup');

let lookup: Lookup | null = null;

/**
 * → the IANA zone on land at a point in degrees (WGS 84); null at sea, where only nautical zones
 * are, and off the globe. Within some kilometres of a border it may be the neighbour's.
 */
export function zoneAt(lat: number, lng: number): string | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  lookup ??= createRequire(import.meta.url)('@photostructure/tz-lookup') as Lookup;
  const zone = lookup(lat, lng);
  return zone.startsWith('Etc/') ? null : normalizeTimeZone(zone);
}
