/** Reads the record of a public page. */
import { ApiError, isInTrash, noRoute } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Deps } from './deps.js';
import { findRecord } from './find.js';
import { readRecord } from './read.js';
import { trashedSlugs } from './write/slug.js';

/**
 * → the record, as anonymous readers may read it. Throws `rest_record_merged` for one that was
 * merged, 410 for one that was public and is in the trash, 404 for all others: nothing shows of
 * records that are not public.
 */
export async function readForPage(
  deps: Deps,
  kind: Kind,
  key: { id: number } | { slug: string },
): Promise<StoredRecord> {
  try {
    return await readRecord(deps, kind, { key, caller: null });
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!isMissing) throw error;
  }
  const trashed = await findTrashed(deps, kind, key);
  const wasPublic = trashed.find((record) => record.status_before_trash === 'publish');
  throw wasPublic ? isInTrash(kind.name, wasPublic.id) : noRoute();
}

async function findTrashed(
  deps: Deps,
  kind: Kind,
  key: { id: number } | { slug: string },
): Promise<StoredRecord[]> {
  if (kind.family.removal !== 'trash') return [];
  if ('slug' in key) return deps.store.find(kind.name, 'slug', trashedSlugs(key.slug));
  const record = await findRecord(deps, kind, key);
  return record ? [record] : [];
}
