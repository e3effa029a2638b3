/** openDeps(config): opens what the settings name. The only file that names an adapter. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.js';
import { openLog } from './lib/log.js';
import { checkRemoteImage } from './lib/remote-image.js';
import { openSqlite } from './lib/sqlite.js';
import { limits } from './limits.js';
import { placesOf } from './present/markers.js';
import type { Deps } from './records/deps.js';
import { openSqliteIndex } from './search/sqlite/adapter.js';
import type { RecordStore } from './store/port.js';
import { openSqliteStore } from './store/sqlite/adapter.js';

/** Deps that must be closed. */
export interface OpenDeps extends Deps {
  close(): Promise<void>;
}

/** Opens both ports and what goes with them. `overrides` replace parts, in tests. */
export async function openDeps(config: Config, overrides: Partial<Deps> = {}): Promise<OpenDeps> {
  const now = overrides.now ?? Date.now;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const db = openSqlite(join(config.dataDir, 'marquee.sqlite'), {
    busyTimeoutMs: limits.busyTimeoutMs,
  });
  const store = openSqliteStore(db);
  const index = openSqliteIndex(db, now);
  return {
    store,
    index,
    now,
    config,
    log: openLog(config.logLevel),
    places: placesOf(config),
    version: db.version,
    texts: {
      siteTimeZone: config.siteTimeZone,
      currency: {
        symbol: config.currencySymbol,
        position: config.currencyPosition,
        code: config.currencyCode,
      },
    },
    checkImage: (url) =>
      checkRemoteImage(url, {
        online: config.isImageCheckOnline,
        timeoutMs: limits.imageTimeoutMs,
      }),
    ...overrides,
    close: async () => {
      await index.close();
      await store.close();
      db.close();
    },
  };
}

/** Opens an empty record store in `folder`, for trying things out; the caller drops the folder. */
export function openScratchStore(folder: string): RecordStore {
  const db = openSqlite(join(folder, 'scratch.sqlite'), { busyTimeoutMs: limits.busyTimeoutMs });
  // Nobody reads it after a crash.
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;');
  const store = openSqliteStore(db);
  return {
    ...store,
    close: async () => {
      await store.close();
      db.close();
    },
  };
}
