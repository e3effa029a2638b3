/** Reads one record. */
import { type Caller, canEdit, canRead } from '../access/roles.js';
import { invalidParams, noLongerAvailable, notAccessible } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { type Deps, nowSeconds } from './deps.js';
import { findRecord, type Key, missingError, missingIssue } from './find.js';

/**
 * → the record. Throws the error of the unknown-ID matrix for a missing one,
 * `event-no-longer-available` for a trashed event, `<kind>-not-accessible`.
 */
export async function readRecord(
  deps: Deps,
  kind: Kind,
  { key, caller }: { key: Key; caller: Caller },
): Promise<StoredRecord> {
  const record = await findRecord(deps, kind, key);
  if (!record) {
    const issue = missingIssue(kind, key, 'read');
    throw issue ? invalidParams([issue]) : await missingError(deps, key);
  }
  if (record.status === 'trash') {
    if (kind.missing.byId === 'notFound') throw noLongerAvailable();
    if (!canEdit(caller, kind, record)) throw notAccessible(kind.name);
  }
  if (!canRead(caller, kind, record, nowSeconds(deps))) throw notAccessible(kind.name);
  return record;
}
