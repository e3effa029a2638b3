/**
 * Elasticsearch for tests: sets of indices that are emptied and reused, because creating them for
 * each test takes longer than the test. Their names contain the run; the next run removes the
 * indices of runs that are over.
 */
import { chunksOf } from '../../src/lib/batches.js';
import { type ElasticsearchSettings, openEngine } from '../../src/search/elasticsearch/client.js';
import { allAliases, type Cluster, dropOthers } from '../../src/search/elasticsearch/indices.js';
import { beginRebuild } from '../../src/search/elasticsearch/rebuild.js';

/** → the URL of the tests' Elasticsearch, or null. */
export const elasticsearchUrl = (): string | null => process.env.ELASTICSEARCH_URL || null;

/** A clean set of indices. */
export interface TakenIndices {
  /** The settings for an adapter, and the same as environment variables. */
  settings: ElasticsearchSettings;
  env: Record<string, string>;
  /** Empties the indices. */
  empty: () => Promise<void>;
  /** Gives the set back. Close what uses it before. */
  release: () => Promise<void>;
}

const BASE = 'marquee-test';

/** The numbers of shards that tests use, each by an index template of its own. */
const SHARDS = [1, 3] as const;
/** The run, and the worker in it: a worker's next file reuses its indices. */
const own = `${BASE}-${process.ppid}-${process.env.VITEST_POOL_ID ?? process.pid}`;
const free = new Map<number, string[]>();
const built = new Set<string>();
let made = 0;
let prepared: Promise<void> | null = null;

/**
 * → empty indices. They keep the stamp of an earlier build, so that it need not be repeated; with
 * `isFresh` they are as if never built.
 */
export async function takeElasticsearch({
  isFresh = false,
  shards = 1,
}: {
  isFresh?: boolean;
  shards?: (typeof SHARDS)[number];
} = {}): Promise<TakenIndices> {
  const url = elasticsearchUrl();
  if (!url) throw new Error('ELASTICSEARCH_URL is not set');
  const prefix = free.get(shards)?.pop() ?? `${own}-${made++}-of-${shards}`;
  const settings = settingsOf(url, prefix);
  prepared ??= prepare(url);
  await prepared;
  await withEngine(settings, async (site) => {
    // A test may have lost them.
    if (!built.has(prefix) || !(await emptyAll(site))) {
      await (await beginRebuild(site, 'made by tests')).finish();
    }
    built.add(prefix);
    await Promise.all([dropOthers(site), isFresh ? forgetStamp(site) : null]);
  });
  return {
    settings,
    env: {
      ELASTICSEARCH_URL: url,
      ELASTICSEARCH_PREFIX: prefix,
      INDEX_REFRESH: 'true',
    },
    empty: () => withEngine(settings, emptyAll).then(() => undefined),
    release: async () => {
      free.set(shards, [...(free.get(shards) ?? []), prefix]);
    },
  };
}

async function withEngine<T>(
  settings: ElasticsearchSettings,
  work: (site: Cluster) => Promise<T>,
): Promise<T> {
  const engine = openEngine(settings);
  try {
    return await work({ engine, settings });
  } finally {
    await engine.close();
  }
}

/** Deletes what the indices hold, one index after the other. → false if one is missing. */
async function emptyAll({ engine, settings: { prefix } }: Cluster): Promise<boolean> {
  const path = `/${allAliases(prefix).join(',')}`;
  const refreshed = await engine.request({
    method: 'POST',
    path: `${path}/_refresh`,
    accept: [404],
  });
  if (refreshed.status === 404) return false;
  for (;;) {
    const { body } = await engine.request({
      method: 'POST',
      path: `${path}/_search`,
      body: { size: 10_000, _source: false, sort: ['_doc'] },
    });
    const { hits } = (body as { hits: { hits: { _index: string; _id: string }[] } }).hits;
    if (hits.length === 0) return true;
    const lines = hits.map(({ _index, _id }) => JSON.stringify({ delete: { _index, _id } }));
    await engine.request({
      method: 'POST',
      path: '/_bulk',
      query: { refresh: true },
      lines: `${lines.join('\n')}\n`,
      timeoutMs: 30_000,
    });
  }
}

async function forgetStamp({ engine, settings: { prefix } }: Cluster): Promise<void> {
  const path = `/${allAliases(prefix).join(',')}/_mapping`;
  await engine.request({ method: 'PUT', path, body: { _meta: {} } });
}

const settingsOf = (url: string, prefix: string): ElasticsearchSettings => ({
  urls: [url],
  apiKey: null,
  prefix,
  refresh: 'true',
});

/** Removes the indices of runs that are over, and sets the options of test indices. */
async function prepare(url: string): Promise<void> {
  const engine = openEngine(settingsOf(url, BASE));
  try {
    for (const shards of SHARDS) {
      await engine.request({
        method: 'PUT',
        path: `/_index_template/${BASE}-of-${shards}`,
        body: {
          index_patterns: [`${BASE}-*-of-${shards}-*`],
          // Elasticsearch refuses two of one priority whose patterns might match the same name.
          priority: 500 + shards,
          template: {
            settings: {
              'index.number_of_shards': shards,
              // Deletions are forgotten at once, so that versions start anew in each test.
              'index.gc_deletes': '-1',
              // Nobody needs these after a power failure.
              'index.translog.durability': 'async',
            },
          },
        },
      });
    }
    const { body } = await engine.request({ method: 'GET', path: `/_alias/${BASE}-*` });
    const { body: all } = await engine.request({
      method: 'GET',
      path: `/_settings/index.uuid`,
      query: { expand_wildcards: 'all' },
    });
    const found = new Set([...Object.keys(body as object), ...Object.keys(all as object)]);
    const old = [...found].filter((name) => name.startsWith(`${BASE}-`) && !isRunning(name));
    for (const names of chunksOf(old, 50)) {
      await engine.request({
        method: 'DELETE',
        path: `/${names.join(',')}`,
        query: { ignore_unavailable: true },
        // Another worker may be doing the same.
        accept: [404],
        timeoutMs: 30_000,
      });
    }
  } finally {
    await engine.close();
  }
}

function isRunning(name: string): boolean {
  const pid = Number(name.slice(BASE.length + 1).split('-')[0]);
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
