/** Reads of a load by set: the number of queries does not grow with the rows of a batch. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject } from '../../src/kinds/record.js';
import { loadBatch } from '../../src/records/load/batch.js';
import { enginePairs, type Opened, openPair } from '../support/adapters.js';

const [embedded] = enginePairs;
const caller = { id: 1, name: 'admin', role: 'administrator' as const };

let opened: Opened;
beforeEach(async () => {
  if (!embedded) throw new Error('no engines');
  opened = await openPair(embedded);
});
afterEach(() => opened.close());

it('rows that share a title and a venue: as many queries for fifty rows as for ten', async () => {
  const { deps } = opened;
  const [venue] = await loadBatch(
    deps,
    kinds.venue,
    [{ externalId: 'hall', payload: { venue: 'Hall' } }],
    { caller },
  );
  const id = venue && venue.outcome !== 'rejected' ? Number(venue.record?.id) : 0;
  const asked = { takenSlugs: 0, get: 0 };
  const { takenSlugs, get } = deps.store;
  deps.store.takenSlugs = (...args) => {
    asked.takenSlugs++;
    return takenSlugs(...args);
  };
  deps.store.get = (...args) => {
    asked.get++;
    return get(...args);
  };
  let at = 0;
  const load = async (count: number): Promise<string[]> => {
    Object.assign(asked, { takenSlugs: 0, get: 0 });
    const rows = Array.from({ length: count }, () => ({
      externalId: `row ${++at}`,
      payload: {
        title: 'Fair',
        start_date: '2026-05-01',
        end_date: '2026-05-01',
        venue: id,
      },
    }));
    const results = await loadBatch(deps, kinds.event, rows, { caller });
    return results.map((one) => (one.outcome === 'created' ? (one.record?.slug ?? '') : ''));
  };
  const numbered = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `fair-${from + n}`);
  expect(await load(20)).toEqual(['fair', ...numbered(2, 19)]);
  expect(await load(10)).toEqual(numbered(21, 10));
  const few = { ...asked };
  expect(await load(50)).toEqual(numbered(31, 50));
  expect(asked).toEqual(few);
  expect(asked.takenSlugs).toBeLessThanOrEqual(2);
  expect(asked.get).toBe(0);
});

it('several terms of one name do not hide the parent that another row names', async () => {
  const load = async (rows: JsonObject[]) => {
    const entries = rows.map((payload) => ({ externalId: null, payload }));
    const results = await loadBatch(opened.deps, kinds.category, entries, { caller });
    return results.map((one) => (one.outcome === 'created' ? one.record : null));
  };
  await load([{ name: 'A' }, { name: 'B' }]);
  const rocks = ['a', 'b'].map((parent) => ({ name: 'Rock', slug: `rock-of-${parent}`, parent }));
  const before = await load([...rocks, { name: 'Folk', slug: 'songs' }]);
  const children = await load([
    { name: 'Punk', parent: 'Rock' },
    { name: 'Ballads', parent: 'Folk' },
  ]);
  const parents = children.map((one) => one?.fields.parent);
  expect(parents).toEqual([before[0]?.id, before[2]?.id]);
});
