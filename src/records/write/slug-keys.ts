/**
 * The former slugs of a record: each public slug is kept as a key, so that old pages and paths
 * redirect. Contract 4.8.
 */
import { isSlugKey, slugKey } from '../../kinds/identity.js';
import type { StoredRecord } from '../../kinds/record.js';
import { publicFrom } from '../../kinds/visibility.js';
import { limits } from '../../limits.js';
import type { Change } from '../../store/port.js';
import { nowSeconds } from '../../time/now.js';
import type { Deps } from '../deps.js';
import type { Draft } from './plan.js';

/** → the keys that a write adds to a record and removes from it: keys of the draft, and slugs. */
export async function keysAfter(
  deps: Pick<Deps, 'store' | 'now'>,
  after: StoredRecord,
  { stored, keys = [], isMade = false }: Draft,
): Promise<Pick<Change, 'keys' | 'lost'>> {
  if (!stored || isMade || !isRenamed(stored, after, nowSeconds(deps)))
    return keys.length > 0 ? { keys } : {};
  const rows = await deps.store.keys.list(after.kind, { ids: [after.id] });
  const slugs = rows.filter(({ key, of }) => of === 0 && isSlugKey(key)).map(({ key }) => key);
  const before = slugKey(stored.slug);
  const older = slugs.filter((key) => key !== before && key !== slugKey(after.slug));
  return {
    keys: [...keys, { key: before, how: 'take' }],
    // Written last, it is the youngest; a slug that the record has again is no slug of before.
    lost: slugs.filter((key) => !older.slice(1 - limits.formerSlugs).includes(key)),
  };
}

/** → whether a slug that was public has become another one. The trash is no rename. */
function isRenamed(before: StoredRecord, after: StoredRecord, now: number): boolean {
  const from = publicFrom(before);
  const wasPublic = before.slug_reserved && from !== null && from <= now;
  return wasPublic && !after.removed && before.slug !== after.slug;
}
