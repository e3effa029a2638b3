/** The SQLite search index passes the contract of the port, and shares its file with others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/lib/sqlite.js';
import { openSqliteIndex } from '../../src/search/sqlite/adapter.js';
import { makeQuery, makeRecord, NOW, putRecords, revise } from '../contracts/builders.js';
import { describeSearchIndex } from '../contracts/search-index.js';

const now = () => NOW * 1000;

describeSearchIndex('sqlite', async () => {
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  const port = openSqliteIndex(db, now);
  return {
    port,
    close: async () => {
      await port.close();
      db.close();
    },
  };
});

describe('two processes on one file', () => {
  test('each sees the writes of the other in totals, also in those it counted before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marquee-test-'));
    const dbs = [1, 2].map(() => openSqlite(join(folder, 'x.sqlite'), { busyTimeoutMs: 1000 }));
    const [one, two] = dbs.map((db) => openSqliteIndex(db, now));
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
      await two.remove('event', [{ id: 4, version: 2 }]);
      expect(await total(one)).toBe(10);
    } finally {
      for (const db of dbs) db.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('a walk begun in one goes on in the other while records move', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marquee-test-'));
    const dbs = [1, 2].map(() => openSqlite(join(folder, 'x.sqlite'), { busyTimeoutMs: 1000 }));
    const [one, two] = dbs.map((db) => openSqliteIndex(db, now));
    try {
      if (!one || !two) throw new Error('not opened');
      const records = [1, 2, 3, 4].map((id) => makeRecord('event', id));
      await putRecords(one, ...records);
      const sort = { by: 'field', field: 'start', direction: 'asc' } as const;
      const query = makeQuery('event', { sort, limit: 2 });
      const first = await two.search(query);
      const [moved] = records;
      const later = { utc_start_date: '2027-01-01 00:00:00' };
      if (moved) await putRecords(one, revise(moved, { fields: later }));
      const last = first.hits.at(-1);
      const after = { key: last?.key ?? null, id: last?.id ?? 0, walk: first.walk };
      for (const index of [one, two]) {
        const next = await index.search({ ...query, from: { after } });
        expect(next.hits.map(({ id }) => id)).toEqual([3, 4]);
        expect(next).toMatchObject({ total: 4, hasMore: false });
      }
    } finally {
      for (const db of dbs) db.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('an index laid out by another version is dropped and has no stamp', async () => {
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  const index = openSqliteIndex(db, now);
  await putRecords(index, makeRecord('event', 1));
  await (await index.rebuild('s'))?.finish();
  expect(await openSqliteIndex(db, now).stamp()).toBe('s');
  db.run("UPDATE ix_meta SET value = 'old' WHERE name = 'layout'");
  const again = openSqliteIndex(db, now);
  expect(await again.stamp()).toBeNull();
  expect((await again.search(makeQuery('event'))).total).toBe(0);
  db.close();
});
