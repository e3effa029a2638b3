/** Erases what has been in the trash for the days of the setting. Source: Contract 24.2. */
import { allKinds } from '../kinds/index.js';
import { limits } from '../limits.js';
import { secondsToUtc } from '../time/date-times.js';
import { nowSeconds } from '../time/now.js';
import type { Deps } from './deps.js';
import { eraseTrash } from './erase.js';

const DAY_SECONDS = 86_400;

/** Erases one batch of each kind. → whether nothing was found that is old enough. */
export async function emptyTrash(deps: Deps): Promise<boolean> {
  const { trashDays } = deps.config;
  if (trashDays === null) return true;
  const before = secondsToUtc(nowSeconds(deps) - trashDays * DAY_SECONDS);
  let [erased, found] = [0, 0];
  for (const kind of allKinds.filter(({ family }) => family.removal === 'trash')) {
    const query = { before, afterId: 0, limit: limits.sliceRecords };
    const batch = await eraseTrash(deps, kind, query);
    erased += batch.erased;
    found += batch.erased + batch.left;
  }
  if (erased > 0) deps.log.info({ records: erased, before }, 'the trash was emptied');
  return found === 0 || erased === 0;
}
