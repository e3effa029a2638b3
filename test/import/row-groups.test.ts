/** Rows of one load without a key that share title, start and place. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noCounts, runLoad } from '../../src/import/run.js';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject } from '../../src/kinds/record.js';
import { listKeys } from '../../src/records/keys.js';
import { ownColumns } from '../../src/rows/columns/own-columns.js';
import { loadItems } from '../../src/rows/items.js';
import { embeddedPair, type Opened, openPair } from '../support/adapters.js';

const caller = { id: 1, name: 'admin', role: 'administrator' as const };

let opened: Opened;
beforeEach(async () => {
  opened = await openPair(embeddedPair);
});
afterEach(() => opened.close());

const row = (end: string, description: string, more: JsonObject = {}): JsonObject => ({
  ...{ title: 'Storytime', start_date: '2027-03-01 10:00', end_date: `2027-03-01 ${end}` },
  ...{ venue: { venue: 'Main Library' }, description, ...more },
});
const A = row('10:30', 'Ages 0-2');
const B = row('11:00', '<p>Ages 3-5 &amp; up</p>');
const C = row('11:00', 'Ages 6-8', { website: 'https://lib.example.org/3' });

/** Loads rows. → `outcome id` of each, and the warnings. */
async function load(rows: JsonObject[], size = 500) {
  async function* all() {
    for (const [at, sent] of rows.entries()) yield { line: at + 1, row: sent };
  }
  const items = loadItems(all(), ownColumns(kinds.event));
  const told: string[] = [];
  const run = { items, caller, counts: noCounts(), size };
  for await (const batch of runLoad(opened.deps, kinds.event, run)) {
    for (const { result, warnings } of batch) {
      const id = result.outcome === 'rejected' ? '' : (result.record?.id ?? '');
      const reasons = warnings.map(({ reason }) => reason);
      told.push([result.outcome, id, ...reasons].filter((part) => part !== '').join(' '));
    }
  }
  return told;
}

test('are several events where end, link or text differ, in any order and batch', async () => {
  expect(await load([A, B, C])).toEqual(['created 2', 'created 3', 'created 4']);
  expect(await load([C, A, B])).toEqual(['unchanged 4', 'unchanged 2', 'unchanged 3']);
  expect(await load([B, C, A], 1)).toEqual(['unchanged 3', 'unchanged 4', 'unchanged 2']);
  expect(await load([C])).toEqual(['unchanged 4']);
  const [first = '', third = ''] = await Promise.all(
    [2, 4].map(async (id) => (await listKeys(opened.deps, { kind: 'event', id }))[0]?.key),
  );
  expect(third).toBe(`${first}/3`);
});

test('repeat no row that names no event', async () => {
  const unread: JsonObject[] = [{ cost: '5' }, { cost: '6' }, { title: 'A' }, { title: 'A' }];
  expect(await load(unread)).toEqual(Array(4).fill('rejected'));
});

test('keep their events when one of them changes', async () => {
  await load([A, B, C], 1);
  const changed = { ...B, description: 'Ages 3-6' };
  expect(await load([changed, C, A])).toEqual(['updated 3', 'unchanged 4', 'unchanged 2']);
  const fourth = row('12:00', 'Adults');
  expect(await load([fourth, changed, C, A])).toEqual([
    ...['created 5', 'unchanged 3', 'unchanged 4', 'unchanged 2'],
  ]);
});

test('one event that a load before had told becomes the row that it is like', async () => {
  await load([B]);
  expect(await load([A, B])).toEqual(['created 3', 'unchanged 2']);
});

test('are one event where these are equal, with a warning', async () => {
  const rows = [A, { ...A, cost: '5' }];
  expect(await load(rows)).toEqual(['created 2', 'unchanged repeats line 1']);
  expect(await load(rows, 1)).toEqual(['unchanged 2', 'unchanged repeats line 1']);
});

test('are at most a hundred events', async () => {
  const rows = Array.from({ length: 101 }, (_, at) => row('11:00', `Group ${at}`));
  const told = await load(rows);
  expect(told[99]).toBe('created 101');
  expect(told[100]).toBe('rejected');
});
