/**
 * The towns of the listing, which have their own pages: the towns of its events' venues,
 * distinguished by city and state. Contract 26.11.
 */
import type { JsonObject } from '../../kinds/record.js';
import { isState, townsNamed } from '../../lib/place/towns.js';
import { foldPlace, inGerman } from '../../lib/text/text.js';
import { sortKey } from '../../lib/text/words.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import { listRecords } from '../../records/list/list.js';
import { toSlug } from '../../records/write/slug.js';
import { listedKind } from './paths.js';

/** A town of the listing. */
export interface ListedTown {
  /** Of its pages: `springfield`, and for a namesake `springfield-illinois`. */
  slug: string;
  /** `Springfield`; `Springfield, Illinois`. */
  name: string;
  /** How the filter `town` names it: its spellings. */
  values: string[];
  /** Its events to come; a series counts once. */
  coming: number;
}

/** Reads the towns. */
export type Towns = (ageSeconds?: number) => Promise<TownTable>;

/** The towns, as they were counted. */
export type TownTable = ReturnType<typeof townTable>;

/** Events to come from which on search engines are to show a page. */
export const INDEXED_EVENTS = 5;

const FACET = 'town';

/** All events, each date of a series, which engines count along an index alone. */
const ALL: JsonObject = { starts_after: '0001-01-01', strict_dates: 'true' };

/** Coming events, as pages count them. */
export const COMING: JsonObject = { ends_after: 'now', strict_dates: 'true', collapse: 'series' };

/**
 * → a reader of the towns, at most so many seconds old, `limits.townSeconds` by default. Writes do
 * not drop them: counting all events takes longer than a list. Throws the errors of lists.
 */
export function openTowns(deps: Deps): Towns {
  let remembered: { atMs: number; table: Promise<TownTable> } | null = null;
  return (ageSeconds = limits.townSeconds) => {
    const nowMs = deps.now();
    const isFresh = remembered && nowMs - remembered.atMs < ageSeconds * 1000;
    if (!remembered || !isFresh) {
      const own = { atMs: nowMs, table: readTowns(deps) };
      remembered = own;
      own.table.catch(() => {
        if (remembered === own) remembered = null;
      });
    }
    return remembered.table;
  };
}

/** → the town of a slug or name, also a new town, or null. Throws the errors of lists. */
export async function townCalled(towns: Towns, text: string): Promise<ListedTown | null> {
  const name = text.slice(0, limits.slugChars);
  return (await towns()).called(name) ?? (await towns(limits.countSeconds)).called(name);
}

type Counts = readonly { value: string; count: number }[];

async function readTowns(deps: Deps): Promise<TownTable> {
  const count = async (filters: JsonObject): Promise<Counts> => {
    const raw = { ...filters, facets: FACET, per_page: '1' };
    return (await listRecords(deps, listedKind, { raw, caller: null })).facets?.[FACET] ?? [];
  };
  const [all, coming] = await Promise.all([count(ALL), count(COMING)]);
  return townTable(all, coming);
}

/** A town by its city and state; `""`: no state is known. */
interface Spelled {
  city: string;
  state: string;
  values: string[];
}

/**
 * → the table of towns counted by `City, State`, the most events first: the first of several
 * namesakes has the city alone as its slug. A city without a state is the first of its name.
 */
export function townTable(all: Counts, coming: Counts) {
  // A label comes from a counted record: others may be spelled in another way.
  const comingOf = new Map(coming.map(({ value, count }) => [sortKey(value), count]));
  const byCity = new Map<string, Spelled[]>();
  for (const { value } of all) addTo(byCity, value);
  const bySlug = new Map<string, ListedTown>();
  const add = (slug: string, town: ListedTown) => {
    if (slug !== '' && !bySlug.has(slug)) bySlug.set(slug, town);
  };
  const others: [Spelled, ListedTown][] = [];
  for (const [first, ...more] of byCity.values()) {
    if (!first) continue;
    const town = listedTown(first, { name: first.city, slug: toSlug(first.city), comingOf });
    add(town.slug, town);
    others.push([first, town]);
    for (const one of more) {
      const name = `${one.city}, ${one.state}`;
      others.push([one, listedTown(one, { name, slug: toSlug(name), comingOf })]);
    }
  }
  // A name alone comes before the same letters of a name and a state.
  for (const [{ city, state }, town] of others) add(toSlug(`${city}, ${state}`), town);
  for (const [{ city }, town] of others) add(toSlug(inGerman(city)), town);
  const ofTable = () =>
    new Map(others.toReversed().map(([spelled, town]) => [labelOf(spelled), town]));
  let byLabel: Map<string, ListedTown> | null = null;
  const named = (name: string): ListedTown | null => {
    const labels = townsNamed(name, () => true).map(({ label }) => label);
    byLabel ??= labels.length > 0 ? ofTable() : null;
    return labels.flatMap((label) => byLabel?.get(label) ?? [])[0] ?? null;
  };
  const towns = [...new Set(bySlug.values())].filter((town) => bySlug.get(town.slug) === town);
  return {
    /** Towns with coming events, the most first. */
    coming: towns
      .filter((town) => town.coming > 0)
      .sort((one, other) => other.coming - one.coming || (one.slug < other.slug ? -1 : 1)),
    /**
     * → the town of a slug or name, in any language of the table of towns, or null. Whoever types a
     * name means its slug.
     */
    called: (text: string): ListedTown | null => bySlug.get(toSlug(text)) ?? named(text),
  };
}

/** → the label of a town in the table of towns; `""`: the table does not have it. */
const labelOf = ({ city, state }: Spelled): string =>
  townsNamed(city, (town) => state === '' || isState(town, state))[0]?.label ?? '';

/** Spellings of a town that a list takes (queries/event-list.json). */
const VALUES_MAX = 50;

/** Adds a spelling to its town, or as a new town. */
function addTo(byCity: Map<string, Spelled[]>, value: string): void {
  const at = value.indexOf(', ');
  const [city, state] = at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 2)];
  const key = foldPlace(city);
  const towns = byCity.get(key) ?? [];
  byCity.set(key, towns);
  const isSame = (one: Spelled) => foldPlace(one.state) === foldPlace(state);
  const town =
    towns.find(isSame) ?? (state === '' ? towns[0] : towns.find((one) => one.state === ''));
  if (!town) {
    towns.push({ city, state, values: [value] });
    return;
  }
  if (town.values.length < VALUES_MAX) town.values.push(value);
  town.state ||= state;
}

const listedTown = (
  { values }: Spelled,
  { name, slug, comingOf }: { name: string; slug: string; comingOf: ReadonlyMap<string, number> },
): ListedTown => ({
  slug,
  name,
  values,
  coming: values.reduce((sum, value) => sum + (comingOf.get(sortKey(value)) ?? 0), 0),
});
