/** The index at a start: made by other settings or another release, it is to be built anew. */
import { isStampStale, rebuild } from '../../sync/rebuild.js';
import type { Deps } from '../deps.js';

/**
 * Orders a build where the index is not that of these settings and this release; it goes on
 * answering meanwhile. One that was never built has nothing to answer, so that is done first. Only
 * a start does this: two processes of different settings would build for ever. Never throws.
 */
export async function prepareIndex(deps: Deps): Promise<void> {
  try {
    if ((await deps.index.stamp()) === null) {
      const records = await rebuild(deps);
      if (records) deps.log.info({ records }, 'the index is built');
    } else if (await isStampStale(deps)) {
      await deps.store.outbox.add({ task: 'rebuild', records: [], position: null });
    }
  } catch (error) {
    deps.gate.failed();
    deps.log.warn({ err: error }, 'the index is not ready; upkeep looks again');
  }
}
