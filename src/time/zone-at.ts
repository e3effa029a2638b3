/** The time zone at a point and in a country, from tables in memory: no network. */
import { createRequire } from 'node:module';
import { secondsPerDay, textToSeconds } from './wall-clock.js';
import { zonesOfRegion } from './zone-region.js';
import { normalizeTimeZone, offsetSecondsAt } from './zones.js';

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

/**
 * → a zone of a country by its code; null: it has several whose clocks differ on a day, or half a
 * year later.
 */
export function zoneOfCountry(code: string, day: string): string | null {
  const [zone = '', ...others] = zonesOfRegion(code);
  const name = normalizeTimeZone(zone);
  const start = textToSeconds(`${day} 12:00:00`);
  if (name === null || Number.isNaN(start)) return null;
  const times = [start, start + 182 * secondsPerDay];
  const isAlike = (other: string) =>
    times.every((at) => offsetSecondsAt(at, other) === offsetSecondsAt(at, name));
  return others.every(isAlike) ? name : null;
}
