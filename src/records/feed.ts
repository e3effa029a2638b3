/** Reads a page of up to a thousand records, a slice at a time, as anonymous readers see them. */
import type { Kind } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Deps } from './deps.js';
import { type ListAnswer, type ListRequest, listRecords } from './list.js';

/**
 * → the slices of the page, each an answer of its own; the first has the totals. The later ones
 * follow it by cursor. Throws what `listRecords` throws.
 */
export async function* readSlices(
  deps: Deps,
  kind: Kind,
  { raw, issues }: Pick<ListRequest, 'raw' | 'issues'>,
): AsyncGenerator<ListAnswer> {
  const read = (sent: JsonObject, slice: number) =>
    listRecords(deps, kind, {
      raw: sent,
      caller: null,
      issues,
      feed: { perPage: limits.feedRecords, slice },
    });
  let list = await read(raw, limits.feedSlice);
  yield list;
  const { page: _, facets: __, ...filters } = raw;
  for (let left = list.perPage - list.records.length; left > 0 && list.nextCursor; ) {
    const after = { ...filters, cursor: list.nextCursor };
    list = await read(after, Math.min(limits.feedSlice, left));
    left -= list.records.length;
    yield list;
  }
}
