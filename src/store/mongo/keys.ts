/** The keys of the MongoDB record store. */
import { type AnyBulkWriteOperation, type ClientSession, ObjectId } from 'mongodb';
import type { KindName } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import {
  afterPrefix,
  type Keys,
  type KeysChange,
  type KeysQuery,
  type StoredKey,
} from '../keys.js';
import { newEntry } from '../outbox-entries.js';
import type { Change } from '../port.js';
import { type KeyDocument, type Mongo, TIMED } from './collections.js';
import { guard, isDuplicate } from './connect.js';
import { toOutboxDocument } from './outbox.js';
import { inTransaction } from './transaction.js';

/** → the keys. */
export function openMongoKeys(mongo: Mongo): Keys {
  return {
    list: (kind, query) => guard(() => listKeys(mongo, kind, query)),
    write: (kind, change) => guard(() => writeInTurn(mongo, kind, change)),
  };
}

/** → the keys that a query selects. */
export async function listKeys(
  mongo: Mongo,
  kind: KindName,
  query: KeysQuery,
  session?: ClientSession,
): Promise<StoredKey[]> {
  const options = { ...(session ? { session } : TIMED), projection: { _id: 0 } } as const;
  if ('prefix' in query) {
    const key = { $gt: query.after < query.prefix ? query.prefix : query.after };
    const range = { ...key, $lt: afterPrefix(query.prefix) };
    const keys = mongo.keys.find({ kind, key: range }, options).sort({ key: 1 });
    return keys.limit(query.limit).toArray();
  }
  const [filter, values] = filterOf(query);
  if (values.length === 0) return [];
  return mongo.keys
    .find({ kind, ...filter }, options)
    .sort({ _id: 1 })
    .toArray();
}

function filterOf(query: Exclude<KeysQuery, { prefix: string }>) {
  if ('keys' in query) return [{ key: { $in: [...query.keys] } }, query.keys] as const;
  if ('ids' in query) return [{ id: { $in: [...query.ids] } }, query.ids] as const;
  // The condition names the partial index.
  return [{ of: { $in: [...query.of], $gt: 0 } }, query.of] as const;
}

async function writeInTurn(mongo: Mongo, kind: KindName, change: KeysChange): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await inTransaction(mongo, {
        work: async (session) => {
          await writeKeys(mongo, kind, change, session);
          await renumber(mongo, kind, { ids: change.renumbered ?? [], session });
        },
        // Written once more is as good.
        wasMade: async () => false,
      });
      return;
    } catch (error) {
      // A key that was free when this transaction looked for it is written by another one.
      if (!isDuplicate(error) || tries === limits.writeTries) throw error;
    }
  }
}

/** Orders the next numbers of the change feed. */
async function renumber(
  mongo: Mongo,
  kind: KindName,
  { ids, session }: { ids: readonly number[]; session: ClientSession },
): Promise<void> {
  if (ids.length === 0) return;
  const refs = ids.map((id) => ({ kind, id }));
  const entry = newEntry('changes', refs, mongo.now());
  const document = toOutboxDocument(entry, { id: new ObjectId(), untilMs: 0 });
  await mongo.outbox.insertOne(document, { session });
}

/** Deletes and writes the keys of changes, in a transaction of the caller. */
export async function putKeys(
  mongo: Mongo,
  changes: readonly Change[],
  session: ClientSession,
): Promise<void> {
  for (const [kind, ofKind] of groupBy(changes, ({ record }) => record.kind)) {
    const removed = ofKind.flatMap(({ record, removal }) => (removal ? record.id : []));
    if (removed.length > 0)
      await mongo.keys.deleteMany({ kind, id: { $in: removed } }, { session });
    const lost = ofKind.flatMap((change) => change.lost ?? []);
    const writes = ofKind.flatMap(({ record, keys = [] }) =>
      keys.map((key) => ({ ...key, id: record.id })),
    );
    await writeKeys(mongo, kind, { writes, lost }, session);
  }
}

async function writeKeys(
  mongo: Mongo,
  kind: KindName,
  { writes = [], lost = [] }: KeysChange,
  session: ClientSession,
): Promise<void> {
  if (lost.length > 0) await mongo.keys.deleteMany({ kind, key: { $in: [...lost] } }, { session });
  if (writes.length === 0) return;
  const stored = await listKeys(mongo, kind, { keys: writes.map(({ key }) => key) }, session);
  const ids = [...writes, ...stored].map(({ id }) => id);
  const existing = await existingOf(mongo, kind, ids, session);
  const holders = new Map(
    stored.filter(({ id }) => existing.has(id)).map(({ key, id }) => [key, id]),
  );
  const updates: AnyBulkWriteOperation<KeyDocument>[] = [];
  for (const { key, how, id, of = 0, told } of writes) {
    if (!existing.has(id)) continue;
    const holder = holders.get(key);
    const isFree = holder === undefined;
    if (!isFree && (how === 'offer' || (how === 'claim' && holder !== id))) continue;
    const said = told === undefined ? {} : { told };
    const set = isFree || how === 'take' ? { id, of, ...said } : said;
    const update = isFree && told === undefined ? { ...set, told: null } : set;
    if (Object.keys(update).length === 0) continue;
    const filter = { kind, key };
    updates.push({ updateOne: { filter, update: { $set: update }, upsert: true } });
    holders.set(key, id);
  }
  // A batch has thousands: single updates would take longer than a transaction may.
  if (updates.length > 0) await mongo.keys.bulkWrite(updates, { session, ordered: true });
}

/** → the IDs of the records among some that exist. */
export async function existingOf(
  mongo: Mongo,
  kind: KindName,
  ids: readonly number[],
  session: ClientSession,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const options = { projection: { _id: 1 }, session } as const;
  const records = mongo.records[kind].find({ _id: { $in: [...new Set(ids)] } }, options);
  return new Set((await records.toArray()).map(({ _id }) => _id));
}
