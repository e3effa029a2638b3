/** Keys of other systems that differ by case alone, and those that 2.0 stored in small letters. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LoadOptions } from '../../src/import/entry.js';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject, KindName } from '../../src/kinds/record.js';
import { listKeys } from '../../src/records/keys.js';
import { findIdentified } from '../../src/records/read.js';
import { ownColumns } from '../../src/rows/columns/own-columns.js';
import type { MappedEntry } from '../../src/rows/statement.js';
import { embeddedPair, type Opened, openPair } from '../support/adapters.js';
import { loadRows } from '../support/load-rows.js';

const caller = { id: 1, name: 'admin', role: 'administrator' as const };

let opened: Opened;
beforeEach(async () => {
  opened = await openPair(embeddedPair);
});
afterEach(() => opened.close());

const event = (title: string, day: string, names: JsonObject = {}): JsonObject => ({
  ...{ title, start_date: `2027-03-0${day} 19:00:00`, end_date: `2027-03-0${day} 21:00:00` },
  ...names,
});

/** Loads rows of our columns; `source`: whose IDs they have. → `outcome id` of each. */
async function load(
  rows: JsonObject[],
  { kind = 'event', ...options }: Partial<LoadOptions> & { kind?: KindName } = {},
): Promise<string[]> {
  const mapper = ownColumns(kinds[kind], { source: options.source });
  const mapped = rows.map((row) => mapper.map(row) as MappedEntry);
  const results = await loadRows(opened.deps, kinds[kind], mapped, { caller, ...options });
  return results.map((result) =>
    result.outcome === 'rejected' ? 'rejected' : `${result.outcome} ${result.record?.id}`,
  );
}

const keysOf = async (id: number, kind: KindName = 'event') =>
  (await listKeys(opened.deps, { kind, id })).map(({ key }) => key);
const named = async (identity: string) =>
  (await findIdentified(opened.deps, kinds.event, identity))?.record.title;

const graph = { source: 'graph' };
const lower = 'graph:aamkagi1aaa=';
const GAMES = event('Board games', '1', { id: 'AAMkAGI1AAA=' });
const DRAWING = event('Life drawing', '2', { id: 'AAMkAGi1AAA=' });

test('IDs that differ by case alone are those of several records', async () => {
  expect(await load([GAMES, DRAWING], graph)).toEqual(['created 1', 'created 2']);
  expect(await load([DRAWING, GAMES], graph)).toEqual(['unchanged 2', 'unchanged 1']);
  expect(await named('graph:AAMkAGi1AAA=')).toBe('Life drawing');
  expect(await named(lower)).toBeUndefined();
});

test('a venue is the one that events name by its ID', async () => {
  const source = { source: 'tm' };
  const venue = { id: 'KovZ1', venue: 'Hall' };
  expect(await load([venue], { kind: 'venue', ...source })).toEqual(['created 1']);
  const shows = event('Show', '1', { id: 5, venue: { id: 'KovZ1' } });
  expect(await load([shows], source)).toEqual(['created 2']);
  const [show] = await opened.deps.store.find('event', 'id', [2]);
  expect(show?.relations.venue?.map(({ id }) => id)).toEqual([1]);
});

test('a key in small letters gets the case of the row that agrees, in its place', async () => {
  await load([event('Life drawing', '2', { external_id: lower, keys: ['crm:1'] })]);
  const told = { rules: { recurrence: 'x' } };
  const write = { key: lower, id: 1, how: 'claim' as const, told };
  await opened.deps.store.keys.write('event', { writes: [write] });
  expect(await load([GAMES, DRAWING], graph)).toEqual(['created 2', 'unchanged 1']);
  expect(await keysOf(1)).toEqual(['graph:AAMkAGi1AAA=', 'crm:1', `@folded:${lower}`]);
  const [stored] = await listKeys(opened.deps, { kind: 'event', id: 1 });
  expect(stored?.told).toEqual(told);
  // Clients of 2.0, and files that it exported, name the record as before.
  expect(await named(lower)).toBe('Life drawing');
  const line = event('Life drawing', '2', { external_id: lower });
  expect(await load([line])).toEqual(['unchanged 1']);
  expect(await load([DRAWING, GAMES], graph)).toEqual(['unchanged 1', 'unchanged 2']);
  expect(await keysOf(1)).toHaveLength(3);
});

test('a key in small letters stays where a row has it, or nothing agrees', async () => {
  await load([event('Life drawing', '2', { external_id: lower })]);
  expect(await load([GAMES], graph)).toEqual(['created 2']);
  const small = event('Life drawing', '2', { id: 'aamkagi1aaa=' });
  expect(await load([DRAWING, small], graph)).toEqual(['created 3', 'unchanged 1']);
  expect(await keysOf(1)).toEqual([lower]);
  const folded = new Set<string>();
  await load([small], { ...graph, folded });
  const capital = { ...DRAWING, id: 'AAmkAGi1AAA=' };
  expect(await load([capital], { ...graph, folded })).toEqual(['created 4']);
  expect(await load([{ ...capital, id: 'aAmkAGi1AAA=' }], graph)).toEqual(['unchanged 1']);
});
