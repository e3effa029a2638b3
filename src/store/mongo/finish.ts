/**
 * What a change leaves to do once its document is written: to insert what it creates, and to give
 * what it touches a new version. Each step may be done twice, by anyone, at any time. Called by
 * write.ts, and by `recover` for processes that died in between.
 */
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { allKinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import {
  IS_RECORD,
  type Mongo,
  type OpenCreate,
  type OpenTouch,
  type RecordDocument,
} from './collections.js';
import { insertAll } from './connect.js';
import { groupBy, inParts, sideBySide } from './lists.js';
import { newSync, touchUpdate } from './sync-marks.js';

/** A record whose changes have creates or touches left. */
interface Unfinished {
  kind: KindName;
  id: number;
  creates: OpenCreate[];
  touches: OpenTouch[];
}

/** Finishes changes: all creates, then all touches, then the record of both. */
export async function finish(mongo: Mongo, changes: readonly Unfinished[]): Promise<void> {
  const open = changes.filter(({ creates, touches }) => creates.length + touches.length > 0);
  await insertCreates(
    mongo,
    open.flatMap(({ creates }) => creates),
  );
  await mongo.reached('mongo:created');
  await makeTouches(
    mongo,
    open.flatMap(({ touches }) => touches),
  );
  await mongo.reached('mongo:touched');
  await clear(mongo, open);
  await mongo.reached('mongo:cleared');
}

/** Finishes what was left half made for `limits.abandonedMs`. → how many records had such. */
export async function recover(mongo: Mongo): Promise<number> {
  let count = 0;
  for (const { name: kind } of allKinds) {
    let afterId = 0;
    for (;;) {
      const found = await findOpen(mongo, kind, afterId);
      await finish(mongo, found);
      count += found.length;
      if (found.length < limits.batchRecords) break;
      afterId = found.at(-1)?.id ?? afterId;
    }
  }
  return count;
}

async function findOpen(mongo: Mongo, kind: KindName, afterId: number): Promise<Unfinished[]> {
  const documents = await mongo.records[kind]
    .find({
      _id: { $gt: afterId },
      'sync.open': true,
      'sync.open_at': { $lte: mongo.now() - limits.abandonedMs },
    })
    .project<Pick<RecordDocument, '_id' | 'sync'>>({ sync: 1 })
    .sort({ _id: 1 })
    .limit(limits.batchRecords)
    .toArray();
  return documents.map(({ _id, sync: { creates = [], touches = [] } }) => ({
    kind,
    id: _id,
    creates,
    touches,
  }));
}

async function insertCreates(mongo: Mongo, creates: readonly OpenCreate[]): Promise<void> {
  const byKind = groupBy(creates, ({ kind }) => kind);
  await sideBySide([...byKind], async ([kind, ofKind]) => {
    const documents = ofKind.map(({ body, tokens }) => {
      const { look, ...fields } = body;
      const sync = newSync(mongo, {}, { tokens, creates: [], touches: [] });
      return { ...fields, look, sync } as RecordDocument;
    });
    // One whose ID is taken was inserted before.
    await insertAll(mongo.records[kind], documents);
  });
}

/** A target touched several times moves by as many versions. */
async function makeTouches(mongo: Mongo, touches: readonly OpenTouch[]): Promise<void> {
  const targets = groupBy(touches, ({ kind, id }) => `${kind} ${id}`);
  const alike = groupBy([...targets.values()], ([one, ...more]) => `${one?.kind} ${more.length}`);
  await sideBySide([...alike.values()], async (group) => {
    const [[one, ...more] = []] = group;
    if (!one) return;
    const ids = group.flatMap(([first]) => first?.id ?? []);
    const update = touchUpdate(mongo, 1 + more.length);
    await updateAll(mongo.records[one.kind], ids, update, IS_RECORD);
  });
}

/** Takes what is done out of the documents; what later changes have left stays. */
async function clear(mongo: Mongo, changes: readonly Unfinished[]): Promise<void> {
  const revisionsOf = ({ creates, touches }: Unfinished) =>
    [...new Set([...creates, ...touches].map(({ revision }) => revision))].sort((a, b) => a - b);
  const groups = groupBy(changes, (one) => `${one.kind} ${revisionsOf(one)}`);
  await sideBySide([...groups.values()], async (group) => {
    const [first] = group;
    if (!first) return;
    const ids = group.map(({ id }) => id);
    await updateAll(mongo.records[first.kind], ids, clearUpdate(revisionsOf(first)));
  });
}

/** The same update of many documents, of those that `where` is true of. */
async function updateAll(
  collection: Collection<RecordDocument>,
  ids: readonly number[],
  update: UpdateFilter<RecordDocument> | object[],
  where: Filter<RecordDocument> = {},
): Promise<void> {
  const [id, ...others] = ids;
  // Of one document the driver tries again by itself.
  if (id !== undefined && others.length === 0)
    await collection.updateOne({ _id: id, ...where }, update);
  else
    await inParts(ids, (part) => collection.updateMany({ _id: { $in: part }, ...where }, update));
}

function clearUpdate(revisions: number[]): object[] {
  const others = (field: string) => ({
    $filter: {
      input: { $ifNull: [`$sync.${field}`, []] },
      cond: { $not: [{ $in: ['$$this.revision', revisions] }] },
    },
  });
  const whileOpen = (field: string) => ({
    $cond: [
      { $eq: [{ $concatArrays: ['$sync.creates', '$sync.touches'] }, []] },
      '$$REMOVE',
      `$sync.${field}`,
    ],
  });
  return [
    { $set: { 'sync.creates': others('creates'), 'sync.touches': others('touches') } },
    { $set: { 'sync.open': whileOpen('open'), 'sync.open_at': whileOpen('open_at') } },
  ];
}
