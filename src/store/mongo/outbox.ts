/** The outbox of the MongoDB record store. Writes insert their entries in their transaction. */
import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { omit } from '../../lib/omit.js';
import { limits } from '../../limits.js';
import {
  COUNTED,
  type NewEntry,
  newEntry,
  REBUILD,
  type TaskCount,
  toBacklog,
} from '../outbox-entries.js';
import type { AddedEntry, Backlog, Outbox, OutboxEntry } from '../port.js';
import { type Mongo, type OutboxDocument, TIMED } from './collections.js';
import { guard, isDuplicate } from './connect.js';

/** → the outbox. */
export function openMongoOutbox(mongo: Mongo): Outbox {
  return {
    add: (entry) => guard(() => add(mongo, entry)),
    lease: (tasks, options) => guard(() => lease(mongo, tasks, options)),
    renew: (entries, { untilMs, position, isRefused = false }) =>
      guard(async () => {
        const set = { until: untilMs, isRefused };
        await mongo.outbox.updateMany(
          { _id: { $in: idsOf(entries) } },
          { $set: position === undefined ? set : { ...set, position } },
          TIMED,
        );
      }),
    finish: (entries) =>
      guard(async () => {
        await mongo.outbox.deleteMany({ _id: { $in: idsOf(entries) } }, TIMED);
      }),
    list: (query) => guard(() => list(mongo, query)),
    backlog: () => guard(() => backlog(mongo)),
  };
}

/** A partial index serves only a query that states its condition. */
const REBUILDS = { only: { $eq: REBUILD, $type: 'string' as const } };

const idsOf = (entries: readonly OutboxEntry[]): ObjectId[] =>
  entries.map(({ id }) => new ObjectId(id));

/** → the document of an entry, leased until `untilMs`. */
export function toOutboxDocument(
  { atMs, ...entry }: NewEntry,
  { id, untilMs }: { id: ObjectId; untilMs: number },
): OutboxDocument {
  return {
    _id: id,
    ...entry,
    at: atMs,
    until: untilMs,
    lease: '',
    size: entry.records.length,
    ...(entry.task.startsWith(REBUILD) ? { only: REBUILD } : {}),
  };
}

/** → the entry of a document. */
export function toOutboxEntry(document: OutboxDocument): OutboxEntry {
  const entry = omit(document, ['_id', 'at', 'until', 'lease', 'size', 'only']);
  return { ...entry, id: document._id.toHexString(), atMs: document.at };
}

async function add(
  mongo: Mongo,
  { task, records, position, atMs = mongo.now() }: AddedEntry,
): Promise<void> {
  const entry = { ...newEntry(task, records, atMs), position };
  if (task.startsWith(REBUILD)) {
    await mongo.outbox.deleteMany({ ...REBUILDS, task: { $ne: task } }, TIMED);
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
  const free = { at: { $lte: nowMs }, until: { $lte: nowMs } };
  const due = await mongo.outbox
    .find({ ...free, task: { $in: [...tasks] } }, { projection: { _id: 1 }, ...TIMED })
    .sort({ at: 1, _id: 1 })
    .limit(limit)
    .toArray();
  if (due.length === 0) return [];
  const _id = { $in: due.map((entry) => entry._id) };
  const lease = randomUUID();
  const taken = { $set: { until: untilMs, lease }, $inc: { tries: 1 } };
  await mongo.outbox.updateMany({ _id, ...free }, taken, TIMED);
  const leased = await mongo.outbox.find({ _id, lease }, TIMED).sort({ at: 1, _id: 1 }).toArray();
  return leased.map(toOutboxEntry);
}

async function list(
  mongo: Mongo,
  { afterId, limit }: Parameters<Outbox['list']>[0],
): Promise<OutboxEntry[]> {
  const after = afterId === null ? {} : { _id: { $gt: new ObjectId(afterId) } };
  const documents = await mongo.outbox.find(after, TIMED).sort({ _id: 1 }).limit(limit).toArray();
  return documents.map(toOutboxEntry);
}

async function backlog({ outbox, now }: Mongo): Promise<Backlog> {
  const held = { task: 'usage', tries: 0, until: { $gt: now() } };
  const row = { task: { $in: [...COUNTED] }, isRefused: false, $nor: [held] };
  const count = { count: { $sum: 1 }, size: { $sum: '$size' }, oldest: { $min: '$at' } };
  const counts = await outbox
    .aggregate<TaskCount & { _id: string }>(
      [{ $match: row }, { $limit: limits.backlogCount }, { $group: { _id: '$task', ...count } }],
      TIMED,
    )
    .toArray();
  return toBacklog(
    counts.map((row) => ({ ...row, task: row._id })),
    await outbox.countDocuments({ isRefused: true }, TIMED),
    await outbox.findOne(REBUILDS, TIMED),
  );
}
