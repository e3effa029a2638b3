/**
 * Writes to the MongoDB record store. Each list of changes is one transaction that writes records,
 * links and outbox entries. Unique indexes protect slugs and external IDs.
 */
import {
  type AnyBulkWriteOperation,
  type ClientSession,
  MongoServerError,
  ObjectId,
} from 'mongodb';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import { conflictsAmong } from '../conflicts.js';
import { leaseOf, outboxEntriesFor, type VersionedChange } from '../outbox-entries.js';
import { type Change, type Conflict, type Outcome, refKey, type WriteOptions } from '../port.js';
import { type Mongo, type RecordDocument, TIMED } from './collections.js';
import { type MongoState, readBefore, wasRead } from './conflicts.js';
import { isDuplicate } from './connect.js';
import { linksOf, toDocument, toRecord } from './document.js';
import { toOutboxDocument, toOutboxEntry } from './outbox.js';
import { inTransaction } from './transaction.js';

/** The steps of a write at which a crash test can kill the process, in order. */
export const MONGO_FAIL_POINTS = ['mongo:looked', 'mongo:written', 'mongo:committed'] as const;

/** Makes each change completely or not at all. → the conflicts, and what was written. */
export async function write(
  mongo: Mongo,
  changes: readonly Change[],
  options: WriteOptions,
): Promise<Outcome> {
  if (changes.length === 0) return { conflicts: [], written: [], entries: [] };
  for (let tries = 1; ; tries++) {
    try {
      const outcome = await attempt(mongo, changes, options);
      await mongo.reached('mongo:committed');
      return outcome;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // A unique index rejected a value that was free when this transaction checked it.
      const [only] = changes;
      const reason = reasonOf(error);
      if (changes.length === 1 && only && reason) {
        return { conflicts: [{ at: 0, reason }], written: [], entries: [] };
      }
      if (tries === limits.writeTries) throw error;
    }
  }
}

function reasonOf(error: unknown): Conflict['reason'] | null {
  if (!(error instanceof MongoServerError)) return null;
  const text = error.message;
  if (/index: unique_slug\b/.test(text)) return 'slug';
  if (/index: unique_external_id\b/.test(text)) return 'external_id';
  return /index: _id_/.test(text) ? 'revision' : null;
}

/** Runs the transaction, which the driver may repeat. */
async function attempt(
  mongo: Mongo,
  changes: readonly Change[],
  options: WriteOptions,
): Promise<Outcome> {
  // The ID of the first outbox entry: it shows whether a commit without a reply succeeded.
  const mark = new ObjectId();
  return inTransaction(mongo, {
    wasMade: async () =>
      (await mongo.outbox.countDocuments({ _id: mark }, { limit: 1, ...TIMED })) > 0,
    work: async (session) => {
      const state = await readBefore(mongo, changes, session);
      await mongo.reached('mongo:looked');
      const conflicts = conflictsAmong(changes, state, (change) => wasRead(change, changes));
      if (options.isWhole && conflicts.length > 0) return { conflicts, written: [], entries: [] };
      const refused = new Set(conflicts.map(({ at }) => at));
      const effective = changes
        .filter((_, at) => !refused.has(at))
        .map((change): VersionedChange => ({ change, version: versionAfter(change, state) }));
      const written = await writeRecords(mongo, effective, session);
      await writeLinks(mongo, effective, { state, session });
      const ownEntries = outboxEntriesFor(effective, mongo.now());
      const entries = ownEntries.map((entry, at) =>
        toOutboxDocument(entry, {
          id: at === 0 ? mark : new ObjectId(),
          untilMs: leaseOf(entry, options.leasedUntilMs),
        }),
      );
      if (entries.length > 0) await mongo.outbox.insertMany(entries, { session });
      await mongo.reached('mongo:written');
      return { conflicts, written, entries: entries.map(toOutboxEntry) };
    },
  });
}

const versionAfter = ({ record }: Change, state: MongoState): number =>
  (state.records.get(refKey(record))?.version ?? 0) + 1;

async function writeRecords(
  mongo: Mongo,
  effective: readonly VersionedChange[],
  session: ClientSession,
): Promise<StoredRecord[]> {
  const operations: { kind: KindName; operation: AnyBulkWriteOperation<RecordDocument> }[] = [];
  const written: StoredRecord[] = [];
  const insert = (record: StoredRecord) => {
    const document = toDocument(record, 1);
    operations.push({ kind: record.kind, operation: { insertOne: { document } } });
    written.push(toRecord(document));
  };
  for (const { change, version } of effective) {
    const { record, expected, creates = [], removal } = change;
    for (const created of creates) insert(created);
    const filter = { _id: record.id };
    if (removal) operations.push({ kind: record.kind, operation: { deleteOne: { filter } } });
    else if (expected === 0) insert(record);
    else {
      const replacement = toDocument(record, version);
      operations.push({
        kind: record.kind,
        operation: { replaceOne: { filter, replacement } },
      });
      written.push(toRecord(replacement));
    }
  }
  // Sequential: a transaction does not allow parallel operations.
  for (const [kind, ofKind] of groupBy(operations, (one) => one.kind)) {
    await mongo.records[kind].bulkWrite(
      ofKind.map(({ operation }) => operation),
      { session, ordered: true },
    );
  }
  return written;
}

async function writeLinks(
  mongo: Mongo,
  effective: readonly VersionedChange[],
  { state, session }: { state: MongoState; session: ClientSession },
): Promise<void> {
  const moved = effective.filter(({ change: { record, removal } }) => {
    const before = state.records.get(refKey(record))?.linkKey ?? '';
    return before !== (removal ? '' : toDocument(record, 0).link_key);
  });
  const linked = moved.filter(({ change }) => state.records.get(refKey(change.record))?.linkKey);
  const old = linked.map(({ change }) => change.record.id);
  if (old.length > 0) await mongo.links.deleteMany({ holder: { $in: old } }, { session });
  const links = moved.flatMap(({ change }) => (change.removal ? [] : linksOf(change.record)));
  if (links.length > 0) await mongo.links.insertMany(links, { session });
}
