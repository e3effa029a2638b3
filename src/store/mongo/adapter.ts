/**
 * The record store on MongoDB: one server, a replica set or a sharded cluster. Everything that
 * must change together is in one document (collections.ts), so no transaction is needed.
 */
import type { RecordStore } from '../port.js';
import { backlog } from './backlog.js';
import { createIndexes, type Mongo, openCollections } from './collections.js';
import { connect, databaseOf, guard } from './connect.js';
import { recover } from './finish.js';
import * as marks from './marks.js';
import { openMongoImages, openMongoUsers } from './people.js';
import * as read from './read.js';
import { usageOf } from './usage.js';
import { type Stop, watch } from './watch.js';
import { write } from './write.js';

/** How a store is opened. */
export interface MongoOptions {
  /** `mongodb://…/database`; without a database it is `marquee`. */
  url: string;
  /** ms since the epoch. */
  now: () => number;
  /** A name of this process that no other has: whose claims are whose. */
  owner: string;
  /** Called between the steps of a write with one of MONGO_FAIL_POINTS; tests stop here. */
  failPoint?: (name: string) => void | Promise<void>;
}

/** Databases whose indexes this process has seen to: opening one again is a matter of ms. */
const prepared = new Set<string>();

/** Connects and creates what is missing. Throws `store_unavailable` when no server answers. */
export async function openMongoStore(options: MongoOptions): Promise<RecordStore> {
  const connection = await guard(() => connect(options.url));
  const db = connection.client.db(databaseOf(options.url));
  const stops = new Set<Stop>();
  const mongo: Mongo = {
    db,
    ...openCollections(db),
    now: options.now,
    owner: options.owner,
    reached: async (failPoint) => options.failPoint?.(failPoint),
  };
  const close = async () => {
    await Promise.all([...stops].map((stop) => stop()));
    await connection.close();
  };
  try {
    if (!prepared.has(options.url)) await guard(() => createIndexes(db));
    prepared.add(options.url);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...openRecords(mongo),
    ...openMarks(mongo),
    watch: (wake) =>
      guard(async () => {
        const stop = await watch(mongo, wake);
        if (!stop) return null;
        stops.add(stop);
        return async () => {
          stops.delete(stop);
          await stop();
        };
      }),
    ping: () =>
      guard(async () => {
        await db.command({ ping: 1 });
      }),
    images: openMongoImages(mongo),
    users: openMongoUsers(mongo),
    close,
  };
}

type Records = Pick<
  RecordStore,
  | 'get'
  | 'find'
  | 'kindOf'
  | 'nextIds'
  | 'takenSlugs'
  | 'write'
  | 'recover'
  | 'scan'
  | 'versions'
  | 'holders'
  | 'usage'
  | 'due'
>;

function openRecords(mongo: Mongo): Records {
  return {
    get: (kind, key) => guard(() => read.get(mongo, kind, key)),
    find: (kind, by, values, limit = values.length) =>
      guard(() => read.find(mongo, kind, { by, values, limit })),
    kindOf: (id) => guard(() => read.kindOf(mongo, id)),
    nextIds: (space, count) => guard(() => read.nextIds(mongo, space, count)),
    takenSlugs: (kind, slugs) => guard(() => read.takenSlugs(mongo, kind, slugs)),
    write: (changes) => guard(() => write(mongo, changes)),
    recover: () => guard(() => recover(mongo)),
    scan: (kind, afterId, limit) => guard(() => read.scan(mongo, kind, afterId, limit)),
    versions: (kind, afterId, limit) => guard(() => read.versions(mongo, kind, afterId, limit)),
    holders: (field, target, afterId, limit) =>
      guard(() => read.holders(mongo, { field, target }, afterId, limit)),
    usage: (field, targets, nowSeconds) => guard(() => usageOf(mongo, field, targets, nowSeconds)),
    due: (kind, nowSeconds, limit) => guard(() => read.due(mongo, kind, nowSeconds, limit)),
  };
}

function openMarks(
  mongo: Mongo,
): Omit<RecordStore, keyof Records | 'watch' | 'ping' | 'images' | 'users' | 'close'> {
  return {
    spreading: (kind, limit) => guard(() => marks.spreading(mongo, kind, limit)),
    renewSpread: (kind, entry) => guard(() => marks.renewSpread(mongo, kind, entry)),
    spreadDone: (kind, entry) => guard(() => marks.clearMark(mongo, kind, 'spread', [entry])),
    linksToCheck: (kind, limit) => guard(() => marks.linksToCheck(mongo, kind, limit)),
    linksChecked: (kind, entries) => guard(() => marks.clearMark(mongo, kind, 'check', entries)),
    unindexed: (kind, query) => guard(() => marks.unindexed(mongo, kind, query)),
    markIndexed: (kind, entries) => guard(() => marks.markIndexed(mongo, kind, entries)),
    setAside: (kind, entries) => guard(() => marks.setAside(mongo, kind, entries)),
    setAsides: (kind, afterId, limit) => guard(() => marks.setAsides(mongo, kind, afterId, limit)),
    replay: (kind) => guard(() => marks.replay(mongo, kind)),
    raise: (kind, entries) => guard(() => marks.raise(mongo, kind, entries)),
    backlog: () => guard(() => backlog(mongo)),
  };
}
