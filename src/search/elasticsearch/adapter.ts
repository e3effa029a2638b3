/**
 * The search index on Elasticsearch. It opens while Elasticsearch is down: indices are created at
 * the first contact, and until then every call fails with `search_index_unavailable`. Equal
 * distances: by-distance.ts; walks: page.ts; what is deleted: bulk.ts.
 */
import { randomUUID } from 'node:crypto';
import { indexUnavailable } from '../../errors.js';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { PutResult, SearchIndex } from '../port.js';
import { tombstonesOf, type Writing, write, writingsOf } from './bulk.js';
import { type ElasticsearchSettings, isStatus, openEngine } from './client.js';
import { openCounts } from './counts.js';
import { behindAliases, ensureIndices, resetIndices } from './indices.js';
import { stampIn, withLayout } from './layout.js';
import { countsOf, descendants, resolveEntries, versionsOf } from './lookups.js';
import { readMeta } from './meta.js';
import { aliasOf, allAliases, nextAliasOf } from './names.js';
import { readPage } from './page.js';
import { openPits } from './pits.js';
import { beginRebuild, leaveRebuild } from './rebuild.js';
import { suggest } from './suggest.js';

/** Opens the index; asks nothing of Elasticsearch yet. `now` gives ms since the epoch. */
export async function openElasticsearchIndex(options: {
  settings: ElasticsearchSettings;
  now: () => number;
}): Promise<SearchIndex> {
  const { settings, now } = options;
  const { prefix } = settings;
  const engine = openEngine(settings);
  const site = { engine, settings };
  const pits = openPits(engine, prefix);
  const guard = guardOf(() => ensureIndices(site));
  const nexts = openNexts(async (kind) => {
    const alias = nextAliasOf(prefix, kind);
    return (await behindAliases(engine, [alias])).has(alias);
  });
  const building = { ...site, now, owner: randomUUID(), onChange: nexts.forget };
  const of = (kind: KindName) => ({ engine, index: aliasOf(prefix, kind) });
  const counts = openCounts((kind, ids) => countsOf(of(kind), ids));
  const put = (kind: KindName, writings: Writing[]) =>
    guard(async (): Promise<PutResult[]> => {
      if (writings.length === 0) return [];
      const targets = [{ alias: aliasOf(prefix, kind), isOptional: false }];
      if (await nexts.has(kind))
        targets.push({ alias: nextAliasOf(prefix, kind), isOptional: true });
      const results = await write(engine, { targets, refresh: settings.refresh }, writings);
      if (!results) throw Object.assign(new Error('The index is missing.'), { status: 404 });
      return results;
    });
  let isBuilding = false;
  return {
    search: (query) => counts.during(() => guard(() => readPage({ engine, prefix, pits }, query))),
    resolve: (kind, keys) => guard(() => resolveEntries(of(kind), kind, keys)),
    descendants: (kind, ids) => guard(() => descendants(of(kind), kind, ids)),
    counts: (kind, ids, page) => guard(() => counts.of(page)(kind, ids)),
    suggest: (text, limit, nowSeconds) =>
      guard(() => suggest({ engine, prefix, counts: counts.now }, text, limit, nowSeconds)),
    put: (kind, documents) => put(kind, writingsOf(documents)),
    remove: (kind, entries) => put(kind, tombstonesOf(entries)),
    versions: (kind, afterId, limit) => guard(() => versionsOf(of(kind), afterId, limit)),
    stamp: () =>
      guard(async () => {
        const kept = await readMeta<string>(engine, prefix, 'stamp');
        return kept ? stampIn(kept.value) : null;
      }),
    rebuild: (stamp) =>
      guard(async () => {
        const build = await beginRebuild(building, withLayout(stamp));
        isBuilding ||= build !== null;
        return build && guarded(build, guard);
      }),
    reset: () =>
      guard(async () => {
        await pits.close();
        await resetIndices(site);
        nexts.forget();
      }),
    refresh: () =>
      guard(async () => {
        const path = `/${allAliases(prefix).join(',')}/_refresh`;
        await engine.request({ method: 'POST', path, timeoutMs: limits.bulkTimeoutMs });
      }),
    close: async () => {
      // What cannot be given back now runs out by itself.
      if (isBuilding) await leaveRebuild(building).catch(() => undefined);
      await pits.close();
      await engine.close();
    },
  };
}

type Guard = <T>(work: () => Promise<T>) => Promise<T>;

/** → what runs work on indices that are there; every failure leaves as the catalogue's error. */
function guardOf(ensure: () => Promise<void>): Guard {
  let ready: Promise<void> | null = null;
  const begin = () => {
    ready ??= ensure().catch((error: unknown) => {
      ready = null;
      throw error;
    });
    return ready;
  };
  return async (work) => {
    try {
      await begin();
      try {
        return await work();
      } catch (error) {
        if (!isStatus(error, 404)) throw error;
        // An index is missing: it is made, and the work tried once more.
        ready = null;
        await begin();
        return await work();
      }
    } catch (error) {
      throw indexUnavailable(error);
    }
  };
}

/** → the same calls, guarded: an object whose functions take and give what they did. */
function guarded<T extends object>(build: T, guard: Guard): T {
  const wrap = ([name, call]: [string, unknown]): [string, unknown] => [
    name,
    typeof call === 'function' && name !== 'doneUpTo'
      ? (...args: unknown[]) => guard(async () => call(...args))
      : call,
  ];
  return Object.fromEntries(Object.entries(build).map(wrap)) as T;
}

/** Whether kinds are being built anew, asked again after a while. */
function openNexts(look: (kind: KindName) => Promise<boolean>) {
  const known = new Map<KindName, { isThere: boolean; atMs: number }>();
  return {
    has: async (kind: KindName): Promise<boolean> => {
      // Time as it passes, not as the clock says: it must run while others build.
      const atMs = performance.now();
      const held = known.get(kind);
      if (held && atMs - held.atMs < limits.nextAliasMs) return held.isThere;
      const isThere = await look(kind);
      known.set(kind, { isThere, atMs });
      return isThere;
    },
    forget: () => known.clear(),
  };
}
