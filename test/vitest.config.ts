import { defineConfig } from 'vitest/config';
import { SlowFirst } from './support/slow-first.js';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/engines.ts', 'test/support/build.ts'],
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    // A test takes a second or two, and twenty times as long on a busy machine with slow engines.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
