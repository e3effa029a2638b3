/**
 * Coordinates by an online geocoder. No address is asked twice in a load, and a geocoder that fails
 * again and again is not asked any more.
 */
import type { JsonObject } from '../kinds/record.js';
import { foldText } from '../lib/words.js';
import { limits } from '../limits.js';
import type { FoundPlace } from './geocoder.js';
import { addressFields, type Locate, type Located } from './place.js';

/** Ranks of Nominatim from which on a place is a street or a house, and a town. */
const streetRank = 26;
const townRank = 13;

/**
 * → a way to place the records of a load: those with an `address` by the geocoder, others, and what
 * it does not find, by `otherwise`. `tell` receives what goes wrong with the geocoder.
 */
export function locateByGeocoder(
  ask: (address: string) => Promise<FoundPlace | null>,
  { otherwise, tell }: { otherwise: Locate; tell: (line: string) => void },
): Locate {
  let failures = 0;
  // One a second: it stays small.
  const answers = new Map<string, Located | null>();
  const find = async (address: string): Promise<Located | null> => {
    const key = foldText(address);
    const answer = answers.get(key);
    if (answer !== undefined) return answer;
    if (failures >= limits.geocoderFailures) return null;
    try {
      const located = toLocated(await ask(address));
      answers.set(key, located);
      failures = 0;
      return located;
    } catch (error) {
      failures += 1;
      const isLast = failures === limits.geocoderFailures ? '; it is not asked any more' : '';
      tell(`geocoder: ${error instanceof Error ? error.message : String(error)}${isLast}`);
      return null;
    }
  };
  return async (fields) => {
    const address = addressOf(fields);
    const located = address === null ? null : await find(address);
    return located ?? otherwise(fields);
  };
}

/** → the address in one line, each part once; null without a street. */
function addressOf(fields: JsonObject): string | null {
  const text = (name: string) => String(fields[name] ?? '').trim();
  if (text('address') === '') return null;
  return [...new Set(addressFields.map(text).filter((part) => part !== ''))].join(', ');
}

function toLocated(place: FoundPlace | null): Located | null {
  if (place === null || place.rank < townRank) return null;
  const geo_precision = place.rank >= streetRank ? 'address' : 'city';
  return { geo_lat: place.lat, geo_lng: place.lng, geo_precision };
}
