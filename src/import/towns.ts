/**
 * Finds the town that a source names: the coordinates of its centre and its time zone. The table of
 * towns is the package city-timezones; because it is large, it is loaded at the first lookup.
 */
import { createRequire } from 'node:module';
import { foldPlace } from './clean.js';

/** A town: degrees (WGS 84) and its IANA time zone, null where the table has none. */
export interface Town {
  lat: number;
  lng: number;
  timezone: string | null;
}

/** The town to find: names as the source writes them, `state` for countries that have states. */
export interface TownQuery {
  city: string | undefined;
  state?: string | undefined;
  country: string | undefined;
}

/** A town as the table has it; names are folded, codes are ISO 3166 in capitals. */
export interface KnownTown extends Town {
  country: string;
  code: string;
  code3: string;
  states: string[];
  population: number;
  /** As people write it: `Berlin, Germany`. */
  label: string;
}

let towns: Map<string, KnownTown[]> | null = null;

/**
 * → the town, or null when the table does not have it. Names are compared folded (accents, case,
 * punctuation). A given state must match too, by code or name: a town of the same name elsewhere
 * would be wrong. Of several towns, the most populous.
 */
export function findTown(query: TownQuery): Town | null {
  towns ??= loadTowns();
  const country = foldPlace(query.country ?? '');
  const state = foldPlace(query.state ?? '');
  let best: KnownTown | null = null;
  for (const town of towns.get(foldPlace(query.city ?? '')) ?? []) {
    if (town.country !== country) continue;
    if (state !== '' && !town.states.includes(state)) continue;
    if (best === null || town.population > best.population) best = town;
  }
  return best && { lat: best.lat, lng: best.lng, timezone: best.timezone };
}

/** → the towns of a name, folded (`st john s`), the largest first; null: all towns. */
export function townsNamed(name: string | null): KnownTown[] {
  towns ??= loadTowns();
  const found = name === null ? [...towns.values()].flat() : (towns.get(name) ?? []);
  return found.toSorted((one, other) => other.population - one.population);
}

/**
 * → the town that a visitor names, `Berlin` or `Portland, Oregon`, the largest of several; null
 * when the table does not have it. Behind the comma stands a state or country, by name or code.
 */
export function townCalled(text: string): KnownTown | null {
  const [name = '', ...rest] = text.split(',').map(foldPlace);
  const isMeant = ({ country, code, code3, states }: KnownTown) => {
    const names = [country, foldPlace(code), foldPlace(code3), ...states];
    return rest.every((one) => one === '' || names.includes(one));
  };
  return (name === '' ? [] : townsNamed(name)).find(isMeant) ?? null;
}

/** → the town whose centre is at these coordinates, rounded to 3 decimals; null: none is. */
export function townAt(lat: number, lng: number): KnownTown | null {
  // Of several at one point, the largest is set last.
  places ??= new Map(
    townsNamed(null)
      .toReversed()
      .map((town) => [roundedPoint(town.lat, town.lng), town]),
  );
  return places.get(roundedPoint(lat, lng)) ?? null;
}

let places: Map<string, KnownTown> | null = null;

const roundedPoint = (lat: number, lng: number): string => `${lat.toFixed(3)},${lng.toFixed(3)}`;

function loadTowns(): Map<string, KnownTown[]> {
  const table: typeof import('city-timezones') = createRequire(import.meta.url)('city-timezones');
  const byName = new Map<string, KnownTown[]>();
  for (const entry of table.cityMapping) {
    const town: KnownTown = {
      lat: entry.lat,
      lng: entry.lng,
      timezone: entry.timezone || null,
      country: foldPlace(entry.country),
      // Places that no country is agreed on have a number there.
      code: String(entry.iso2),
      code3: String(entry.iso3),
      // The type claims that every town has a state code; only American ones do.
      states: [entry.province, entry.state_ansi].map((name) => foldPlace(name ?? '')),
      population: entry.pop,
      label: `${entry.city}, ${entry.country}`,
    };
    for (const name of new Set([foldPlace(entry.city), foldPlace(entry.city_ascii)])) {
      const same = byName.get(name);
      if (same) same.push(town);
      else byName.set(name, [town]);
    }
  }
  return byName;
}
