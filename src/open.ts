/** openDeps(config): opens what the settings name. The only file that names an adapter. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.js';
import { openFailPoint } from './lib/fail-point.js';
import { openLog } from './lib/log.js';
import { checkRemoteImage } from './lib/remote-image.js';
import { openSqlite } from './lib/sqlite.js';
import { limits } from './limits.js';
import { placesOf } from './present/markers.js';
import type { Deps } from './records/deps.js';
import { openSqliteIndex } from './search/sqlite/adapter.js';
import type { RecordStore } from './store/port.js';
import { openSqliteStore } from './store/sqlite/adapter.js';
import { openGate } from './sync/gate.js';

/** Deps that must be closed. */
export interface OpenDeps extends Deps {
  close(): Promise<void>;
}

/** Opens both ports and what goes with them. `overrides` replace parts, in tests. */
export async function openDeps(config: Config, overrides: Partial<Deps> = {}): Promise<OpenDeps> {
  const now = overrides.now ?? Date.now;
  const failPoint = overrides.failPoint ?? openFailPoint(config.failPoint);
  const { mongoUrl, elasticsearch } = config;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const isEmbedded = mongoUrl === null || elasticsearch === null;
  const db = isEmbedded ? openFile(join(config.dataDir, 'marquee.sqlite')) : null;
  const embedded = () => {
    if (!db) throw new Error('no embedded file is open');
    return db;
  };
  const owner = randomUUID();
  // Drivers are loaded where they are used: the embedded service starts without them.
  const store = mongoUrl
    ? await (await import('./store/mongo/adapter.js')).openMongoStore({
        url: mongoUrl,
        now,
        owner,
        failPoint,
      })
    : // One machine, one file: a claim would only make a restart wait for what it left.
      openSqliteStore(embedded(), { now, owner: 'embedded' });
  const index = elasticsearch
    ? await (await import('./search/elasticsearch/adapter.js')).openElasticsearchIndex({
        settings: elasticsearch,
        now,
      })
    : openSqliteIndex(embedded(), now);
  return {
    store,
    index,
    gate: openGate(now),
    now,
    config,
    failPoint,
    log: openLog(config.logLevel),
    places: placesOf(config),
    // Only one file tells of every change there is.
    version: mongoUrl || elasticsearch ? () => null : embedded().version,
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
      db?.close();
    },
  };
}

const openFile = (path: string) => openSqlite(path, { busyTimeoutMs: limits.busyTimeoutMs });

/** Opens an empty record store in `folder`, for trying things out; the caller drops the folder. */
export function openScratchStore(folder: string): RecordStore {
  const db = openFile(join(folder, 'scratch.sqlite'));
  // Nobody reads it after a crash.
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;');
  const store = openSqliteStore(db, { now: Date.now, owner: 'scratch' });
  return {
    ...store,
    close: async () => {
      await store.close();
      db.close();
    },
  };
}
