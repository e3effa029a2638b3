/**
 * Faults that only Elasticsearch has: it is down at the start, cursors are forged, coordinates
 * are rounded, texts are reformatted, indices vanish or refuse writes.
 */
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { distanceM, EARTH_RADIUS_M } from '../../src/lib/place/geo.js';
import { limits } from '../../src/limits.js';
import { openElasticsearchIndex } from '../../src/search/elasticsearch/adapter.js';
import { openEngine } from '../../src/search/elasticsearch/client.js';
import type { SearchIndex, SearchQuery } from '../../src/search/port.js';
import {
  assertInTime,
  idsOf,
  makeDocument,
  makeQuery,
  makeRecord,
  NOW,
  putRecords,
  revise,
  tombstone,
  walkIds,
} from '../contracts/builders.js';
import {
  elasticsearchUrl,
  type TakenIndices,
  takeElasticsearch,
} from '../support/elasticsearch.js';
import { listening } from '../support/host.js';
import { openProxy } from '../support/proxy.js';
import { fc } from '../support/seed.js';

/** A node that answers 503 some times, then 200, as its cluster looks for a lost node. */
async function electingNode(times: number): Promise<{ url: string; close: () => void }> {
  let asked = 0;
  const node = createServer((_request, response) => {
    const headers = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' };
    response.writeHead(asked++ < times ? 503 : 200, headers).end('{}');
  });
  const url = await listening(node);
  return { url, close: () => node.close() };
}

test.each([
  [7, 200],
  [8, 503],
])('%i answers of nodes that look for a lost one, then others: %i', async (lost, status) => {
  const node = await electingNode(lost);
  const engine = openEngine({ urls: [node.url], apiKey: null, prefix: 'a', refresh: 'true' });
  const answer = engine.request({ method: 'POST', path: '/a/_search', body: {} });
  expect(await answer.catch((error: { status: number }) => error)).toMatchObject({ status });
  await engine.close();
  node.close();
});

test('a node that is gone and one that looks for it: requests wait for the answer', async () => {
  const [lost, node] = [await electingNode(0), await electingNode(2)];
  lost.close();
  const urls = [lost.url, node.url];
  const engine = openEngine({ urls, apiKey: null, prefix: 'a', refresh: 'true' });
  const request = { method: 'POST', path: '/a/_search', body: {} } as const;
  const answers = Array.from({ length: 4 }, () => engine.request(request));
  for (const answer of answers) expect(await answer).toMatchObject({ status: 200 });
  await engine.close();
  node.close();
});

const reason = elasticsearchUrl() ? '' : ' (skipped: ELASTICSEARCH_URL is not set)';

