/**
 * Creates the collections of a database when it is opened, or migrates those of an earlier layout.
 * An interrupted migration can be run again. Databases of releases before 1.0.0 are refused.
 */
import type { Db, Document, MongoClient } from 'mongodb';
import { allKinds } from '../../kinds/index.js';
import { refKey } from '../port.js';
import { earlierRelease, FIRST_RELEASE, laterLayout, THIS_RELEASE } from '../releases.js';
import {
  collectionName,
  createIndexes,
  LAYOUT,
  type Mongo,
  openCollections,
} from './collections.js';

/**
 * Creates the collections or migrates those of an earlier layout. Throws for a later layout, and
 * changes nothing. `patient` opens a client that waits: indexes of large collections take minutes.
 * `tell` receives what is worth a line in the log.
 */
export async function migrate(
  mongo: Mongo,
  patient: () => Promise<MongoClient>,
  tell: (text: string) => void,
): Promise<void> {
  const counters = await mongo.counters.find({ _id: { $in: ['layout', 'release'] } }).toArray();
  const lastOf = (name: string) => counters.find(({ _id }) => _id === name)?.last ?? 0;
  const [layout, release] = [lastOf('layout'), lastOf('release')];
  if (layout > LAYOUT && release >= FIRST_RELEASE) {
    throw laterLayout('The database', layout, LAYOUT, release);
  }
  const ours = { name: collectionName('event') };
  const isNew = (await mongo.db.listCollections(ours, { nameOnly: true }).toArray()).length === 0;
  if (!isNew && release < FIRST_RELEASE) throw earlierRelease('The database');
  if (layout === LAYOUT) return;
  if (layout > 0) {
    tell(
      `the database is being upgraded from layout ${layout} to ${LAYOUT}; no copy is made, the ` +
        'backup is yours to make',
    );
  }
  const client = await patient();
  try {
    const db = client.db(mongo.db.databaseName);
    await bringUp({ ...mongo, db, ...openCollections(db) }, layout);
  } finally {
    await client.close();
  }
  if (layout > 0) tell(`the database is upgraded to layout ${LAYOUT}`);
}

async function bringUp(mongo: Mongo, layout: number): Promise<void> {
  await setCounter(mongo, 'release', THIS_RELEASE);
  await createIndexes(mongo.db);
  if (layout > 0 && layout < DOCUMENTS_SINCE) await moveToDocuments(mongo);
  if (layout > 0 && layout < FEED_SINCE) await moveToFeed(mongo);
  if (layout > 0) await dropGone(mongo.db);
  // The layout comes last: until it is there, the next start tries again.
  await setCounter(mongo, 'layout', LAYOUT);
}

const setCounter = (mongo: Mongo, _id: string, last: number) =>
  mongo.counters.updateOne({ _id }, { $set: { last } }, { upsert: true });

/** The layout from which on users and images are documents. */
const DOCUMENTS_SINCE = 4;

const NO_OLD_TOKEN = { old_token_hash: null, old_token_until_utc: null };

/** Users and images become documents; records/users.ts and records/images.ts have their keys. */
async function moveToDocuments({ db, documents }: Mongo): Promise<void> {
  const move = async (type: 'user' | 'image', keysOf: (value: Document) => string[]) => {
    for await (const { _id, id, active, ...rest } of db.collection(type).find()) {
      // Users of early databases have no fields for an old token.
      const value = type === 'image' ? { id, ...rest } : { ...NO_OLD_TOKEN, ...rest };
      const moved = { type, id, revision: 1, doc: JSON.stringify(value), keys: keysOf(rest) };
      await documents.replaceOne({ _id: `${type} ${id}` }, moved, { upsert: true });
    }
  };
  await move('image', ({ url }) => [url]);
  await move('user', ({ name, token_hash, old_token_hash, revoked_utc }) => [
    `name ${name}`,
    ...(revoked_utc === null ? [token_hash, old_token_hash] : [])
      .filter((hash) => hash)
      .map((hash) => `token ${hash}`),
  ]);
  await dropAll(db, ['image', 'user', 'process']);
}

/** The layout from which on a row of the change feed is named by its record, not by its number. */
const FEED_SINCE = 6;

async function moveToFeed({ db, changes }: Mongo): Promise<void> {
  for await (const { _id: number, kind, id } of db.collection('change').find()) {
    const update = { $set: { kind, id }, $max: { number: Number(number) } };
    await changes.updateOne({ _id: refKey({ kind, id }) }, update, { upsert: true });
  }
  await dropAll(db, ['change']);
}

/** Indexes of earlier layouts that nothing uses. Others that are not ours are an operator's. */
const GONE: Record<string, string[]> = {
  outbox: ['due'],
  ...Object.fromEntries(allKinds.map(({ name }) => [collectionName(name), ['trash']])),
};

async function dropGone(db: Db): Promise<void> {
  for (const [name, gone] of Object.entries(GONE)) {
    const collection = db.collection(name);
    for (const index of await collection.indexes()) {
      if (gone.includes(index.name ?? '')) await collection.dropIndex(index.name ?? '');
    }
  }
}

/** Drops those that are there: to drop another one is an error of some servers. */
async function dropAll(db: Db, names: readonly string[]): Promise<void> {
  const there = await db
    .listCollections({ name: { $in: [...names] } }, { nameOnly: true })
    .toArray();
  for (const { name } of there) await db.dropCollection(name);
}
