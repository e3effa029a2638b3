/**
 * Requests to Elasticsearch, compared with test/golden: an index for each kind, an entry, and the
 * body of a search for each part of a list query. UPDATE_GOLDEN=1 rewrites the files.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import { toSource } from '../../src/search/elasticsearch/entry.js';
import { buildIndex } from '../../src/search/elasticsearch/mapping.js';
import { bodyOf, paramsOf } from '../../src/search/elasticsearch/page.js';
import { orderOf } from '../../src/search/elasticsearch/sort.js';
import type { SearchQuery } from '../../src/search/port.js';
import { makeDocument, makeQuery, makeRecord, makeSnapshot, NOW } from '../contracts/builders.js';

/** Compares a value with the file of this name. */
const expectGolden = (name: string, value: unknown): void =>
  expectText(`${name}.json`, `${JSON.stringify(value, null, 2)}\n`);

/** Compares a text with the file of this name, or writes the file. */
function expectText(name: string, text: string): void {
  const path = fileURLToPath(new URL(`../golden/elasticsearch/${name}`, import.meta.url));
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(existsSync(path), `${path} is there`).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}

/** The parts of an index as lines: a path with its value, or with the mapping of its field. */
function linesOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const own = name === 'properties' ? path : `${path}.${name}`.replace(/^\./, '');
    const isInner = part.constructor === Object && typeof part.type !== 'string';
    return isInner ? linesOf(part, own) : `${own} ${JSON.stringify(part)}`;
  });
}

describe('indices', () => {
  test('each line names the kinds that have it', () => {
    const kindsOf = new Map<string, string>();
    for (const kind of allKinds) {
      for (const line of linesOf(buildIndex(kind))) {
        kindsOf.set(line, `${kindsOf.get(line) ?? ''} ${kind.name}`);
      }
    }
    expectText('indices.txt', [...kindsOf].map(([line, kinds]) => `${line}:${kinds}\n`).join(''));
  });

  test('every index field has a mapping', () => {
    for (const kind of allKinds) {
      const { mappings } = buildIndex(kind);
      const { f } = (mappings as { properties: { f: { properties: object } } }).properties;
      expect(Object.keys(f.properties)).toEqual(Object.keys(kind.indexFields));
    }
  });
});

describe('entries', () => {
  test('an event with every kind of link', () => {
    const venue = makeRecord('venue', 7, {
      title: 'Größe 1',
      status: 'future',
      fields: { city: 'Köln', geo_lat: 50.1, geo_lng: 6.9 },
    });
    const shown = makeSnapshot({ ...venue, base_status: 'publish' });
    const tag = makeSnapshot(makeRecord('tag', 3, { title: 'Late night' }));
    const record = makeRecord('event', 1, {
      title: 'Jazz at night',
      fields: { description: 'Blue notes' },
      relations: { venue: [shown], tags: [tag] },
    });
    expectGolden('entry-event', toSource(makeDocument(record)));
  });

  test('a future venue', () => {
    const record = makeRecord('venue', 7, { status: 'draft', fields: { city: 'Köln' } });
    expectGolden('entry-venue', toSource({ ...makeDocument(record), fullAnswer: '{"full":1}' }));
  });
});

const QUERIES: Record<string, SearchQuery> = {
  plain: makeQuery('event'),
  filters: makeQuery('event', {
    where: [
      { test: 'anyOf', field: 'tags', values: [1, 2] },
      { test: 'anyOf', field: 'city', values: [] },
      { test: 'noneOf', field: 'id', values: [5] },
      { test: 'range', field: 'start', gte: NOW, gt: NOW, lt: NOW + 5 },
      { test: 'range', field: 'end' },
    ],
    visible: [{ status: 'publish' }, { status: 'future', author: 2 }],
  }),
  usage: makeQuery('venue', {
    where: [
      { test: 'usage', field: 'events', gte: 1, isNegated: true },
      { test: 'usage', field: 'last_start', gte: NOW },
    ],
  }),
  'words in any field': makeQuery('event', {
    text: { words: ['jazz', 'ni'], mode: 'anyField' },
    sort: { by: 'relevance', direction: 'desc' },
  }),
  'words in one field': makeQuery('organizer', {
    text: { words: ['town', 'ha'], mode: 'oneField' },
  }),
  substring: makeQuery('tag', {
    text: { words: ['50% \\*?'], mode: 'substring' },
    sort: { by: 'count', direction: 'desc' },
  }),
  'near, with facets': makeQuery('event', {
    geo: { point: { lat: 52.5, lng: 13.4 }, radiusM: 1000 },
    sort: { by: 'distance', direction: 'asc' },
    facets: ['venue', 'tags', 'city', 'month'],
  }),
  best: makeQuery('event', {
    text: { words: ['jazz'], mode: 'anyField' },
    geo: { point: { lat: 52.5, lng: 13.4 }, radiusM: 8000 },
    sort: { by: 'best', direction: 'desc', weights: { text: 4, distance: 0, soon: 1 } },
  }),
  'tiles of a map': makeQuery('event', {
    geo: { box: { west: 0, south: 0, east: 90, north: 60 } },
    facets: ['tiles'],
    tilesZoom: 4,
  }),
  box: makeQuery('venue', {
    geo: { hasPlace: true, box: { west: 170, south: -1, east: -170, north: 1 } },
  }),
};

test('the pages of a walk by relevance ask the same copies of the shards, others any', () => {
  const asked = (changes: Partial<SearchQuery>) => paramsOf(makeQuery('event', changes)).preference;
  const relevant = (...words: string[]): Partial<SearchQuery> => ({
    text: { words, mode: 'anyField' },
    sort: { by: 'relevance', direction: 'desc' },
  });
  const first = asked(relevant('jazz'));
  const next = asked({ ...relevant('jazz'), from: { after: { keys: [1.5], id: 7 } } });
  // Elasticsearch reads those that begin with _ as its own.
  expect(first).toMatch(/^[0-9a-f]+$/);
  expect(next).toBe(first);
  expect(asked(relevant('folk'))).not.toBe(first);
  expect(asked({ ...relevant('jazz'), sort: { by: 'distance', direction: 'asc' } })).toBe(
    undefined,
  );
});

describe('bodies', () => {
  test.each(Object.keys(QUERIES))('%s', (name) => {
    const query = QUERIES[name] ?? makeQuery('event');
    expectGolden(`search-${name.replace(/[ ,]+/g, '-')}`, bodyOf(query, orderOf(query)));
  });

  test('a page of a walk', () => {
    const query = makeQuery('event', {
      sort: { by: 'field', field: 'start', direction: 'desc' },
      from: { after: { keys: [null], id: 7 } },
      limit: 10,
    });
    expectGolden('search-walk', bodyOf(query, orderOf(query)));
  });
});
