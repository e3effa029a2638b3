/**
 * What only Elasticsearch can do wrong: it is down at the start, views of walks are gone, cursors
 * are forged, coordinates are rounded, texts are printed anew, indices vanish.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProxy } from '../../scripts/history/proxy.js';
import { NO_USAGE } from '../../src/kinds/record.js';
import { chordSquared, distanceM, EARTH_RADIUS_M, unitVector } from '../../src/lib/geo.js';
import { limits } from '../../src/limits.js';
import { openElasticsearchIndex } from '../../src/search/elasticsearch/adapter.js';
import { openEngine } from '../../src/search/elasticsearch/client.js';
import { readWalk } from '../../src/search/elasticsearch/walks.js';
import type { SearchIndex, SearchQuery } from '../../src/search/port.js';
import {
  idsOf,
  makeDocument,
  makeQuery,
  makeRecord,
  NOW,
  putRecords,
  revise,
  TIME_LIMIT,
  walkIds,
} from '../contracts/builders.js';
import {
  elasticsearchUrl,
  type TakenIndices,
  takeElasticsearch,
} from '../support/elasticsearch.js';

const reason = elasticsearchUrl() ? '' : ' (skipped: ELASTICSEARCH_URL is not set)';
const now = () => NOW * 1000;

describe.skipIf(reason !== '')(`Elasticsearch's own faults${reason}`, () => {
  let taken: TakenIndices;
  let index: SearchIndex;
  const events = (count: number) =>
    Array.from({ length: count }, (_, at) => makeRecord('event', at + 1));
  const openOn = (url: string) =>
    openElasticsearchIndex({ settings: { ...taken.settings, urls: [url] }, now });

  beforeEach(async () => {
    taken = await takeElasticsearch({ isFresh: true });
    index = await openElasticsearchIndex({ settings: taken.settings, now });
  });
  afterEach(async () => {
    await index.close();
    await taken.release();
  });

  test('down at the start: calls say so, without credentials; it comes and all goes on', async () => {
    const proxy = await openProxy(String(elasticsearchUrl()));
    await proxy.set('refuse');
    const port = await openOn(`http://reader:secret-word@${proxy.host}`);
    const calls = [
      () => port.search(makeQuery('event')),
      () => port.put('event', [makeDocument(makeRecord('event', 1))]),
      () => port.stamp(),
      () => port.counts('tag', [1]),
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

  test('an index that vanished is made again, and a write reaches it', async () => {
    await putRecords(index, makeRecord('tag', 1));
    const engine = openEngine(taken.settings);
    const path = `/_alias/${taken.settings.prefix}-tag`;
    const { body } = await engine.request({ method: 'GET', path });
    await engine.request({ method: 'DELETE', path: `/${Object.keys(body as object)[0]}` });
    await engine.close();
    expect(await index.put('tag', [makeDocument(makeRecord('tag', 2))])).toEqual([
      { id: 2, outcome: 'written' },
    ]);
    expect(await idsOf(index, makeQuery('tag'))).toEqual([2]);
  });

  test('the text is answered to the byte', async () => {
    const bodies = [
      '{"n":1e-7,"m":12.50,"k":0.1,"b":1,"a":2,"u":"é😀","e":"\\\\u0001 \\u0001 \\" \\n"}',
      '{"raw":"\u0001/x \u0002 \u0003?id=","count":"\u0004tag5","status":"\u00051700000000"}',
      '{"__proto__":{"constructor":1},"big":12345678901234567890}',
    ];
    const documents = bodies.map((body, at) => ({
      ...makeDocument(makeRecord('event', at + 1)),
      body,
      bodyFull: at === 1 ? `${body} ` : null,
    }));
    await index.put('event', documents);
    const { hits } = await index.search(makeQuery('event'));
    expect(hits.map(({ body }) => body)).toEqual(bodies);
    const full = await index.search(makeQuery('event', { isFull: true }));
    expect(full.hits.map(({ body }) => body)).toEqual([bodies[0], `${bodies[1]} `, bodies[2]]);
  });

  test('more than one request takes is written in several, a result for each', async () => {
    const body = `{"text":"${'x'.repeat(limits.bulkBytes / 4)}"}`;
    const documents = events(9).map((record) => ({ ...makeDocument(record), body }));
    const results = await index.put('event', documents);
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual(
      documents.map(({ id }) => [id, 'written']),
    );
    expect((await index.search(makeQuery('event', { limit: 1 }))).total).toBe(9);
  });

  test('one entry that Elasticsearch refuses is told, the others are written', async () => {
    const [one, two] = events(2).map((record) => makeDocument(record));
    if (!one || !two) throw new Error('no documents');
    const bad = { ...one, values: { ...one.values, start: 'no number' } };
    const results = await index.put('event', [bad, two]);
    expect(results).toMatchObject([
      { id: 1, outcome: 'refused', reason: expect.stringContaining('document_parsing_exception') },
      { id: 2, outcome: 'written' },
    ]);
  });

  test('counts asked for at once are one look-up, each gets its own', async () => {
    const usage = (published: number) => ({ ...NO_USAGE, published });
    const tags = [1, 2, 3].map((id) => makeDocument(makeRecord('tag', id), usage(id)));
    await index.put('tag', tags);
    const asked = await Promise.all([
      index.counts('tag', [1, 2]),
      index.counts('tag', [3, 99]),
      index.counts('category', [1]),
      index.counts('tag', []),
    ]);
    expect(asked.map((counts) => [...counts])).toEqual([
      [
        [1, 1],
        [2, 2],
      ],
      [[3, 3]],
      [],
      [],
    ]);
  });

  test('what a walk reads is gone in the middle: it goes on, none missed, none met twice', async () => {
    await putRecords(index, ...events(12));
    const engine = openEngine(taken.settings);
    const query = makeQuery('event', {
      sort: { by: 'field', field: 'start', direction: 'desc' },
      limit: 2,
    });
    // Each view is closed as soon as a page names it, by whoever.
    const search = async (asked: SearchQuery) => {
      const page = await index.search(asked);
      const id = readWalk(page.walk)?.pit;
      if (id) await engine.request({ method: 'DELETE', path: '/_pit', body: { id } });
      return page;
    };
    const ids = await walkIds({ ...index, search }, query);
    expect(ids).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    await engine.close();
  });

  test('a walk goes on in another process, and through a rebuild', async () => {
    const documents = events(9).map((record) => makeDocument(record));
    await index.put('event', documents);
    const query = makeQuery('event', { limit: 2 });
    const current = { ...index, search: (asked: SearchQuery) => index.search(asked) };
    const ids = await walkIds(current, query, async (page) => {
      if (page === 1) {
        await index.close();
        index = await openElasticsearchIndex({ settings: taken.settings, now });
      }
      if (page !== 2) return;
      const build = await index.rebuild('next');
      await build?.put('event', documents);
      await build?.finish();
    });
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('any cursor is answered with records the reader may see, or none', async () => {
    await putRecords(index, ...events(5), makeRecord('event', 6, { status: 'draft' }));
    await putRecords(index, makeRecord('tag', 1));
    const first = await index.search(makeQuery('tag', { limit: 1 }));
    const foreign = await pitOf(taken, 'tag');
    const walks = fc.oneof(
      fc.string(),
      fc.constantFrom('', 'x.0.w...', `x.0.w...${foreign}`, first.walk, 'x.0.p.gICAgICAgICAgIA..'),
      fc
        .tuple(fc.stringMatching(/^[\w-]{0,30}$/), fc.constantFrom('', foreign))
        .map(([part, pit]) => `${part}.1.w.${part}.${part}.${pit}`),
      fc.json().map((json) => `x.0.w..${Buffer.from(json).toString('base64url')}.`),
      fc.constant('.'.repeat(100_000)),
    );
    const keys = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.constant(null));
    const sorts = fc.constantFrom<SearchQuery['sort']>(
      { by: 'field', field: 'start', direction: 'asc' },
      { by: 'field', field: 'title', direction: 'desc' },
      { by: 'distance', direction: 'asc' },
      { by: 'relevance', direction: 'desc' },
      { by: 'include', ids: [1, 2, 6], direction: 'asc' },
    );
    await fc.assert(
      fc.asyncProperty(walks, keys, fc.maxSafeInteger(), sorts, async (walk, key, id, sort) => {
        const query = makeQuery('event', {
          sort,
          limit: 3,
          text: { words: ['event'], mode: 'anyField' },
          ...(sort.by === 'distance'
            ? { geo: { point: { lat: 1, lng: 1 }, radiusM: 1000 } }
            : { geo: null }),
          from: { after: { key, id, walk } },
        });
        const { hits } = await index.search(query);
        expect(hits.every((hit) => hit.id >= 1 && hit.id <= 5)).toBe(true);
        expect(hits.every((hit) => hit.body.startsWith(`{"id":${hit.id},`))).toBe(true);
      }),
      {
        ...TIME_LIMIT,
        numRuns: 150,
        // Printed, it has more digits than a number that Elasticsearch reads.
        examples: [
          ['x.0.w..e30.', -(2 ** 63), 0, { by: 'distance', direction: 'asc' }],
          ['x.0.w..WzFlOTksMV0.', 2 ** 70, 0, { by: 'relevance', direction: 'desc' }],
        ],
      },
    );
  });

  test('a circle is exact to the millimetre: total, members, facets', async () => {
    const centre = fc.record({
      lat: fc.double({ min: -89, max: 89, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const near = fc.record({
      angle: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      mm: fc.integer({ min: -40, max: 40 }),
    });
    const radius = fc.double({ min: -1, max: 6.9, noNaN: true }).map((power) => 10 ** power);
    await fc.assert(
      fc.asyncProperty(
        centre,
        radius,
        fc.array(near, { minLength: 1, maxLength: 30 }),
        async (point, radiusM, some) => {
          await index.reset();
          const places = some.map(({ angle, mm }) =>
            goTo(point, angle, Math.max(0, radiusM + mm / 1000)),
          );
          const records = places.map(({ lat, lng }, at) =>
            makeRecord('venue', at + 1, { fields: { geo_lat: lat, geo_lng: lng } }),
          );
          await putRecords(index, ...records);
          const sort = { by: 'distance', direction: 'asc' } as const;
          const query = makeQuery('venue', { geo: { point, radiusM }, sort, limit: 7 });
          const { total } = await index.search(query);
          const ids = await walkIds(index, query);
          const inside = places
            .map((place, at) => ({ id: at + 1, chord: chordOf(point, place) }))
            .filter(({ chord }) => chord <= chordSquared(radiusM))
            .sort((a, b) => a.chord - b.chord || a.id - b.id)
            .map(({ id }) => id);
          expect(ids).toEqual(inside);
          expect(total).toBe(inside.length);
          const whole = await index.search({ ...query, limit: 100 });
          for (const { id, distanceM: told } of whole.hits) {
            const place = places[id - 1] ?? point;
            expect(Math.abs((told ?? -1) - distanceM(point, place))).toBeLessThan(1e-5);
          }
        },
      ),
      { ...TIME_LIMIT, numRuns: 60 },
    );
  });

  test('a rebuild: writers of other processes reach it, searches see the old one until the end', async () => {
    const other = await openElasticsearchIndex({ settings: taken.settings, now });
    const [one, two] = events(2).map((record) => makeDocument(record));
    if (!one || !two) throw new Error('no documents');
    await index.put('event', [one]);
    const build = await index.rebuild('a stamp');
    expect(await other.rebuild('a stamp')).toBeNull();
    expect(await build?.put('event', [one])).toEqual([{ id: 1, outcome: 'written' }]);
    await build?.saveProgress('event', 1);
    const later = makeDocument(revise(makeRecord('event', 1)));
    expect(await other.put('event', [later, two])).toMatchObject([{ id: 1 }, { id: 2 }]);
    expect(await build?.versions('event', 0, 10)).toEqual([
      { id: 1, version: 2 },
      { id: 2, version: 1 },
    ]);
    expect(await idsOf(other, makeQuery('event'))).toEqual([1, 2]);
    await other.remove('event', [{ id: 2, version: 2 }]);
    await index.close();
    index = await openElasticsearchIndex({ settings: taken.settings, now });
    const again = await index.rebuild('a stamp');
    expect(again?.doneUpTo('event')).toBe(1);
    expect(again?.doneUpTo('tag')).toBe(0);
    await again?.finish();
    expect(await other.stamp()).toBe('a stamp');
    expect(await idsOf(other, makeQuery('event'))).toEqual([1]);
    expect((await other.search(makeQuery('event'))).hits[0]?.body).toBe(later.body);
    expect((await index.rebuild('another'))?.doneUpTo('event')).toBe(0);
    await other.close();
  });
});

const inspected = (value: unknown): string => {
  const cause = (value as { cause?: object } | null)?.cause;
  return cause ? Object.entries(cause).join() + String((cause as Error).stack) : '';
};

async function pitOf({ settings }: TakenIndices, kind: string): Promise<string> {
  const engine = openEngine(settings);
  const path = `/${settings.prefix}-${kind}/_pit`;
  const { body } = await engine.request({ method: 'POST', path, query: { keep_alive: '1m' } });
  await engine.close();
  return (body as { id: string }).id;
}

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

function chordOf(a: Point, b: Point): number {
  const [from, to] = [unitVector(a), unitVector(b)];
  const [x, y, z] = [to.x - from.x, to.y - from.y, to.z - from.z];
  return x * x + y * y + z * z;
}
