/** Reads the change feed as anonymous readers see it. Source: Contract 30. */
import { isPublic } from '../access/roles.js';
import { changesRestarted } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { turn } from '../lib/turn.js';
import { limits } from '../limits.js';
import type { RecordChange } from '../store/port.js';
import { nowSeconds } from '../time/now.js';
import type { Deps } from './deps.js';
import { presentWith } from './present-one.js';
import { UNKNOWN_TERM } from './terms.js';

/** A page that is asked for. `space`: the number space of `after`; undefined: the present one. */
export interface ChangesRequest {
  after: number;
  limit: number;
  space: string | undefined;
}

/** A page of the feed. */
export interface ChangesPage {
  /** Items as JSON texts. */
  items: string[];
  /** The number after which the next page begins. */
  last: number;
  space: string;
}

/** → a page. Throws `changes-restarted` for numbers of another space. */
export async function readChanges(
  deps: Deps,
  kind: Kind,
  { after, limit, space: expected }: ChangesRequest,
): Promise<ChangesPage> {
  const { space: own } = await deps.store.changes.position();
  const space = own ?? '';
  if (expected !== undefined && expected !== space) throw changesRestarted();
  const now = nowSeconds(deps);
  const items: string[] = [];
  let last = after;
  let chars = 0;
  for await (const change of changesAfter(deps, kind, { after, limit })) {
    const text = itemOf(deps, change, now);
    items.push(text);
    last = change.number;
    chars += text.length;
    if (chars >= limits.feedBytes) break;
    if (items.length % limits.feedTurnRecords === 0) await turn();
  }
  return { items, last, space };
}

/** Yields changes, read in slices. */
async function* changesAfter(
  { store }: Deps,
  { name: kind }: Kind,
  { after, limit }: { after: number; limit: number },
): AsyncGenerator<RecordChange> {
  for (let [from, left] = [after, limit]; left > 0; ) {
    const slice = Math.min(limits.feedSlice, left);
    const changes = await store.changes.list({ kind, after: from, limit: slice });
    yield* changes;
    if (changes.length < slice) return;
    from = changes.at(-1)?.number ?? from;
    left -= slice;
  }
}

/** → the JSON text of a change. */
function itemOf(deps: Deps, change: RecordChange, now: number): string {
  const { number, id, kind, record } = change;
  const isUpdated = isPublic(change.record, now);
  const state = isUpdated ? 'updated' : 'deleted';
  const text = JSON.stringify({ state, kind, id, modified: number });
  if (!record || !isUpdated) return text;
  const options = { caller: null, term: () => UNKNOWN_TERM, isOwnOnly: true };
  return `${text.slice(0, -1)},"data":${presentWith(deps, record, options)}}`;
}
