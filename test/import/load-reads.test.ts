/** Reads of a load by set: the number of queries does not grow with the rows of a batch. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject } from '../../src/kinds/record.js';
import { limits } from '../../src/limits.js';
import { embeddedPair, type Opened, openPair } from '../support/adapters.js';
import { loadRows } from '../support/load-rows.js';

const caller = { id: 1, name: 'admin', role: 'administrator' as const };

let opened: Opened;
beforeEach(async () => {
  opened = await openPair(embeddedPair);
});
afterEach(() => opened.close());

it('rows that share a title and a venue need few queries', async () => {
  const { deps } = opened;
  const [venue] = await loadRows(
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
    const results = await loadRows(deps, kinds.event, rows, { caller });
    return results.map((one) => (one.outcome === 'created' ? (one.record?.slug ?? '') : ''));
  };
  const numbered = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `fair-${from + n}`);
  expect(await load(20)).toEqual(['fair', ...numbered(2, 19)]);
  expect(await load(10)).toEqual(numbered(21, 10));
  expect(await load(50)).toEqual(numbered(31, 50));
  expect(asked.takenSlugs).toBeLessThanOrEqual(8);
  expect(asked.get).toBe(0);
});

it('rows that describe venues by their keys need as many queries as one row', async () => {
  const { deps } = opened;
  const { find } = deps.store;
  let finds = 0;
  deps.store.find = (...args) => {
    finds++;
    return find(...args);
  };
  const load = async (count: number): Promise<number> => {
    finds = 0;
    const rows = Array.from({ length: count }, (_, at) => ({
      externalId: `event ${at}`,
      payload: {
        title: `Fair ${at}`,
        start_date: '2026-05-01',
        venue: { external_id: `hall:${at}`, venue: `Hall ${at}` },
      },
    }));
    await loadRows(deps, kinds.event, rows, { caller });
    return finds;
  };
  await load(30);
  expect(await load(30)).toBe(await load(1));
});

it('more venues of one name than a request looks at are known again', async () => {
  const rows = Array.from({ length: limits.duplicateCandidates + 2 }, (_, at) => ({
    externalId: null,
    payload: { venue: 'Town hall', city: `City ${at}` },
  }));
  const load = async () => {
    const results = await loadRows(opened.deps, kinds.venue, rows, { caller });
    return [...new Set(results.map(({ outcome }) => outcome))];
  };
  expect(await load()).toEqual(['created']);
  expect(await load()).toEqual(['unchanged']);
});

it('nothing is read for a row that names more terms than an event may have', async () => {
  const { deps } = opened;
  const { find } = deps.store;
  let asked = 0;
  deps.store.find = (...args) => {
    asked += 1;
    return find(...args);
  };
  const categories = Array.from({ length: 5000 }, (_, at) => `Category ${at}`);
  const times = { start_date: '2026-05-01', end_date: '2026-05-01' };
  const row = { externalId: null, payload: { title: 'Fair', ...times, categories } };
  const [result] = await loadRows(deps, kinds.event, [row], { caller });
  expect(result?.outcome).toBe('rejected');
  expect(asked).toBeLessThan(20);
});

it('several terms of one name do not hide the parent that another row names', async () => {
  const load = async (rows: JsonObject[]) => {
    const entries = rows.map((payload) => ({ externalId: null, payload }));
    const results = await loadRows(opened.deps, kinds.category, entries, { caller });
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

it('images are asked for a few at a time, each once, those of inline venues as well', async () => {
  const { deps } = opened;
  const asked: string[] = [];
  let [underWay, most] = [0, 0];
  deps.checkImage = async (url) => {
    asked.push(url);
    most = Math.max(most, ++underWay);
    await setImmediate();
    underWay--;
    return url.endsWith('gone') ? { reason: 'gone' } : { extension: 'jpg' };
  };
  const event = (at: number, image: string) => ({
    externalId: `row ${at}`,
    payload: {
      ...{ title: `Fair ${at}`, start_date: '2026-05-01', end_date: '2026-05-01', image },
      venue: { venue: `Hall ${at}`, image: `http://img.example/hall-${at % 10}` },
    },
  });
  const urls = Array.from({ length: 20 }, (_, at) => `http://img.example/${at % 15}`);
  const rows = [...urls, 'http://img.example/gone'].map((url, at) => event(at, url));
  const results = await loadRows(deps, kinds.event, rows, { caller });
  expect(results.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'created'));
  expect([...asked].sort()).toEqual([...new Set(asked)].sort());
  expect([asked.length, most]).toEqual([15 + 10 + 1, limits.imageChecks]);
  asked.length = 0;
  await loadRows(deps, kinds.event, rows.slice(0, 20), { caller });
  expect(asked).toEqual([]);
});
