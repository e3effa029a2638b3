/**
 * A look at the index: one that is lost, wholly or in part, is built anew; entries that another
 * release put into it, without the fields it does not know, are made anew.
 */
import { allKinds } from '../../kinds/index.js';
import { limits } from '../../limits.js';
import { indexStamp, pushRecords } from '../../sync/push.js';
import type { Deps } from '../deps.js';

/** Looks once, and does or orders what is to be done. */
export async function inspectIndex(deps: Deps): Promise<void> {
  const stamp = await deps.index.stamp();
  if (stamp === null) {
    await deps.store.outbox.add({ task: 'rebuild', records: [], position: null });
    return;
  }
  // An index of other settings or of a later release is not for this process to change.
  if (stamp === indexStamp(deps)) await renewEntries(deps, stamp);
}

async function renewEntries(deps: Deps, stampOtherThan: string): Promise<void> {
  const limit = limits.renewedEntries;
  for (const { name } of allKinds) {
    const old = await deps.index.versions(name, { afterId: 0, limit, stampOtherThan });
    if (old.length > 0) await pushRecords(deps, await deps.store.raiseVersions(name, old));
  }
}
