/**
 * The connection to MongoDB, every option that matters for safety set here whatever the URL says,
 * and what becomes of the driver's errors.
 */
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { ApiError, storeUnavailable } from '../../errors.js';
import { limits } from '../../limits.js';

/** A client that others of this process may use too. */
export interface Connection {
  client: MongoClient;
  /** Gives it back; the last one to do so closes it. */
  close: () => Promise<void>;
}

const shared = new Map<string, { client: Promise<MongoClient>; uses: number }>();

/**
 * → a connected client, one for each server of a process, whatever database its stores are in.
 * Throws what the driver throws.
 */
export async function connect(url: string): Promise<Connection> {
  const key = serverOf(url);
  const entry = shared.get(key) ?? { client: open(key), uses: 0 };
  shared.set(key, entry);
  entry.uses++;
  const close = async () => {
    entry.uses--;
    if (entry.uses > 0) return;
    if (shared.get(key) === entry) shared.delete(key);
    await (await entry.client).close();
  };
  try {
    return { client: await entry.client, close };
  } catch (error) {
    if (shared.get(key) === entry) shared.delete(key);
    throw error;
  }
}

// With credentials the database of the URL is also where they are looked up.
const serverOf = (url: string): string =>
  url.includes('@') ? url : url.replace(/^(\w+(?:\+srv)?:\/\/[^/?]*)\/[^?]*/, '$1/');

async function open(url: string): Promise<MongoClient> {
  const client = new MongoClient(url, {
    appName: 'marquee',
    retryReads: true,
    // The one thing left to the URL: servers that are no MongoDB may do badly with it.
    ...(/[?&]retryWrites=false\b/.test(url) ? {} : { retryWrites: true }),
    writeConcern: { w: 'majority', journal: true },
    // What is written because of what was read comes later in the same log: a read that a
    // failover undoes undoes that write too, and an answer waits for the majority.
    readConcern: { level: 'local' },
    readPreference: 'primary',
    serverSelectionTimeoutMS: limits.storeTimeoutMs,
    connectTimeoutMS: limits.storeTimeoutMs,
    socketTimeoutMS: limits.storeTimeoutMs,
    waitQueueTimeoutMS: limits.storeTimeoutMs,
    maxPoolSize: limits.storeConnections,
    minPoolSize: 0,
    ignoreUndefined: true,
    promoteLongs: true,
    promoteValues: true,
  });
  try {
    return await client.connect();
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
}

/** → the database that a URL names. */
export function databaseOf(url: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/]*\/([^?]*)/.exec(url)?.[1];
  return path ? decodeURIComponent(path) : 'marquee';
}

/** Driver errors leave as catalogue errors that keep their cause, but no credentials. */
export async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? error : storeUnavailable(withoutSecrets(error));
  }
}

/** A driver's error may carry the URL, options and commands; its name and texts are enough. */
function withoutSecrets(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('The driver threw what is no error.');
  const clean = new Error(redact(error.message));
  clean.name = error.name;
  clean.stack = redact(error.stack ?? '');
  return clean;
}

const redact = (text: string): string => text.replace(/\/\/[^/\s]*@/g, '//***@');

/**
 * Throws an Error that says how to make one of it where the server is no replica set (or a router
 * before some): it has no transactions.
 */
export async function requireReplicaSet(db: Db): Promise<void> {
  const hello = await guard(() => db.admin().command({ hello: 1 }));
  if (hello.setName || hello.msg === 'isdbgrid') return;
  throw new Error(
    'MONGO_URL names a standalone server, and Marquee needs a replica set (one member will do). ' +
      'Start it with `mongod --replSet rs0` and run `mongosh --eval "rs.initiate()"` once.',
  );
}

/** True when a unique value was there already. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE;
}

const DUPLICATE = 11000;
