/**
 * Coordinates by an online geocoder. An answer is kept in the record store, so that no address is
 * asked twice; a geocoder that fails again and again is not asked any more in this load.
 */
import type { JsonObject } from '../kinds/record.js';
import type { FoundPlace } from '../lib/geocoder.js';
import { foldText } from '../lib/words.js';
import { limits } from '../limits.js';
import type { Geocode } from '../store/geocodes.js';
import type { RecordStore } from '../store/port.js';
import { addressFields, type Locate } from './place.js';

/** Ranks of Nominatim from which on a place is a street or a house, and a town. */
const streetRank = 26;
const townRank = 13;

/**
 * → a way to place records: records with an `address` by the geocoder, others, and what it does not
 * find, by `otherwise`. `tell` receives what goes wrong with the geocoder.
 */
export function locateByGeocoder(
  { geocodes }: Pick<RecordStore, 'geocodes'>,
  ask: (address: string) => Promise<FoundPlace | null>,
  { otherwise, tell }: { otherwise: Locate; tell: (line: string) => void },
): Locate {
  let failures = 0;
  const find = async (address: string): Promise<Geocode | null> => {
    const key = foldText(address);
    const kept = await geocodes.get(key);
    if (kept) return kept.found;
    if (failures >= limits.geocoderFailures) return null;
    try {
      const found = toGeocode(await ask(address));
      await geocodes.put(key, found);
      failures = 0;
      return found;
    } catch (error) {
      failures += 1;
      const isLast = failures === limits.geocoderFailures ? '; it is not asked any more' : '';
      tell(`geocoder: ${error instanceof Error ? error.message : String(error)}${isLast}`);
      return null;
    }
  };
  return async (fields) => {
    const address = addressOf(fields);
    const found = address === null ? null : await find(address);
    if (!found) return otherwise(fields);
    return { geo_lat: found.lat, geo_lng: found.lng, geo_precision: found.precision };
  };
}

/** → the key under which the answer for an address is kept; null without a street. */
export function geocodeKeyOf(fields: JsonObject): string | null {
  const address = addressOf(fields);
  return address === null ? null : foldText(address);
}

/** → the address in one line, each part once; null without a street. */
function addressOf(fields: JsonObject): string | null {
  const text = (name: string) => String(fields[name] ?? '').trim();
  if (text('address') === '') return null;
  return [...new Set(addressFields.map(text).filter((part) => part !== ''))].join(', ');
}

function toGeocode(place: FoundPlace | null): Geocode | null {
  if (place === null || place.rank < townRank) return null;
  const precision = place.rank >= streetRank ? 'address' : 'city';
  return { lat: place.lat, lng: place.lng, precision };
}
