/**
 * Counts asked for by many answers at once, with few requests and never out of date. A reading
 * serves every list that was begun before it: so it asks for what lists wanted of late, too, and
 * those under way beside the one that needs it find theirs done.
 */
import type { KindName } from '../../kinds/record.js';
import { type Memory, openMemory } from '../../lib/memory.js';
import { limits } from '../../limits.js';
import type { SearchPage } from '../port.js';

/** → counts by ID. */
export type CountIds = (kind: KindName, ids: readonly number[]) => Promise<Map<number, number>>;

/** Counts for those who ask once, and for lists. */
export interface Counts {
  /** → counts read after this call. */
  now: CountIds;
  /** Asks for a page. → the page. */
  during(ask: () => Promise<SearchPage>): Promise<SearchPage>;
  /** → what gives counts read since a page was asked for; for no page those of now. */
  of(page: SearchPage | undefined): CountIds;
}

interface Reading {
  /** Readings are numbered as they begin. */
  number: number;
  ids: ReadonlySet<number>;
  counted: Promise<Map<number, number>>;
}

/** → the same counts, with fewer requests. */
export function openCounts(count: CountIds): Counts {
  let begun = 0;
  const latest = new Map<KindName, Reading>();
  const wanted = new Map<KindName, Memory<number, true>>();
  const read = (kind: KindName, ids: readonly number[]): Reading => {
    const known = wanted.get(kind) ?? openMemory<number, true>({ max: limits.countsAhead });
    wanted.set(kind, known);
    for (const id of ids) known.set(id, true);
    const asked = new Set([...ids, ...known.keys()]);
    const reading = { number: ++begun, ids: asked, counted: count(kind, [...asked]) };
    latest.set(kind, reading);
    // One that failed serves nobody: whoever tries again reads anew.
    reading.counted.catch(() => latest.get(kind) === reading && latest.delete(kind));
    return reading;
  };
  const since = (): CountIds => {
    const before = begun;
    return async (kind, ids) => {
      if (ids.length === 0) return new Map();
      const last = latest.get(kind);
      const isGood = last && last.number > before && ids.every((id) => last.ids.has(id));
      const { counted } = isGood ? last : read(kind, ids);
      return pick(await counted, ids);
    };
  };
  const now = batched(count);
  const pages = new WeakMap<SearchPage, CountIds>();
  return {
    now,
    during: async (ask) => {
      const counted = since();
      const page = await ask();
      pages.set(page, counted);
      return page;
    },
    of: (page) => (page && pages.get(page)) ?? now,
  };
}

const pick = (counts: Map<number, number>, ids: readonly number[]): Map<number, number> =>
  new Map(ids.flatMap((id) => (counts.has(id) ? [[id, counts.get(id) ?? 0]] : [])));

interface Waiting {
  ids: Set<number>;
  counted: Promise<Map<number, number>>;
}

/** → the same counts: while a request is under way, the next collects what is asked meanwhile. */
function batched(count: CountIds): CountIds {
  const waiting = new Map<KindName, Waiting>();
  const underWay = new Map<KindName, Promise<unknown>>();
  const start = async (kind: KindName, ids: Set<number>): Promise<Map<number, number>> => {
    // Also with none under way: what is asked in the same turn goes along.
    await underWay.get(kind);
    waiting.delete(kind);
    const counted = count(kind, [...ids]);
    underWay.set(
      kind,
      counted.catch(() => undefined),
    );
    return counted;
  };
  return async (kind, ids) => {
    if (ids.length === 0) return new Map();
    let next = waiting.get(kind);
    if (!next) {
      const wanted = new Set<number>();
      next = { ids: wanted, counted: start(kind, wanted) };
      waiting.set(kind, next);
    }
    for (const id of ids) next.ids.add(id);
    return pick(await next.counted, ids);
  };
}
