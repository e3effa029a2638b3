/**
 * A load that is killed again and again, at random steps, goes on each time: no row is loaded
 * twice, and the result is that of a load that was left alone. Source: Contract 16.4.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOAD_FAIL_POINTS } from '../../src/import/batch.js';
import { noCounts } from '../../src/import/counts.js';
import type { LoadItem } from '../../src/import/items.js';
import { runLoad } from '../../src/import/run.js';
import { kinds } from '../../src/kinds/index.js';
import { PUSH_FAIL_POINTS } from '../../src/records/upkeep/outbox.js';
import { enginePairs, openPair } from '../support/adapters.js';
import type { Json } from '../support/app.js';
import { countsOf, fileOf } from '../support/loads.js';
import { exported, runScript, tempFolder } from '../support/process.js';

const ROWS = 20_000;
const KILLS = 10;

/** Rows with and without keys; some share a name, so that their slugs depend on the order. */
const rows = (): Json[] =>
  Array.from({ length: ROWS }, (_, at) => ({
    ...(at % 3 === 0 ? {} : { external_id: `crm:${at}` }),
    organizer: `Club ${at % 7 === 0 ? at % 100 : at}`,
    phone: String(at),
  }));

/** A row that is loaded twice is rejected. */
const load = (file: string, settings: Record<string, string>, ...args: string[]) =>
  runScript('bulk-load', ['--kind', 'organizer', '--on-match', 'reject', file, ...args], settings);

/** → what was loaded, in order, without IDs (a killed load leaves gaps) and times. */
const loaded = async (settings: Record<string, string>) =>
  (await exported('organizer', settings)).map(({ external_id, date_utc: _, ...row }) => ({
    ...row,
    key: /^crm:/.test(external_id) ? external_id : null,
  }));

describe('a load killed at ten random steps', () => {
  it('ends as if it had not been', { timeout: 300_000 }, async () => {
    const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
    // Few steps each time, so that the load does not end before the tenth.
    const point = fc.oneof(
      fc.tuple(fc.constantFrom(...LOAD_FAIL_POINTS), fc.integer({ min: 1, max: 3 })),
      fc.tuple(fc.constantFrom(...PUSH_FAIL_POINTS), fc.constant(1)),
    );
    const points = fc.sample(point, { seed, numRuns: KILLS });
    const told = `TEST_SEED=${seed}: ${points.join(' ')}`;
    const file = fileOf(rows());
    const settings = { DATA_DIR: join(tempFolder(), 'killed') };
    for (const [name, times] of points) {
      const ended = await load(file, { ...settings, FAIL_POINT: `${name}#${times}` });
      expect(ended.signal, `${told}: ${ended.stderr}`).toBe('SIGKILL');
    }
    const ended = await load(file, settings);
    expect([ended.code, countsOf(ended)], told).toEqual([0, [ROWS, 0, 0, 0, ROWS]]);
    const alone = { DATA_DIR: join(tempFolder(), 'alone') };
    expect(countsOf(await load(file, alone))).toEqual([ROWS, 0, 0, 0, ROWS]);
    expect(await loaded(settings), told).toEqual(await loaded(alone));
    const checked = await runScript('check-sync', [], settings);
    expect(checked.code, checked.stdout).toBe(0);
  });

  it('begins anew when its rows have changed, when it is told to, or under another name', async () => {
    const settings = { DATA_DIR: join(tempFolder(), 'data') };
    const some = rows().slice(0, 1200);
    const file = fileOf(some, 'changed');
    await load(file, { ...settings, FAIL_POINT: 'load:written#2' });
    const on = await load(file, settings, '--name', 'another');
    expect(countsOf(on)).toEqual([200, 0, 0, 1000, 1200]);
    const told = await load(file, settings, '--restart');
    expect(countsOf(told)).toEqual([0, 0, 0, 1200, 1200]);
    const other = { DATA_DIR: join(tempFolder(), 'other') };
    await load(file, { ...other, FAIL_POINT: 'load:written#2' });
    const [, ...rest] = some;
    writeFileSync(file, rest.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const changed = await load(file, other);
    expect(changed.stderr).toContain('how it is read, is not that of the interrupted load');
    expect(countsOf(changed)).toEqual([200, 0, 0, 999, 1199]);
  });
});

it('goes on under --strict after rows that were rejected before, to the next one', async () => {
  const [embedded] = enginePairs;
  if (!embedded) throw new Error('no engines');
  const { deps, close } = await openPair(embedded);
  async function* open(): AsyncGenerator<LoadItem> {
    for (const [at, name] of ['', 'One', 'Two', '', 'Three'].entries()) {
      yield { lines: [at + 1], externalId: null, payload: { name }, warnings: [] };
    }
  }
  const caller = { id: 1, name: 'admin', role: 'administrator' as const };
  const load = (options: object) => {
    const run = { caller, open, name: 'tags', counts: noCounts(), size: 2, ...options };
    return { counts: run.counts, batches: runLoad(deps, kinds.tag, run) };
  };
  for await (const batch of load({}).batches) {
    expect(batch.map(({ result }) => result.outcome)).toEqual(['rejected', 'created']);
    break;
  }
  const strict = load({ isStrict: true });
  for await (const batch of strict.batches) expect(batch).toHaveLength(1);
  expect(Object.values(strict.counts)).toEqual([2, 0, 0, 2, 4]);
  await close();
});
