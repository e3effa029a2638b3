/**
 * What is sent to Elasticsearch, compared with test/golden: an index for each kind, an entry, and
 * the body of a search for each part a list query has. UPDATE_GOLDEN=1 writes the files anew.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import { bodyOf } from '../../src/search/elasticsearch/ask.js';
import { toEntry } from '../../src/search/elasticsearch/entry.js';
import { marginM, outside } from '../../src/search/elasticsearch/geo.js';
import { buildIndex } from '../../src/search/elasticsearch/mapping.js';
import { orderOf } from '../../src/search/elasticsearch/sort.js';
import { readWalk, type Walk, writeWalk } from '../../src/search/elasticsearch/walks.js';
import type { SearchQuery } from '../../src/search/port.js';
import { makeDocument, makeQuery, makeRecord, makeSnapshot, NOW } from '../contracts/builders.js';

/** Compares with the file of this name, or writes it. */
function expectGolden(name: string, value: unknown): void {
  const path = fileURLToPath(new URL(`../golden/elasticsearch/${name}.json`, import.meta.url));
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(existsSync(path), `${path} is there`).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}

describe('indices', () => {
  test.each(allKinds)('of kind $name', (kind) => {
    expectGolden(`index-${kind.name}`, buildIndex(kind, { shards: 1, replicas: 1 }));
  });

  test('every index field has a place', () => {
    for (const kind of allKinds) {
      const { mappings } = buildIndex(kind, { shards: 1, replicas: 0 });
      const { f } = (mappings as { properties: { f: { properties: object } } }).properties;
      expect(Object.keys(f.properties)).toEqual(Object.keys(kind.indexFields));
    }
  });
});

describe('entries', () => {
  test('an event with all it can link', () => {
    const venue = makeRecord('venue', 7, {
      title: 'Größe 1',
      status: 'future',
      fields: { city: 'Köln', geo_lat: 50.1, geo_lng: 6.9 },
    });
    const shown = makeSnapshot({ ...venue, status: 'publish' });
    const tag = makeSnapshot(makeRecord('tag', 3, { title: 'Late night' }));
    const record = makeRecord('event', 1, {
      title: 'Jazz at night',
      fields: { description: 'Blue notes' },
      relations: { venue: [shown], tags: [tag] },
    });
    expectGolden('entry-event', toEntry(makeDocument(record)));
  });

  test('a venue to come', () => {
    const record = makeRecord('venue', 7, { status: 'draft', fields: { city: 'Köln' } });
    expectGolden('entry-venue', toEntry({ ...makeDocument(record), bodyFull: '{"full":1}' }));
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
  'words in one field': makeQuery('venue', { text: { words: ['town', 'ha'], mode: 'oneField' } }),
  substring: makeQuery('tag', {
    text: { words: ['50% \\*?'], mode: 'substring' },
    sort: { by: 'count', direction: 'desc' },
  }),
  'near, with facets': makeQuery('event', {
    geo: { point: { lat: 52.5, lng: 13.4 }, radiusM: 1000 },
    sort: { by: 'distance', direction: 'asc' },
    facets: ['venue', 'tags', 'city', 'month'],
  }),
  box: makeQuery('venue', {
    geo: { hasPlace: true, box: { west: 170, south: -1, east: -170, north: 1 } },
  }),
};

describe('bodies', () => {
  test.each(Object.keys(QUERIES))('%s', (name) => {
    const query = QUERIES[name] ?? makeQuery('event');
    const asking = { order: orderOf(query), size: 10, withFacets: true };
    const body = bodyOf({ prefix: 'marquee', query, asking, beyond: [] });
    expectGolden(`search-${name.replace(/[ ,]+/g, '-')}`, body);
  });

  test('a page of a walk', () => {
    const query = makeQuery('event', { sort: { by: 'field', field: 'start', direction: 'desc' } });
    const order = orderOf(query);
    const asking = {
      order,
      size: 11,
      after: order.positionOf(null, 7),
      except: [3, 4],
      pit: 'abc',
    };
    const body = bodyOf({ prefix: 'marquee', query, asking, beyond: ['1,2'] });
    expectGolden('search-walk', body);
  });
});

describe('walks', () => {
  test('are read as they were written', () => {
    const walk: Walk = {
      process: 'a_b',
      opened: 12,
      met: [1, 127, 128, 300, 2 ** 40, Number.MAX_SAFE_INTEGER],
      isWhole: true,
      pit: 'AbC-_==',
      place: { after: [12.5, 7], skip: 3 },
    };
    expect(readWalk(writeWalk(walk))).toEqual(walk);
    const bare: Walk = { ...walk, met: [], pit: null, place: null, isWhole: false };
    expect(readWalk(writeWalk(bare))).toEqual(bare);
  });

  test.each([
    '',
    'x',
    'a.b.w...',
    'a.1.w._____w..',
    'a.1.w..e30.',
    `a.1.w..${Buffer.from('[null,1e9]').toString('base64url')}.`,
    `a.1.w..${Buffer.from('[["x",1],0]').toString('base64url')}.`,
    `a.1.w...${'A'.repeat(9000)}`,
    'a.1.w...é',
  ])('that are none of ours: %#', (text) => {
    const walk = readWalk(text);
    expect(walk === null || walk.met.every(Number.isSafeInteger)).toBe(true);
    if (text !== 'a.1.w._____w..') expect(walk).toBeNull();
  });
});

describe('the edge of a circle', () => {
  test('places outside are told by the exact measure', () => {
    const geo = { point: { lat: 0, lng: 0 }, radiusM: 0.000_15 };
    expect(outside(geo, ['0,0', '0,1e-9', '0,2e-9'])).toEqual(['0,2e-9']);
    expect([marginM(1), marginM(1000), marginM(20_010_000)]).toEqual([0.3, 0.03, 2]);
  });
});
