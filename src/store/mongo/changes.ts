/**
 * The change feed of the MongoDB record store. Transactions commit in any order, so records are
 * numbered after their commit: all that number meet in one counter, and the loser tries again.
 */
import { randomInt } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { StoredRecord } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { type ChangeFeed, type ChangesQuery, type RecordChange, refKey } from '../port.js';
import { type Mongo, TIMED } from './collections.js';
import { guard } from './connect.js';
import { toRecord } from './document.js';
import { inTransaction } from './transaction.js';

/** What a failover may still undo is not read: the numbers would be given again. */
const SETTLED = { readConcern: { level: 'majority' as const }, ...TIMED };

const LAST = 'change';
const SPACE = 'change space';

/** → the change feed. */
export function openMongoChanges(mongo: Mongo): ChangeFeed {
  const { counters } = mongo;
  return {
    append: (entries) => guard(() => append(mongo, entries)),
    list: (query) => guard(() => list(mongo, query)),
    position: () =>
      guard(async () => {
        const stored = await counters.find({ _id: { $in: [LAST, SPACE] } }, SETTLED).toArray();
        const of = (name: string) => stored.find(({ _id }) => _id === name)?.last;
        return { space: of(SPACE)?.toString(36) ?? null, last: of(LAST) ?? 0 };
      }),
    restart: () =>
      guard(async () => {
        const last = randomInt(2 ** 47);
        await counters.updateOne({ _id: SPACE }, { $set: { last } }, { upsert: true });
      }),
  };
}

async function append(mongo: Mongo, entries: Parameters<ChangeFeed['append']>[0]): Promise<void> {
  const refs = new Map(entries.flatMap(({ records }) => records).map((ref) => [refKey(ref), ref]));
  const records = [...refs.values()];
  await inTransaction(mongo, {
    work: async (session) => {
      const counter = await mongo.counters.findOneAndUpdate(
        { _id: LAST },
        { $inc: { last: records.length } },
        { upsert: true, returnDocument: 'after', session },
      );
      const first = (counter?.last ?? 0) - records.length + 1;
      for (const [kind, ofKind] of groupBy(records, (ref) => ref.kind)) {
        const ids = ofKind.map(({ id }) => id);
        await mongo.changes.deleteMany({ kind, id: { $in: ids } }, { session });
      }
      const rows = records.map(({ kind, id }, at) => ({ _id: first + at, kind, id }));
      if (rows.length > 0) await mongo.changes.insertMany(rows, { session });
      const done = entries.map(({ id }) => new ObjectId(id));
      await mongo.outbox.deleteMany({ _id: { $in: done } }, { session });
    },
    // Numbered once more is as good.
    wasMade: async () => false,
  });
}

async function list(mongo: Mongo, { kind, after, limit }: ChangesQuery): Promise<RecordChange[]> {
  const rows = await mongo.changes
    .find({ ...(kind === null ? {} : { kind }), _id: { $gt: after } }, SETTLED)
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const records = new Map<string, StoredRecord>();
  for (const [ofKind, some] of groupBy(rows, (row) => row.kind)) {
    const ids = some.map(({ id }) => id);
    const cursor = mongo.records[ofKind].find({ _id: { $in: ids } }, SETTLED);
    for (const one of await cursor.toArray()) {
      records.set(refKey({ kind: ofKind, id: one._id }), toRecord(one));
    }
  }
  return rows.map(({ _id, ...ref }) => ({
    number: _id,
    ...ref,
    record: records.get(refKey(ref)) ?? null,
  }));
}
