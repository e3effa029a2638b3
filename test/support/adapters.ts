/**
 * The engine pairs the suites run over, each opened on an empty store. A pair whose engines are
 * not there is skipped by name with the reason; the run itself sees to REQUIRE_ADAPTERS.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { readConfig } from '../../src/config.js';
import { silentLog } from '../../src/lib/log.js';
import { isTimeZone } from '../../src/lib/zones.js';
import { type OpenDeps, openDeps } from '../../src/open.js';
import type { Deps } from '../../src/records/deps.js';
import { indexStamp } from '../../src/sync/push.js';
import { rebuild } from '../../src/sync/rebuild.js';
import { REASONS } from './engines.js';
import { refreshedWhenRead } from './late-refresh.js';

type EngineName = keyof typeof REASONS;

export interface EnginePair {
  name: string;
  /** Null: it can be used; else why it cannot. */
  unavailable: string | null;
  /** Those besides SQLite. */
  engines: EngineName[];
}

export const enginePairs: EnginePair[] = [
  pairOf('sqlite + sqlite', []),
  pairOf('mongo + sqlite', ['mongo']),
  pairOf('sqlite + elasticsearch', ['elasticsearch']),
  pairOf('mongo + elasticsearch', ['mongo', 'elasticsearch']),
];

const MIXED = ['mongo + sqlite', 'sqlite + elasticsearch'];

/** Where time is short, not everything is tried over every pair. */
export const isSample = process.env.TEST_SAMPLE === 'true';

/** → whether only a part is tried over a pair: its engines both stand in another pair too. */
export const isSampled = ({ name }: EnginePair): boolean => isSample && MIXED.includes(name);

/**
 * → the rows of a table that are tried over a pair: all of them. In a sample the two pairs whose
 * engines both stand in another pair too take a third of the rows each, and not the same third.
 */
export function rowsFor<T>(pair: EnginePair, rows: readonly T[]): T[] {
  return isSampled(pair) ? thirdOf(rows, MIXED.indexOf(pair.name)) : [...rows];
}

/** → every third of the rows, the first of them by `part`. */
export const thirdOf = <T>(rows: readonly T[], part: number): T[] =>
  rows.filter((_, row) => row % 3 === part % 3);

/** Describes a suite over every pair, `title over mongo + sqlite`. */
export function overPairs(title: string, suite: (pair: EnginePair) => void): void {
  for (const pair of enginePairs) {
    const reason = pair.unavailable === null ? '' : ` (skipped: ${pair.unavailable})`;
    describe.skipIf(reason !== '')(`${title} over ${pair.name}${reason}`, () => suite(pair));
  }
}

/** An empty place of a pair's engines: a database, names of indices, a folder. */
export interface TakenEngines {
  settings: Record<string, string>;
  /** Drops what is stored there. */
  release: () => Promise<void>;
}

/** Users of a test app. */
const USERS = 7;

/** How a place on each engine is taken. Loaded where it is used: the drivers are slow to load. */
const takes: Record<EngineName, (isFresh: boolean) => Promise<TakenEngines>> = {
  mongo: async (isFresh) => {
    const { takeMongo } = await import('./mongo.js');
    const { url, release } = await takeMongo(isFresh ? {} : { keepUsers: USERS });
    return { settings: { MONGO_URL: url }, release };
  },
  elasticsearch: async (isFresh) => {
    const { takeElasticsearch } = await import('./elasticsearch.js');
    const { env, release } = await takeElasticsearch({ isFresh });
    return { settings: env, release };
  },
};

/**
 * Takes an empty place that outlives what is opened on it: for opening it again. Unless it is to
 * be fresh, the index may be as after a rebuild under any settings, and users of an app be there.
 */
export async function takeEngines(pair: EnginePair, isFresh = true): Promise<TakenEngines> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-test-'));
  const taken: TakenEngines[] = [];
  const release = async () => {
    for (const one of taken) await one.release();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const name of pair.engines) taken.push(await takes[name](isFresh));
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
  /** The fake clock, ms since the epoch; tests move it. */
  clock: { nowMs: number };
  close: () => Promise<void>;
}

/** 2026-03-10 12:00:00 UTC, a Tuesday. */
export const START_MS = Date.UTC(2026, 2, 10, 12);

/** Opens a pair: on an empty store of its own, dropped at the end, or on `engines`, kept. */
export async function openPair(
  pair: EnginePair,
  options: {
    settings?: Record<string, string>;
    overrides?: Partial<Deps>;
    engines?: TakenEngines;
  } = {},
): Promise<Opened> {
  const engines = options.engines ?? (await takeEngines(pair, false));
  const clock = { nowMs: START_MS };
  // On the other pair each write refreshes, as the service does unless it is told otherwise. What
  // others write on engines that are shared is not known here.
  const isLate = pair.engines.length === 2 && !options.engines && !options.settings?.INDEX_REFRESH;
  const config = readConfig(
    {
      BASE_URL: 'http://api.test',
      SITE_URL: 'https://example.com',
      IMAGE_CHECK: 'offline',
      ...engines.settings,
      ...(isLate ? { INDEX_REFRESH: 'false' } : {}),
      ...options.settings,
    },
    isTimeZone,
  );
  const opened = await openDeps(config, {
    now: () => clock.nowMs,
    log: silentLog,
    ...options.overrides,
  });
  const deps = isLate ? { ...opened, index: refreshedWhenRead(opened.index) } : opened;
  // What is empty needs no records put into it.
  if ((await deps.index.stamp()) === null) {
    if (options.engines) await rebuild(deps);
    else await (await deps.index.rebuild(indexStamp(deps), null)).finish();
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

function pairOf(name: string, engines: EngineName[]): EnginePair {
  const reasons = engines.map((engine) => process.env[REASONS[engine]] ?? null);
  return { name, engines, unavailable: reasons.find((reason) => reason !== null) ?? null };
}
