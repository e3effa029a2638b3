/**
 * The list queries of the Elasticsearch benchmark: paths of the service, each with the search
 * request that it sends. To capture the requests, the service's own code queries a stub server,
 * which records every search and answers each alike.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { silentLog } from '../../src/lib/log.js';
import { openDeps } from '../../src/open.js';
import { COMMON_WORD, RARE_WORD, randomFrom } from './bench-data.js';
import type { Asked } from './bench-load.js';
import { openQuestions } from './bench-rows.js';
import { PREFIX } from './bench-service.js';

/**
 * Queries of one type: paths of the service and the requests to Elasticsearch, in the same order.
 */
export interface ListCase {
  name: string;
  paths: string[];
  bodies: Asked[];
}

/** Different queries of each type but the first, which has one: more than are sent in a second. */
const VARIATIONS = 1500;

/** → the cases. `settings` are those of the service, `url` is that of Elasticsearch. */
export async function listCases(
  points: readonly [lat: number, lng: number][],
  { settings, url }: { settings: Record<string, string>; url: string },
): Promise<ListCase[]> {
  const listener = await openListener();
  try {
    const cases: ListCase[] = [];
    const asked = { ...settings, ELASTICSEARCH_URL: listener.url };
    const config = readConfig({ ...process.env, ...asked });
    const deps = await openDeps(config, { log: silentLog });
    const service = await listen(createServer(createApp(deps).callback()));
    for (const [name, paths] of Object.entries(pathsOf(points))) {
      const bodies: Asked[] = [];
      for (const path of paths) {
        await (await fetch(`${service.url}${path}`)).arrayBuffer();
        bodies.push(listener.take());
      }
      cases.push({ name, paths, bodies });
    }
    service.close();
    await deps.close();
    return cases.map((one) => ({ ...one, bodies: one.bodies.map((body) => below(url, body)) }));
  } finally {
    listener.close();
  }
}

// The URL of Elasticsearch may have a path.
const below = (url: string, asked: Asked): Asked => ({
  ...asked,
  path: new URL(url).pathname.replace(/\/$/, '') + asked.path,
});

function pathsOf(points: readonly [lat: number, lng: number][]): Record<string, string[]> {
  const random = randomFrom(7);
  const vary = (make: () => string) =>
    Array.from({ length: VARIATIONS }, () => `${PREFIX}/events?${make()}`);
  const { from, week, near } = openQuestions(random, points);
  return {
    'default list, the same for all': [`${PREFIX}/events`],
    'default list, from any moment': vary(from),
    'date range, a week': vary(week),
    'near me, 10 km': vary(() => near(10)),
    'search, rare word': vary(() => `search=${RARE_WORD}&${from()}`),
    'search, common word': vary(() => `search=${COMMON_WORD}&${from()}`),
    'search + week + near me, 100 km': vary(() => `search=${COMMON_WORD}&${week()}&${near(100)}`),
  };
}

interface Listener {
  url: string;
  /** → the one search received since the last call. Throws when there was not exactly one. */
  take(): Asked;
  close(): void;
}

// One record found: a search that finds none would be followed by others.
const ONE = JSON.stringify({ hits: { total: { value: 1 }, hits: [] } });

async function openListener(): Promise<Listener> {
  let heard: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const path = request.url ?? '';
    if (path.includes('/_search')) {
      heard.push({ method: 'POST', path, body: Buffer.concat(parts).toString() });
    }
    response.setHeader('X-Elastic-Product', 'Elasticsearch');
    response.setHeader('Content-Type', 'application/json');
    response.end(ONE);
  });
  const { url, close } = await listen(server);
  return {
    url,
    close,
    take: () => {
      const [asked, ...others] = heard;
      heard = [];
      if (!asked || others.length > 0) throw new Error('A list did not come to one search.');
      return asked;
    },
  };
}

async function listen(server: Server): Promise<{ url: string; close: () => void }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
