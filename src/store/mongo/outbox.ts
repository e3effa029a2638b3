/** The outbox of the MongoDB record store. Writes insert their entries in their transaction. */
import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { limits } from '../../limits.js';
import { type NewEntry, newEntry, REBUILD, rebuildOf } from '../outbox-entries.js';
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
  const { _id, at, until, lease: _, size, only, ...entry } = document;
  return { ...entry, id: _id.toHexString(), atMs: at };
}

async function add(
  mongo: Mongo,
  { task, records, position, atMs = mongo.now() }: AddedEntry,
): Promise<void> {
  const entry = { ...newEntry(task, records, atMs), position };
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
  const free = { at: { $lte: nowMs }, until: { $lte: nowMs } };
  const due = await mongo.outbox
    .find({ ...free, task: { $in: [...tasks] } }, { projection: { _id: 1 }, ...TIMED })
    .sort({ at: 1, _id: 1 })
    .limit(limit)
    .toArray();
  if (due.length === 0) return [];
  const _id = { $in: due.map((one) => one._id) };
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

/** Tasks that are work to be done now; a publication is not due yet. */
const COUNTED: OutboxEntry['task'][] = ['index', 'usage', 'snapshots', 'changes'];

async function backlog(mongo: Mongo): Promise<Backlog> {
  const groups = await mongo.outbox
    .aggregate<Group>(
      [
        { $match: { task: { $in: COUNTED }, isRefused: false } },
        { $limit: limits.backlogCount },
        {
          $group: {
            _id: '$task',
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
  const sum = (count: (group: Group) => number) =>
    groups.reduce((total, group) => total + count(group), 0);
  const oldestOf = (some: Group[]) =>
    some.length > 0 ? Math.min(...some.map(({ oldest }) => oldest)) : null;
  const unnumbered = groups.filter(({ _id }) => _id === 'changes');
  const ofIndex = groups.filter(({ _id }) => _id !== 'changes');
  const unindexed = sum(({ _id, size }) => (_id === 'index' || _id === 'usage' ? size : 0));
  return {
    unindexed: Math.min(unindexed, limits.backlogCount),
    snapshots: sum(({ _id, count }) => (_id === 'snapshots' ? count : 0)),
    oldestMs: oldestOf(ofIndex),
    unnumberedMs: oldestOf(unnumbered),
    refused: await mongo.outbox.countDocuments({ isRefused: true }, TIMED),
    rebuilding: rebuild === null ? null : rebuildOf(rebuild),
  };
}

/** The entries of a task. */
interface Group {
  _id: OutboxEntry['task'];
  count: number;
  size: number;
  oldest: number;
}
