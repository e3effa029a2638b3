/**
 * Migrates a database to the current layout when it is opened. Layout 1 kept pending work as flags
 * on each record and reserved unique values in a separate collection; the flags become outbox
 * entries. Layout 2 had no index of aliases. An interrupted migration can be run again. No process
 * of the previous release may run at the same time.
 */
import { type Filter, ObjectId } from 'mongodb';
import { allKinds } from '../../kinds/index.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { laterLayout, RELEASE, toNumber } from '../../lib/package.js';
import { limits } from '../../limits.js';
import { type NewEntry, newEntry, outboxEntriesFor } from '../outbox-entries.js';
import { type RecordRef, refKey } from '../port.js';
import { createIndexes, LAYOUT, type Mongo, type RecordDocument } from './collections.js';
import { isDuplicate } from './connect.js';
import { linksOf, toDocument } from './document.js';
import { toOutboxDocument } from './outbox.js';

/** A record, or the tombstone of one, in layout 1. */
interface OldDocument extends StoredRecord {
  _id: number;
  removed?: true;
  look?: object;
  sync: {
    version: number;
    unindexed?: true;
    unindexed_at?: number;
    aside?: true;
    aside_reason?: string;
    spread?: true;
    check?: true;
    creates?: { kind: KindName; body: OldDocument }[];
    touches?: RecordRef[];
  };
}

/**
 * Creates the collections or migrates those of an earlier layout. Throws for a later layout, and
 * changes nothing. `tell` receives what is worth a line in the log.
 */
export async function bringOver(mongo: Mongo, tell: (text: string) => void): Promise<void> {
  const held = await mongo.counters.find({ _id: { $in: ['layout', 'release'] } }).toArray();
  const lastOf = (name: string) => held.find(({ _id }) => _id === name)?.last;
  const layout = lastOf('layout') ?? 1;
  if (layout === LAYOUT) return;
  if (layout > LAYOUT) throw laterLayout('The database', layout, LAYOUT, lastOf('release') ?? 0);
  const isNew = (await mongo.db.listCollections({}, { nameOnly: true }).toArray()).length === 0;
  if (!isNew) {
    tell(
      `the database is being upgraded from layout ${layout} to ${LAYOUT}; no copy is made, the ` +
        'backup is yours to make',
    );
  }
  if (layout < 2) {
    for (const { name } of allKinds) await bringOverKind(mongo, name);
    await bringOverUsers(mongo);
  }
  await createIndexes(mongo.db);
  await mongo.db.dropCollection('reservation').catch(() => undefined);
  // The layout comes last: until it is there, the next start tries again.
  await setCounter(mongo, 'release', toNumber(RELEASE));
  await setCounter(mongo, 'layout', LAYOUT);
  if (!isNew) tell(`the database is upgraded to layout ${LAYOUT}`);
}

const setCounter = (mongo: Mongo, _id: string, last: number) =>
  mongo.counters.updateOne({ _id }, { $set: { last } }, { upsert: true });

async function bringOverKind(mongo: Mongo, kind: KindName): Promise<void> {
  const collection = mongo.records[kind];
  // Some new indexes reuse the names of old ones. Dropping fails if there is no collection.
  await collection.dropIndexes().catch(() => undefined);
  const isOld = { sync: { $exists: true } } as Filter<RecordDocument>;
  for (;;) {
    const found = await collection.find(isOld).limit(limits.storePart).toArray();
    if (found.length === 0) return;
    const documents = found as unknown as OldDocument[];
    const entries = documents.flatMap((document) => entriesOf(document, kind, mongo.now()));
    if (entries.length > 0) {
      const id = () => new ObjectId();
      // An earlier attempt may have been interrupted before it replaced these records. Other
      // entries may be there twice; a record is set aside once.
      const old = { kind, id: { $in: documents.map(({ _id }) => _id) } };
      await mongo.outbox.deleteMany({
        refusal: { $type: 'string' },
        records: { $elemMatch: old },
      });
      await mongo.outbox.insertMany(
        entries.map((entry) => toOutboxDocument(entry, { id: id(), untilMs: 0 })),
      );
    }
    for (const { sync } of documents) {
      for (const { kind: of, body } of sync.creates ?? []) await insertCreated(mongo, of, body);
    }
    await replaceAll(mongo, kind, documents);
  }
}

async function replaceAll(
  mongo: Mongo,
  kind: KindName,
  documents: readonly OldDocument[],
): Promise<void> {
  const records = documents
    .filter(({ removed }) => !removed)
    .map((document) => toDocument(recordOf(document), document.sync.version));
  const links = records.flatMap(linksOf);
  if (links.length > 0) {
    await mongo.links.deleteMany({ holder: { $in: records.map(({ _id }) => _id) } });
    await mongo.links.insertMany(links);
  }
  await mongo.records[kind].bulkWrite([
    ...records.map((replacement) => ({
      replaceOne: { filter: { _id: replacement._id }, replacement },
    })),
    ...documents
      .filter(({ removed }) => removed)
      .map(({ _id }) => ({ deleteOne: { filter: { _id } } })),
  ]);
}

async function insertCreated(mongo: Mongo, kind: KindName, body: OldDocument): Promise<void> {
  try {
    await mongo.records[kind].insertOne(toDocument(recordOf(body), 1));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}

function recordOf(document: OldDocument): StoredRecord {
  const { _id, look, sync, removed, ...record } = document;
  return record;
}

function entriesOf(document: OldDocument, kind: KindName, nowMs: number): NewEntry[] {
  const { _id: id, sync, removed } = document;
  const ref = { kind, id };
  const atMs = sync.unindexed_at ?? nowMs;
  const versions = removed ? { [refKey(ref)]: sync.version } : {};
  const index = { ...newEntry('index', [ref], atMs), removed: versions };
  const created = (sync.creates ?? []).map((one) => ({ kind: one.kind, id: one.body._id }));
  const record = removed
    ? []
    : [{ change: { record: recordOf(document), expected: 0 }, version: 0 }];
  return [
    ...(sync.unindexed || sync.check ? [index] : []),
    ...(sync.aside
      ? [{ ...index, position: String(sync.version), refusal: sync.aside_reason ?? '' }]
      : []),
    ...(sync.spread ? [newEntry('snapshots', [ref], atMs)] : []),
    ...(created.length > 0 ? [newEntry('index', created, atMs)] : []),
    ...(sync.touches?.length ? [newEntry('usage', sync.touches, atMs)] : []),
    ...outboxEntriesFor(record, nowMs).filter(({ task }) => task === 'publish'),
  ];
}

async function bringOverUsers(mongo: Mongo): Promise<void> {
  const users = mongo.db.collection('user');
  await users.dropIndexes().catch(() => undefined);
  await users.deleteMany({ isVoid: true });
  await users.updateMany({ revoked_utc: null, active: null }, { $set: { active: true } });
}
