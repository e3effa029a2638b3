/**
 * Counts by day on SQLite: totals and facets of public lists equal brute force, however the entries
 * were written. A failure prints its seed.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite, type Sqlite } from '../../src/lib/sqlite.js';
import type { SearchDocument, SearchIndex, SearchQuery, Where } from '../../src/search/port.js';
import { openSqliteIndex } from '../../src/search/sqlite/adapter.js';
import { facetsFromDays } from '../../src/search/sqlite/day-facets.js';
import { totalFromDays } from '../../src/search/sqlite/day-totals.js';
import {
  makeDocument,
  makeQuery,
  makeRecord,
  makeSnapshot,
  NOW,
  TIME_LIMIT,
  tombstone,
  utcText,
} from '../contracts/builders.js';
import { anEvent, someGeo, TARGETS } from '../contracts/search-arbitraries.js';
import { facetOf, matching } from '../contracts/search-oracle.js';

const DAY = 86_400;
const MIDNIGHT = Math.floor(NOW / DAY) * DAY;
const targets = TARGETS.map((record) => makeDocument(record));

let db: Sqlite;
let index: SearchIndex;
beforeEach(() => {
  db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  index = openSqliteIndex(db);
});
afterEach(() => db.close());

/** Seconds around the edges of days and of blocks of days, before 1970 and long after. */
const edge = fc
  .tuple(
    fc.constantFrom(-40, -33, -32, -31, -2, -1, 0, 1, 2, 31, 32, 33, 40, -30_000, 9000),
    fc.constantFrom(-1, 0, 1, 43_200),
  )
  .map(([days, seconds]) => MIDNIGHT + days * DAY + seconds);

/** An event in any state that starts near the edge of a day and lasts up to three days. */
const edgeEvent = (id: number): fc.Arbitrary<SearchDocument> =>
  fc.tuple(anEvent(id), edge, fc.constantFrom(0, 1, DAY, 3 * DAY)).map(([record, start, length]) =>
    makeDocument({
      ...record,
      fields: {
        ...record.fields,
        start_date: utcText(start),
        utc_start_date: utcText(start),
        utc_end_date: utcText(start + length),
      },
    }),
  );

const bound = (field: string, name: 'gt' | 'gte' | 'lt' | 'lte'): fc.Arbitrary<Where[]> =>
  edge.map((seconds) => [{ test: 'range', field, [name]: seconds }]);
const window: fc.Arbitrary<Where[]> = fc.oneof(
  fc.constant<Where[]>([]),
  bound('start', 'gt'),
  bound('start', 'lt'),
  fc.tuple(bound('start', 'gte'), bound('start', 'lte')).map((both) => both.flat()),
  fc.tuple(edge, edge).map(([one, other]): Where[] => [
    { test: 'range', field: 'start', lte: Math.max(one, other) },
    { test: 'range', field: 'end', gte: Math.min(one, other) },
  ]),
);
const value: fc.Arbitrary<Where[]> = fc.oneof(
  fc.constant<Where[]>([]),
  fc
    .constantFrom<[string, (string | number)[]]>(
      ['categories', [1]],
      ['categories', [1, 2]],
      ['tags', [5]],
      ['venue', [100_002]],
      ['city', ['berlin', 'zurich']],
      ['featured', [1]],
      ['organizer', []],
      ['event_status', ['cancelled', 'moved_online']],
      ['attendance_mode', ['online']],
      ['is_free', [1]],
    )
    .map(([field, values]): Where[] => [{ test: 'anyOf', field, values }]),
);

const list = fc.tuple(window, value, fc.option(someGeo, { freq: 2 }));

/** A write: an event, or the removal of one. */
const write = fc
  .integer({ min: 1, max: 20 })
  .chain((id) => fc.tuple(fc.constant(id), fc.option(edgeEvent(id), { freq: 6 })));

const listOf = (where: Where[], changes: Partial<SearchQuery> = {}) =>
  makeQuery('event', { visible: [{ status: 'publish' }], where, ...changes });

