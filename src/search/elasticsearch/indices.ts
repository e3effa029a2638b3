/**
 * Creates, switches and empties the indices behind the aliases. An index may be missing at any
 * time (a new cluster, a restored one), so whoever meets that creates what is missing.
 */
import { allKinds, kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import { type ElasticsearchSettings, type Engine, isStatus } from './client.js';
import { buildIndex } from './mapping.js';
import { dropMeta, META_INDEX } from './meta.js';
import {
  aliasOf,
  allAliases,
  fillAliasOf,
  firstPhysical,
  metaOf,
  newPhysical,
  nextAliasOf,
} from './names.js';

/** What working on indices takes. */
export interface Site {
  engine: Engine;
  settings: ElasticsearchSettings;
}

/** Creates the indices that are missing, empty. */
export async function ensureIndices({ engine, settings }: Site): Promise<void> {
  const { prefix } = settings;
  const names = [...allAliases(prefix), metaOf(prefix)];
  const path = `/${names.join(',')}`;
  const { status } = await engine.request({ method: 'HEAD', path, accept: [404] });
  if (status === 200) return;
  await create(engine, metaOf(prefix), {
    ...META_INDEX,
    settings: { ...META_INDEX.settings, number_of_replicas: settings.replicas },
  });
  for (const { name } of allKinds) {
    const alias = aliasOf(prefix, name);
    const found = await engine.request({ method: 'HEAD', path: `/${alias}`, accept: [404] });
    if (found.status === 200) continue;
    // One that is lost is made, but empty: without the stamp it is filled at the next start.
    await dropMeta(engine, prefix, 'stamp');
    await create(engine, firstPhysical(prefix, name), {
      ...buildIndex(kinds[name], settings),
      aliases: { [alias]: {} },
    });
  }
}

/** Creates an index to be filled beside the one that answers. → its physical name. */
export async function createNext({ engine, settings }: Site, kind: KindName): Promise<string> {
  const { prefix } = settings;
  const physical = newPhysical(prefix, kind);
  const { settings: made, mappings } = buildIndex(kinds[kind], settings);
  await create(engine, physical, {
    // Nobody searches it yet, so nothing is spent on making it searchable.
    settings: { ...made, refresh_interval: '-1' },
    mappings,
    aliases: { [nextAliasOf(prefix, kind)]: {}, [fillAliasOf(physical)]: {} },
  });
  return physical;
}

async function create(engine: Engine, name: string, body: object): Promise<void> {
  try {
    await engine.request({
      method: 'PUT',
      path: `/${name}`,
      body,
      timeoutMs: limits.bulkTimeoutMs,
    });
  } catch (error) {
    // Another process was as quick.
    if (!(isStatus(error, 400) && String(error).includes('resource_already_exists'))) throw error;
  }
}

/** → physical names behind aliases, by alias; an alias that is not there is left out. */
export async function behindAliases(engine: Engine, aliases: string[]) {
  const { body } = await engine.request({
    method: 'GET',
    path: `/_alias/${aliases.join(',')}`,
    accept: [404],
  });
  const found = new Map<string, string[]>();
  for (const [physical, held] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    const named = (held as { aliases?: Record<string, unknown> } | null)?.aliases;
    for (const alias of Object.keys(named ?? {})) {
      found.set(alias, [...(found.get(alias) ?? []), physical]);
    }
  }
  return found;
}

/** Makes the given indices the ones that answer, all at once. → those that did before. */
export async function switchTo(
  { engine, settings }: Site,
  indices: Partial<Record<KindName, string>>,
): Promise<string[]> {
  const { prefix } = settings;
  const before = await behindAliases(engine, allAliases(prefix));
  const actions: object[] = [];
  const old: string[] = [];
  for (const [kind, physical] of Object.entries(indices) as [KindName, string][]) {
    const alias = aliasOf(prefix, kind);
    for (const index of before.get(alias) ?? []) {
      if (index === physical) continue;
      actions.push({ remove: { index, alias } });
      old.push(index);
    }
    actions.push({ add: { index: physical, alias } });
    for (const gone of [nextAliasOf(prefix, kind), fillAliasOf(physical)]) {
      actions.push({ remove: { index: physical, alias: gone, must_exist: false } });
    }
  }
  await engine.request({
    method: 'POST',
    path: '/_aliases',
    body: { actions },
    timeoutMs: limits.bulkTimeoutMs,
  });
  return old;
}

/** Deletes indices; those that are gone already are no error. */
export async function dropIndices(engine: Engine, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await engine.request({
    method: 'DELETE',
    path: `/${names.join(',')}`,
    query: { ignore_unavailable: true },
    // One that goes while it is deleted is no error either.
    accept: [404],
    timeoutMs: limits.bulkTimeoutMs,
  });
}

/** Empties the index, its stamp and any build: new indices take the place of those there are. */
export async function resetIndices(site: Site): Promise<void> {
  const { engine, settings } = site;
  const { prefix } = settings;
  await ensureIndices(site);
  await dropMeta(engine, prefix, 'stamp');
  await dropMeta(engine, prefix, 'build');
  const nexts = allKinds.map(({ name }) => nextAliasOf(prefix, name));
  const building = await behindAliases(engine, nexts);
  await dropIndices(engine, [...building.values()].flat());
  if (await emptyInPlace(site)) return;
  const indices: Partial<Record<KindName, string>> = {};
  for (const { name } of allKinds) indices[name] = await createNext(site, name);
  await engine.request({
    method: 'PUT',
    path: `/${Object.values(indices).join(',')}/_settings`,
    body: { index: { refresh_interval: null } },
  });
  await dropIndices(engine, await switchTo(site, indices));
}

/**
 * Deletes every entry one by one where the indices are set to forget deletes at once, as those of
 * tests are: versions start afresh there, and it takes a tenth of the time of new indices.
 * → false where they are not.
 */
export async function emptyInPlace({ engine, settings }: Site): Promise<boolean> {
  const path = `/${allAliases(settings.prefix).join(',')}`;
  const { body } = await engine.request({
    method: 'GET',
    path: `${path}/_settings/index.gc_deletes`,
    query: { flat_settings: true },
  });
  const held = Object.values(body as Record<string, { settings?: object }>);
  const isForgetful = ({ settings: set }: { settings?: object }) =>
    (set as Record<string, string> | undefined)?.['index.gc_deletes'] === '-1';
  if (held.length < allKinds.length || !held.every(isForgetful)) return false;
  await engine.request({ method: 'POST', path: `${path}/_refresh` });
  for (;;) {
    const found = await engine.request({
      method: 'POST',
      path: `${path}/_search`,
      body: { size: limits.resultWindow, _source: false, sort: ['_doc'] },
    });
    const { hits } = (found.body as { hits: { hits: { _index: string; _id: string }[] } }).hits;
    if (hits.length === 0) return true;
    const lines = hits.map(({ _index, _id }) => JSON.stringify({ delete: { _index, _id } }));
    await engine.request({
      method: 'POST',
      path: '/_bulk',
      query: { refresh: true },
      lines: `${lines.join('\n')}\n`,
      timeoutMs: limits.bulkTimeoutMs,
    });
  }
}
