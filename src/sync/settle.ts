/**
 * Brings the index to the settings of this process. Called by main at start, and again until it is
 * done: the index may not answer yet, or another process may be at it.
 */

import type { SyncDeps } from './push.js';
import { isStampStale, rebuild } from './rebuild.js';

/**
 * → whether the index has the texts of these settings by now. Never throws. Once it had them, a
 * process with other settings may change them: two such processes would rebuild for ever.
 */
export async function settleIndex(deps: SyncDeps): Promise<boolean> {
  try {
    if (!(await isStampStale(deps))) return true;
    const records = await rebuild(deps);
    if (records === null) return false;
    if (records > 0) deps.log.info({ records }, 'index rebuilt for these settings');
    return true;
  } catch (error) {
    deps.gate.failed();
    deps.log.warn({ err: error }, 'the index is not ready; will retry');
    return false;
  }
}
