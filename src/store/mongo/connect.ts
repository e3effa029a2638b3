/**
 * The connection to MongoDB, and the conversion of driver errors. The options that matter for data
 * safety are set here and override the URL, except `retryWrites`.
 */
import {
  type Db,
  MongoClient,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from 'mongodb';
import { ApiError, outcomeUnknown, storeUnavailable } from '../../errors.js';
import { wrongSettings } from '../../lib/wrong-settings.js';
import { limits } from '../../limits.js';

/**
 * → a connected client. `isPatient`: it waits for answers without a limit. Throws the driver's
 * errors, an Error with exit code 78 for a refused URL, and an Error with instructions for a member
 * of a set that was never initiated.
 */
export async function connect(url: string, { isPatient = false } = {}): Promise<MongoClient> {
  const client = openClient(url, isPatient);
  try {
    return await Promise.race([client.connect(), refusal(client)]);
  } catch (error) {
    await client.close().catch(() => undefined);
    if (isUninitiated(error)) throw new Error(`MONGO_URL names ${UNINITIATED}`);
    const isSilent = error instanceof MongoServerSelectionError && /timed out/.test(error.message);
    if (!isSilent || !client.options.tls) throw error;
    throw new Error(`${error.message}: no server answers to TLS`);
  } finally {
    client.removeAllListeners();
  }
}

function openClient(url: string, isPatient: boolean): MongoClient {
  try {
    const client = new MongoClient(url, {
      appName: 'marquee',
      retryReads: true,
      // The only option left to the URL: some MongoDB-compatible servers do not support it.
      ...(/[?&]retryWrites=false\b/.test(url) ? {} : { retryWrites: true }),
      writeConcern: { w: 'majority', journal: true },
      // Local reads are safe: a write that depends on a read follows it in the oplog, so a failover
      // that undoes the read data undoes the write, and responses wait for the majority.
      readConcern: { level: 'local' },
      readPreference: 'primary',
      serverSelectionTimeoutMS: limits.storeTimeoutMs,
      connectTimeoutMS: limits.storeTimeoutMs,
      socketTimeoutMS: isPatient ? 0 : limits.storeSocketMs,
      waitQueueTimeoutMS: limits.storeTimeoutMs,
      maxPoolSize: limits.storeConnections,
      minPoolSize: 0,
      ignoreUndefined: true,
      promoteLongs: true,
      promoteValues: true,
    });
    // Throws for an invalid encoding.
    databaseOf(url);
    return client;
  } catch (error) {
    throw wrongSettings([`MONGO_URL is refused by the driver: ${withoutSecrets(error).message}`]);
  }
}

/** Rejects when each host gave a reason that no later try will change: its TLS, or its set. */
function refusal(client: MongoClient): Promise<never> {
  const { hosts, replicaSet } = client.options;
  const reasons = new Map<string, string>();
  return new Promise((_, reject) => {
    const note = (host: string, reason: string | null) => {
      if (reason === null) reasons.delete(host);
      else reasons.set(host, `${host}: ${reason}`);
      if (reasons.size >= hosts.length) reject(new Error([...reasons.values()].join('; ')));
    };
    client.on('serverHeartbeatFailed', ({ connectionId, failure }) =>
      note(connectionId, isOfTls(failure) ? failure.message : null),
    );
    client.on('serverHeartbeatSucceeded', ({ connectionId, reply: { setName } }) => {
      const isOther = replicaSet && setName && setName !== replicaSet;
      note(connectionId, isOther ? `its replica set is ${setName}, not ${replicaSet}` : null);
    });
  });
}

function isOfTls({ message, cause }: Error): boolean {
  const { code = '' } = (cause ?? {}) as { code?: string };
  return TLS_CODES.test(code) || /secure TLS connection/.test(message);
}

/** Codes of Node.js for a server without TLS, and for certificates. */
const TLS_CODES = /^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

/** The type that the driver gives to a member of a replica set without a configuration. */
const GHOST = 'RSGhost';

const UNINITIATED =
  'a member of a replica set that was never initiated: run `mongosh --eval "rs.initiate()"` once.';

function isUninitiated(error: unknown): boolean {
  if (!(error instanceof MongoServerSelectionError)) return false;
  const { servers } = error.reason as TopologyDescription;
  return [...servers.values()].some(({ type }) => type === GHOST);
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
    const isKnown = error instanceof ApiError || (error instanceof Error && 'exitCode' in error);
    throw isKnown ? error : storeUnavailable(withoutSecrets(error));
  }
}

/** The same for a write without a transaction: a write without an answer may be made. */
export async function guardWrite<T>(work: () => Promise<T>): Promise<T> {
  return guard(() =>
    work().catch((error: unknown) => {
      throw mayBeMade(error) ? outcomeUnknown(withoutSecrets(error)) : error;
    }),
  );
}

/** Codes of MongoDB for an operation that took too long. */
const TOO_LONG = [50, 64, 262];

function mayBeMade(error: unknown): boolean {
  if (error instanceof MongoServerSelectionError) return false;
  if (error instanceof MongoNetworkError) return true;
  if (!(error instanceof MongoServerError)) return false;
  return error.name === 'MongoWriteConcernError' || TOO_LONG.includes(Number(error.code));
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
  if (hello.isreplicaset) throw new Error(`MONGO_URL names ${UNINITIATED}`);
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
