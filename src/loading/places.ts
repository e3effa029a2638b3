/**
 * Finds the town a source names: coordinates of its centre and its time zone.
 * Called when a mapping is read (`openPlaces`) and by map-row.ts. The table of towns is the package
 * city-timezones; being large it is loaded only when a mapping asks to locate.
 */
import { foldPlace } from './clean.js';

/** A town found: degrees (WGS 84) and the IANA zone, null where the table has none. */
export interface Place {
  lat: number;
  lng: number;
  timezone: string | null;
}

/** What is sought: names as the source has them, `state` for countries that have states. */
export interface PlaceQuery {
  city: string;
  state: string;
  country: string;
}

/** → the town, or null when the table does not have it. */
export type FindPlace = (query: PlaceQuery) => Place | null;

interface Town extends Place {
  country: string;
  states: string[];
  population: number;
}

let index: Promise<Map<string, Town[]>> | null = null;

/** → the finder over the package's towns, loaded and indexed once in the process. */
export async function openPlaces(): Promise<FindPlace> {
  index ??= loadIndex();
  const towns = await index;
  return (query) => findTown(towns, query);
}

/**
 * Names match folded (accents, case, punctuation). A state that is given must match too, by code
 * or name: a town of the same name elsewhere would be a wrong answer. Of several, the largest.
 */
function findTown(towns: Map<string, Town[]>, query: PlaceQuery): Place | null {
  const country = foldPlace(query.country);
  const state = foldPlace(query.state);
  let best: Town | null = null;
  for (const town of towns.get(foldPlace(query.city)) ?? []) {
    if (town.country !== country) continue;
    if (state !== '' && !town.states.includes(state)) continue;
    if (best === null || town.population > best.population) best = town;
  }
  return best && { lat: best.lat, lng: best.lng, timezone: best.timezone };
}

async function loadIndex(): Promise<Map<string, Town[]>> {
  const { default: table } = await import('city-timezones');
  const towns = new Map<string, Town[]>();
  for (const entry of table.cityMapping) {
    const town: Town = {
      lat: entry.lat,
      lng: entry.lng,
      timezone: entry.timezone || null,
      country: foldPlace(entry.country),
      // The type says every town has a state code; only the American ones do.
      states: [entry.province, entry.state_ansi].map((name) => foldPlace(name ?? '')),
      population: entry.pop,
    };
    for (const name of new Set([foldPlace(entry.city), foldPlace(entry.city_ascii)])) {
      const same = towns.get(name);
      if (same) same.push(town);
      else towns.set(name, [town]);
    }
  }
  return towns;
}
