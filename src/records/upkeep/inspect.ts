/**
 * Inspects the search index: an index that is wholly or partly lost is rebuilt, and entries that
 * another release wrote, without fields it does not know, are renewed.
 */
import { allKinds } from '../../kinds/index.js';
import { limits } from '../../limits.js';
import { indexStamp, pushRecords } from '../../sync/push.js';
import type { Deps } from '../deps.js';

/** Inspects the index once; orders a rebuild or renews entries where needed. */
export async function inspectIndex(deps: Deps): Promise<void> {
  const stamp = await deps.index.stamp();
  if (stamp === null) {
    await deps.store.outbox.add({ task: 'rebuild', records: [], position: null });
    return;
  }
  // This process must not change an index of other settings or of a later release.
  if (stamp === indexStamp(deps)) await renewEntries(deps, stamp);
}

async function renewEntries(deps: Deps, stampOtherThan: string): Promise<void> {
  const limit = limits.renewedEntries;
  for (const { name } of allKinds) {
    const old = await deps.index.versions(name, { afterId: 0, limit, stampOtherThan });
    if (old.length > 0) await pushRecords(deps, await deps.store.raiseVersions(name, old));
  }
}
