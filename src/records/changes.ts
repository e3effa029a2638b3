/** Reads the change feed as anonymous readers see it. Source: Contract 30. */
import { canRead } from '../access/roles.js';
import { changesRestarted } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { RecordCore, StoredRecord } from '../kinds/record.js';
import { statusAt } from '../kinds/visibility.js';
import { presentRecord } from '../present/record.js';
import { nowSeconds } from '../time/now.js';
import type { Deps } from './deps.js';
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
  { after, limit, space: asked }: ChangesRequest,
): Promise<ChangesPage> {
  const space = (await deps.store.changes.space()) ?? '';
  if (asked !== undefined && asked !== space) throw changesRestarted();
  const changes = await deps.store.changes.list({ kind: kind.name, after, limit });
  const now = nowSeconds(deps);
  const isPublic = (record: RecordCore) => canRead(null, kind, record, now);
  const items = changes.map(({ number, id, record }) => {
    const isUpdated = record !== null && isPublic(record);
    const head = {
      state: isUpdated ? 'updated' : 'deleted',
      kind: kind.name,
      id,
      modified: number,
    };
    const text = JSON.stringify(head);
    return isUpdated ? `${text.slice(0, -1)},"data":${dataOf(deps, record, now)}}` : text;
  });
  return { items, last: changes.at(-1)?.number ?? after, space };
}

/** → the record without what changes while the record does not. */
function dataOf(deps: Deps, record: StoredRecord, now: number): string {
  return presentRecord(record, {
    ...deps.site,
    roots: deps.roots,
    term: () => UNKNOWN_TERM,
    status: (shown) => statusAt(shown, now),
    isReadable: (linked) => canRead(null, kinds[linked.kind], linked, now),
    hasJsonLd: false,
    isOwnOnly: true,
  });
}
