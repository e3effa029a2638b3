/**
 * The worst questions that any visitor may ask, over 20,000 events in one file: each within a
 * second of CPU. They took up to 33 s when SQLite planned them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { openSqlite, type Sqlite } from '../../src/lib/sqlite.js';
import { correctSearch } from '../../src/records/list/correct.js';
import type { SearchIndex, SearchQuery, TextQuery } from '../../src/search/port.js';
import { toText } from '../../src/search/sought.js';
import { openSqliteIndex } from '../../src/search/sqlite/adapter.js';
import {
  makeDocument,
  makeQuery,
  makeRecord,
  makeSnapshot,
  NOW,
  utcText,
} from '../contracts/builders.js';

const COUNT = 20_000;
const CPU_MS = 1000;
const DAY = 86_400;

let db: Sqlite;
let index: SearchIndex;
const placeOf = (n: number) => ({ geo_lat: ((n * 7) % 120) - 60, geo_lng: ((n * 13) % 340) - 170 });
const VENUES = Array.from({ length: 2000 }, (_, n) =>
  makeRecord('venue', 50_000 + n, { fields: { ...placeOf(n), city: `City ${n % 300}` } }),
);
const CATEGORIES = Array.from({ length: 30 }, (_, n) => makeRecord('category', 1 + n));
const WORDS = 'jazz community street theatre choir dance market people music summer'.split(' ');

const event = (n: number) => {
  const start = utcText(NOW + (n % 700) * DAY);
  const description = WORDS.filter((_, at) => (n + at) % 10 < 6).join(' ');
  return makeRecord('event', n, {
    title: `${WORDS[n % WORDS.length]} night ${n % 900}`,
    fields: { description, utc_start_date: start, utc_end_date: start, start_date: start },
    relations: {
      venue: [VENUES[n % VENUES.length]].flatMap((one) => (one ? makeSnapshot(one) : [])),
      categories: [CATEGORIES[n % 30], CATEGORIES[(n * 7) % 30]].flatMap((one) =>
        one ? makeSnapshot(one) : [],
      ),
    },
  });
};

beforeAll(async () => {
  db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  index = openSqliteIndex(db);
  await (await index.rebuild('s')).finish();
  await index.put([...VENUES, ...CATEGORIES].map((record) => makeDocument(record)));
  for (let at = 0; at < COUNT; at += 1000) {
    await index.put(Array.from({ length: 1000 }, (_, n) => makeDocument(event(1 + at + n))));
  }
}, 120_000);
afterAll(() => db.close());

const WORLD = { box: { west: -180, south: -85, east: 180, north: 85 } };
const ALWAYS: SearchQuery['where'] = [
  { test: 'range', field: 'start', lte: NOW + 40_000 * DAY },
  { test: 'range', field: 'end', gte: NOW - 10_000 * DAY },
];
const facets = ['categories', 'tags', 'venue', 'organizer', 'city', 'month'];
const search = (...words: string[]) => ({ text: { words, mode: 'anyField' as const } });
const start = (direction: 'asc' | 'desc') => ({ by: 'field' as const, field: 'start', direction });
const among: SearchQuery['where'][number] = {
  test: 'anyOf',
  field: 'categories',
  values: CATEGORIES.slice(0, 20).map(({ id }) => id),
};

const questions: [string, Partial<SearchQuery>][] = [
  [
    'a word in the world, 20 categories, a wide overlap, six facets, page 1000',
    {
      ...search('jazz'),
      geo: WORLD,
      where: [...ALWAYS, among],
      sort: start('desc'),
      from: { offset: 9990 },
      facets,
    },
  ],
  [
    'a word in a large box',
    { ...search('jazz'), geo: { box: { west: -125, south: 24, east: -66, north: 50 } } },
  ],
  ['a misspelled word over all dates', { ...search('comunity'), where: ALWAYS }],
  [
    'six letters by relevance over all dates',
    { ...search('s', 't', 'c', 'd', 'm', 'p'), sort: { by: 'relevance', direction: 'desc' } },
  ],
  [
    'the best of six letters around the world',
    {
      ...search('s', 't', 'c', 'd', 'm', 'p'),
      geo: { point: { lat: 52, lng: 13 }, radiusM: 2e7 },
      sort: { by: 'best', direction: 'desc' },
    },
  ],
  [
    'by day around the world, page 1000, with facets',
    {
      geo: { point: { lat: 52, lng: 13 }, radiusM: 2e7 },
      sort: { by: 'day', direction: 'asc' },
      from: { offset: 9990 },
      facets,
    },
  ],
  [
    'nearest first around the world, with tiles',
    {
      geo: { point: { lat: 52, lng: 13 }, radiusM: 2e7 },
      sort: { by: 'distance', direction: 'asc' },
      facets: [...facets, 'tiles'],
      tilesZoom: 8,
    },
  ],
  [
    'drafts of one author among all that is public, by title, with facets',
    {
      visible: [{ status: 'publish' }, { status: 'draft', author: 1 }],
      where: [...ALWAYS, { test: 'anyOf', field: 'is_free', values: [1] }],
      sort: { by: 'field', field: 'title', direction: 'desc' },
      facets,
    },
  ],
];

/** → the search whose words a question has. */
const typedOf = ({ words }: TextQuery) => ({
  search: words.join(' '),
  read: (search: string) => toText(kinds.event, search, ['en']),
});

test.each(questions)('%s', async (_, changes) => {
  const query = makeQuery('event', { sort: start('asc'), limit: 10, ...changes });
  const before = process.cpuUsage();
  const page = await index.search(query);
  const isCorrected =
    page.total === 0 &&
    query.text !== null &&
    (await correctSearch(index, query, typedOf(query.text)));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(CPU_MS);
  expect(page.total > 0 || isCorrected !== null).toBe(true);
});
