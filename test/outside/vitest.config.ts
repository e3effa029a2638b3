import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/outside/**/*.outside.ts'],
    globalSetup: ['test/outside/install.ts', 'test/support/build.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
