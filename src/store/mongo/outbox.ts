/** The outbox of the MongoDB record store. Writes insert their entries in their transaction. */
import { randomUUID } from 'node:crypto';
import { type AnyBulkWriteOperation, ObjectId } from 'mongodb';
import type { KindName } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import { asideEntry, type NewEntry, newEntry, REBUILD, stampOf } from '../outbox-entries.js';
import {
  type Backlog,
  type Outbox,
  type OutboxEntry,
  type RecordRef,
  type RefusedRef,
  refKey,
} from '../port.js';
import { type Mongo, type OutboxDocument, TIMED } from './collections.js';
import { guard, isDuplicate } from './connect.js';

/** → the outbox. */
export function openMongoOutbox(mongo: Mongo): Outbox {
  return {
    add: (entry) => guard(() => add(mongo, entry)),
    lease: (tasks, options) => guard(() => lease(mongo, tasks, options)),
    renew: (entries, { untilMs, position }) =>
      guard(async () => {
        const set = { until: untilMs, refusal: null };
        const wasAside = entries.some(({ refusal }) => refusal !== null);
        await mongo.outbox.updateMany(
          { _id: { $in: idsOf(entries) } },
          {
            $set: position === undefined ? set : { ...set, position },
            ...(wasAside ? { $unset: { only: 1 as const } } : {}),
          },
          TIMED,
        );
      }),
    finish: (entries, refused = []) => guard(() => finish(mongo, entries, refused)),
    list: (query) => guard(() => list(mongo, query)),
    backlog: () => guard(() => backlog(mongo)),
  };
}

const idsOf = (entries: readonly OutboxEntry[]): ObjectId[] =>
  entries.map(({ id }) => new ObjectId(id));

/** → the document of an entry, leased until `untilMs`. */
export function toOutboxDocument(
  { atMs, ...entry }: NewEntry,
  { id, untilMs }: { id: ObjectId; untilMs: number },
): OutboxDocument {
  const [ref] = entry.records;
  return {
    _id: id,
    ...entry,
    at: atMs,
    until: untilMs,
    lease: '',
    size: entry.records.length,
    ...(entry.task.startsWith(REBUILD) ? { only: REBUILD } : {}),
    ...(entry.refusal !== null && ref ? { only: refKey(ref) } : {}),
  };
}

/** → the entry of a document. */
export function toOutboxEntry(document: OutboxDocument): OutboxEntry {
  const { _id, at, until, lease: _, size, only, ...entry } = document;
  return { ...entry, id: _id.toHexString(), atMs: at };
}

async function add(
  mongo: Mongo,
  { task, records, position }: Pick<OutboxEntry, 'task' | 'records' | 'position'>,
): Promise<void> {
  const entry = { ...newEntry(task, records, mongo.now()), position };
  if (task.startsWith(REBUILD)) {
    await mongo.outbox.deleteMany({ only: REBUILD, task: { $ne: task } }, TIMED);
  }
  try {
    await mongo.outbox.insertOne(toOutboxDocument(entry, { id: new ObjectId(), untilMs: 0 }));
  } catch (error) {
    // Only one such entry may exist, and it already does.
    if (!isDuplicate(error)) throw error;
  }
}

async function lease(
  mongo: Mongo,
  tasks: readonly OutboxEntry['task'][],
  { limit, untilMs }: { limit: number; untilMs: number },
): Promise<OutboxEntry[]> {
  const nowMs = mongo.now();
  const free = { refusal: null, at: { $lte: nowMs }, until: { $lte: nowMs } };
  const found = await mongo.outbox
    .find({ ...free, task: { $in: [...tasks] } }, { projection: { _id: 1 }, ...TIMED })
    .sort({ at: 1, _id: 1 })
    .limit(limit)
    .toArray();
  if (found.length === 0) return [];
  const _id = { $in: found.map((one) => one._id) };
  const lease = randomUUID();
  const taken = { $set: { until: untilMs, lease }, $inc: { tries: 1 } };
  await mongo.outbox.updateMany({ _id, ...free }, taken, TIMED);
  const leased = await mongo.outbox.find({ _id, lease }, TIMED).sort({ at: 1, _id: 1 }).toArray();
  return leased.map(toOutboxEntry);
}

