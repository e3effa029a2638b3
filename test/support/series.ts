/** Tests of recurring events. */
import { expect } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import type { EnginePair } from './adapters.js';
import { disagreements } from './agree.js';
import { openTestApp, type TestApp } from './app.js';

/** Runs a test in an app at noon of 2026-03-01. In the end store and index agree in everything. */
export const inMarch =
  (pair: EnginePair, test: (app: TestApp, clock: { nowMs: number }) => Promise<void>) =>
  async () => {
    const clock = { nowMs: Date.parse('2026-03-01T12:00:00Z') };
    const app = await openTestApp(pair, { overrides: { now: () => clock.nowMs } });
    try {
      await test(app, clock);
      await drain(app.deps);
      expect(await disagreements(app.deps)).toEqual([]);
    } finally {
      await app.close();
    }
  };
