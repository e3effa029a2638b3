/** Reads the record of a public page. */
import { ApiError, isInTrash, noRoute } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Deps } from './deps.js';
import { findRecord } from './find.js';
import { readRecord } from './read.js';
import { trashedSlug } from './write/slug.js';

/**
 * → the record, as anonymous readers may read it. Throws `rest_record_merged` for one that was
 * merged, 410 for one that was public and is in the trash, 404 for all others: nothing is told of
 * records that are not public.
 */
export async function readForPage(deps: Deps, kind: Kind, slug: string): Promise<StoredRecord> {
  try {
    return await readRecord(deps, kind, { key: { slug }, caller: null });
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!isMissing) throw error;
  }
  if (kind.family.removal === 'trash') {
    const trashed = await findRecord(deps, kind, { slug: trashedSlug(slug) });
    if (trashed?.status_before_trash === 'publish') throw isInTrash(kind.name, trashed.id);
  }
  throw noRoute();
}
