/**
 * All tests. Files of one worker share their modules, whose loading took a third of the time; those
 * that start processes and browsers, or take long, have modules of their own.
 */
import { configDefaults, defineConfig } from 'vitest/config';
import { SlowFirst } from './support/slow-first.js';

/** Files with modules of their own, which `npm test` leaves out. */
export const APART = [
  'test/{browser,faults,scripts}/**/*.test.ts',
  'test/{process,stop-loads,workers}.test.ts',
  'test/http/write-lock.test.ts',
  'test/sync/{disk-full,load-killed,stopped}.test.ts',
  'test/http/{doubling,hostile-fuzz}.test.ts',
  'test/regular-expressions.test.ts',
  'test/sync/rebuild-live.test.ts',
  'test/sources/faults.test.ts',
  'test/service/pictures.test.ts',
];

const root = new URL('..', import.meta.url).pathname;

/** Tests in a process: a second or two, and twenty times as long on a busy machine. */
const each = {
  root,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
};

/** Files that share their modules. */
export const shared = {
  ...each,
  isolate: false,
  include: ['test/**/*.test.ts'],
  exclude: [...configDefaults.exclude, ...APART],
};

/** The run as a whole. */
export const run = {
  root,
  globalSetup: ['test/support/engines.ts', 'test/support/build.ts'],
  maxWorkers: '100%',
  sequence: { sequencer: SlowFirst },
};

export default defineConfig({
  test: {
    ...run,
    projects: [
      { test: { ...shared, name: 'shared' } },
      { test: { ...each, name: 'apart', include: APART } },
    ],
  },
});
