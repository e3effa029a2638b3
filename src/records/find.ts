/** Finding the record a path names, and what a missing one is answered. Contract 7. */
import { eventNotFound, type Issue, invalidEventId } from '../errors.js';
import { allKinds } from '../kinds/index.js';
import type { Kind, MissingRule } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Deps } from './deps.js';

/** What a path names: an ID and its digits as sent, or a slug. */
export type Key = { id: number; sent?: string } | { slug: string };

/** What a record is looked up for: a missing one is answered differently. */
export type Purpose = 'read' | 'update' | 'remove';

/** → the record, or null. An ID too large to be a number of ours is nobody's. */
export async function findRecord(deps: Deps, kind: Kind, key: Key): Promise<StoredRecord | null> {
  if ('id' in key && !Number.isSafeInteger(key.id)) return null;
  return deps.store.get(kind.name, key);
}

/** → the issue a missing record is, or null where it is an error of its own. */
export function missingIssue(kind: Kind, key: Key, purpose: Purpose): Issue | null {
  if (ruleOf(kind, key, purpose) === 'notFound') return null;
  const param = 'id' in key ? 'id' : 'slug';
  return { param, reason: `There is no such ${kind.name}.` };
}

/** → the error of a missing record where it is not an issue: 404, or 400 for another kind's ID. */
export async function missingError(deps: Deps, key: Key) {
  if ('slug' in key) return eventNotFound(key.slug);
  const isElsewhere = Number.isSafeInteger(key.id) && (await isOfAnotherKind(deps, key.id));
  return isElsewhere ? invalidEventId(key.id) : eventNotFound(key.sent ?? key.id);
}

/** Posts and images share one ID space. */
async function isOfAnotherKind({ store }: Deps, id: number): Promise<boolean> {
  const posts = allKinds.filter(({ family }) => family.idSpace === 'post');
  const found = await Promise.all([
    store.images.get(id),
    ...posts.map(({ name }) => store.get(name, { id })),
  ]);
  return found.some((one) => one !== null);
}

function ruleOf(kind: Kind, key: Key, purpose: Purpose): MissingRule {
  if ('id' in key) return kind.missing.byId;
  if (purpose === 'read') return kind.missing.readBySlug;
  return purpose === 'update' ? kind.missing.updateBySlug : kind.missing.removeBySlug;
}
