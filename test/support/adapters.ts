/**
 * The engine pairs the suites run over, each opened fresh. A pair that cannot be reached is
 * skipped by name with its reason, and fails where REQUIRE_ADAPTERS names it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.js';
import { silentLog } from '../../src/lib/log.js';
import { isTimeZone } from '../../src/lib/zones.js';
import { type OpenDeps, openDeps } from '../../src/open.js';
import type { Deps } from '../../src/records/deps.js';
import { rebuild } from '../../src/sync/rebuild.js';

export interface EnginePair {
  name: string;
  /** Null: it can be used; else why it cannot. */
  unavailable: string | null;
  settings: Record<string, string>;
}

export const enginePairs: EnginePair[] = [
  { name: 'sqlite + sqlite', unavailable: null, settings: {} },
];

export interface Opened {
  deps: OpenDeps;
  /** The fake clock, ms since the epoch; tests move it. */
  clock: { nowMs: number };
  close: () => Promise<void>;
}

/** 2026-03-10 12:00:00 UTC, a Tuesday. */
export const START_MS = Date.UTC(2026, 2, 10, 12);

/** Opens a pair on an empty store in a temporary folder. */
export async function openPair(
  pair: EnginePair,
  options: { settings?: Record<string, string>; overrides?: Partial<Deps>; dataDir?: string } = {},
): Promise<Opened> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'marquee-test-'));
  const clock = { nowMs: START_MS };
  const config = readConfig(
    {
      DATA_DIR: dataDir,
      BASE_URL: 'http://api.test',
      SITE_URL: 'https://example.com',
      IMAGE_CHECK: 'offline',
      ...pair.settings,
      ...options.settings,
    },
    isTimeZone,
  );
  const deps = await openDeps(config, {
    now: () => clock.nowMs,
    log: silentLog,
    ...options.overrides,
  });
  if ((await deps.index.stamp()) === null) await rebuild(deps);
  return {
    deps,
    clock,
    close: async () => {
      await deps.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
