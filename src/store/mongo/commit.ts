/** The commit of a change: one write of one document. Called by write.ts. */
import { IS_RECORD, type Mongo, type RecordDocument } from './collections.js';
import { insertAll } from './connect.js';
import { toBody } from './document.js';
import { groupBy, sideBySide } from './lists.js';
import { ASIDE, changedSync, newSync } from './sync-marks.js';
import type { Work } from './work.js';

/** A record that is gone has no copies to look at. */
const CHECK = ['sync.check', 'sync.check_by', 'sync.check_until'];

/** Commits changes of different records. → whether each was made; else its revision is not it. */
export async function commit(mongo: Mongo, works: readonly Work[]): Promise<boolean[]> {
  const isMade = new Map<Work, boolean>();
  const inserts = groupBy(
    works.filter(({ change }) => change.expected === 0),
    ({ change }) => change.record.kind,
  );
  const updates = works.filter(({ change }) => change.expected > 0);
  const runs: (() => Promise<void>)[] = [
    ...[...inserts].map(([kind, ofKind]) => async () => {
      const taken = new Set(
        await insertAll(
          mongo.records[kind],
          ofKind.map((work) => newDocument(mongo, work)),
        ),
      );
      for (const [place, work] of ofKind.entries()) {
        work.version = 1;
        isMade.set(work, !taken.has(place));
      }
    }),
    ...updates.map((work) => async () => {
      isMade.set(work, await replace(mongo, work));
    }),
  ];
  await sideBySide(runs, (run) => run());
  return works.map((work) => isMade.get(work) === true);
}

function newDocument(mongo: Mongo, work: Work): RecordDocument {
  const { record, isRemoval } = work.change;
  const sync = newSync(mongo, work.change, work.left);
  if (isRemoval) return { _id: record.id, revision: record.revision, removed: true, sync };
  return { ...toBody(record), revision: record.revision, sync };
}

/**
 * The whole document is replaced, so that its fields stand in the order given; what others have
 * left to do on it stays. A removal leaves the tombstone.
 */
async function replace(mongo: Mongo, work: Work): Promise<boolean> {
  const { record, expected, isRemoval } = work.change;
  const body = isRemoval
    ? { _id: record.id, revision: record.revision, removed: true }
    : toBody(record);
  const sync = changedSync(mongo, work.change, work.left);
  const written = await mongo.records[record.kind].findOneAndUpdate(
    { _id: record.id, revision: expected, ...IS_RECORD },
    [
      { $replaceWith: { $mergeObjects: [{ $literal: body }, { sync }] } },
      { $unset: [...Object.keys(ASIDE), ...(isRemoval ? CHECK : [])] },
    ],
    { returnDocument: 'after', projection: { 'sync.version': 1 } },
  );
  work.version = written?.sync.version ?? 0;
  return written !== null;
}
