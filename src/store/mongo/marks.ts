/**
 * What is still to be done with records: marks that writes leave and the sync clears. Every mark
 * is a field of the record's own document, so clearing one is a write that compares. A claim is
 * a name and a moment beside its mark; it saves work twice done and guards nothing.
 */
import type { AnyBulkWriteOperation, Filter, UpdateFilter } from 'mongodb';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { Pending, SetAside, UnindexedQuery, Version } from '../port.js';
import type { Mongo, RecordDocument } from './collections.js';
import { inParts } from './lists.js';
import { readPending } from './read.js';
import { ASIDE } from './sync-marks.js';

type Where = Filter<RecordDocument>;

/** What holds the claims on what a mark is about. */
const CLAIMS = {
  unindexed: { by: 'sync.claimed_by', until: 'sync.claimed_until' },
  spread: { by: 'sync.spread_by', until: 'sync.spread_until' },
  check: { by: 'sync.check_by', until: 'sync.check_until' },
} as const;

type Mark = keyof typeof CLAIMS;

/** → records and removals the index has not confirmed, ascending by id. */
export async function unindexed(
  mongo: Mongo,
  kind: KindName,
  { ids, afterId = 0, limit, isClaim = false }: UnindexedQuery,
): Promise<Pending[]> {
  const where = { _id: ids ? { $in: [...ids], $gt: afterId } : { $gt: afterId } };
  return isClaim
    ? claimed(mongo, kind, 'unindexed', { where, limit })
    : readPending(mongo, kind, { 'sync.unindexed': true, ...where }, limit);
}

/** → records and removals that have not spread yet, claimed. */
export async function spreading(mongo: Mongo, kind: KindName, limit: number): Promise<Pending[]> {
  return claimed(mongo, kind, 'spread', { where: {}, limit });
}

/** → records whose copies must be looked at, claimed. */
export async function linksToCheck(
  mongo: Mongo,
  kind: KindName,
  limit: number,
): Promise<Pending[]> {
  return claimed(mongo, kind, 'check', { where: {}, limit });
}

/** Claims a spread for longer. */
export async function renewSpread(
  mongo: Mongo,
  kind: KindName,
  { id, revision }: { id: number; revision: number },
): Promise<void> {
  await mongo.records[kind].updateOne(
    { _id: id, revision, 'sync.spread': true },
    claimUpdate(mongo, 'spread'),
  );
}

/** Marks changes as spread, or their copies as looked at, unless they changed again. */
export async function clearMark(
  mongo: Mongo,
  kind: KindName,
  mark: 'spread' | 'check',
  entries: readonly { id: number; revision: number }[],
): Promise<void> {
  const { by, until } = CLAIMS[mark];
  await updateEach(mongo, kind, entries, ({ id, revision }) => ({
    filter: { _id: id, revision },
    update: { $unset: { [`sync.${mark}`]: 1, [by]: 1, [until]: 1 } },
  }));
}

const UNINDEXED = {
  'sync.unindexed': 1,
  'sync.unindexed_at': 1,
  'sync.claimed_by': 1,
  'sync.claimed_until': 1,
} as const;

/** Marks versions as indexed; one that is no longer the record's does nothing. */
export async function markIndexed(
  mongo: Mongo,
  kind: KindName,
  entries: readonly Version[],
): Promise<void> {
  await updateEach(mongo, kind, entries, ({ id, version }) => ({
    filter: { _id: id, 'sync.version': version },
    update: { $unset: { ...UNINDEXED, ...ASIDE } },
  }));
}

/** Takes versions the index refuses out of the unindexed. */
export async function setAside(
  mongo: Mongo,
  kind: KindName,
  entries: readonly SetAside[],
): Promise<void> {
  await updateEach(mongo, kind, entries, ({ id, version, reason }) => ({
    filter: { _id: id, 'sync.version': version, 'sync.unindexed': true },
    update: { $set: { 'sync.aside': true, 'sync.aside_reason': reason }, $unset: UNINDEXED },
  }));
}

