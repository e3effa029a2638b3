/**
 * Writes to the MongoDB record store. Each list of changes is one transaction that writes records,
 * links and outbox entries. Unique indexes protect slugs and external IDs.
 */
import { type AnyBulkWriteOperation, type ClientSession, ObjectId } from 'mongodb';
import type { KindName } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import { judge, wantedBy } from '../conflicts.js';
import { leaseOf, outboxEntriesFor } from '../outbox-entries.js';
import { type Change, type Outcome, refKey, type WriteOptions } from '../port.js';
import { type Mongo, type RecordDocument, TIMED } from './collections.js';
import { type MongoState, readBefore } from './conflicts.js';
import { isDuplicate } from './connect.js';
import { linksOf, toDocument } from './document.js';
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
  for (let tries = 1; ; tries++) {
    try {
      const outcome = await attempt(mongo, changes, options);
      await mongo.reached('mongo:committed');
      return outcome;
    } catch (error) {
      // A unique index rejected a value that was free when this transaction looked for it.
      if (!isDuplicate(error) || tries === limits.writeTries) throw error;
    }
  }
}

/** Runs the transaction, which the driver may repeat. */
async function attempt(
  mongo: Mongo,
  changes: readonly Change[],
  { leasedUntilMs, isWhole }: WriteOptions,
): Promise<Outcome> {
  // The ID of the first outbox entry: it shows whether a commit without a reply succeeded.
  const mark = new ObjectId();
  return inTransaction(mongo, {
    wasMade: async () =>
      (await mongo.outbox.countDocuments({ _id: mark }, { limit: 1, ...TIMED })) > 0,
    work: async (session) => {
      const state = await readBefore(mongo, changes, session);
      await mongo.reached('mongo:looked');
      const { conflicts, made } = judge(changes, state, isWhole);
      const written = made.flatMap(wantedBy);
      await writeRecords(mongo, made, session);
      await writeLinks(mongo, made, { state, session });
      const entries = outboxEntriesFor(made, mongo.now()).map((entry, at) => {
        const untilMs = leaseOf(entry, leasedUntilMs);
        return toOutboxDocument(entry, { id: at === 0 ? mark : new ObjectId(), untilMs });
      });
      if (entries.length > 0) await mongo.outbox.insertMany(entries, { session });
      await mongo.reached('mongo:written');
      return { conflicts, written, entries: entries.map(toOutboxEntry) };
    },
  });
}

async function writeRecords(
  mongo: Mongo,
  made: readonly Change[],
  session: ClientSession,
): Promise<void> {
  const operations = made.flatMap(({ record, expected, creates = [], removal }) => {
    const inserted = !removal && expected === 0 ? [...creates, record] : creates;
    const all: { kind: KindName; operation: AnyBulkWriteOperation<RecordDocument> }[] =
      inserted.map((one) => ({
        kind: one.kind,
        operation: { insertOne: { document: toDocument(one) } },
      }));
    const { kind } = record;
    const filter = { _id: record.id };
    if (removal) all.push({ kind, operation: { deleteOne: { filter } } });
    else if (expected > 0) {
      const replacement = toDocument(record);
      all.push({ kind, operation: { replaceOne: { filter, replacement } } });
    }
    return all;
  });
  // Sequential: a transaction does not allow parallel operations.
  for (const [kind, ofKind] of groupBy(operations, (one) => one.kind)) {
    await mongo.records[kind].bulkWrite(
      ofKind.map(({ operation }) => operation),
      { session, ordered: true },
    );
  }
}

async function writeLinks(
  mongo: Mongo,
  made: readonly Change[],
  { state, session }: { state: MongoState; session: ClientSession },
): Promise<void> {
  const before = ({ record }: Change) => state.records.get(refKey(record))?.link_key ?? '';
  const moved = made.filter(
    (change) => before(change) !== (change.removal ? '' : toDocument(change.record).link_key),
  );
  const old = moved.filter(before).map(({ record }) => record.id);
  if (old.length > 0) await mongo.links.deleteMany({ holder: { $in: old } }, { session });
  const links = moved.flatMap(({ record, removal }) => (removal ? [] : linksOf(record)));
  if (links.length > 0) await mongo.links.insertMany(links, { session });
}
