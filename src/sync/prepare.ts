/** Prepares the index at a start: one of other settings or of another release is rebuilt. */
import { allKinds } from '../kinds/index.js';
import type { RecordStore } from '../store/port.js';
import type { SyncDeps } from './deps.js';
import { isStampStale } from './push.js';
import { orderRebuild, rebuild } from './rebuild.js';

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
