/**
 * A separate database and index prefix for each run, and dropping them. With SQLite there is only
 * the data folder.
 */
import { MongoClient } from 'mongodb';

/** Timeout of dropping a database, ms. */
const DROP_MS = 20_000;

/** The engines that the processes share. */
export type Engines = 'sqlite' | 'mongo' | 'cluster';

/** Settings that tell the processes where a run keeps its data. */
export type Settings = Record<string, string>;

/** → the settings of a run. Throws when the environment does not name the engines. */
export function settingsOf(engines: Engines, seed: number): Settings {
  if (engines === 'sqlite') return {};
  const { MONGO_URL, ELASTICSEARCH_URL } = process.env;
  if (!MONGO_URL || (engines === 'cluster' && !ELASTICSEARCH_URL)) {
    throw new Error('--engines mongo needs MONGO_URL, cluster ELASTICSEARCH_URL as well.');
  }
  const mongo = new URL(MONGO_URL);
  mongo.pathname = `/marquee_history_${seed}_${process.pid}`;
  if (engines === 'mongo' || !ELASTICSEARCH_URL) return { MONGO_URL: mongo.href };
  return {
    MONGO_URL: mongo.href,
    ELASTICSEARCH_URL: new URL(ELASTICSEARCH_URL).origin,
    ELASTICSEARCH_PREFIX: `history-${seed}-${process.pid}`,
  };
}

/** Drops the database and every index of a run. */
export async function dropEngines(settings: Settings): Promise<void> {
  const { MONGO_URL, ELASTICSEARCH_URL, ELASTICSEARCH_PREFIX } = settings;
  if (!MONGO_URL) return;
  // What a slow server does not drop in time goes with the server's data folder.
  const client = new MongoClient(MONGO_URL, {
    serverSelectionTimeoutMS: DROP_MS,
    socketTimeoutMS: DROP_MS,
  });
  await client
    .db()
    .dropDatabase()
    .catch(() => undefined);
  await client.close(true);
  if (!ELASTICSEARCH_PREFIX) return;
  const listed = await fetch(`${ELASTICSEARCH_URL}/${ELASTICSEARCH_PREFIX}*?expand_wildcards=all`);
  for (const name of Object.keys((await listed.json()) as object)) {
    await fetch(`${ELASTICSEARCH_URL}/${name}`, { method: 'DELETE' });
  }
}
