/**
 * The change feed of the MongoDB record store. Transactions commit in any order, so records are
 * numbered after their commit. An update of the counter gives a batch its numbers and holds the
 * batch until its rows are written, by any process that meets it there. There is no transaction:
 * after a kill it would hold the counter for a minute.
 */
import { randomInt } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { StoredRecord } from '../../kinds/record.js';
import { chunksOf, groupBy } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import { type ChangeFeed, type ChangesQuery, type RecordChange, refKey } from '../port.js';
import { type Counter, type Mongo, TIMED } from './collections.js';
import { guard, isDuplicate } from './connect.js';
import { toRecord } from './document.js';

/** The steps of `append` at which a crash test can kill the process, in order. */
export const MONGO_CHANGE_FAIL_POINTS = ['mongo:numbered', 'mongo:filed', 'mongo:appended'];

/** Unsettled writes are not read: after a failover their numbers would be given again. */
const SETTLED = { readConcern: { level: 'majority' as const }, ...TIMED };

const LAST = 'change';
const SPACE = 'change space';

/** The counter while no batch waits in it. */
const IDLE = { _id: LAST, 'pending.0': { $exists: false } };

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
        await raiseCounter(mongo);
        const last = randomInt(2 ** 47);
        await counters.updateOne({ _id: SPACE }, { $set: { last } }, { upsert: true });
      }),
  };
}

async function append(mongo: Mongo, entries: Parameters<ChangeFeed['append']>[0]): Promise<void> {
  const refs = new Map(entries.flatMap(({ records }) => records).map((ref) => [refKey(ref), ref]));
  for (const chunk of chunksOf([...refs.values()], limits.batchRecords)) await number(mongo, chunk);
  await mongo.reached('mongo:appended');
  // A remaining entry is processed again after its lease: a second number does no harm.
  const done = entries.map(({ id }) => new ObjectId(id));
  await mongo.outbox.deleteMany({ _id: { $in: done } }, TIMED);
}

/** Gives a batch the next numbers, and writes its rows. */
async function number(mongo: Mongo, refs: NonNullable<Counter['pending']>): Promise<void> {
  const taken = { $inc: { last: refs.length }, $set: { pending: refs } };
  for (let tries = 1; tries <= limits.writeTries; tries++) {
    await settle(mongo);
    try {
      const { matchedCount, upsertedCount } = await mongo.counters.updateOne(IDLE, taken, {
        upsert: true,
        ...TIMED,
      });
      if (matchedCount + upsertedCount === 0) continue;
    } catch (error) {
      // The batch of another process is in the counter.
      if (!isDuplicate(error)) throw error;
      continue;
    }
    await mongo.reached('mongo:numbered');
    return settle(mongo);
  }
  throw new Error('other processes number records all the time');
}

/**
 * Writes the rows of the batch in the counter, and takes it out. Numbers of a row only grow, so a
 * process that comes late changes nothing.
 */
async function settle(mongo: Mongo): Promise<void> {
  const counter = await mongo.counters.findOne({ _id: LAST }, TIMED);
  const { last = 0, pending = [] } = counter ?? {};
  if (pending.length === 0) return;
  const rows = pending.map((ref, at) => ({
    updateOne: {
      filter: { _id: refKey(ref) },
      update: { $set: ref, $max: { number: last - pending.length + 1 + at } },
      upsert: true,
    },
  }));
  try {
    await mongo.changes.bulkWrite(rows, { ordered: false, ...TIMED });
  } catch (error) {
    // Two processes insert a row at the same time.
    if (!isDuplicate(error)) throw error;
    await mongo.changes.bulkWrite(rows, { ordered: false, ...TIMED });
  }
  await mongo.reached('mongo:filed');
  await mongo.counters.updateOne({ _id: LAST, last }, { $unset: { pending: '' } }, TIMED);
}

/** Raises the counter above all rows: a backup may have copied them later than the counter. */
async function raiseCounter(mongo: Mongo): Promise<void> {
  await settle(mongo);
  const [top] = await mongo.changes.find({}, TIMED).sort({ number: -1 }).limit(1).toArray();
  if (top) await mongo.counters.updateOne(IDLE, { $max: { last: top.number } }, TIMED);
}

async function list(mongo: Mongo, { kind, after, limit }: ChangesQuery): Promise<RecordChange[]> {
  // In one session, so that the rows are not read as they were before the counter.
  return mongo.db.client.withSession(async (session) => {
    const settled = { ...SETTLED, session };
    const counter = await mongo.counters.findOne({ _id: LAST }, settled);
    if (counter?.pending) await settle(mongo);
    const number = { $gt: after, $lte: counter?.last ?? 0 };
    const rows = await mongo.changes
      .find({ ...(kind === null ? {} : { kind }), number }, settled)
      .sort({ number: 1 })
      .limit(limit)
      .toArray();
    const records = new Map<string, StoredRecord>();
    for (const [ofKind, ofOneKind] of groupBy(rows, (row) => row.kind)) {
      const ids = ofOneKind.map(({ id }) => id);
      const cursor = mongo.records[ofKind].find({ _id: { $in: ids } }, settled);
      for (const document of await cursor.toArray()) {
        records.set(refKey({ kind: ofKind, id: document._id }), toRecord(document));
      }
    }
    return rows.map(({ _id, ...row }) => ({ ...row, record: records.get(_id) ?? null }));
  });
}
