/** The SQLite search index passes the port's contract, and shares its file with other processes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqlite, type Sqlite } from '../../src/lib/sqlite.js';
import { limits } from '../../src/limits.js';
import type { SearchIndex } from '../../src/search/port.js';
import { openSqliteIndex } from '../../src/search/sqlite/adapter.js';
import {
  idsOf,
  makeDocument,
  makeQuery,
  makeRecord,
  putRecords,
  revise,
  tombstone,
  walkIds,
} from '../contracts/builders.js';
import { describeSearchIndex } from '../contracts/search-index.js';

describeSearchIndex('sqlite', async () => {
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  const port = await openBuilt(db);
  return {
    port,
    empty: async () => empty(db),
    close: async () => {
      await port.close();
      db.close();
    },
  };
});

/** → an index that is built. */
async function openBuilt(db: Sqlite): Promise<SearchIndex> {
  const index = openSqliteIndex(db);
  await (await index.rebuild('s')).finish();
  return index;
}

/** Deletes the rows of every table except the layout table. */
function empty(db: Sqlite): void {
  const tables = db.all(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'ix\\_%' ESCAPE '\\'
     AND name NOT GLOB '*_text_*' AND name NOT GLOB '*_geo_*' AND name <> 'ix_meta'`,
  );
  db.transaction(() => {
    for (const { name } of tables) db.run(`DELETE FROM ${name}`);
  });
}

describe('two processes on one file', () => {
  test('each sees the other’s writes in totals, even in totals it counted before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marquee-test-'));
    const dbs = [1, 2].map(() => openSqlite(join(folder, 'x.sqlite'), { busyTimeoutMs: 1000 }));
    const [one, two] = await Promise.all(dbs.map(openBuilt));
    try {
      if (!one || !two) throw new Error('not opened');
      const total = async (index: typeof one) =>
        (await index.search(makeQuery('event', { limit: 1 }))).total;
      for (let id = 1; id <= 12; id++) {
        const [writer, reader] = id % 2 === 0 ? [one, two] : [two, one];
        await putRecords(writer, makeRecord('event', id));
        expect([await total(reader), await total(writer)]).toEqual([id, id]);
        expect([await total(reader), await total(writer)]).toEqual([id, id]);
      }
      await putRecords(two, revise(makeRecord('event', 3), { status: 'draft' }));
      expect(await total(one)).toBe(11);
      await two.put([tombstone('event', 4, 2)]);
      expect(await total(one)).toBe(10);
    } finally {
      for (const db of dbs) db.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('an index with the layout of another version is dropped and has no stamp', async () => {
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  const index = openSqliteIndex(db);
  await putRecords(index, makeRecord('event', 1));
  await (await index.rebuild('s')).finish();
  expect(await openSqliteIndex(db).stamp()).toBe('s');
  db.run("UPDATE ix_meta SET value = 'old' WHERE name = 'layout'");
  const again = openSqliteIndex(db);
  expect(await again.stamp()).toBeNull();
  await expect(again.search(makeQuery('event'))).rejects.toMatchObject({
    status: 503,
    code: 'search_index_unavailable',
  });
  await expect(again.lookUp('tag', { ids: [1] })).rejects.toMatchObject({ status: 503 });
  await (await again.rebuild('s')).finish();
  expect((await again.search(makeQuery('event'))).total).toBe(0);
  db.close();
});

test('starts that positions do not tell apart are in order, with and without words', async () => {
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  const index = await openBuilt(db);
  const years = [1, 1500, 1691, 1698, 1969, 1970, 2026, 2241, 2243, 3000, 9998, 9999];
  // The later an event, the lower its ID, so that IDs cannot stand in for starts.
  const events = years.map((year, at) => {
    const [date, description] = [`${String(year).padStart(4, '0')}-06-01 12:00:00`, 'jazz'];
    const fields = { description, utc_start_date: date, utc_end_date: date, start_date: date };
    return makeRecord('event', 100 - at, { fields });
  });
  await putRecords(index, ...events);
  const ids = events.map(({ id }) => id);
  const second = (year: number) => new Date(0).setUTCFullYear(year, 0, 1) / 1000;
  const windows = [
    [0, 10_000],
    [1600, 2000],
    [1700, 2200],
    [1969, 9999],
  ];
  for (const text of [null, { words: ['jazz'], mode: 'anyField' as const }]) {
    for (const [from = 0, to = 0] of windows) {
      const among = years.flatMap((year, at) => (year >= from && year < to ? [ids[at]] : []));
      for (const direction of ['asc', 'desc'] as const) {
        const query = makeQuery('event', {
          text,
          where: [{ test: 'range', field: 'start', gte: second(from), lt: second(to) }],
          sort: { by: 'field', field: 'start', direction },
          limit: 2,
        });
        expect((await index.search(query)).total).toBe(among.length);
        const expected = direction === 'asc' ? among : among.toReversed();
        expect(await walkIds(index, query)).toEqual(expected);
      }
    }
  }
  db.close();
});

test('an ID beyond the highest is refused, and all others of the batch are written', async () => {
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  const index = await openBuilt(db);
  const ids = [limits.idMax, limits.idMax + 1, 7];
  const results = await index.put(ids.map((id) => makeDocument(makeRecord('event', id))));
  expect(results.map(({ outcome }) => outcome)).toEqual(['written', 'refused', 'written']);
  const query = makeQuery('event', { sort: { by: 'field', field: 'start', direction: 'desc' } });
  expect(await idsOf(index, query)).toEqual([limits.idMax, 7]);
  db.close();
});

test('over 100,000 records of a kind it advises another engine, and answers', async () => {
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  const index = await openBuilt(db);
  const add = (first: number, last: number) =>
    db.run(
      `WITH RECURSIVE n(id) AS (SELECT ? UNION ALL SELECT id + 1 FROM n WHERE id < ?)
       INSERT INTO ix_tag (id, version, stamp, words) SELECT id, 1, '', '' FROM n`,
      first,
      last,
    );
  add(1, 100_000);
  expect(await index.advice()).toBeNull();
  add(100_001, 100_001);
  expect(await index.advice()).toContain('ELASTICSEARCH_URL');
  expect((await index.search(makeQuery('tag', { limit: 1 }))).total).toBe(100_001);
  db.close();
});
