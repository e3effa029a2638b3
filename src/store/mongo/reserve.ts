/**
 * Slugs and external IDs are one record's each by a document whose `_id` they are. It is inserted
 * before the record's write and is good once a record holds the key. One that no record holds is
 * a write under way, or left by a process that died; the latter is taken over, but only after
 * the write it was made for can no longer succeed. Called by write.ts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../limits.js';
import type { Touch } from '../port.js';
import type { Mongo, RecordDocument, Reservation } from './collections.js';
import { IS_RECORD } from './collections.js';
import { insertAll, isDuplicate } from './connect.js';
import { type Key, keysOfDocument, reservationId } from './document.js';
import { ASIDE } from './sync-marks.js';

/** A key that a change needs. */
export interface Want {
  key: Key;
  /** The record it is for, and the one whose write makes it good. */
  owner: number;
  by: Touch;
  token: string;
}

/**
 * `made`: this change alone relies on it. `shared`: another change of the same record may too.
 * `held`: it is somebody else's.
 */
export type Reserved = 'made' | 'shared' | 'held';

/** Reserves keys, those that nobody has in one round trip. → what became of each. */
export async function reserve(mongo: Mongo, wants: readonly Want[]): Promise<Reserved[]> {
  const results: Reserved[] = wants.map(() => 'made');
  const taken = await insertAll(
    mongo.reservations,
    wants.map((want) => toReservation(mongo, want)),
  );
  for (const at of taken) results[at] = await settle(mongo, wants[at] as Want);
  return results;
}

/** Gives reservations up, unless another change has taken them over. */
export async function release(
  mongo: Mongo,
  entries: readonly { id: string; token: string }[],
): Promise<void> {
  if (entries.length === 0) return;
  await mongo.reservations.bulkWrite(
    entries.map(({ id, token }) => ({ deleteOne: { filter: { _id: id, token } } })),
    { ordered: false },
  );
}

/**
 * → false when nobody has the key any more: its reservation was left behind, or given up. Waits a
 * while for a write under way: whoever asks may find then that the record it makes is there.
 */
export async function isReserved(mongo: Mongo, key: Key, found: Reservation): Promise<boolean> {
  let current: Reservation | null = found;
  for (let waits = 0; current; waits++) {
    const { state } = await judge(mongo, key, current);
    if (state === 'held' || state === 'orphan') return state === 'held';
    if (waits === limits.reserveWaits) return true;
    await pause(limits.reserveWaitMs);
    current = await mongo.reservations.findOne({ _id: found._id });
  }
  return false;
}

function toReservation(mongo: Mongo, { key, owner, by, token }: Want): Reservation {
  return {
    _id: reservationId(key),
    owner,
    by: { kind: by.kind, id: by.id },
    token,
    at: mongo.now(),
  };
}

/** What to do about a key that is reserved already. */
async function settle(mongo: Mongo, want: Want): Promise<Reserved> {
  const { _id, ...mine } = toReservation(mongo, want);
  for (let tries = 0; tries < limits.reserveTries; tries++) {
    const found = await mongo.reservations.findOne({ _id });
    if (!found) {
      if ((await insertAll(mongo.reservations, [{ _id, ...mine }])).length === 0) return 'made';
      continue;
    }
    const isOwn = found.owner === want.owner;
    if (!isOwn) {
      const { state, by } = await judge(mongo, want.key, found);
      if (state !== 'orphan') return 'held';
      if (!(await fence(mongo, madeBy(want.key, found), by))) continue;
      await mongo.reached('mongo:fenced');
    }
    // The new token keeps the change it had been made for from giving it up.
    const taken = await mongo.reservations.updateOne({ _id, token: found.token }, { $set: mine });
    if (taken.matchedCount === 1) return isOwn ? 'shared' : 'made';
  }
  return 'held';
}

const madeBy = ({ kind }: Key, { by, owner }: Reservation): Touch => by ?? { kind, id: owner };

/**
 * `held`: a record has it; `pending`: one will, its making is written; `young`: a write may be
 * under way; `orphan`: nobody has it.
 */
interface Judged {
  state: 'held' | 'pending' | 'young' | 'orphan';
  /** The record whose write would have made it good, as it was before its owner was read. */
  by: RecordDocument | null;
}

async function judge(mongo: Mongo, key: Key, found: Reservation): Promise<Judged> {
  // In this order: a created record that is missing from both was not created in between.
  const maker = madeBy(key, found);
  const by = await mongo.records[maker.kind].findOne({ _id: maker.id });
  const id = reservationId(key);
  const isPending = by?.sync.creates?.some(
    ({ kind, body }) =>
      kind === key.kind &&
      body._id === found.owner &&
      keysOfDocument(kind, body).some((other) => reservationId(other) === id),
  );
  if (isPending) return { state: 'pending', by };
  const isBy = maker.kind === key.kind && maker.id === found.owner;
  const owner = isBy ? by : await mongo.records[key.kind].findOne({ _id: found.owner });
  const holds =
    owner && keysOfDocument(key.kind, owner).some((other) => reservationId(other) === id);
  if (holds) return { state: 'held', by };
  const isYoung = mongo.now() - found.at < limits.abandonedMs;
  return { state: isYoung ? 'young' : 'orphan', by };
}

/**
 * Makes a write that may only be paused fail when it goes on: the record it means to insert is
 * there as a tombstone, or the one it means to replace has another revision. → false when the
 * record has changed since it was read.
 */
async function fence(mongo: Mongo, by: Touch, read: RecordDocument | null): Promise<boolean> {
  const collection = mongo.records[by.kind];
  if (read?.removed) return true;
  if (read) {
    const raised = await collection.updateOne(
      { _id: by.id, revision: read.revision, ...IS_RECORD },
      fenceUpdate(mongo),
    );
    return raised.matchedCount === 1;
  }
  try {
    await collection.insertOne({ _id: by.id, revision: 0, removed: true, sync: { version: 0 } });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** The record stays as it is; anyone may index its new revision. */
function fenceUpdate(mongo: Mongo): object {
  return {
    $inc: { revision: 1, 'sync.version': 1 },
    $set: { 'sync.unindexed': true },
    $min: { 'sync.unindexed_at': mongo.now() },
    $unset: { ...ASIDE, 'sync.claimed_by': 1, 'sync.claimed_until': 1 },
  };
}
