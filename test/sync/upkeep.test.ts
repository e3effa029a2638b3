/**
 * What processes do that no request asks for: a lost index is built anew, entries of another
 * release are renewed, and a process with nothing to do asks its engines little.
 */
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { limits } from '../../src/limits.js';
import { listRecords } from '../../src/records/list/list.js';
import { createRecord } from '../../src/records/save.js';
import { inspectIndex } from '../../src/sync/inspect.js';
import { startUpkeep } from '../../src/sync/loop.js';
import { documentsOf, indexStamp } from '../../src/sync/push.js';
import { orderRebuild } from '../../src/sync/rebuild.js';
import {
  type EnginePair,
  embeddedPair,
  type Opened,
  openPair,
  overTwoPairs,
  pairNamed,
  type TakenEngines,
  takeEngines,
} from '../support/adapters.js';
import { disagreements } from '../support/agree.js';
import { openTestApp } from '../support/app.js';
import { elasticsearchUrl } from '../support/elasticsearch.js';
import { givenEvent } from '../support/factories.js';
import { listening } from '../support/host.js';
import { until } from '../support/until.js';

const caller = { id: 1, name: 'admin', role: 'administrator' } as const;
const listed = async ({ deps }: Opened) =>
  (await listRecords(deps, kinds.tag, { raw: { hide_empty: 'false' }, caller: null })).total;

async function withTags(pair: EnginePair, engines: TakenEngines): Promise<Opened> {
  const opened = await openPair(pair, { engines });
  for (const name of ['jazz', 'rock', 'folk']) {
    await createRecord(opened.deps, kinds.tag, { payload: { name }, caller });
  }
  return opened;
}

it('a rebuild that fails is tried again after a pause that grows', async () => {
  const { deps, close } = await openPair(pairNamed('sqlite + sqlite'));
  const triedMs: number[] = [];
  deps.index.rebuild = async () => {
    triedMs.push(performance.now());
    throw new Error('no rights');
  };
  await orderRebuild(deps);
  const upkeep = startUpkeep(deps);
  try {
    await until(() => triedMs.length === 3);
    const [first = 0, second = 0, third = 0] = triedMs;
    // Half of the pause is the least of it.
    expect(second - first).toBeGreaterThanOrEqual(limits.pushPauseMs / 2);
    expect(third - second).toBeGreaterThanOrEqual(limits.pushPauseMs);
  } finally {
    await upkeep.stop();
    await close();
  }
});

overTwoPairs('upkeep', (pair) => {
  it('an entry that another release made is made anew', async () => {
    const engines = await takeEngines(pair);
    const opened = await withTags(pair, engines);
    const { deps } = opened;
    try {
      const [jazz] = await deps.store.find('tag', 'slug', ['jazz']);
      if (!jazz) throw new Error('no tag');
      const [document] = await documentsOf(deps, [jazz]);
      if (!document) throw new Error('no document');
      await deps.index.put([{ ...document, stamp: 'of another release' }]);
      const stampOtherThan = indexStamp(deps);
      const old = () => deps.index.versions('tag', { afterId: 0, limit: 9, stampOtherThan });
      expect(await old()).toEqual([{ id: jazz.id, version: jazz.version }]);
      await inspectIndex(deps);
      await deps.index.refresh();
      expect(await old()).toEqual([]);
      expect(await disagreements(deps)).toEqual([]);
    } finally {
      await opened.close();
      await engines.release();
    }
  });
});

describe.skipIf(!elasticsearchUrl())('an index of Elasticsearch that somebody deleted', () => {
  it('lists answer 503, and it is built anew without anybody asking', async () => {
    const pair = pairNamed('sqlite + elasticsearch');
    const engines = await takeEngines(pair);
    const opened = await withTags(pair, engines);
    const { deps } = opened;
    try {
      expect(await listed(opened)).toBe(3);
      const url = `${elasticsearchUrl()}/${engines.settings.ELASTICSEARCH_PREFIX}-tag*`;
      const found = await (await fetch(`${url}?expand_wildcards=all`)).json();
      for (const name of Object.keys(found as object)) {
        await fetch(`${elasticsearchUrl()}/${name}`, { method: 'DELETE' });
      }
      await expect(listed(opened)).rejects.toMatchObject({
        status: 503,
        code: 'search_index_unavailable',
      });
      const upkeep = startUpkeep(deps);
      try {
        await until(async () => (await listed(opened).catch(() => 0)) === 3);
      } finally {
        await upkeep.stop();
      }
      expect(await disagreements(deps)).toEqual([]);
    } finally {
      await opened.close();
      await engines.release();
    }
  });
});

describe('a process with nothing to do', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('asks the store once a second, and the index now and then', async () => {
    const opened = await openPair(embeddedPair);
    const { deps } = opened;
    const lease = vi.spyOn(deps.store.outbox, 'lease');
    const stamp = vi.spyOn(deps.index, 'stamp');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const upkeep = startUpkeep(deps);
    const seconds = 60;
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect(lease.mock.calls.length).toBeLessThanOrEqual(seconds + 2);
    expect(lease.mock.calls.length).toBeGreaterThan(seconds / 2);
    expect(stamp.mock.calls.length).toBeLessThanOrEqual(
      1 + (seconds * 1000) / limits.inspectEveryMs,
    );
    vi.useRealTimers();
    await upkeep.stop();
    await opened.close();
  });
});

describe.skipIf(!elasticsearchUrl())('requests to Elasticsearch', () => {
  it('are one a list, whatever is asked for', async () => {
    const pair = pairNamed('sqlite + elasticsearch');
    const engines = await takeEngines(pair, { isFresh: false });
    const { server, url, requests } = await countRequests(String(elasticsearchUrl()));
    const settings = { ...engines.settings, ELASTICSEARCH_URL: url, KEEP_ANSWERS_SECONDS: '0' };
    const app = await openTestApp(pair, { engines: { ...engines, settings } });
    try {
      await givenEvent(app, {
        title: 'Fair',
        categories: ['Music'],
        venue: { venue: 'Hall', geo_lat: 52.5, geo_lng: 13.4 },
      });
      for (const query of [
        '/events',
        '/events?search=fair&orderby=relevance',
        '/events?geoloc_lat=52.5&geoloc_lng=13.4&geoloc_radius=5&orderby=distance',
        '/events?facets=categories,city&per_page=1',
        '/venues?geoloc_lat=52.5&geoloc_lng=13.4',
        '/categories?orderby=count',
      ]) {
        // Counts of terms inside answers are remembered for a while, whoever asked for them.
        await app.given({ request: `GET ${query}` });
        requests.length = 0;
        const list = await app.given({ request: `GET ${query}` });
        expect(list.total, query).toBe(1);
        expect(requests, query).toHaveLength(1);
      }
    } finally {
      await app.close();
      await engines.release();
      server.close();
    }
  });
});

/** A server before Elasticsearch that hands requests on. → what was asked for, in order. */
async function countRequests(target: string) {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const answer = await fetch(new URL(request.url ?? '/', target), {
        method: request.method ?? 'GET',
        headers: {
          accept: String(request.headers.accept ?? '*/*'),
          'content-type': String(request.headers['content-type'] ?? 'application/json'),
        },
        ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
      });
      response.writeHead(answer.status, {
        'content-type': String(answer.headers.get('content-type')),
        'x-elastic-product': 'Elasticsearch',
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  return { server, requests, url: await listening(server) };
}
