/**
 * The slugs that a record had: each one that was public is a key of the record, so that its old
 * pages and paths lead on. Contract 4.8.
 */
import { isSlugKey, slugKey } from '../../kinds/identity.js';
import type { StoredRecord } from '../../kinds/record.js';
import { publicFrom } from '../../kinds/visibility.js';
import { limits } from '../../limits.js';
import type { Change } from '../../store/port.js';
import { nowSeconds } from '../../time/now.js';
import type { Deps } from '../deps.js';
import type { Draft } from './plan.js';

/** → the keys that a write gives a record and takes from it: those of the draft, and its slugs. */
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
