/**
 * The search index on Elasticsearch. It can be opened while Elasticsearch is down. A missing index
 * is never created implicitly: until it is built, queries and writes fail with
 * `search_index_unavailable`.
 */
import type { KindName } from '../../kinds/record.js';
import type { IndexEntry, PutResult, SearchIndex } from '../port.js';
import { putEntries } from './bulk.js';
import { type ElasticsearchSettings, openEngine } from './client.js';
import {
  aliasOf,
  allAliases,
  type Cluster,
  isBuilding,
  nextAliasOf,
  readStamp,
  refresh,
} from './indices.js';
import { lookUp, versionsOf } from './lookups.js';
import { layout } from './mapping.js';
import { readPage } from './page.js';
import { beginRebuild } from './rebuild.js';
import { spell } from './spelling.js';
import { suggest } from './suggest.js';

/** → the index; does not contact Elasticsearch yet. */
export function openElasticsearchIndex(settings: ElasticsearchSettings): SearchIndex {
  const { prefix } = settings;
  const engine = openEngine(settings);
  const site = { engine, settings };
  return {
    layout,
    search: (query) => readPage(site, query),
    spell: (query, words) => spell(site, query, words),
    lookUp: (kind, selection) => lookUp(site, kind, selection),
    suggest: (text, limit, nowSeconds) => suggest(site, text, limit, nowSeconds),
    put: (entries) => putEverywhere(site, entries),
    versions: (kind, query) => versionsOf(engine, aliasOf(prefix, kind), query),
    stamp: () => readStamp(site),
    rebuild: (stamp) => beginRebuild(site, stamp),
    advice: async () => null,
    refresh: () => refresh(site, allAliases(prefix).join(',')),
    close: engine.close,
  };
}

/**
 * Puts entries into the current index and, during a rebuild, into the new index too, which thus has
 * them when it takes over. A rebuild begun after the check reads them from the store.
 */
async function putEverywhere(
  { engine, settings }: Cluster,
  entries: readonly IndexEntry[],
): Promise<PutResult[]> {
  const { prefix, refresh } = settings;
  const toAnswering = () => {
    const indexOf = (kind: KindName) => aliasOf(prefix, kind);
    return putEntries(engine, entries, { refresh, indexOf, isAlias: true });
  };
  if (!(await isBuilding({ engine, settings }))) return toAnswering();
  const indexOf = (kind: KindName) => nextAliasOf(prefix, kind);
  const next = putEntries(engine, entries, {
    // An unfinished index has no automatic refresh: `wait_for` would never return.
    refresh: refresh === 'true' ? 'true' : 'false',
    indexOf,
    isAlias: true,
  });
  const [results, isTaken] = await Promise.all([
    toAnswering(),
    next.then(
      () => true,
      () => false,
    ),
  ]);
  // The rebuild may have finished in the meantime and replaced the index that was written.
  return isTaken ? results : toAnswering();
}
