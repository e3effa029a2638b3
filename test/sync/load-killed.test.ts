/**
 * Loads killed at each step of a push, which runs beside the next batch: whatever was stored is
 * indexed by whoever works off the outbox, and the same file brings the rest.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { PUSH_FAIL_POINTS } from '../../src/sync/outbox.js';
import { killAt } from '../faults/kill-at.js';
import { openPair, overTwoPairs, takeEngines } from '../support/adapters.js';
import { AGES_MS, catchUp, disagreements } from '../support/agree.js';
import { runScript, tempFolder } from '../support/process.js';

/** Three batches: pushes run beside the next one. */
const ROWS = 2 * limits.batchRecords + 100;

/** → a file of events with few titles, some new venues and a category. */
function eventsFile(): string {
  const file = join(tempFolder(), 'events.ndjson');
  const lines = Array.from({ length: ROWS }, (_, at) =>
    JSON.stringify({
      // A third of the rows have no key: their title, start and venue identify them.
      ...(at % 3 === 0
        ? { title: `Fair of the ${at}th` }
        : { external_id: `file:${at + 1}`, title: `Fair ${at % 7}` }),
      start_date: '2026-05-01 10:00:00',
      end_date: '2026-05-01 12:00:00',
      categories: ['Fairs'],
      venue: { venue: `Hall ${at % 30}` },
    }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

overTwoPairs('a load killed during a push', (pair) => {
  const every = pair.engines.length === 0 ? 1 : 3;
  describe.each(PUSH_FAIL_POINTS.filter((_, at) => at % every === 0))('at %s', (point) => {
    it('leaves nothing unindexed, and is completed by loading again', async () => {
      const engines = await takeEngines(pair);
      const load = (settings: Record<string, string>) =>
        runScript('bulk-load', ['--kind', 'event', eventsFile()], {
          ...engines.settings,
          ...settings,
        });
      const killed = await load(killAt(`${point}#3`));
      expect(killed.signal).toBe('SIGKILL');
      const { deps, close } = await openPair(pair, {
        engines,
        overrides: { now: () => Date.now() + AGES_MS },
      });
      const caughtUp = async () => {
        await catchUp(deps);
        // Loads leave it to the engine when its lists show what they push.
        await deps.index.refresh();
      };
      const count = async () =>
        (await deps.store.scan('event', { afterId: 0, limit: ROWS + 1 })).length;
      await caughtUp();
      expect(await disagreements(deps)).toEqual([]);
      const stored = await count();
      expect(stored).toBeGreaterThan(0);
      const again = await load({});
      expect(again.stdout).toContain(`${ROWS - stored} created, 0 updated, ${stored} unchanged`);
      expect(await count()).toBe(ROWS);
      await caughtUp();
      expect(await disagreements(deps)).toEqual([]);
      await close();
      await engines.release();
    });
  });
});
