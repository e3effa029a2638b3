/**
 * Elasticsearch for tests: sets of indices that are emptied and used again, because making some
 * for each test takes longer than the test. Their names tell the run they belong to; those of runs
 * that are over are removed by the next one.
 */

import { allKinds } from '../../src/kinds/index.js';
import { chunksOf } from '../../src/lib/batches.js';
import {
  type ElasticsearchSettings,
  type Engine,
  openEngine,
} from '../../src/search/elasticsearch/client.js';
import {
  behindAliases,
  dropIndices,
  emptyInPlace,
  ensureIndices,
} from '../../src/search/elasticsearch/indices.js';
import { dropMeta, readMeta } from '../../src/search/elasticsearch/meta.js';
import { nextAliasOf } from '../../src/search/elasticsearch/names.js';

/** → where the tests' Elasticsearch is, or null. */
export const elasticsearchUrl = (): string | null => process.env.ELASTICSEARCH_URL || null;

/** A clean set of indices. */
export interface TakenIndices {
  /** What an adapter is opened with, and the same as environment. */
  settings: ElasticsearchSettings;
  env: Record<string, string>;
  /** Gives the set back; close what uses it before. */
  release: () => Promise<void>;
}

const BASE = 'marquee-test';
/** The run, and the worker in it: a worker's next file uses its indices again. */
const own = `${BASE}-${process.ppid}-${process.env.VITEST_POOL_ID ?? process.pid}`;
const free: number[] = [];
const ensured = new Set<string>();
let made = 0;
let prepared: Promise<void> | null = null;

/**
 * → empty indices. They keep the stamp of a rebuild made on them, which then need not be made
 * again; `isFresh`: as if none was ever made.
 */
export async function takeElasticsearch(
  options: { isFresh?: boolean } = {},
): Promise<TakenIndices> {
  const url = elasticsearchUrl();
  if (!url) throw new Error('ELASTICSEARCH_URL is not set');
  const number = free.pop() ?? made++;
  const prefix = `${own}-${number}`;
  const settings = settingsOf(url, prefix);
  prepared ??= prepare(url);
  await prepared;
  const engine = openEngine(settings);
  try {
    const site = { engine, settings };
    if (!ensured.has(prefix)) await ensureIndices(site);
    ensured.add(prefix);
    await Promise.all([
      emptyInPlace(site),
      dropBuild(engine, prefix),
      options.isFresh ? dropMeta(engine, prefix, 'stamp') : null,
    ]);
  } finally {
    await engine.close();
  }
  return {
    settings,
    env: {
      ELASTICSEARCH_URL: url,
      ELASTICSEARCH_PREFIX: prefix,
      ELASTICSEARCH_REPLICAS: '0',
      INDEX_REFRESH: 'true',
    },
    release: async () => {
      free.push(number);
    },
  };
}

/** Drops what a rebuild that broke off left. */
async function dropBuild(engine: Engine, prefix: string): Promise<void> {
  if ((await readMeta(engine, prefix, 'build')) === null) return;
  await dropMeta(engine, prefix, 'build');
  const nexts = allKinds.map(({ name }) => nextAliasOf(prefix, name));
  await dropIndices(engine, [...(await behindAliases(engine, nexts)).values()].flat());
}

const settingsOf = (url: string, prefix: string): ElasticsearchSettings => ({
  urls: [url],
  apiKey: null,
  user: null,
  prefix,
  shards: 1,
  replicas: 0,
  refresh: 'true',
});

/** Removes what runs that are over left, and sets what test indices are made with. */
async function prepare(url: string): Promise<void> {
  const engine = openEngine(settingsOf(url, BASE));
  try {
    await engine.request({
      method: 'PUT',
      path: `/_index_template/${BASE}`,
      body: {
        index_patterns: [`${BASE}-*`],
        priority: 500,
        template: {
          settings: {
            // What was deleted is forgotten at once, so that versions start afresh in each test.
            'index.gc_deletes': '-1',
            // Nobody looks for these after a power cut.
            'index.translog.durability': 'async',
          },
        },
      },
    });
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
        // Another worker may be at the same.
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
