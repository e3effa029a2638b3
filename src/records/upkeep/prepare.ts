/** Prepares the index at a start: an index of other settings or of another release is rebuilt. */
import { isStampStale } from '../../sync/push.js';
import { orderRebuild, rebuild } from '../../sync/rebuild.js';
import type { Deps } from '../deps.js';

/**
 * Orders a rebuild when the index was not made with these settings by this release; the old index
 * answers meanwhile. An index that was never built is built at once. Only a start does this: two
 * processes of different settings would rebuild for ever. Never throws.
 */
export async function prepareIndex(deps: Deps): Promise<void> {
  try {
    if ((await deps.index.stamp()) === null) {
      const records = await rebuild(deps);
      if (records) deps.log.info({ records }, 'the index is built');
    } else if (await isStampStale(deps)) {
      await orderRebuild(deps);
    }
  } catch (error) {
    deps.gate.failed();
    deps.log.warn({ err: error }, 'the index is not ready; upkeep looks again');
  }
}
