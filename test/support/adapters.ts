/**
 * The engine pairs that the suites run over, each opened on an empty store. A pair whose engines
 * are missing is skipped by name, with the reason. The run itself checks REQUIRE_ADAPTERS.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { readConfig } from '../../src/config.js';
import type { KindName } from '../../src/kinds/record.js';
import { silentLog } from '../../src/lib/log.js';
import { type OpenDeps, openDeps } from '../../src/open.js';
import type { Deps } from '../../src/records/deps.js';
import { openTerms } from '../../src/records/terms.js';
import { indexStamp } from '../../src/sync/push.js';
import { rebuild } from '../../src/sync/rebuild.js';
import { REASONS } from './engines.js';
import { refreshedWhenRead } from './late-refresh.js';

type EngineName = keyof typeof REASONS;

export interface EnginePair {
  name: string;
  /** Null if the pair can be used, otherwise the reason why not. */
  unavailable: string | null;
  /** The engines other than SQLite. */
  engines: EngineName[];
}

export const enginePairs: EnginePair[] = [
  pairOf('sqlite + sqlite', []),
  pairOf('mongo + sqlite', ['mongo']),
  pairOf('sqlite + elasticsearch', ['elasticsearch']),
  pairOf('mongo + elasticsearch', ['mongo', 'elasticsearch']),
];

/** Both ports on one SQLite file. */
export const embeddedPair = pairNamed('sqlite + sqlite');

/** → the pair of this name. */
export function pairNamed(name: string): EnginePair {
  const pair = enginePairs.find((one) => one.name === name);
  if (!pair) throw new Error(`There is no pair ${name}.`);
  return pair;
}

/** Describes a suite over every pair, or some, as `title over mongo + sqlite`. */
export function overPairs(
  title: string,
  suite: (pair: EnginePair) => void,
  pairs: readonly EnginePair[] = enginePairs,
): void {
  for (const pair of pairs) {
    const reason = pair.unavailable === null ? '' : ` (skipped: ${pair.unavailable})`;
    describe.skipIf(reason !== '')(`${title} over ${pair.name}${reason}`, () => suite(pair));
  }
}

/** The embedded pair and that of both servers: what differs depends on neither alone. */
export const twoPairs: readonly EnginePair[] = [embeddedPair, pairNamed('mongo + elasticsearch')];

/** The same over these two. */
export function overTwoPairs(title: string, suite: (pair: EnginePair) => void): void {
  overPairs(title, suite, twoPairs);
}

/** Empty storage on a pair's engines: a database, index names, a folder. */
export interface TakenEngines {
  settings: Record<string, string>;
  /** Deletes everything stored there. */
  release: () => Promise<void>;
}

interface HowTaken {
  isFresh?: boolean;
  /** The storage may hold the users of an earlier app. */
  mayHaveUsers?: boolean;
}

/** The number of users in a test app. */
const USERS = 7;

/** Takes storage on each engine. Imports are lazy, because the drivers are slow to load. */
const takes: Record<EngineName, (how: HowTaken) => Promise<TakenEngines>> = {
  mongo: async ({ mayHaveUsers }) => {
    const { takeMongo } = await import('./mongo.js');
    const { url, release } = await takeMongo(mayHaveUsers ? { keepUsers: USERS } : {});
    return { settings: { MONGO_URL: url }, release };
  },
  elasticsearch: async ({ isFresh = true }) => {
    const { takeElasticsearch } = await import('./elasticsearch.js');
    const { env, release } = await takeElasticsearch({ isFresh });
    return { settings: env, release };
  },
};

/**
 * Takes empty storage that outlives the stores opened on it, so that it can be opened again. Unless
 * `isFresh`, its index may have been built under any settings.
 */
export async function takeEngines(pair: EnginePair, how: HowTaken = {}): Promise<TakenEngines> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-test-'));
  const taken: TakenEngines[] = [];
  const release = async () => {
    for (const one of taken) await one.release();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const name of pair.engines) taken.push(await takes[name](how));
  } catch (error) {
    await release();
    throw error;
  }
  return {
    settings: Object.assign({ DATA_DIR: folder }, ...taken.map(({ settings }) => settings)),
    release,
  };
}

export interface Opened {
  deps: OpenDeps;
  /** The fake clock, ms since the epoch. Tests move it. */
  clock: { nowMs: number };
  close: () => Promise<void>;
}

/** 2026-03-10 12:00:00 UTC, a Tuesday. */
export const START_MS = Date.UTC(2026, 2, 10, 12);

/** Opens a pair on its own empty store, deleted at the end, or on `engines`, which are kept. */
export async function openPair(
  pair: EnginePair,
  options: {
    settings?: Record<string, string>;
    overrides?: Partial<Deps>;
    /** The time at first; or the clock of another app. */
    at?: string;
    clock?: Opened['clock'];
    engines?: TakenEngines;
    /** An index that is not built stays so. */
    isUnbuilt?: boolean;
    mayHaveUsers?: boolean;
  } = {},
): Promise<Opened> {
  const engines = options.engines ?? (await takeEngines(pair, { ...options, isFresh: false }));
  const clock = options.clock ?? { nowMs: options.at ? Date.parse(options.at) : START_MS };
  // Elsewhere each write refreshes, as in the service by default. Writes of other processes on
  // shared engines would not be noticed here.
  const isLate = pair.engines.length === 2 && !options.engines && !options.settings?.INDEX_REFRESH;
  const config = readConfig({
    BASE_URL: 'http://api.test',
    SITE_URL: 'https://example.com',
    IMAGE_CHECK: 'offline',
    // A busy machine must not have requests refused.
    MAX_IN_FLIGHT: '0',
    ...engines.settings,
    ...(isLate ? { INDEX_REFRESH: 'false' } : {}),
    ...options.settings,
  });
  const opened = await openDeps(config, {
    now: () => clock.nowMs,
    log: silentLog,
    ...options.overrides,
  });
  const deps = isLate ? withLateRefresh(opened) : opened;
  // An empty index needs no records.
  if (!options.isUnbuilt && (await deps.index.stamp()) === null) {
    if (options.engines) await rebuild(deps);
    else await (await deps.index.rebuild(indexStamp(deps))).finish();
  }
  return {
    deps,
    clock,
    close: async () => {
      await deps.close();
      if (!options.engines) await engines.release();
    },
  };
}

/** The memory of the terms reads through the refreshing index, too. */
function withLateRefresh(opened: OpenDeps): OpenDeps {
  const index = refreshedWhenRead(opened.index);
  const { now, config, store } = opened;
  const terms = openTerms({ index, now, keepAnswersSeconds: config.keepAnswersSeconds });
  const forget = (records: readonly { kind: KindName }[]) => {
    for (const { kind } of records) terms.forget(kind);
  };
  return {
    ...opened,
    terms,
    store: {
      ...store,
      write: (...args) =>
        store.write(...args).finally(() => forget(args[0].map(({ record }) => record))),
    },
    index: { ...index, put: (...args) => index.put(...args).finally(() => forget(args[0])) },
  };
}

function pairOf(name: string, engines: EngineName[]): EnginePair {
  const reasons = engines.map((engine) => process.env[REASONS[engine]] ?? null);
  return { name, engines, unavailable: reasons.find((reason) => reason !== null) ?? null };
}
