/** Finds the record that a path names, and decides how a missing one is answered. Contract 7. */
import { eventNotFound, type Issue, invalidEventId, invalidParams } from '../errors.js';
import { allKinds } from '../kinds/index.js';
import type { Kind, MissingRule } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Deps } from './deps.js';
import { findImage } from './images.js';

/** The key in a path: an ID with its digits as sent, a slug, or the identity in another system. */
export type Key = { id: number; sent?: string } | { slug: string } | { externalId: string };

/** Why a record is looked up: the answer for a missing one depends on it. */
export type Purpose = 'read' | 'update' | 'remove';

/** → the record, or null. An ID beyond the safe integers is never found. */
export async function findRecord(deps: Deps, kind: Kind, key: Key): Promise<StoredRecord | null> {
  if ('externalId' in key) {
    const [record] = await deps.store.find(kind.name, 'external_id', [key.externalId]);
    return record ?? null;
  }
  if ('id' in key && !Number.isSafeInteger(key.id)) return null;
  return deps.store.get(kind.name, key);
}

/** → the issue for a missing record, or null when a missing one is answered with its own error. */
export function missingIssue(kind: Kind, key: Key, purpose: Purpose): Issue | null {
  if (ruleOf(kind, key, purpose) === 'notFound') return null;
  const param = 'id' in key ? 'id' : 'slug' in key ? 'slug' : 'key';
  return { param, reason: `There is no such ${kind.name}.` };
}

/** → the error for a missing record: its issue, else 404, or 400 for an ID of another kind. */
export async function missingError(deps: Deps, kind: Kind, key: Key, purpose: Purpose) {
  const issue = missingIssue(kind, key, purpose);
  if (issue) return invalidParams([issue]);
  if ('slug' in key) return eventNotFound(key.slug);
  if ('externalId' in key) return eventNotFound(key.externalId);
  const isElsewhere = Number.isSafeInteger(key.id) && (await isOfAnotherKind(deps, kind, key.id));
  return isElsewhere ? invalidEventId(key.id) : eventNotFound(key.sent ?? key.id);
}

/** Posts and images share one ID space. */
async function isOfAnotherKind(deps: Deps, kind: Kind, id: number): Promise<boolean> {
  const posts = allKinds.filter((one) => one !== kind && one.family.idSpace === 'post');
  const others = await Promise.all([
    findImage(deps, id),
    ...posts.map(({ name }) => deps.store.get(name, { id })),
  ]);
  return others.some((one) => one !== null);
}

function ruleOf(kind: Kind, key: Key, purpose: Purpose): MissingRule {
  if (!('slug' in key)) return kind.missing.byId;
  if (purpose === 'read') return kind.missing.readBySlug;
  return purpose === 'update' ? kind.missing.updateBySlug : kind.missing.removeBySlug;
}
