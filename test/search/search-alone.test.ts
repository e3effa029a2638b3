/**
 * Lists of a search and a window over many matches, and lists of one linked value: total and
 * whole walk equal brute force, whatever the order.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Status } from '../../src/kinds/record.js';
import { openSqlite, type Sqlite } from '../../src/lib/sqlite.js';
import type { SearchDocument, SearchIndex, SearchQuery, Sort } from '../../src/search/port.js';
import { openSqliteIndex } from '../../src/search/sqlite/adapter.js';
import {
  makeDocument,
  makeQuery,
  makeRecord,
  makeSnapshot,
  NOW,
  utcText,
  walkIds,
} from '../contracts/builders.js';
import { facetOf, matching, misplaced } from '../contracts/search-oracle.js';

const COUNT = 6500;
const DAY = 86_400;
/** Before 1900 and after 2172. */
const OUTSIDE = [-3_000_000_000, 7_000_000_000];
/** The whole word, a longer one, both, neither; in the title, in the description. */
const TITLES = ['music', 'musical', 'music musical', 'dance music', 'dance'];
const TEXTS = ['', 'music dance', 'musical'];

let db: Sqlite;
let index: SearchIndex;
const entries = new Map<number, SearchDocument>();
beforeAll(async () => {
  db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  index = openSqliteIndex(db);
  await (await index.rebuild('s')).finish();
  for (let id = 1; id <= COUNT; id++) entries.set(id, entry(id, 1));
  await index.put([...entries.values()]);
});
afterAll(() => db.close());

const linkTo = (id: number) => makeSnapshot(makeRecord('category', id));

/** An event whose state, words and start follow from its ID and version. */
function entry(id: number, version: number): SearchDocument {
  const n = id * 7 + version;
  const odd = n % 40;
  // Several events start in the same second.
  const start = odd === 1 ? (OUTSIDE[n % 2] as number) : NOW + (Math.floor(n / 3) % 700) * DAY;
  const status: Status = odd === 2 ? 'draft' : odd === 3 ? 'future' : 'publish';
  return makeDocument(
    makeRecord('event', id, {
      version,
      revision: version,
      status,
      title: TITLES[n % TITLES.length] as string,
      relations: { categories: [linkTo(1 + (n % 3)), linkTo(4)] },
      ...(status === 'future' ? { date_utc: utcText(NOW + ((n % 3) - 1) * DAY) } : {}),
      fields: {
        description: TEXTS[n % TEXTS.length] as string,
        utc_start_date: utcText(start),
        utc_end_date: utcText(start),
        hide_from_listings: odd === 4,
      },
    }),
  );
}

const field = (name: string, direction: Sort['direction']): Sort => ({
  by: 'field',
  field: name,
  direction,
});
const SORTS: Sort[] = [
  field('start', 'asc'),
  field('start', 'desc'),
  field('title', 'asc'),
  { by: 'relevance', direction: 'desc' },
  { by: 'best', direction: 'desc' },
];
const WORDS = [['music'], ['mus'], ['music', 'dance'], ['musi', 'da']];
const WINDOWS: SearchQuery['where'][] = [
  [],
  [{ test: 'range', field: 'start', gte: NOW + 20 * DAY, lt: NOW + 680 * DAY }],
  [{ test: 'range', field: 'start', gt: NOW - 4_000_000_000, lte: NOW + 650 * DAY }],
];
const VISIBLE: SearchQuery['visible'][] = [
  [{ status: 'publish' }],
  [{ status: 'publish' }, { status: 'draft', author: 1 }],
];

async function expectLists(searches: string[][]): Promise<void> {
  for (const [at, sort] of SORTS.entries()) {
    for (const [n, words] of searches.entries()) {
      const query = makeQuery('event', {
        sort,
        text: { words, mode: 'anyField' },
        where: WINDOWS[(at + n) % WINDOWS.length] ?? [],
        visible: VISIBLE[n === 1 ? 1 : 0] ?? [],
        limit: 1900,
      });
      await expectList(query);
    }
  }
}

/** Lists of one category, in the order of start and in another; of a draft's author as well. */
async function expectLinked(): Promise<void> {
  for (const [at, where] of WINDOWS.entries()) {
    for (const [n, sort] of SORTS.slice(0, 3).entries()) {
      const value: SearchQuery['where'][number] = {
        test: 'anyOf',
        field: 'categories',
        values: [1 + ((at + n) % 4)],
      };
      const visible = VISIBLE[at === 2 ? 1 : 0] ?? [];
      await expectList(makeQuery('event', { sort, where: [...where, value], visible, limit: 700 }));
    }
  }
}

async function expectList(query: SearchQuery): Promise<void> {
  const shown = JSON.stringify(query);
  const expected = matching(entries.values(), query);
  const ids = await walkIds(index, query);
  expect(
    [...ids].sort((a, b) => a - b),
    shown,
  ).toEqual(expected.map(({ id }) => id));
  const walked = ids.map((id) => entries.get(id) as SearchDocument);
  expect(misplaced(walked, query), shown).toBeNull();
  const page = { ...query, limit: 15, from: { offset: 30 }, facets: ['month'] };
  const second = await index.search(page);
  expect(second.total, shown).toBe(expected.length);
  expect(second.facets.month, shown).toEqual(facetOf('month', expected, [], page));
  expect(
    second.hits.map(({ id }) => id),
    shown,
  ).toEqual(ids.slice(30, 45));
}

test('every order and window, before and after writes that move and hide records', async () => {
  const some = makeQuery('event', { text: { words: ['music'], mode: 'anyField' } });
  expect(matching(entries.values(), some).length).toBeGreaterThan(3800);
  await expectLists(WORDS);
  await expectLinked();
  for (let id = 3; id <= COUNT; id += 31) entries.set(id, entry(id, 2));
  await index.put([...entries.values()].filter(({ version }) => version === 2));
  await expectLists(WORDS.slice(0, 1));
  await expectLinked();
});
