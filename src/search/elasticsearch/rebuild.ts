/**
 * Building the index anew, beside the one that answers. One process at a time holds the build, by a
 * lease that its progress renews; one that broke off is gone on with. While it lasts, writers find
 * the new indices by their alias and write to both.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { allKinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { PutResult, Rebuild } from '../port.js';
import { tombstonesOf, type Writing, write, writingsOf } from './bulk.js';
import { behindAliases, createNext, dropIndices, type Site, switchTo } from './indices.js';
import { versionsOf } from './lookups.js';
import {
  type BuildState,
  dropMeta,
  type Kept,
  overwriteMeta,
  readMeta,
  writeMeta,
} from './meta.js';
import { allAliases, fillAliasOf, nextAliasOf } from './names.js';

/** What building takes. */
export interface Building extends Site {
  now: () => number;
  /** What the lock names this process by. */
  owner: string;
  /** Called when the indices that writers must know of have changed. */
  onChange: () => void;
}

/** Begins a build, or goes on with one of the stamp. → null when another process is at it. */
export async function beginRebuild(building: Building, stamp: string): Promise<Rebuild | null> {
  const { engine, settings, owner, now } = building;
  const { prefix } = settings;
  const held = await readMeta<BuildState>(engine, prefix, 'build');
  const isOthers = held !== null && held.value.owner !== owner && held.value.leaseUntilMs > now();
  if (isOthers) return null;
  const leaseUntilMs = now() + limits.rebuildLeaseMs;
  const goesOn =
    held !== null && held.value.stamp === stamp && (await isThere(building, held.value));
  const begun: BuildState = goesOn
    ? { ...held.value, owner, leaseUntilMs }
    : { stamp, owner, leaseUntilMs, indices: {}, doneUpTo: {} };
  const name = { prefix, name: 'build' as const };
  let kept = await writeMeta(engine, name, begun, held);
  if (!kept) return null;
  if (!goesOn) {
    const indices = await createAll(building);
    kept = await writeMeta(engine, name, { ...begun, indices }, kept);
    if (!kept) return null;
  }
  return filling(building, kept);
}

/** → whether the indices of a build that broke off are all there. */
async function isThere({ engine, settings }: Site, state: BuildState): Promise<boolean> {
  const aliases = allKinds.map(({ name }) => nextAliasOf(settings.prefix, name));
  const found = await behindAliases(engine, aliases);
  return allKinds.every(({ name }) => {
    const physical = state.indices[name];
    const behind = found.get(nextAliasOf(settings.prefix, name)) ?? [];
    return physical !== undefined && behind.length === 1 && behind[0] === physical;
  });
}

async function createAll(building: Building): Promise<Partial<Record<KindName, string>>> {
  const { engine, settings, onChange } = building;
  const aliases = allKinds.map(({ name }) => nextAliasOf(settings.prefix, name));
  const remains = await behindAliases(engine, aliases);
  await dropIndices(engine, [...new Set([...remains.values()].flat())]);
  const isEmpty = await isNothingThere(building);
  const made = await Promise.all(
    allKinds.map(async ({ name }) => [name, await createNext(building, name)] as const),
  );
  onChange();
  // Other processes look for new indices that often; what they write before then is missed.
  // The very first build has nothing to wait for: whoever begins one compares at its end.
  if (!isEmpty) await pause(limits.nextAliasMs * 1.5);
  return Object.fromEntries(made);
}

async function isNothingThere({ engine, settings }: Site): Promise<boolean> {
  if ((await readMeta(engine, settings.prefix, 'stamp')) !== null) return false;
  const path = `/${allAliases(settings.prefix).join(',')}/_search`;
  const body = { size: 0, track_total_hits: 1, terminate_after: 1 };
  const answer = await engine.request({ method: 'POST', path, body });
  return (answer.body as { hits: { total: { value: number } } }).hits.total.value === 0;
}

function filling(building: Building, begun: Kept<BuildState>): Rebuild {
  const { engine, settings, now } = building;
  const { prefix } = settings;
  const physicalOf = (kind: KindName) => begun.value.indices[kind] ?? '';
  let kept = begun;
  const save = async (changes: Partial<BuildState>) => {
    const leaseUntilMs = now() + limits.rebuildLeaseMs;
    const value = { ...kept.value, ...changes, leaseUntilMs };
    const next = await writeMeta(engine, { prefix, name: 'build' }, value, kept);
    if (!next) throw new Error('Another process has taken the rebuild over.');
    kept = next;
  };
  const send = async (kind: KindName, writings: Writing[]): Promise<PutResult[]> => {
    const targets = [{ alias: fillAliasOf(physicalOf(kind)), isOptional: false }];
    const results = await write(engine, { targets, refresh: 'false' }, writings);
    if (!results) throw new Error('The index being built is no more.');
    return results;
  };
  const refresh = (names: string[]) =>
    engine.request({
      method: 'POST',
      path: `/${names.join(',')}/_refresh`,
      timeoutMs: limits.bulkTimeoutMs,
    });
  return {
    doneUpTo: (kind) => kept.value.doneUpTo[kind] ?? 0,
    put: (kind, documents) => send(kind, writingsOf(documents)),
    remove: (kind, entries) => send(kind, tombstonesOf(entries)),
    versions: async (kind, afterId, limit) => {
      if (afterId <= 0) await refresh([physicalOf(kind)]);
      return versionsOf({ engine, index: physicalOf(kind) }, afterId, limit);
    },
    saveProgress: (kind, afterId) =>
      save({ doneUpTo: { ...kept.value.doneUpTo, [kind]: afterId } }),
    finish: async () => {
      // Whoever has lost the build must not switch.
      await save({});
      const names = Object.values(kept.value.indices);
      await engine.request({
        method: 'PUT',
        path: `/${names.join(',')}/_settings`,
        body: { index: { refresh_interval: null } },
      });
      await refresh(names);
      const old = await switchTo(building, kept.value.indices);
      await overwriteMeta(engine, { prefix, name: 'stamp' }, kept.value.stamp);
      await dropMeta(engine, prefix, 'build');
      building.onChange();
      await dropIndices(engine, old);
    },
  };
}

/** Leaves a build of this process to others, as one that broke off. */
export async function leaveRebuild({ engine, settings, owner }: Building): Promise<void> {
  const held = await readMeta<BuildState>(engine, settings.prefix, 'build');
  if (held?.value.owner !== owner) return;
  const value = { ...held.value, leaseUntilMs: 0 };
  await writeMeta(engine, { prefix: settings.prefix, name: 'build' }, value, held);
}