/** → what is set aside, ascending by id. */
export async function setAsides(
  mongo: Mongo,
  kind: KindName,
  afterId: number,
  limit: number,
): Promise<SetAside[]> {
  const documents = await mongo.records[kind]
    .find(
      { 'sync.aside': true, _id: { $gt: afterId } },
      { projection: { 'sync.version': 1, 'sync.aside_reason': 1 } },
    )
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return documents.map(({ _id, sync }) => ({
    id: _id,
    version: sync.version,
    reason: sync.aside_reason ?? '',
  }));
}

/** Makes all that is set aside unindexed again. → how many. */
export async function replay(mongo: Mongo, kind: KindName): Promise<number> {
  const replayed = await mongo.records[kind].updateMany(
    { 'sync.aside': true },
    {
      $set: { 'sync.unindexed': true, 'sync.unindexed_at': mongo.now() },
      $unset: ASIDE,
    },
  );
  return replayed.modifiedCount;
}

/** Gives records versions above the given ones, unless they have such, and marks them unindexed. */
export async function raise(
  mongo: Mongo,
  kind: KindName,
  entries: readonly Version[],
): Promise<void> {
  const now = mongo.now();
  await updateEach(mongo, kind, entries, ({ id, version }) => ({
    filter: { _id: id },
    update: [
      {
        $set: {
          'sync.version': { $max: [{ $add: ['$sync.version', 1] }, version + 1] },
          'sync.unindexed': true,
          'sync.unindexed_at': { $ifNull: ['$sync.unindexed_at', now] },
        },
      },
      { $unset: Object.keys(ASIDE) },
    ],
  }));
}

/** Claims what is marked and not another's. What another claims in between is left to it. */
async function claimed(
  mongo: Mongo,
  kind: KindName,
  mark: Mark,
  { where, limit }: { where: Where; limit: number },
): Promise<Pending[]> {
  const free = { [`sync.${mark}`]: true, ...notOthers(mongo, mark) };
  const found = await readPending(mongo, kind, { ...free, ...where }, limit);
  if (found.length === 0) return found;
  const ids = found.map(({ id }) => id);
  let mine = 0;
  await inParts(ids, async (part) => {
    const where = { _id: { $in: part }, ...free };
    mine += (await mongo.records[kind].updateMany(where, claimUpdate(mongo, mark))).matchedCount;
  });
  if (mine === found.length) return found;
  const owned = { _id: { $in: ids }, [CLAIMS[mark].by]: mongo.owner };
  const kept = new Set((await readPending(mongo, kind, owned, limit)).map(({ id }) => id));
  return found.filter(({ id }) => kept.has(id));
}

function claimUpdate(mongo: Mongo, mark: Mark): UpdateFilter<RecordDocument> {
  const { by, until } = CLAIMS[mark];
  return { $set: { [by]: mongo.owner, [until]: mongo.now() + limits.claimMs } };
}

/** Own claims, and those that are over or were never made. */
function notOthers(mongo: Mongo, mark: Mark): Where {
  const { by, until } = CLAIMS[mark];
  return { $or: [{ [by]: mongo.owner }, { [until]: { $not: { $gt: mongo.now() } } }] };
}

interface Update {
  filter: Where;
  update: UpdateFilter<RecordDocument> | object[];
}

/** One update for each entry, many in one round trip. */
async function updateEach<T>(
  mongo: Mongo,
  kind: KindName,
  entries: readonly T[],
  toUpdate: (entry: T) => Update,
): Promise<void> {
  await inParts(entries, async (part) => {
    const updates = part.map(
      (entry) => ({ updateOne: toUpdate(entry) }) as AnyBulkWriteOperation<RecordDocument>,
    );
    await mongo.records[kind].bulkWrite(updates, { ordered: false });
  });
}
