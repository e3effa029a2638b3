/**
 * Creates the collections of a database when it is opened, or migrates an earlier layout. An
 * interrupted migration can be run again. Databases of releases before 2.0.0 are refused.
 */
import type { MongoClient } from 'mongodb';
import { earlierRelease, FIRST_RELEASE, laterLayout, THIS_RELEASE } from '../releases.js';
import {
  collectionName,
  createIndexes,
  LAYOUT,
  type Mongo,
  openCollections,
} from './collections.js';

/**
 * Creates the collections or migrates an earlier layout. Throws for a later layout, and changes
 * nothing. `patient` opens a client without a timeout: indexes of large collections take minutes.
 * `tell` receives messages for the log.
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
    await bringUp({ ...mongo, db, ...openCollections(db) });
  } finally {
    await client.close();
  }
  if (layout > 0) tell(`the database is upgraded to layout ${LAYOUT}`);
}

async function bringUp(mongo: Mongo): Promise<void> {
  await setCounter(mongo, 'release', THIS_RELEASE);
  await createIndexes(mongo.db);
  // The layout comes last: until it is there, the next start tries again.
  await setCounter(mongo, 'layout', LAYOUT);
}

const setCounter = (mongo: Mongo, _id: string, last: number) =>
  mongo.counters.updateOne({ _id }, { $set: { last } }, { upsert: true });
