/** Creates, switches and deletes the indices behind the aliases, and reads their stamp. */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { ElasticsearchSettings, Engine } from './client.js';
import { buildIndex } from './mapping.js';
import {
  aliasOf,
  allAliases,
  anyNextAlias,
  isPhysical,
  newPhysical,
  nextAliasOf,
} from './names.js';

/** The engine and its settings. */
export interface Site {
  engine: Engine;
  settings: ElasticsearchSettings;
}

/** The name of the physical index for each kind. */
export type PhysicalNames = Record<KindName, string>;

interface Mappings {
  [index: string]: { mappings?: { _meta?: { stamp?: string } } };
}

/**
 * → the stamp that all indices have in common. Null if an index is missing or has no stamp, or if
 * the stamps differ.
 */
export async function readStamp({ engine, settings }: Site): Promise<string | null> {
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

/** Creates an empty index for a rebuild of a kind. → its physical name. */
export async function createIndex({ engine, settings }: Site, kind: KindName): Promise<string> {
  const name = newPhysical(settings.prefix, kind);
  const { settings: made, mappings } = buildIndex(kinds[kind]);
  await engine.request({
    method: 'PUT',
    path: `/${name}`,
    // It is not searched yet, so it needs no refreshes.
    body: {
      settings: { ...made, refresh_interval: '-1' },
      mappings,
      aliases: { [nextAliasOf(settings.prefix, kind)]: {} },
    },
    timeoutMs: limits.bulkTimeoutMs,
  });
  return name;
}

/** → the physical indices of a rebuild in progress, which must receive all writes too. */
export async function beingBuilt({ engine, settings: { prefix } }: Site): Promise<string[]> {
  const path = `/${prefix}-*/_alias/${anyNextAlias(prefix)}`;
  const { body } = await engine.request({ method: 'GET', path });
  return Object.keys(body as object);
}

/** Makes filled indices searchable and stores the stamp in them. */
export async function completeIndices(
  { engine }: Site,
  names: PhysicalNames,
  stamp: string,
): Promise<void> {
  const all = Object.values(names).join(',');
  const put = (path: string, body: object) =>
    engine.request({ method: 'PUT', path, body, timeoutMs: limits.bulkTimeoutMs });
  await put(`/${all}/_settings`, { index: { refresh_interval: null } });
  await refresh({ engine }, names);
  await put(`/${all}/_mapping`, { _meta: { stamp } });
}

/** → whether a replica is being copied. One that no node could hold is not waited for. */
export async function areRecovering(
  { engine }: Pick<Site, 'engine'>,
  names: PhysicalNames,
): Promise<boolean> {
  const { body } = await engine.request({
    method: 'GET',
    path: `/${Object.values(names).join(',')}/_recovery`,
    query: { active_only: true, filter_path: '*.shards.stage' },
  });
  return Object.keys((body ?? {}) as object).length > 0;
}

/** Makes all written entries of the indices searchable. */
export async function refresh(
  { engine }: Pick<Site, 'engine'>,
  names: PhysicalNames,
): Promise<void> {
  await engine.request({
    method: 'POST',
    path: `/${Object.values(names).join(',')}/_refresh`,
    timeoutMs: limits.bulkTimeoutMs,
  });
}

/**
 * Points the aliases to these indices, in one atomic step. Throws when they are not being built any
 * more: a process that was stopped for long must not undo the rebuild that has ended since.
 */
export async function switchTo({ engine, settings }: Site, names: PhysicalNames): Promise<void> {
  const { prefix } = settings;
  const actions = (Object.entries(names) as [KindName, string][]).flatMap(([kind, index]) => [
    {
      remove: {
        index: `${aliasOf(prefix, kind)}-*`,
        alias: aliasOf(prefix, kind),
        must_exist: false,
      },
    },
    { add: { index, alias: aliasOf(prefix, kind) } },
    { remove: { index, alias: nextAliasOf(prefix, kind), must_exist: true } },
  ]);
  await engine.request({
    method: 'POST',
    path: '/_aliases',
    body: { actions },
    timeoutMs: limits.bulkTimeoutMs,
  });
}

/** Deletes every physical index of the prefix except those behind the aliases. */
export async function dropOthers({ engine, settings }: Site): Promise<void> {
  const { prefix } = settings;
  const patterns = allAliases(prefix).map((alias) => `${alias}-*`);
  const { body } = await engine.request({
    method: 'GET',
    path: `/${patterns.join(',')}/_alias`,
    query: { expand_wildcards: 'all' },
    accept: [404],
  });
  const existing = Object.entries((body ?? {}) as Record<string, { aliases?: object }>);
  const others = existing
    .filter(([name, { aliases }]) => isPhysical(prefix, name) && !isAnswering(prefix, aliases))
    .map(([name]) => name);
  if (others.length === 0) return;
  await engine.request({
    method: 'DELETE',
    path: `/${others.join(',')}`,
    query: { ignore_unavailable: true },
    // An index that no longer exists is not an error.
    accept: [404],
    timeoutMs: limits.bulkTimeoutMs,
  });
}

const isAnswering = (prefix: string, aliases: object | undefined): boolean =>
  Object.keys(aliases ?? {}).some((alias) => allAliases(prefix).includes(alias));
