/** The record store on SQLite. Each list of changes is written in one transaction. */
import { storeUnavailable } from '../../errors.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { RecordStore } from '../port.js';
import { openSqliteChanges } from './changes.js';
import { openSqliteDocuments } from './documents.js';
import { openSqliteKeys } from './keys.js';
import { migrate, type UpgradeOptions } from './migrate.js';
import { openSqliteOutbox } from './outbox.js';
import * as read from './read.js';
import { raiseVersions, write } from './write.js';

/**
 * → the store in an open database, which is migrated to the current layout. `now`: ms since the
 * epoch. `close` does not close the database. Throws an Error with the reason when it cannot be
 * migrated.
 */
export function openSqliteStore(
  db: Sqlite,
  { now, ...options }: Partial<UpgradeOptions> & { now: () => number },
): RecordStore {
  migrate(db, { isCopied: false, tell: () => undefined, ...options });
  // Runs `work` when no other process writes; converts errors to catalogue errors with a cause.
  const guard = <T>(work: () => T): Promise<T> =>
    db.whenUnlocked(work).catch((error: unknown) => {
      throw storeUnavailable(error);
    });
  return {
    get: async (kind, key) => guard(() => read.get(db, kind, key)),
    find: async (kind, by, values, limit = values.length) =>
      guard(() => read.find(db, kind, { by, values, limit })),
    scan: async (kind, query) => guard(() => read.scan(db, kind, query)),
    versions: async (kind, afterId, limit) => guard(() => read.versions(db, kind, afterId, limit)),
    nextIds: async (space, count, above) => guard(() => read.nextIds(db, space, count, above)),
    takenSlugs: async (kind, slugs) => guard(() => read.takenSlugs(db, kind, slugs)),
    write: async (changes, options) => guard(() => write(db, changes, options, now())),
    raiseVersions: async (kind, records) => guard(() => raiseVersions(db, kind, records)),
    usage: async (records, nowSeconds) => guard(() => read.usageOf(db, records, nowSeconds)),
    outbox: openSqliteOutbox(db, { guard, now }),
    changes: openSqliteChanges(db, guard),
    documents: openSqliteDocuments(db, guard),
    keys: openSqliteKeys(db, guard),
    ping: async () => guard(() => db.exec('BEGIN IMMEDIATE; ROLLBACK')),
    close: async () => undefined,
  };
}
