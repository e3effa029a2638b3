/** Opens the adapters that the settings select. The only file that imports an adapter. */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.js';
import { ApiError } from './errors.js';
import { guardPort } from './guard-ports.js';
import type { KindName } from './kinds/record.js';
import { openBatcher } from './lib/batcher.js';
import { type Log, openLog } from './lib/log.js';
import { noMetrics } from './lib/metrics.js';
import { checkRemoteImage, fetchRemoteImage } from './lib/net/remote-image.js';
import { openSqlite, type Sqlite, type SqliteOptions } from './lib/sqlite.js';
import { limits } from './limits.js';
import { urlRoots } from './present/markers.js';
import type { Deps } from './records/deps.js';
import { openTerms, type Terms } from './records/terms.js';
import type { SearchIndex } from './search/port.js';
import { openSqliteIndex } from './search/sqlite/adapter.js';
import { seriesDifferences } from './series/check.js';
import { followOne, followSeries } from './series/follow.js';
import { openPictures } from './service/pictures.js';
import type { MongoStore } from './store/mongo/adapter.js';
import type { RecordStore } from './store/port.js';
import { openSqliteStore } from './store/sqlite/adapter.js';
import { openBackoff } from './sync/backoff.js';

/** Dependencies that must be closed. */
export interface OpenDeps extends Deps {
  close(): Promise<void>;
}

/** → path of the embedded database file, or null when neither port uses it. */
export const dataFile = ({ mongoUrl, elasticsearch, dataDir }: Config): string | null =>
  mongoUrl === null || elasticsearch === null ? join(dataDir, 'marquee.sqlite') : null;

/**
 * Opens both ports and the other dependencies. Tests replace some of them by `overrides`.
 * `turnRecords`: entries written to the embedded index before others have a turn; `isCopied`:
 * whether a copy of the embedded file is kept before it is migrated.
 */
export async function openDeps(
  config: Config,
  overrides: Partial<Deps> = {},
  options: { turnRecords?: number; isCopied?: boolean } = {},
): Promise<OpenDeps> {
  const now = overrides.now ?? Date.now;
  const failPoint = overrides.failPoint ?? stepOfTests();
  const { mongoUrl, elasticsearch } = config;
  inDataDir(config.dataDir, () => mkdirSync(config.dataDir, { recursive: true, mode: 0o700 }));
  const file = dataFile(config);
  // Data that only one of the ports writes must not be lost: the other port has newer data.
  const isShared = mongoUrl === null && elasticsearch === null;
  const { busyTimeoutMs } = limits;
  const db = file === null ? null : openFile(file, { isAlwaysDurable: !isShared, busyTimeoutMs });
  const log = overrides.log ?? openLog(config.logLevel);
  const metrics = overrides.metrics ?? noMetrics;
  const store = await openStore(db, {
    config,
    now,
    failPoint,
    log,
    isCopied: options.isCopied ?? true,
  });
  const index = await openIndex(db, config, options);
  // An engine in this process cannot hang.
  const guard = <Port extends object>(engine: 'index' | 'store', port: Port, isRemote: boolean) =>
    guardPort(port, { engine, metrics, waitingMax: isRemote ? limits.waitingCalls : Infinity });
  const ofStore = guard('store', store, mongoUrl !== null);
  const ofIndex = guard('index', index, elasticsearch !== null);
  const { keepAnswersSeconds } = config;
  const terms = openTerms({ index: ofIndex.port, now, keepAnswersSeconds });
  const ports = dropAfterWrites(ofStore.port, ofIndex.port, terms);
  return {
    store: ports.store,
    index: ports.index,
    backoff: openBackoff(now),
    terms,
    pushes: openBatcher(),
    now,
    config,
    failPoint,
    log,
    metrics,
    isIndexFailing: ofIndex.isFailing,
    roots: urlRoots(config),
    onWrite: ports.onWrite,
    isStopping: false,
    ending: openEnding(),
    loads: new Set(),
    wakeUpkeep: () => undefined,
    site: siteOf(config),
    recurrenceMonths: config.recurrenceMonths,
    processId: randomUUID(),
    series: { follow: followSeries, followOne, differences: seriesDifferences },
    countsIn: 'database' in store ? store.database() : null,
    outbound: { isPrivateAllowed: config.isPrivateAllowed },
    ...openImages(config, log, overrides),
    ...overrides,
    close: async () => {
      await index.close();
      await store.close();
      db?.close();
    },
  };
}