/** → the counts, recounted from the rows: all of them that are not 0. */
function recount(): unknown[] {
  const at = (seconds: string) => `CAST((${seconds} + 62167219200) / 86400 AS INTEGER)`;
  const counted = 'FROM ix_event WHERE public_from = 0 AND f_hidden = 0';
  const life = ['event_status', 'attendance_mode', 'availability', 'is_free'];
  const columns = ['featured', 'country', 'city', 'month', ...life].map((name) => {
    const label = ['country', 'city'].includes(name) ? `l_${name}` : "''";
    return `SELECT '${name}' AS field, f_${name} AS value, ${at('f_start')} AS day,
      ${label} AS label ${counted}`;
  });
  const tiles = `SELECT 'tile', coalesce(tile / ${4 ** 9}, -1), ${at('f_start')}, ''
    FROM ix_event LEFT JOIN ix_event_place p ON p.id = place
    WHERE public_from = 0 AND f_hidden = 0`;
  const each = [
    `SELECT 'start' AS field, 0 AS value, ${at('f_start')} AS day, '' AS label ${counted}`,
    `SELECT 'end', 0, ${at('f_end')}, '' ${counted}`,
    ...columns,
    tiles,
    `SELECT l.field, l.value, ${at('e.f_start')}, '' FROM ix_event_link l
     JOIN ix_event e ON e.id = l.id WHERE e.public_from = 0 AND e.f_hidden = 0`,
  ].join(' UNION ALL ');
  return db.all(
    `SELECT field, value, level, at, label, count(*) AS n FROM (
       SELECT field, value, 0 AS level, day AS at, label FROM (${each})
       UNION ALL SELECT field, value, 1, day / 32, label FROM (${each})
       UNION ALL SELECT field, value, 2, 0, '' FROM (${each}))
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
  );
}

const held = () => db.all('SELECT * FROM ix_event_days WHERE n <> 0 ORDER BY 1, 2, 3, 4, 5');

test('after random writes the counts equal a recount, and totals equal brute force', async () => {
  let [counted, summed, around] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 1, maxLength: 40 }),
      fc.array(list, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: -48, max: 48 }),
      async (writes, lists, hours) => {
        db.exec('DELETE FROM ix_event; DELETE FROM ix_event_link; DELETE FROM ix_tombstone');
        expect(held()).toEqual([]);
        const entries = new Map<number, SearchDocument>();
        let version = 0;
        for (const [id, document] of writes) {
          version++;
          const isRemoved = [...entries.keys()].length > 10 && document === null;
          if (isRemoved) await index.put([tombstone('event', id, version)]);
          else if (document) await index.put([{ ...document, version, revision: version }]);
          if (isRemoved) entries.delete(id);
          // A removed record stays removed only for older versions.
          else if (document) entries.set(id, document);
        }
        expect(held()).toEqual(recount());
        for (const [dates, values, geo] of lists) {
          const changes = { nowSeconds: NOW + hours * 3600, geo };
          const query = listOf([...dates, ...values], changes);
          const found = matching(entries.values(), query);
          const expected = found.length;
          const total = totalFromDays(db, query);
          if (total !== null) counted++;
          if (total !== null && geo) around++;
          expect(total ?? expected, JSON.stringify(query)).toBe(expected);
          expect((await index.search(query)).total, JSON.stringify(query)).toBe(expected);
          // As if there were so many that no facet is cheaper to count by row.
          const cities = facetsFromDays(db, query, 1e6)?.({ field: 'city' }) ?? null;
          if (cities === null) continue;
          summed++;
          const facet = cities.map((row) => ({ value: row.value, count: row.n }));
          expect(facet, JSON.stringify(query)).toEqual(facetOf('city', found, [], query));
        }
      },
    ),
    { ...TIME_LIMIT, numRuns: 150 },
  );
  expect(counted).toBeGreaterThan(100);
  expect(summed).toBeGreaterThan(10);
  expect(around).toBeGreaterThan(10);
});

test('the counts stay right over a rebuild, which writes every entry again', async () => {
  const records = fc.sample(anEvent(0), { seed: 7, numRuns: 60 });
  const documents = records.map((record, at) => makeDocument({ ...record, id: at + 1 }));
  await index.put([...targets, ...documents]);
  const before = held();
  const build = await index.rebuild('again', null);
  await build.put(documents.map((document) => ({ ...document, stamp: 'again' })));
  await build.finish();
  expect(before.length).toBeGreaterThan(10);
  expect(held()).toEqual(before);
});

describe('which totals are sums over days', () => {
  const cases: [string, SearchQuery, boolean][] = [
    ['all dates', listOf([]), true],
    ['several cities', listOf([{ test: 'anyOf', field: 'city', values: ['a', 'b'] }]), true],
    ['several categories', listOf([{ test: 'anyOf', field: 'tags', values: [1, 2] }]), false],
    ['by ID', listOf([{ test: 'anyOf', field: 'id', values: [1] }]), false],
    ['with a search', listOf([], { text: { words: ['a'], mode: 'anyField' } }), false],
    ['within a radius', listOf([], { geo: { point: { lat: 1, lng: 1 }, radiusM: 9 } }), true],
    [
      'or online',
      listOf([], { geo: { point: { lat: 1, lng: 1 }, radiusM: 9, orOnline: true } }),
      false,
    ],
    ['without coordinates', listOf([], { geo: { hasPlace: false } }), false],
    ['drafts of an author too', listOf([], { visible: [{ status: 'draft', author: 1 }] }), false],
    ['everything', listOf([], { visible: [] }), false],
    ['ends before', listOf([{ test: 'range', field: 'end', lt: NOW }]), false],
  ];
  test.each(cases)('%s', (_, query, isSum) => {
    expect(totalFromDays(db, query) !== null).toBe(isSum);
  });
});

describe('facets of a window', () => {
  // Over all time, cities a… have more events than cities b…; in the window it is the reverse.
  const past = { start: MIDNIGHT - 90 * DAY, each: 20, cities: 60 };
  const later = { start: MIDNIGHT + 40 * DAY + 43_200, each: 2, cities: 300 };
  const documents: SearchDocument[] = [];
  for (const [name, { start, each, cities }] of Object.entries({ a: past, b: later })) {
    for (let at = 0; at < cities * each; at++) {
      const city = `${name === 'b' && at % 2 ? 'B' : name}${at % cities}`;
      const venue = makeRecord('venue', 500 + (at % cities), { fields: { city } });
      const when = utcText(start + (at % 3) * DAY);
      const record = makeRecord('event', documents.length + 1, {
        status: at % 50 === 0 ? 'future' : 'publish',
        date_utc: utcText(NOW - 60),
        fields: { utc_start_date: when, utc_end_date: when, start_date: when },
        relations: { venue: [makeSnapshot(venue)] },
      });
      documents.push(makeDocument(record));
    }
  }
  const venues = Array.from({ length: 300 }, (_, at) =>
    makeDocument(makeRecord('venue', 500 + at)),
  );

  test('the highest are those of the window, and so are their labels', async () => {
    for (let at = 0; at < documents.length; at += 500) {
      await index.put(documents.slice(at, at + 500));
    }
    await index.put(venues);
    for (const from of [MIDNIGHT, later.start + 1, past.start + DAY]) {
      const query = listOf([{ test: 'range', field: 'start', gte: from }], {
        facets: ['city', 'venue', 'month'],
      });
      const page = await index.search(query);
      const found = matching(documents, query);
      expect(page.total).toBe(found.length);
      for (const name of query.facets) {
        expect(page.facets[name], name).toEqual(facetOf(name, found, venues, query));
      }
      const fromDays = facetsFromDays(db, query, page.total);
      expect(fromDays?.({ field: 'city' })).toHaveLength(50);
    }
  });
});
