/**
 * Databases for tests that need MongoDB. A run keeps and empties its databases: that takes a few
 * ms, while creating collections and indexes takes a hundred. A later run drops them.
 */
import type { Db, Document, Filter, MongoClient } from 'mongodb';
import { connect } from '../../src/store/mongo/connect.js';

const PREFIX = 'marquee_test_';

/** The run, and the worker in it. */
const OWN = `${PREFIX}${process.ppid}_${process.env.VITEST_POOL_ID ?? '0'}_`;

/** → the URL of the server, or null. */
export function mongoUrl(): string | null {
  return process.env.MONGO_URL?.trim() || null;
}

const free: string[] = [];
let made = 0;
let opening: Promise<MongoClient> | null = null;

/**
 * Takes an empty database. → its URL, and a function that gives it back. With `keepUsers` it may
 * hold users of an earlier test, all of them active: creating users takes half of a test's time.
 */
export async function takeMongo(
  options: { keepUsers?: number } = {},
): Promise<{ url: string; release: () => Promise<void> }> {
  const base = mongoUrl();
  if (!base) throw new Error('MONGO_URL is not set.');
  opening ??= open(base);
  const client = await opening;
  const name = free.pop() ?? `${OWN}${made++}`;
  await clear(client.db(name), options.keepUsers ?? 0);
  return {
    url: withDatabase(base, name),
    release: async () => {
      free.push(name);
    },
  };
}

/** → the URL with another database in its path. */
export function withDatabase(url: string, name: string): string {
  const [, server = '', query = ''] = /^(\w+(?:\+srv)?:\/\/[^/?]*)[^?]*(\?.*)?$/.exec(url) ?? [];
  return `${server}/${name}${query}`;
}

async function open(url: string): Promise<MongoClient> {
  const client = await connect(url);
  await dropLeftBehind(client);
  return client;
}

/** The databases of runs that are over. */
async function dropLeftBehind(client: MongoClient): Promise<void> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)_\\d+_\\d+$`).exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) await client.db(name).dropDatabase();
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Empties all collections. Their indexes stay. */
async function clear(db: Db, keepUsers: number): Promise<void> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  // Counting is cheaper than deleting, and most collections are empty.
  const counts = await Promise.all(
    found.map(({ name }) => db.collection(name).estimatedDocumentCount()),
  );
  const names = found.flatMap(({ name }, at) => (counts[at] === 0 ? [] : name));
  const isKept = keepUsers > 0 && (await hasUsers(db, keepUsers));
  const kept: Record<string, Filter<Document>> = isKept
    ? {
        document: { type: { $ne: 'user' } },
        counter: { _id: { $nin: ['layout', 'release'] as never } },
      }
    : { counter: { _id: { $nin: ['layout', 'release'] as never } } };
  await Promise.all(names.map((name) => db.collection(name).deleteMany(kept[name] ?? {})));
}

async function hasUsers(db: Db, count: number): Promise<boolean> {
  const users = await db
    .collection('document')
    .find({ type: 'user' })
    .limit(count + 1)
    .toArray();
  return users.length === count && users.every(({ doc }) => JSON.parse(doc).revoked_utc === null);
}