describe.skipIf(reason !== '')(`Elasticsearch's own faults${reason}`, () => {
  let taken: TakenIndices;
  let index: SearchIndex;
  const events = (count: number) =>
    Array.from({ length: count }, (_, at) => makeRecord('event', at + 1));
  const open = (url?: string) =>
    openElasticsearchIndex({ ...taken.settings, ...(url ? { urls: [url] } : {}) });

  beforeEach(async () => {
    taken = await takeElasticsearch();
    index = open();
  });
  afterEach(async () => {
    await index.close();
    await taken.release();
  });

  test('down at the start: calls say so, without credentials, and work once it is up', async () => {
    const proxy = await openProxy(String(elasticsearchUrl()));
    await proxy.set('refuse');
    const port = open(`http://reader:secret-word@${proxy.host}`);
    const calls = [
      () => port.search(makeQuery('event')),
      () => port.put([makeDocument(makeRecord('event', 1))]),
      () => port.stamp(),
      () => port.lookUp('tag', { ids: [1] }),
      () => port.suggest('a', 5, NOW),
      () => port.rebuild('x'),
    ];
    for (const call of calls) {
      const error = await call().then(
        () => null,
        (thrown: Error) => thrown,
      );
      expect(error).toMatchObject({ status: 503, code: 'search_index_unavailable' });
      const told = JSON.stringify(error) + String(error?.cause) + inspected(error);
      expect(told).not.toContain('secret-word');
      expect(told).not.toContain(Buffer.from('reader:secret-word').toString('base64'));
    }
    await proxy.set('pass');
    await putRecords(port, makeRecord('event', 1));
    expect(await idsOf(port, makeQuery('event'))).toEqual([1]);
    await proxy.set('refuse');
    await expect(port.search(makeQuery('event'))).rejects.toMatchObject({ status: 503 });
    await proxy.set('pass');
    expect(await idsOf(port, makeQuery('event'))).toEqual([1]);
    await port.close();
    await proxy.close();
  });

  test('an index that vanished: it is not replaced silently, a build brings it back', async () => {
    const tag = makeDocument(makeRecord('tag', 1));
    await index.put([tag]);
    const engine = openEngine(taken.settings);
    const path = `/_alias/${taken.settings.prefix}-tag`;
    const { body } = await engine.request({ method: 'GET', path });
    await engine.request({ method: 'DELETE', path: `/${Object.keys(body as object)[0]}` });
    await engine.close();
    const missing = { status: 503, code: 'search_index_unavailable' };
    expect(await index.stamp()).toBeNull();
    await expect(index.search(makeQuery('tag'))).rejects.toMatchObject(missing);
    await expect(index.put([tag])).rejects.toMatchObject(missing);
    await expect(index.search(makeQuery('tag'))).rejects.toMatchObject(missing);
    const build = await index.rebuild('s');
    await build.put([tag]);
    await build.finish();
    expect(await index.stamp()).toBe('s');
    expect(await idsOf(index, makeQuery('tag'))).toEqual([1]);
  });

  test.each([
    // A full disk: the block of the flood stage.
    ['read_only_allow_delete', /^429 cluster_block_exception .*read-only-allow-delete/],
    ['write', /^403 cluster_block_exception .*blocked by/],
  ])('an index with the block %s: entries are retried, and its reason told', async (name, why) => {
    const block = async (isBlocked: boolean) => {
      const engine = openEngine(taken.settings);
      const path = `/${taken.settings.prefix}-event/_settings`;
      await engine.request({ method: 'PUT', path, body: { [`index.blocks.${name}`]: isBlocked } });
      await engine.close();
    };
    const entry = makeDocument(makeRecord('event', 1));
    await block(true);
    const refused = { id: 1, outcome: 'retry', reason: expect.stringMatching(why) };
    expect(await index.put([entry])).toMatchObject([refused]);
    await block(false);
    expect(await index.put([entry])).toMatchObject([{ id: 1, outcome: 'written' }]);
  });

  test('the text is returned byte for byte', async () => {
    const answers = [
      '{"n":1e-7,"m":12.50,"k":0.1,"b":1,"a":2,"u":"é😀","e":"\\\\u0001 \\u0001 \\" \\n"}',
      '{"raw":"\u0001/x \u0002 \u0003?id=","count":"\u0004tag5","status":"\u00051700000000"}',
      '{"__proto__":{"constructor":1},"big":12345678901234567890}',
    ];
    const documents = answers.map((answer, at) => ({
      ...makeDocument(makeRecord('event', at + 1)),
      answer,
      fullAnswer: at === 1 ? `${answer} ` : null,
    }));
    await index.put(documents);
    const { hits } = await index.search(makeQuery('event'));
    expect(hits.map(({ answer }) => answer)).toEqual(answers);
    const full = await index.search(makeQuery('event', { isFull: true }));
    expect(full.hits.map(({ answer }) => answer)).toEqual([
      answers[0],
      `${answers[1]} `,
      answers[2],
    ]);
  });

  test('entries that exceed one request are written in several, a result for each', async () => {
    const answer = `{"text":"${'x'.repeat(limits.bulkBytes / 4)}"}`;
    const documents = events(9).map((record) => ({ ...makeDocument(record), answer }));
    const results = await index.put(documents);
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual(
      documents.map(({ id }) => [id, 'written']),
    );
    expect((await index.search(makeQuery('event', { limit: 1 }))).total).toBe(9);
  });

  test('an entry that Elasticsearch refuses is reported, the others are written', async () => {
    const [one, two] = events(2).map((record) => makeDocument(record));
    if (!one || !two) throw new Error('no documents');
    const bad = { ...one, values: { ...one.values, start: 'no number' } };
    const results = await index.put([bad, two]);
    expect(results).toMatchObject([
      { id: 1, outcome: 'refused', reason: expect.stringContaining('document_parsing_exception') },
      { id: 2, outcome: 'written' },
    ]);
  });

  test('a walk continues in another process and through a rebuild', async () => {
    const documents = events(9).map((record) => makeDocument(record));
    await index.put(documents);
    const query = makeQuery('event', { limit: 2 });
    const current = { ...index, search: (asked: SearchQuery) => index.search(asked) };
    const ids = await walkIds(current, query, async (page) => {
      if (page === 1) {
        await index.close();
        index = open();
      }
      if (page !== 2) return;
      const build = await index.rebuild('next');
      await build.put(documents);
      await build.finish();
    });
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('any cursor gives only records the reader may see, or none', async () => {
    await putRecords(index, ...events(5), makeRecord('event', 6, { status: 'draft' }));
    const keys = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.constant(null));
    const sorts = fc.constantFrom<SearchQuery['sort']>(
      { by: 'field', field: 'start', direction: 'asc' },
      { by: 'field', field: 'title', direction: 'desc' },
      { by: 'distance', direction: 'asc' },
      { by: 'relevance', direction: 'desc' },
      { by: 'include', ids: [1, 2, 6], direction: 'asc' },
    );
    await assertInTime(
      fc.asyncProperty(keys, fc.maxSafeInteger(), sorts, async (key, id, sort) => {
        const query = makeQuery('event', {
          sort,
          limit: 3,
          text: { words: ['event'], mode: 'anyField' },
          geo: sort.by === 'distance' ? { point: { lat: 1, lng: 1 }, radiusM: 1000 } : null,
          from: { after: { keys: [key], id } },
        });
        const { hits } = await index.search(query);
        expect(hits.every((hit) => hit.id >= 1 && hit.id <= 5)).toBe(true);
        expect(hits.every((hit) => hit.answer.startsWith(`{"id":${hit.id},`))).toBe(true);
      }),
      {
        numRuns: 150,
        // When printed, it has more digits than a number that Elasticsearch reads.
        examples: [
          [-(2 ** 63), 0, { by: 'distance', direction: 'asc' }],
          [2 ** 70, 0, { by: 'relevance', direction: 'desc' }],
          [Number.NaN, 0, { by: 'distance', direction: 'asc' }],
        ],
      },
    );
  });

  test('a circle: exactly the points inside it, except within a metre of its edge', async () => {
    const centre = fc.record({
      lat: fc.double({ min: -89, max: 89, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const near = fc.record({
      angle: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      beyondM: fc.constantFrom(-40, -5, -1.1, 1.1, 5, 40),
    });
    const radius = fc.double({ min: 1, max: 6.9, noNaN: true }).map((power) => 10 ** power);
    await assertInTime(
      fc.asyncProperty(
        centre,
        radius,
        fc.array(near, { minLength: 1, maxLength: 30 }),
        async (point, radiusM, some) => {
          await taken.empty();
          const places = some.map(({ angle, beyondM }) =>
            goTo(point, angle, Math.max(0, radiusM + beyondM)),
          );
          const records = places.map(({ lat, lng }, at) =>
            makeRecord('venue', at + 1, { fields: { geo_lat: lat, geo_lng: lng } }),
          );
          await putRecords(index, ...records);
          const sort = { by: 'distance', direction: 'asc' } as const;
          const query = makeQuery('venue', { geo: { point, radiusM }, sort, limit: 100 });
          const { total, hits } = await index.search(query);
          const inside = places.flatMap((place, at) =>
            distanceM(point, place) <= radiusM ? at + 1 : [],
          );
          expect(hits.map(({ id }) => id).sort((a, b) => a - b)).toEqual(inside);
          expect(total).toBe(inside.length);
          const told = hits.map((hit) => hit.distanceM ?? -1);
          for (const [at, { id }] of hits.entries()) {
            const exact = distanceM(point, places[id - 1] ?? point);
            expect(Math.abs((told[at] ?? -1) - exact)).toBeLessThan(1e-3);
            expect((told[at - 1] ?? 0) - exact).toBeLessThan(1);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a rebuild: it contains what other processes write meanwhile', async () => {
    const other = open();
    const [one, two] = events(2).map((record) => makeDocument(record));
    if (!one || !two) throw new Error('no documents');
    await index.put([one, two]);
    const build = await index.rebuild('a stamp');
    await build.put([one, two]);
    const later = makeDocument(revise(makeRecord('event', 1)));
    await other.put([later, tombstone('event', 2, 2)]);
    expect(await build.versions('event', { afterId: 0, limit: 10 })).toEqual([
      { id: 1, version: 2 },
    ]);
    expect(await idsOf(other, makeQuery('event'))).toEqual([1]);
    await build.finish();
    expect(await other.stamp()).toBe('a stamp');
    expect((await other.search(makeQuery('event'))).hits[0]?.answer).toBe(later.answer);
    await other.close();
  });
});

const inspected = (value: unknown): string => {
  const cause = (value as { cause?: object } | null)?.cause;
  return cause ? Object.entries(cause).join() + String((cause as Error).stack) : '';
};

interface Point {
  lat: number;
  lng: number;
}

function goTo(from: Point, angle: number, metres: number): Point {
  const [lat, lng] = [(from.lat * Math.PI) / 180, (from.lng * Math.PI) / 180];
  const arc = metres / EARTH_RADIUS_M;
  const sine = Math.sin(lat) * Math.cos(arc) + Math.cos(lat) * Math.sin(arc) * Math.cos(angle);
  const to = Math.asin(Math.max(-1, Math.min(1, sine)));
  const east = Math.atan2(
    Math.sin(angle) * Math.sin(arc) * Math.cos(lat),
    Math.cos(arc) - Math.sin(lat) * Math.sin(to),
  );
  const degrees = ((lng + east) * 180) / Math.PI;
  return { lat: (to * 180) / Math.PI, lng: ((degrees + 540) % 360) - 180 };
}
