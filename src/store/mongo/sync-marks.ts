/** The marks a write leaves on a record, as pieces of documents and updates. */
import { limits } from '../../limits.js';
import type { Change } from '../port.js';
import type { Mongo, OpenCreate, OpenTouch, Sync, Tokens } from './collections.js';

/** What takes a record back among the unindexed, as the fields of an `$unset`. */
export const ASIDE = { 'sync.aside': 1, 'sync.aside_reason': 1 } as const;

/** What a change leaves to be done. */
export interface Left {
  tokens: Tokens;
  creates: OpenCreate[];
  touches: OpenTouch[];
}

/** → the marks of a document that is new. */
export function newSync(
  mongo: Mongo,
  change: Pick<Change, 'spreads' | 'checksLinks'>,
  left: Left,
): Sync {
  const now = mongo.now();
  return {
    version: 1,
    ...raisedMarks(mongo, change),
    unindexed_at: now,
    tokens: left.tokens,
    ...(isOpen(left)
      ? { open: true, open_at: now, creates: left.creates, touches: left.touches }
      : {}),
  };
}

/** → the expression of a changed document's marks: what others left to do on it stays. */
export function changedSync(
  mongo: Mongo,
  change: Pick<Change, 'spreads' | 'checksLinks'>,
  left: Left,
): object {
  const now = mongo.now();
  const appended = (field: string, items: unknown[]) => ({
    $concatArrays: [{ $ifNull: [`$sync.${field}`, []] }, { $literal: items }],
  });
  return {
    $mergeObjects: [
      '$sync',
      { $literal: { ...raisedMarks(mongo, change), tokens: left.tokens } },
      {
        version: { $add: ['$sync.version', 1] },
        unindexed_at: { $ifNull: ['$sync.unindexed_at', now] },
        ...(isOpen(left)
          ? {
              open: true,
              open_at: { $ifNull: ['$sync.open_at', now] },
              creates: appended('creates', left.creates),
              touches: appended('touches', left.touches),
            }
          : {}),
      },
    ],
  };
}

/** → the update that gives records a later version, for this process to index. */
export function touchUpdate(mongo: Mongo, count: number): object {
  const { unindexed, claimed_by, claimed_until } = raisedMarks(mongo, {});
  return {
    $inc: { 'sync.version': count },
    $set: {
      'sync.unindexed': unindexed,
      'sync.claimed_by': claimed_by,
      'sync.claimed_until': claimed_until,
    },
    $min: { 'sync.unindexed_at': mongo.now() },
    $unset: ASIDE,
  };
}

/** → true when a change is not done with its own document. */
export const isOpen = (left: Left): boolean => left.creates.length + left.touches.length > 0;

/** Whoever writes a record has claimed all that is to be done with it. */
function raisedMarks(mongo: Mongo, change: Pick<Change, 'spreads' | 'checksLinks'>) {
  const until = mongo.now() + limits.claimMs;
  return {
    unindexed: true as const,
    claimed_by: mongo.owner,
    claimed_until: until,
    ...(change.spreads
      ? { spread: true as const, spread_by: mongo.owner, spread_until: until }
      : {}),
    ...(change.checksLinks
      ? { check: true as const, check_by: mongo.owner, check_until: until }
      : {}),
  };
}
