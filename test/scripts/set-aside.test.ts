/** `npm run set-aside`: shows entries that the index refused, with the reason, and retries them. */
import { expect, it } from 'vitest';
import { drain } from '../../src/records/upkeep/drain.js';
import { makeRecord } from '../contracts/builders.js';
import { inserts, UNLEASED } from '../contracts/record-store.js';
import { openPair, overPairs, takeEngines } from '../support/adapters.js';
import { disagreements } from '../support/agree.js';
import { runScript } from '../support/process.js';
import { breakIndex } from '../sync/faulty.js';

overPairs('set-aside', (pair) => {
  it('lists refused entries and the reasons, exit 1; --replay pushes them, exit 0', async () => {
    const engines = await takeEngines(pair);
    const { deps, close } = await openPair(pair, { engines, overrides: { now: Date.now } });
    try {
      const run = (...args: string[]) => runScript('set-aside', args, engines.settings);
      const none = await run();
      expect([none.code, none.stdout]).toEqual([0, '0 set aside\n']);
      const reason = 'mapper_parsing_exception: failed to parse field [start]';
      const mend = breakIndex(deps, () => ({
        put: async (entries) =>
          entries.map(({ kind, id }) => ({ kind, id, outcome: 'refused' as const, reason })),
      }));
      const records = [makeRecord('event', 1), makeRecord('event', 2), makeRecord('tag', 1)];
      await deps.store.write(inserts(...records), UNLEASED);
      expect(await drain(deps)).toBe(true);
      mend();
      const shown = await run();
      expect([shown.code, shown.stdout]).toEqual([
        1,
        `event 1 version 1: ${reason}\nevent 2 version 1: ${reason}\n` +
          `tag 1 version 1: ${reason}\n3 set aside\n`,
      ]);
      // The sync check reports them too: they are missing, and nothing is waiting to push them.
      expect((await runScript('check-sync', [], engines.settings)).stdout).toContain('3 set aside');
      const replayed = await run('--replay');
      expect([replayed.code, replayed.stdout]).toEqual([0, '3 pushed again\n0 set aside\n']);
      expect(await disagreements(deps)).toEqual([]);
    } finally {
      await close();
      await engines.release();
    }
  });
});
