/** Totals of searches on SQLite: right in every window, before and after writes and publications. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite, type Sqlite } from '../../src/lib/sqlite.js';
import type { SearchDocument, SearchIndex, SearchQuery } from '../../src/search/port.js';
import { openSqliteIndex } from '../../src/search/sqlite/adapter.js';
import { termsOf } from '../../src/search/sqlite/terms.js';
import {
  makeDocument,
  makeQuery,
  makeRecord,
  NOW,
  tombstone,
  utcText,
} from '../contracts/builders.js';
import { matching } from '../contracts/search-oracle.js';

let db: Sqlite;
let index: SearchIndex;
beforeEach(() => {
  db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  index = openSqliteIndex(db);
});
afterEach(() => db.close());

const HALF_HOUR = 1800;
const START = Math.floor(NOW / HALF_HOUR) * HALF_HOUR;

/** → an event whose title holds the words; it starts so many minutes after START. */
function event(id: number, title: string, minutes: number, changes = {}): SearchDocument {
  const start = utcText(START + minutes * 60);
  const fields = { utc_start_date: start, utc_end_date: start };
  return makeDocument(makeRecord('event', id, { title, fields, ...changes }));
}

function windowOf(word: string, from: number, to: number, nowSeconds = NOW): SearchQuery {
  return makeQuery('event', {
    visible: [{ status: 'publish' }],
    text: { words: [word], mode: 'anyField' },
    where: [{ test: 'range', field: 'start', gte: START + from * 60, lte: START + to * 60 - 1 }],
    limit: 1,
    nowSeconds,
  });
}

async function expectTotals(documents: SearchDocument[], word: string, nowSeconds = NOW) {
  for (let at = 0; at < 12; at++) {
    const [from, to] = [at * 30 + (at % 3 === 2 ? 7 : 0), 900 - at * 60];
    const query = windowOf(word, from, to, nowSeconds);
    const expected = matching(documents, query).length;
    expect([word, at, (await index.search(query)).total]).toEqual([word, at, expected]);
  }
}

test('many windows of one search: before and after writes, removals and publications', async () => {
  const documents = Array.from({ length: 120 }, (_, at) =>
    event(at + 1, at % 2 ? 'community concert' : 'communal concert', at * 10),
  );
  const future = { status: 'future' as const, date_utc: utcText(NOW + 100) };
  documents.push(event(200, 'community', 60, future), event(201, 'draft community', 60));
  await index.put(documents);
  await expectTotals(documents, 'community');
  await expectTotals(documents, 'comm');
  await expectTotals(documents, 'concert');
  await expectTotals(documents, 'community', NOW + 100);
  await expectTotals(documents, 'community');
  const added = event(300, 'Community', 61);
  await index.put([added, tombstone('event', 2, 9)]);
  await expectTotals([...documents.filter(({ id }) => id !== 2), added], 'community');
});

test('the words that begin with a word: whole words, up to 64', async () => {
  const many = Array.from({ length: 65 }, (_, at) => `concert${at}`).join(' ');
  await index.put([
    event(1, 'Community communities', 0),
    event(2, 'community commun', 0),
    event(3, many, 0),
  ]);
  const terms = termsOf(db, 'event');
  expect(terms('communi')).toEqual(['communities', 'community']);
  expect(terms('commun')).toEqual(['commun', 'communities', 'community']);
  expect(terms('nothing')).toEqual([]);
  expect(terms('con')).toBeNull();
  expect(terms('concert')).toBeNull();
  expect(terms('concert6')?.slice(0, 6)).toEqual(
    ['', '0', '1', '2', '3', '4'].map((last) => `concert6${last}`),
  );
  expect(termsOf(db, 'tag')('community')).toBeNull();
});
