/** Reads one record. */
import { type Caller, canEdit, canRead } from '../access/roles.js';
import { noLongerAvailable, notAccessible, recordMerged } from '../errors.js';
import { holdersOf } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { aliasKey } from '../store/aliases.js';
import { nowSeconds } from '../time/now.js';
import type { Deps } from './deps.js';
import { findRecord, type Key, missingError } from './find.js';

/**
 * → the record. Throws `rest_record_merged` for one that was merged into another, the error of the
 * unknown-ID matrix for a missing one, `event-no-longer-available` for a trashed event,
 * `<kind>-not-accessible`.
 */
export async function readRecord(
  deps: Deps,
  kind: Kind,
  { key, caller }: { key: Key; caller: Caller },
): Promise<StoredRecord> {
  const record = await findRecord(deps, kind, key);
  if (!record || record.status === 'trash') await refuseMerged(deps, kind, key, record);
  if (!record) throw await missingError(deps, kind, key, 'read');
  if (record.status === 'trash') {
    if (kind.missing.byId === 'notFound') throw noLongerAvailable();
    if (!canEdit(caller, kind, record)) throw notAccessible(kind.name);
  }
  if (!canRead(caller, kind, record, nowSeconds(deps))) throw notAccessible(kind.name);
  return record;
}

/** Throws `rest_record_merged` when the record that a path named was merged into another one. */
async function refuseMerged(
  deps: Deps,
  kind: Kind,
  key: Key,
  record: StoredRecord | null,
): Promise<void> {
  if (holdersOf(kind.name).length === 0) return;
  const alias =
    'slug' in key && !record ? aliasKey('slug', key.slug) : aliasKey('id', idOf(key, record));
  const [survivor] = await deps.store.find(kind.name, 'alias', [alias]);
  if (!survivor) return;
  throw recordMerged(kind.name, survivor.id, `${deps.roots.api}/${kind.route}/${survivor.id}`);
}

const idOf = (key: Key, record: StoredRecord | null): number =>
  record?.id ?? ('id' in key ? key.id : 0);
