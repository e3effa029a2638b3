/**
 * Inspects the search index, at a start and now and then: a lost index, or an index of other
 * settings or another release, is rebuilt; entries written by another release, without fields
 * unknown to it, are renewed.
 */
import { allKinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import type { RecordStore } from '../store/port.js';
import type { SyncDeps } from './deps.js';
import { announce } from './processes.js';
import { indexStamp, isStampStale, pushRecords } from './push.js';
import { orderRebuild, rebuild } from './rebuild.js';

/**
 * Inspects the index once; orders a rebuild or renews entries where needed. While processes of two
 * releases run, the index belongs to the release that started last.
 */
export async function inspectIndex(deps: SyncDeps): Promise<void> {
  const others = await announce(deps);
  if (!deps.backoff.isOver()) return;
  const stampHere = indexStamp(deps);
  const stamp = await deps.index.stamp();
  const coming = (await deps.store.outbox.backlog()).rebuilding?.stamp ?? stamp;
  const isAlone = others.every((other) => other.stamp === stampHere);
  if (coming === null || (coming !== stampHere && isAlone)) await orderRebuild(deps);
  // This process must not change an index of another release.
  else if (stamp === stampHere) await renewEntries(deps, stampHere);
}

async function renewEntries(deps: SyncDeps, stampOtherThan: string): Promise<void> {
  const limit = limits.renewedEntries;
  for (const { name } of allKinds) {
    const old = await deps.index.versions(name, { afterId: 0, limit, stampOtherThan });
    if (old.length > 0) await pushRecords(deps, await deps.store.raiseVersions(name, old));
  }
}

/**
 * Orders a rebuild when the index was not made with these settings by this release. The service
 * does not wait for it: the old index answers meanwhile, and without one lists are 503. The index
 * of an empty store is built at once. Never throws.
 */
export async function prepareIndex(deps: SyncDeps): Promise<void> {
  try {
    if (!(await isStampStale(deps))) return;
    if (await isEmpty(deps.store)) await rebuild(deps);
    else await orderRebuild(deps);
  } catch (error) {
    deps.backoff.failed();
    deps.log.warn({ err: error }, 'the index is not ready; upkeep looks again');
  }
}

async function isEmpty(store: RecordStore): Promise<boolean> {
  for (const { name } of allKinds) {
    if ((await store.versions(name, 0, 1)).length > 0) return false;
  }
  return true;
}
