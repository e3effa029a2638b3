/**
 * Creates, switches and deletes the indices of the aliases, and reads their stamp. Readers and
 * writers use one alias for each kind, which points to an index. During a rebuild, a second alias
 * points to the new index; the new indices of all kinds end with the same random text, the build.
 */
import { randomBytes } from 'node:crypto';
import { allKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { ElasticsearchSettings, Engine } from './client.js';
import { buildIndex } from './mapping.js';

/** The engine and its settings. */
export interface Cluster {
  engine: Engine;
  settings: ElasticsearchSettings;
}

/** → the alias of a kind for readers and writers. */
export const aliasOf = (prefix: string, kind: KindName): string => `${prefix}-${kind}`;

/** → the alias of the index being built. Prefixes have no dot, so it is unique to this prefix. */
export const nextAliasOf = (prefix: string, kind: KindName): string =>
  `${aliasOf(prefix, kind)}.next`;

/** → the aliases of all kinds. */
export const allAliases = (prefix: string): string[] =>
  allKinds.map(({ name }) => aliasOf(prefix, name));

interface Mappings {
  [index: string]: { mappings?: { _meta?: { stamp?: string } } };
}

/**
 * → the stamp that all indices have in common. Null if an index is missing or has no stamp, or if
 * the stamps differ.
 */
export async function readStamp({ engine, settings }: Cluster): Promise<string | null> {
  const aliases = allAliases(settings.prefix);
  const { status, body } = await engine.request({
    method: 'GET',
    path: `/${aliases.join(',')}/_mapping`,
    query: { filter_path: '*.mappings._meta' },
    accept: [404],
  });
  if (status === 404) return null;
  const stamps = Object.values((body ?? {}) as Mappings).map(({ mappings }) => mappings?._meta);
  const [first] = stamps;
  const isWhole = stamps.length === aliases.length;
  const isOne = stamps.every((meta) => meta?.stamp === first?.stamp);
  return isWhole && isOne ? (first?.stamp ?? null) : null;
}

/** Creates an empty index of each kind for a rebuild. → the build. */
export async function createIndices({ engine, settings: { prefix } }: Cluster): Promise<string> {
  const build = randomBytes(8).toString('hex');
  const create = async (kind: Kind) => {
    const { settings, mappings } = buildIndex(kind);
    await engine.request({
      method: 'PUT',
      path: `/${aliasOf(prefix, kind.name)}-${build}`,
      // It is not searched yet, so it needs no refreshes.
      body: {
        settings: { ...settings, refresh_interval: '-1' },
        mappings,
        aliases: { [nextAliasOf(prefix, kind.name)]: {} },
      },
      timeoutMs: limits.bulkTimeoutMs,
    });
  };
  await Promise.all(allKinds.map(create));
  return build;
}

/** → whether a rebuild is in progress, whose indices must receive all writes too. */
export async function isBuilding({ engine, settings: { prefix } }: Cluster): Promise<boolean> {
  const path = `/${prefix}-*/_alias/${prefix}-*.next`;
  const { body } = await engine.request({ method: 'GET', path });
  return Object.keys(body as object).length > 0;
}

/** → a pattern of the indices of a build. */
const patternOf = ({ settings }: Cluster, build: string): string => `${settings.prefix}-*-${build}`;

/** Makes filled indices searchable and stores the stamp in them. */
export async function completeIndices(site: Cluster, build: string, stamp: string): Promise<void> {
  const put = (path: string, body: object) =>
    site.engine.request({ method: 'PUT', path, body, timeoutMs: limits.bulkTimeoutMs });
  await put(`/${patternOf(site, build)}/_settings`, { index: { refresh_interval: null } });
  await refreshBuild(site, build);
  await put(`/${patternOf(site, build)}/_mapping`, { _meta: { stamp } });
}

/** → whether a replica is being copied. A replica that no node could hold is not awaited. */
export async function areRecovering(site: Cluster, build: string): Promise<boolean> {
  const { body } = await site.engine.request({
    method: 'GET',
    path: `/${patternOf(site, build)}/_recovery`,
    query: { active_only: true, filter_path: '*.shards.stage' },
  });
  return Object.keys((body ?? {}) as object).length > 0;
}

/** Makes all written entries of a build searchable. */
export const refreshBuild = (site: Cluster, build: string): Promise<void> =>
  refresh(site, patternOf(site, build));

/** Makes all written entries of some indices searchable. */
export async function refresh({ engine }: Cluster, indices: string): Promise<void> {
  const path = `/${indices}/_refresh`;
  await engine.request({ method: 'POST', path, timeoutMs: limits.bulkTimeoutMs });
}

/**
 * Points the aliases to the indices of a build, in one atomic step. Throws when the build has
 * ended: a process that was paused for long must not undo a later rebuild.
 */
export async function switchTo({ engine, settings }: Cluster, build: string): Promise<void> {
  const actions = allKinds.flatMap(({ name }) => {
    const [alias, next] = [aliasOf(settings.prefix, name), nextAliasOf(settings.prefix, name)];
    const index = `${alias}-${build}`;
    return [
      { remove: { index: `${alias}-*`, alias, must_exist: false } },
      { add: { index, alias } },
      { remove: { index, alias: next, must_exist: true } },
    ];
  });
  await engine.request({
    method: 'POST',
    path: '/_aliases',
    body: { actions },
    timeoutMs: limits.bulkTimeoutMs,
  });
}

/** Deletes every physical index of the prefix that has no alias. */
export async function dropOthers({ engine, settings }: Cluster): Promise<void> {
  const { prefix } = settings;
  const patterns = allAliases(prefix).map((alias) => `${alias}-*`);
  const { body } = await engine.request({
    method: 'GET',
    path: `/${patterns.join(',')}/_alias`,
    query: { expand_wildcards: 'all' },
    accept: [404],
  });
  const existing = Object.entries((body ?? {}) as Record<string, { aliases?: object }>);
  const older = existing
    .filter(([name, { aliases }]) => isPhysical(prefix, name) && !isAnswering(prefix, aliases))
    .map(([name]) => name);
  if (older.length === 0) return;
  await engine.request({
    method: 'DELETE',
    path: `/${older.join(',')}`,
    query: { ignore_unavailable: true },
    // An index that no longer exists is not an error.
    accept: [404],
    timeoutMs: limits.bulkTimeoutMs,
  });
}

/** → whether an index belongs to a build of this prefix, and not of a longer prefix. */
const isPhysical = (prefix: string, name: string): boolean =>
  allAliases(prefix).some(
    (alias) => name.startsWith(`${alias}-`) && /^[0-9a-z]+$/.test(name.slice(alias.length + 1)),
  );

const isAnswering = (prefix: string, aliases: object | undefined): boolean =>
  Object.keys(aliases ?? {}).some((alias) => allAliases(prefix).includes(alias));
