/** Reads the change feed as anonymous readers see it. Source: Contract 30. */
import { isPublic } from '../../access/roles.js';
import { changesRestarted } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, KindName } from '../../kinds/record.js';
import { ALL_LANGUAGES } from '../../kinds/texts.js';
import { turn } from '../../lib/turn.js';
import { limits } from '../../limits.js';
import type { RecordChange } from '../../store/port.js';
import { nowSeconds } from '../../time/now.js';
import type { Deps } from '../deps.js';
import { presentWith } from '../present-one.js';
import { UNKNOWN_TERM } from '../terms.js';
import { feedRows } from './feed-rows.js';
import { provenancesOfChanges } from './origins.js';

/** A requested page. `space`: the number space of `after`; undefined: the current space. */
interface ChangesRequest {
  after: number;
  limit: number;
  space: string | undefined;
  /** Items have a row for another installation in the place of the answer. */
  isOfRows?: boolean;
  /** The language of texts, or `all`; absent: `all` where the site has several. */
  lang?: string | undefined;
}

/**
 * → a page: its items as JSON texts, and `last`, the number after which the next page begins.
 * Throws `changes-restarted` for numbers of another space.
 */
export async function readChanges(deps: Deps, kind: Kind, request: ChangesRequest) {
  const { after, limit, space: expected, isOfRows = false } = request;
  const { lang = languagesOfChanges(deps) } = request;
  const { space: current } = await deps.store.changes.position();
  const space = current ?? '';
  if (expected !== undefined && expected !== space) throw changesRestarted();
  const now = nowSeconds(deps);
  const items: string[] = [];
  let last = after;
  let chars = 0;
  for await (const slice of changesAfter(deps, kind, { after, limit })) {
    const itemOf = await openItems(deps, kind, { slice, now, isOfRows, lang });
    for (const change of slice) {
      const text = itemOf(change);
      items.push(text);
      last = change.number;
      chars += text.length;
      if (chars >= limits.feedBytes) return { items, last, space };
      if (items.length % limits.feedTurnRecords === 0) await turn();
    }
  }
  return { items, last, space };
}

/** → `all` where the site has several languages; else undefined: there is one. */
const languagesOfChanges = ({ site }: Deps): string | undefined =>
  site.languages.length > 1 ? ALL_LANGUAGES : undefined;

/** Yields changes in slices. */
async function* changesAfter(
  { store }: Deps,
  { name: kind }: Kind,
  { after, limit }: { after: number; limit: number },
): AsyncGenerator<RecordChange[]> {
  for (let [from, left] = [after, limit]; left > 0; ) {
    const slice = Math.min(limits.feedSlice, left);
    const changes = await store.changes.list({ kind, after: from, limit: slice });
    yield changes;
    if (changes.length < slice) return;
    from = changes.at(-1)?.number ?? from;
    left -= slice;
  }
}

/** Changes, and how they are answered. */
interface Reading {
  slice: readonly RecordChange[];
  now: number;
  isOfRows: boolean;
  lang: string | undefined;
}

/** → a function that gives the JSON text of a change. */
async function openItems(
  deps: Deps,
  { name: kind }: Kind,
  { slice, now, isOfRows, lang }: Reading,
): Promise<(change: RecordChange) => string> {
  const provenance = await provenancesOfChanges(deps, kind, slice);
  const rowOf = isOfRows ? await feedRows(deps, slice) : null;
  const options = { caller: null, lang, term: () => UNKNOWN_TERM, isOwnOnly: true };
  return (change) => {
    const { number, id, kind, record } = change;
    const isUpdated = isPublic(record, now);
    const { origin, via } = provenance(change);
    const head = JSON.stringify({
      ...{ state: isUpdated ? 'updated' : 'deleted', kind, id, modified: number },
      ...{ origin: toOrigin(kind, origin), via },
    });
    const row = record && rowOf?.(record);
    const text = row
      ? `"row":${JSON.stringify(row)}`
      : record && isUpdated && !rowOf && `"data":${presentWith(deps, record, options)}`;
    return text ? `${head.slice(0, -1)},${text}}` : head;
  };
}

/** → an origin as it is answered. */
function toOrigin(kind: KindName, key: string): JsonObject {
  const at = key.lastIndexOf(':');
  return { installation: key.slice(0, at), kind, id: Number(key.slice(at + 1)) };
}
