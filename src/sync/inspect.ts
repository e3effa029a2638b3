/**
 * Inspects the search index: an index that is wholly or partly lost is rebuilt, and entries that
 * another release wrote, without fields it does not know, are renewed.
 */
import { allKinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import type { SyncDeps } from './deps.js';
import { announce } from './processes.js';
import { indexStamp, pushRecords } from './push.js';
import { orderRebuild } from './rebuild.js';

/**
 * Inspects the index once; orders a rebuild or renews entries where needed. While processes of two
 * releases run, the index is that of the last one to start.
 */
export async function inspectIndex(deps: SyncDeps): Promise<void> {
  const others = await announce(deps);
  if (!deps.backoff.isOver()) return;
  const own = indexStamp(deps);
  const stamp = await deps.index.stamp();
  const coming = (await deps.store.outbox.backlog()).rebuilding?.stamp ?? stamp;
  const isAlone = others.every((other) => other.stamp === own);
  if (coming === null || (coming !== own && isAlone)) await orderRebuild(deps);
  // This process must not change an index of another release.
  else if (stamp === own) await renewEntries(deps, own);
}

async function renewEntries(deps: SyncDeps, stampOtherThan: string): Promise<void> {
  const limit = limits.renewedEntries;
  for (const { name } of allKinds) {
    const old = await deps.index.versions(name, { afterId: 0, limit, stampOtherThan });
    if (old.length > 0) await pushRecords(deps, await deps.store.raiseVersions(name, old));
  }
}