function openImages(config: Config, log: Log, overrides: Partial<Deps>) {
  const { imageTimeoutMs, pictureTimeoutMs, pictureBytes } = limits;
  const privateHosts = config.imageHosts;
  const fetching = { timeoutMs: pictureTimeoutMs, bytesMax: pictureBytes, privateHosts };
  const fetchImage: Deps['fetchImage'] =
    overrides.fetchImage ?? ((url) => fetchRemoteImage(url, fetching));
  const checking = { online: config.isImageCheckOnline, timeoutMs: imageTimeoutMs, privateHosts };
  const checkImage: Deps['checkImage'] = (url) => checkRemoteImage(url, checking);
  const pictures = config.hasPictures ? openPictures({ config, log, fetchImage }) : null;
  return { checkImage, fetchImage, pictures };
}

/** As many loads as there are wait for it. */
function openEnding(): AbortController {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  return ending;
}

/** → the actions of crash tests at named steps; otherwise nothing. Only code can set it. */
const stepOfTests = (): Deps['failPoint'] =>
  (globalThis as { [STEP]?: Deps['failPoint'] })[STEP] ?? (() => undefined);

const STEP = Symbol.for('marquee.step');

const siteOf = (config: Config): Deps['site'] => ({
  siteTimeZone: config.siteTimeZone,
  languages: config.siteLanguages,
  currency: {
    symbol: config.currencySymbol,
    position: config.currencyPosition,
    code: config.currencyCode,
  },
});

// Drivers are loaded on demand: the embedded service starts without them.
async function openStore(
  db: Sqlite | null,
  {
    config,
    now,
    failPoint,
    log,
    isCopied,
  }: Pick<Deps, 'now' | 'failPoint' | 'log'> & { config: Config; isCopied: boolean },
): Promise<RecordStore | MongoStore> {
  const tell = (text: string) => log.warn({}, text);
  const { mongoUrl: url } = config;
  try {
    if (!url) {
      const file = required(db);
      const options = { now, isCopied, tell };
      return inDataDir(file.path, () => openSqliteStore(file, options));
    }
    const { openMongoStore } = await import('./store/mongo/adapter.js');
    return await openMongoStore({ url, now, failPoint, tell }).catch((error: unknown) => {
      throw startError('MONGO_URL', error);
    });
  } catch (error) {
    db?.close();
    throw error;
  }
}

async function openIndex(
  db: Sqlite | null,
  { elasticsearch }: Config,
  options: { turnRecords?: number },
): Promise<SearchIndex> {
  if (!elasticsearch) return openSqliteIndex(required(db), options);
  const { openElasticsearchIndex } = await import('./search/elasticsearch/adapter.js');
  return openElasticsearchIndex(elasticsearch);
}

function required(db: Sqlite | null): Sqlite {
  if (!db) throw new Error('no embedded file is open');
  return db;
}

/** → the ports, wrapped to drop this process's caches after each of its writes. */
function dropAfterWrites(store: RecordStore, index: SearchIndex, terms: Terms) {
  const listeners: (() => void)[] = [];
  const dropAfter = async <T>(of: readonly { kind: KindName }[], work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      for (const { kind } of of) terms.forget(kind);
      for (const drop of listeners) drop();
    }
  };
  return {
    onWrite: (drop: () => void) => void listeners.push(drop),
    store: {
      ...store,
      write: (...args: Parameters<RecordStore['write']>) =>
        dropAfter(
          args[0].map(({ record }) => record),
          store.write(...args),
        ),
      changes: {
        ...store.changes,
        append: (...args: Parameters<RecordStore['changes']['append']>) =>
          dropAfter([], store.changes.append(...args)),
      },
      keys: {
        ...store.keys,
        // It may give records other numbers.
        write: (...args: Parameters<RecordStore['keys']['write']>) =>
          dropAfter([], store.keys.write(...args)),
      },
    },
    index: {
      ...index,
      put: (...args: Parameters<SearchIndex['put']>) => dropAfter(args[0], index.put(...args)),
    },
  };
}

const openFile = (path: string, options: SqliteOptions) =>
  inDataDir(path, () => openSqlite(path, options));

/** Runs `work`; its errors name DATA_DIR and the path that led to them. */
function inDataDir<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw startError(`DATA_DIR: ${path}`, error);
  }
}

/** → an error that names the failed step; answers to callers hide it in their cause. */
function startError(what: string, error: unknown): Error {
  if (error instanceof Error && 'exitCode' in error) return error;
  const { message } = error instanceof ApiError ? (error.cause as Error) : (error as Error);
  return new Error(`${what}: ${message}`, { cause: error });
}
