/**
 * Counts asked for by many answers at once, as one request: while one is under way, the next
 * collects what is asked meanwhile.
 */
import type { KindName } from '../../kinds/record.js';

/** → counts by ID. */
export type CountIds = (kind: KindName, ids: readonly number[]) => Promise<Map<number, number>>;

interface Waiting {
  ids: Set<number>;
  counted: Promise<Map<number, number>>;
}

/** → the same counts, with fewer requests. */
export function batched(count: CountIds): CountIds {
  const waiting = new Map<KindName, Waiting>();
  const underWay = new Map<KindName, Promise<unknown>>();
  const start = (kind: KindName, ids: Set<number>): Promise<Map<number, number>> => {
    const begun = (async () => {
      // Also with none under way: what is asked in the same turn goes along.
      await underWay.get(kind);
      waiting.delete(kind);
      const counted = count(kind, [...ids]);
      underWay.set(
        kind,
        counted.catch(() => undefined),
      );
      return counted;
    })();
    return begun;
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
    const all = await next.counted;
    return new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id) ?? 0]] : [])));
  };
}
