/**
 * The connection to MongoDB, and the conversion of driver errors. The options that matter for data
 * safety are set here and override the URL, except `retryWrites`.
 */
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { ApiError, storeUnavailable } from '../../errors.js';
import { limits } from '../../limits.js';

/** → a connected client. Throws what the driver throws. */
export async function connect(url: string): Promise<MongoClient> {
  const client = new MongoClient(url, {
    appName: 'marquee',
    retryReads: true,
    // The only option left to the URL: some MongoDB-compatible servers do not support it.
    ...(/[?&]retryWrites=false\b/.test(url) ? {} : { retryWrites: true }),
    writeConcern: { w: 'majority', journal: true },
    // Local reads are safe: a write that depends on a read follows it in the oplog, so a failover
    // that rolls back the one rolls back the other, and responses wait for the majority.
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

/** → the name of the database in a URL; default `marquee`. */
export function databaseOf(url: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/]*\/([^?]*)/.exec(url)?.[1];
  return path ? decodeURIComponent(path) : 'marquee';
}

/** Runs `work`; converts driver errors to catalogue errors whose cause has no credentials. */
export async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? error : storeUnavailable(withoutSecrets(error));
  }
}

/** Copies only name, message and stack: a driver error may hold the URL, options and commands. */
function withoutSecrets(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('The driver threw a value that is not an Error.');
  const clean = new Error(redact(error.message));
  clean.name = error.name;
  clean.stack = redact(error.stack ?? '');
  return clean;
}

const redact = (text: string): string => text.replace(/\/\/[^/\s]*@/g, '//***@');

/**
 * Throws an Error with instructions if the server is neither a member of a replica set nor a mongos
 * router: a standalone server has no transactions.
 */
export async function requireReplicaSet(db: Db): Promise<void> {
  const hello = await guard(() => db.admin().command({ hello: 1 }));
  if (hello.setName || hello.msg === 'isdbgrid') return;
  throw new Error(
    'MONGO_URL names a standalone server, and Marquee needs a replica set (one member will do). ' +
      'Start it with `mongod --replSet rs0` and run `mongosh --eval "rs.initiate()"` once.',
  );
}

/** → whether an error means that a unique value already exists. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE;
}

const DUPLICATE = 11000;
