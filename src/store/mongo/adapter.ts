/**
 * The record store on MongoDB. It needs a replica set, because each list of changes is written in
 * one transaction.
 */
import type { RecordStore } from '../port.js';
import { openMongoChanges } from './changes.js';
import { type Mongo, openCollections } from './collections.js';
import { connect, databaseOf, guard, requireReplicaSet } from './connect.js';
import { openMongoDocuments } from './documents.js';
import { openMongoKeys } from './keys.js';
import { migrate } from './migrate.js';
import { openMongoOutbox } from './outbox.js';
import * as read from './read.js';
import { raiseVersions, write } from './write.js';

/** Options to open the store. */
interface MongoOptions {
  /** `mongodb://…/database`; the default database is `marquee`. */
  url: string;
  /** ms since the epoch. */
  now: () => number;
  /** Called between the steps of a write with a name of MONGO_FAIL_POINTS; for crash tests. */
  failPoint?: (name: string) => void | Promise<void>;
  /** Receives messages for the log. */
  tell?: (text: string) => void;
}

/** The store, and its database for the counts of requests, which are not records. */
export type MongoStore = RecordStore & { database: () => unknown };

/**
 * Connects, and migrates the database to the current layout. Throws `record_store_unavailable` when
 * no server responds, and an Error for a standalone server.
 */
export async function openMongoStore(options: MongoOptions): Promise<MongoStore> {
  const client = await guard(() => connect(options.url));
  const db = client.db(databaseOf(options.url));
  const mongo: Mongo = {
    db,
    ...openCollections(db),
    now: options.now,
    reached: async (failPoint) => options.failPoint?.(failPoint),
  };
  try {
    await requireReplicaSet(db);
    const patient = () => connect(options.url, { isPatient: true });
    await guard(() => migrate(mongo, patient, options.tell ?? (() => undefined)));
  } catch (error) {
    await client.close();
    throw error;
  }
  return {
    get: (kind, key) => guard(() => read.get(mongo, kind, key)),
    find: (kind, by, values, limit = values.length) =>
      guard(() => read.find(mongo, kind, { by, values, limit })),
    scan: (kind, query) => guard(() => read.scan(mongo, kind, query)),
    versions: (kind, afterId, limit) => guard(() => read.versions(mongo, kind, afterId, limit)),
    nextIds: (space, count, above) => guard(() => read.nextIds(mongo, space, count, above)),
    takenSlugs: (kind, slugs) => guard(() => read.takenSlugs(mongo, kind, slugs)),
    write: (changes, options) => guard(() => write(mongo, changes, options)),
    raiseVersions: (kind, records) => guard(() => raiseVersions(mongo, kind, records)),
    usage: (records, nowSeconds) => guard(() => read.usageOf(mongo, records, nowSeconds)),
    outbox: openMongoOutbox(mongo),
    changes: openMongoChanges(mongo),
    documents: openMongoDocuments(mongo),
    keys: openMongoKeys(mongo),
    // A count lost by a failover costs less than a wait for a majority at each request.
    database: () => client.db(db.databaseName, { writeConcern: { w: 1 } }),
    ping: () =>
      guard(async () => {
        await db.command({ ping: 1 });
      }),
    close: () => client.close(),
  };
}
