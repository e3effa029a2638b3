/**
 * Writes to the MongoDB record store. A change is made by ONE write of its own document, which
 * also holds what it creates and touches; that is done afterwards, by whoever comes first
 * (finish.ts). Before it, its slugs and external IDs are reserved (reserve.ts). No transaction:
 * it is the same on a single server, a replica set and a sharded cluster.
 */
import type { Change, Conflict, Outcome } from '../port.js';
import type { Mongo, RecordDocument } from './collections.js';
import { commit } from './commit.js';
import { reservationId } from './document.js';
import { finish } from './finish.js';
import { groupBy } from './lists.js';
import { type Reserved, release, reserve, type Want } from './reserve.js';
import { apartFrom, type Work, worksOf } from './work.js';

/** Names of the moments between two steps of a write, in order, at which a process may stop. */
export const MONGO_FAIL_POINTS = [
  'mongo:read',
  'mongo:fenced',
  'mongo:reserved',
  'mongo:committed',
  'mongo:created',
  'mongo:touched',
  'mongo:cleared',
  'mongo:released',
] as const;

/** Makes each change wholly or not at all. → the conflicts, and what was written. */
export async function write(mongo: Mongo, changes: readonly Change[]): Promise<Outcome> {
  const conflicts: Conflict[] = [];
  const done: Work[] = [];
  for (let from = 0; from < changes.length; ) {
    const group = apartFrom(changes, from);
    const found = await readBefore(mongo, group);
    await finishBefore(mongo, group, found);
    const works = worksOf(group, found, from);
    await writeTogether(mongo, works, { conflicts, done });
    from += works.length;
  }
  return {
    conflicts: conflicts.sort((a, b) => a.at - b.at),
    written: done.sort((a, b) => a.at - b.at).flatMap(writtenBy),
  };
}

/**
 * Finishes what earlier changes of the same records left: whoever writes a record then looks at
 * what it links, and must find what was to be created with it.
 */
async function finishBefore(
  mongo: Mongo,
  changes: readonly Change[],
  found: Map<string, RecordDocument>,
): Promise<void> {
  const open = changes.flatMap(({ record: { kind, id } }) => {
    const { creates = [], touches = [] } = found.get(`${kind} ${id}`)?.sync ?? {};
    return creates.length > 0 ? [{ kind, id, creates, touches }] : [];
  });
  if (open.length > 0) await finish(mongo, open);
}

/** → what stands where changes are to be made, tombstones too, by kind and ID. */
async function readBefore(
  mongo: Mongo,
  changes: readonly Change[],
): Promise<Map<string, RecordDocument>> {
  const byKind = groupBy(changes, ({ record }) => record.kind);
  const found = new Map<string, RecordDocument>();
  await Promise.all(
    [...byKind].map(async ([kind, ofKind]) => {
      const ids = ofKind.map(({ record }) => record.id);
      const documents = mongo.records[kind].find(
        { _id: { $in: ids } },
        {
          projection: {
            revision: 1,
            removed: 1,
            slug: 1,
            slug_reserved: 1,
            external_id: 1,
            sync: 1,
          },
        },
      );
      for await (const document of documents) found.set(`${kind} ${document._id}`, document);
    }),
  );
  return found;
}

/** Takes changes that have nothing in common through all steps side by side. */
async function writeTogether(
  mongo: Mongo,
  all: readonly Work[],
  { conflicts, done }: { conflicts: Conflict[]; done: Work[] },
): Promise<void> {
  const refuse = (work: Work, reason: Conflict['reason']) =>
    conflicts.push({ at: work.at, reason });
  const isStale = ({ change, before }: Work) =>
    before ? before.removed || before.revision !== change.expected : change.expected !== 0;
  for (const work of all.filter(isStale)) refuse(work, 'revision');
  await mongo.reached('mongo:read');
  const reserved: Work[] = [];
  for (const [work, reason] of await reserveAll(
    mongo,
    all.filter((work) => !isStale(work)),
  )) {
    if (reason) refuse(work, reason);
    else reserved.push(work);
  }
  await mongo.reached('mongo:reserved');
  const isMade = await commit(mongo, reserved);
  const made = reserved.filter((_, place) => isMade[place]);
  const late = reserved.filter((_, place) => !isMade[place]);
  for (const work of late) refuse(work, 'revision');
  await mongo.reached('mongo:committed');
  await finish(
    mongo,
    made.map(({ change, left }) => ({ kind: change.record.kind, id: change.record.id, ...left })),
  );
  const givenUp = [...made.flatMap((work) => work.old), ...late.flatMap((work) => work.made)];
  await release(mongo, givenUp);
  await mongo.reached('mongo:released');
  done.push(...made);
}

/** Reserves what changes need. → why each is refused, or null. */
async function reserveAll(
  mongo: Mongo,
  works: readonly Work[],
): Promise<[Work, Conflict['reason'] | null][]> {
  const wants = works.flatMap((work) => work.wants.map((want) => ({ work, want })));
  const results = await reserve(
    mongo,
    wants.map(({ want }) => want),
  );
  const refused = new Map<Work, Want[]>();
  for (const [place, { work, want }] of wants.entries()) {
    const result = results[place] as Reserved;
    if (result === 'held') refused.set(work, [...(refused.get(work) ?? []), want]);
    if (result === 'made') work.made.push({ id: reservationId(want.key), token: want.token });
  }
  await release(
    mongo,
    [...refused.keys()].flatMap((work) => work.made),
  );
  return works.map((work) => {
    const held = refused.get(work);
    if (!held) return [work, null];
    return [work, held.some(({ key }) => key.type === 'slug') ? 'slug' : 'external_id'];
  });
}

function writtenBy({ change, version }: Work): Outcome['written'] {
  const { record, isRemoval, creates = [] } = change;
  const { kind, id, revision } = record;
  return [
    { kind, id, revision, version, record: isRemoval ? null : record },
    ...creates.map((created) => ({
      kind: created.kind,
      id: created.id,
      revision: created.revision,
      version: 1,
      record: created,
    })),
  ];
}
