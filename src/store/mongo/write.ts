/**
 * Writes to the MongoDB record store. Each list of changes is one transaction that writes records,
 * links and outbox entries. Unique indexes protect slugs and keys.
 */
import { type AnyBulkWriteOperation, type ClientSession, ObjectId } from 'mongodb';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import {
  judge,
  keysRead,
  type ReadState,
  type StoredKeys,
  stateOf,
  treesOf,
  wantedBy,
} from '../conflicts.js';
import { leaseOf, outboxEntriesFor } from '../outbox-entries.js';
import { type Change, type Outcome, refKey, type StoredKey, type WriteOptions } from '../port.js';
import { type Mongo, type RecordDocument, TIMED } from './collections.js';
import { isDuplicate } from './connect.js';
import { linksOf, toDocument } from './document.js';
import { existingOf, listKeys, putKeys } from './keys.js';
import { toOutboxDocument, toOutboxEntry } from './outbox.js';
import { find } from './read.js';
import { inTransaction } from './transaction.js';

/** The steps of a write at which a crash test can kill the process, in order. */
export const MONGO_FAIL_POINTS = ['mongo:looked', 'mongo:written', 'mongo:committed'] as const;

/** Makes each change completely or not at all. → the conflicts, and the written records. */
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
  { leasedUntilMs, isWhole, isRepeated = false }: WriteOptions,
): Promise<Outcome> {
  // The ID of the first outbox entry: it shows whether a commit without a reply succeeded.
  const mark = new ObjectId();
  return inTransaction(mongo, {
    ...(isRepeated ? { heldMs: limits.heldRecordMs } : {}),
    wasMade: async (level) =>
      (await mongo.outbox.findOne({ _id: mark }, { readConcern: { level }, ...TIMED })) !== null,
    work: async (session) => {
      const state = await readBefore(mongo, changes, session);
      await mongo.reached('mongo:looked');
      const { conflicts, effective } = judge(changes, state, isWhole);
      const written = effective.flatMap(wantedBy);
      await writeRecords(mongo, effective, session);
      await writeLinks(mongo, effective, { state, session });
      await putKeys(mongo, effective, session);
      const entries = outboxEntriesFor(effective, mongo.now()).map((entry, at) => {
        const untilMs = leaseOf(entry, leasedUntilMs);
        return toOutboxDocument(entry, { id: at === 0 ? mark : new ObjectId(), untilMs });
      });
      if (entries.length > 0) await mongo.outbox.insertMany(entries, { session });
      await mongo.reached('mongo:written');
      return { conflicts, written, entries: entries.map(toOutboxEntry) };
    },
  });
}

/** The data read by the transaction; a record also has the key of its links. */
type MongoState = ReadState<StoredKeys & { link_key: string }>;

/** Reads the trees, the records to be replaced, and the holders of wanted keys. */
async function readBefore(
  mongo: Mongo,
  changes: readonly Change[],
  session: ClientSession,
): Promise<MongoState> {
  const trees = await readTrees(mongo, treesOf(changes), session);
  const fields = { id: 1, kind: 1, revision: 1, version: 1, slug: 1, slug_reserved: 1 };
  const projection = { ...fields, link_key: 1 };
  const records: (StoredKeys & { link_key: string })[] = [];
  for (const { kind, ids, slugs } of keysRead(changes)) {
    const $or = [{ _id: { $in: ids } }, { slug: { $in: slugs }, slug_reserved: true }];
    const documents = mongo.records[kind].find({ $or }, { projection, session });
    records.push(...(await documents.toArray()));
  }
  return stateOf(records, trees, await keyHolders(mongo, changes, session));
}

/** → the keys that the changes claim and records that exist have. */
async function keyHolders(
  mongo: Mongo,
  changes: readonly Change[],
  session: ClientSession,
): Promise<StoredKey[]> {
  const held: StoredKey[] = [];
  for (const { kind, keys } of keysRead(changes)) {
    const stored = await listKeys(mongo, kind, { keys }, session);
    const existing = await existingOf(
      mongo,
      kind,
      stored.map(({ id }) => id),
      session,
    );
    held.push(...stored.filter(({ id }) => existing.has(id)));
  }
  return held;
}

/**
 * → the trees. Each transaction that depends on a tree first writes a shared document. The driver
 * repeats the later of two concurrent transactions, which then reads the other's writes.
 */
async function readTrees(
  mongo: Mongo,
  names: readonly KindName[],
  session: ClientSession,
): Promise<MongoState['trees']> {
  const trees: MongoState['trees'] = new Map();
  for (const name of names) {
    const change = { $inc: { last: 1 } };
    await mongo.counters.updateOne({ _id: `tree ${name}` }, change, { upsert: true, session });
    const projection = { 'fields.parent': 1 };
    const documents = await mongo.records[name].find({}, { projection, session }).toArray();
    trees.set(name, new Map(documents.map(({ _id, fields }) => [_id, Number(fields.parent ?? 0)])));
  }
  return trees;
}

async function writeRecords(
  mongo: Mongo,
  effective: readonly Change[],
  session: ClientSession,
): Promise<void> {
  const operations = effective.flatMap(({ record, expected, creates = [], removal }) => {
    const inserted = !removal && expected === 0 ? [...creates, record] : creates;
    const all: { kind: KindName; operation: AnyBulkWriteOperation<RecordDocument> }[] =
      inserted.map((record) => ({
        kind: record.kind,
        operation: { insertOne: { document: toDocument(record) } },
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
  for (const [kind, ofKind] of groupBy(operations, (operation) => operation.kind)) {
    await mongo.records[kind].bulkWrite(
      ofKind.map(({ operation }) => operation),
      { session, ordered: true },
    );
  }
}

async function writeLinks(
  mongo: Mongo,
  effective: readonly Change[],
  { state, session }: { state: MongoState; session: ClientSession },
): Promise<void> {
  const before = ({ record }: Change) => state.records.get(refKey(record))?.link_key ?? '';
  const moved = effective.filter(
    (change) => before(change) !== (change.removal ? '' : toDocument(change.record).link_key),
  );
  const old = moved.filter(before).map(({ record }) => record.id);
  if (old.length > 0) await mongo.links.deleteMany({ holder: { $in: old } }, { session });
  const links = moved.flatMap(({ record, removal }) => (removal ? [] : linksOf(record)));
  if (links.length > 0) await mongo.links.insertMany(links, { session });
}

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
    heldMs: limits.heldRecordMs,
  });
  // Read after raising: of two concurrent calls, the higher version reads newer data.
  return find(mongo, kind, { by: 'id', values: ids, limit: ids.length });
}
