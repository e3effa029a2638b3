/** `npm run check-sync`: it names and repairs differences, with honest exit codes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KindName } from '../../src/kinds/record.js';
import type { Deps } from '../../src/records/deps.js';
import { drain } from '../../src/sync/drain.js';
import { documentsOf } from '../../src/sync/push.js';
import { makeRecord, tombstone } from '../contracts/builders.js';
import { conflictsOf, inserts, UNLEASED } from '../contracts/record-store.js';
import { openPair, overTwoPairs, takeEngines } from '../support/adapters.js';
import { disagreements } from '../support/agree.js';
import { runScript, tempFolder } from '../support/process.js';

const kind: KindName = 'venue';

async function fill({ store }: Deps, count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, at) => makeRecord(kind, at + 1));
  expect(await conflictsOf(store, inserts(...records))).toEqual([]);
}

/** Writes some entries with other versions, drops some, and adds some without a record. */
async function damage({ store, index, ...deps }: Deps, count: number): Promise<string[]> {
  // 1 %: the number of entries damaged in each way.
  const part = count / 100;
  const at = (n: number) => Array.from({ length: part }, (_, step) => 1 + n + step * 97);
  const [older, newer, dropped, added] = [at(0), at(10), at(20), at(count)];
  await store.raiseVersions(
    kind,
    older.map((id) => ({ id })),
  );
  const make = (id: number, version: number) => ({ ...makeRecord(kind, id), version });
  const documents = await documentsOf({ ...deps, store, index }, [
    ...newer.map((id) => make(id, 7)),
    ...added.map((id) => make(id, 1)),
  ]);
  const results = await index.put([...documents, ...dropped.map((id) => tombstone(kind, id, 1))]);
  expect(results.every(({ outcome }) => outcome === 'written')).toBe(true);
  await index.refresh();
  return [
    ...older.map((id) => `${kind} ${id}: store version 2, index version 1`),
    ...newer.map((id) => `${kind} ${id}: store version 1, index version 7`),
    ...dropped.map((id) => `${kind} ${id}: store version 1, index has none`),
    ...added.map((id) => `${kind} ${id}: store has none, index version 1`),
  ];
}

overTwoPairs('check-sync', (pair) => {
  it('1 % of the entries wrong in each way: all are named and repaired', async () => {
    const engines = await takeEngines(pair);
    const { deps, close } = await openPair(pair, { engines, overrides: { now: Date.now } });
    try {
      const run = (...args: string[]) => runScript('check-sync', args, engines.settings);
      const count = pair.engines.includes('mongo') ? 100 : 600;
      await fill(deps, count);
      await drain(deps);
      const sound = await run();
      expect([sound.code, sound.stdout, sound.stderr]).toEqual([
        0,
        'Store and index agree; 0 waiting to be pushed, 0 refused.\n',
        '',
      ]);
      const wrong = await damage(deps, count);
      const found = await run();
      expect([found.code, found.stderr]).toEqual([1, '']);
      const lines = found.stdout.trim().split('\n');
      expect(lines.slice(0, -1).sort()).toEqual(wrong.sort());
      expect(lines.at(-1)).toMatch(new RegExp(`^${wrong.length} differ; .*--repair`));
      const mended = await run('--repair');
      expect(mended.stdout).toContain(`${wrong.length} differed, ${wrong.length} mended`);
      expect(mended.code).toBe(0);
      expect((await run()).code).toBe(0);
      expect(await disagreements(deps)).toEqual([]);
    } finally {
      await close();
      await engines.release();
    }
  });

  it('an entry that waits to be pushed is not a difference', async () => {
    const engines = await takeEngines(pair);
    const { deps, close } = await openPair(pair, { engines, overrides: { now: Date.now } });
    try {
      await deps.store.write(inserts(makeRecord('tag', 1)), UNLEASED);
      const { code, stdout } = await runScript('check-sync', [], engines.settings);
      expect([code, stdout]).toEqual([
        0,
        'Store and index agree; 1 waiting to be pushed, 0 refused.\n',
      ]);
    } finally {
      await close();
      await engines.release();
    }
  });
});

describe('check-sync', () => {
  it('wrong settings give a message of one line, exit 78', async () => {
    const settings = { MONGO_URL: 'http://x', DATA_DIR: '/nonexistent' };
    const { code, stderr } = await runScript('check-sync', [], settings);
    expect(code).toBe(78);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    ['check-sync'],
    ['export', '--kind', 'venue'],
    ['rebuild-index'],
    ['users', 'list'],
  ])('%s names the missing file, exits 2, and does not create it', async (name, ...args) => {
    const DATA_DIR = join(tempFolder(), 'nowhere');
    const { code, stdout, stderr } = await runScript(name, args, { DATA_DIR });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`There is no file ${join(DATA_DIR, 'marquee.sqlite')}.\n`);
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});