async function finish(
  mongo: Mongo,
  entries: readonly OutboxEntry[],
  refused: readonly RefusedRef[],
): Promise<void> {
  if (refused.length > 0) {
    const operations = refused.map((one): AnyBulkWriteOperation<OutboxDocument> => {
      const id = new ObjectId();
      const { _id, ...document } = toOutboxDocument(asideEntry(one, mongo.now()), {
        id,
        untilMs: 0,
      });
      return {
        updateOne: {
          filter: { only: refKey(one) },
          update: { $set: document, $setOnInsert: { _id } },
          upsert: true,
        },
      };
    });
    await mongo.outbox.bulkWrite(operations, { ordered: false });
  }
  if (entries.length > 0) await mongo.outbox.deleteMany({ _id: { $in: idsOf(entries) } }, TIMED);
}

async function list(
  mongo: Mongo,
  { setAside, afterId, limit }: { setAside: boolean; afterId: string | null; limit: number },
): Promise<OutboxEntry[]> {
  if (setAside) await dropOutdated(mongo);
  const documents = await mongo.outbox
    .find(
      {
        ...(afterId === null ? {} : { _id: { $gt: new ObjectId(afterId) } }),
        refusal: setAside ? { $type: 'string' } : null,
      } as never,
      TIMED,
    )
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return documents.map(toOutboxEntry);
}

/** Deletes set-aside entries of records with a newer version, which has its own entry. */
async function dropOutdated(mongo: Mongo): Promise<void> {
  const aside = (await mongo.outbox.find({ refusal: { $type: 'string' } }, TIMED).toArray()).map(
    toOutboxEntry,
  );
  const kept = aside.flatMap((entry) => {
    const [ref] = entry.records;
    return ref && !(refKey(ref) in entry.removed) ? [{ entry, ref }] : [];
  });
  const outdated: OutboxEntry[] = [];
  for (const [kind, ofKind] of groupBy(kept, ({ ref }) => ref.kind)) {
    const versions = await versionsOf(
      mongo,
      kind,
      ofKind.map(({ ref }) => ref),
    );
    outdated.push(
      ...ofKind
        .filter(({ entry, ref }) => versions.get(ref.id) !== Number(entry.position))
        .map(({ entry }) => entry),
    );
  }
  if (outdated.length > 0) await mongo.outbox.deleteMany({ _id: { $in: idsOf(outdated) } }, TIMED);
}

async function versionsOf(
  mongo: Mongo,
  kind: KindName,
  refs: readonly RecordRef[],
): Promise<Map<number, number>> {
  const found = await mongo.records[kind]
    .find({ _id: { $in: refs.map(({ id }) => id) } }, { projection: { version: 1 }, ...TIMED })
    .toArray();
  return new Map(found.map(({ _id, version }) => [_id, version]));
}

/** Tasks that are work to be done now; a publication is not due yet. */
const COUNTED: OutboxEntry['task'][] = ['index', 'usage', 'snapshots'];

async function backlog(mongo: Mongo): Promise<Backlog> {
  await dropOutdated(mongo);
  const groups = await mongo.outbox
    .aggregate<{
      _id: { task: OutboxEntry['task']; aside: boolean };
      count: number;
      size: number;
      oldest: number;
    }>(
      [
        { $match: { task: { $in: COUNTED } } },
        { $limit: limits.backlogCount },
        {
          $group: {
            _id: { task: '$task', aside: { $ne: ['$refusal', null] } },
            count: { $sum: 1 },
            size: { $sum: '$size' },
            oldest: { $min: '$at' },
          },
        },
      ],
      TIMED,
    )
    .toArray();
  const rebuild = await mongo.outbox.findOne({ only: REBUILD }, TIMED);
  const of = (...tasks: OutboxEntry['task'][]) =>
    groups.filter(({ _id }) => !_id.aside && tasks.includes(_id.task));
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const owed = of('index', 'usage', 'snapshots').map(({ oldest }) => oldest);
  return {
    unindexed: Math.min(sum(of('index', 'usage').map(({ size }) => size)), limits.backlogCount),
    snapshots: sum(of('snapshots').map(({ count }) => count)),
    oldestMs: owed.length > 0 ? Math.min(...owed) : null,
    setAside: sum(groups.filter(({ _id }) => _id.aside).map(({ count }) => count)),
    rebuilding: rebuild === null ? null : stampOf(rebuild.task),
  };
}
