/**
 * A database and an index prefix of their own for one run, and dropping them. With SQLite there is
 * nothing but the data folder. Called by services.ts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';

/** How long dropping a database may take, ms. */
const DROP_MS = 20_000;

/** What the processes share. */
export type Engines = 'sqlite' | 'cluster';

/** Settings of the processes that say where a run keeps its data. */
export type Settings = Record<string, string>;

/** → settings of a run's own. Throws when the surroundings do not say where the engines are. */
export function settingsOf(engines: Engines, seed: number): Settings {
  if (engines === 'sqlite') return {};
  const { MONGO_URL, ELASTICSEARCH_URL } = process.env;
  if (!MONGO_URL || !ELASTICSEARCH_URL) {
    throw new Error('--engines cluster needs MONGO_URL and ELASTICSEARCH_URL.');
  }
  const mongo = new URL(MONGO_URL);
  mongo.pathname = `/marquee_history_${seed}_${process.pid}`;
  return {
    MONGO_URL: mongo.href,
    ELASTICSEARCH_URL: new URL(ELASTICSEARCH_URL).origin,
    ELASTICSEARCH_PREFIX: `history-${seed}-${process.pid}`,
    ELASTICSEARCH_REPLICAS: '0',
  };
}

/** Drops the database and all indices of a run. */
export async function dropEngines(settings: Settings): Promise<void> {
  const { MONGO_URL, ELASTICSEARCH_URL, ELASTICSEARCH_PREFIX } = settings;
  if (!MONGO_URL || !ELASTICSEARCH_PREFIX) return;
  const client = await new MongoClient(MONGO_URL).connect();
  // A server that is slow to forget does not keep the run: what is left goes with its folder.
  const late = new AbortController();
  await Promise.race([
    client.db().dropDatabase(),
    pause(DROP_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
  ]).catch(() => undefined);
  late.abort();
  await client.close(true);
  const listed = await fetch(`${ELASTICSEARCH_URL}/${ELASTICSEARCH_PREFIX}*?expand_wildcards=all`);
  for (const name of Object.keys((await listed.json()) as object)) {
    await fetch(`${ELASTICSEARCH_URL}/${name}`, { method: 'DELETE' });
  }
}
