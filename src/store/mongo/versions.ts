/** Raises versions of records without any other change. */
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { Mongo } from './collections.js';
import { find } from './read.js';
import { inTransaction } from './transaction.js';

/** Raises versions, all of them above the highest `above`. → the records with their versions. */
export async function raiseVersions(
  mongo: Mongo,
  kind: KindName,
  records: readonly { id: number; above?: number }[],
): Promise<StoredRecord[]> {
  if (records.length === 0) return [];
  const ids = records.map(({ id }) => id);
  const above = Math.max(0, ...records.map((record) => record.above ?? 0));
  const raised = { $add: [{ $max: ['$version', above] }, 1] };
  const update = above > 0 ? [{ $set: { version: raised } }] : { $inc: { version: 1 } };
  // In a transaction, so that a record which another one holds is a conflict at once: the server
  // would make a plain update wait for it, and whatever comes after that update.
  await inTransaction(mongo, {
    work: (session) => mongo.records[kind].updateMany({ _id: { $in: ids } }, update, { session }),
    // Raised once more is as good.
    wasMade: async () => false,
    timeoutMs: limits.heldRecordMs,
  });
  // Read after raising: of two concurrent calls, the one with the higher version reads newer data.
  return find(mongo, kind, { by: 'id', values: ids, limit: ids.length });
}
