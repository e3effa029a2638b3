/** Reads the record of a path, and chooses the error of a missing record. Contract 7, 16.1. */

import { type Caller, canEdit, canRead } from '../access/roles.js';
import * as errors from '../errors.js';
import { foldedKey, idKey, keyOf, slugKey } from '../kinds/identity.js';
import { allKinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { beforeRemoval, removedSlug } from '../kinds/visibility.js';
import { limits } from '../limits.js';
import { findImage } from '../service/images.js';
import { findKeyed, type Keyed } from '../sync/survivors.js';
import { nowSeconds } from '../time/now.js';
import type { Deps } from './deps.js';

/** The key in a path: an ID with its digits as sent, a slug, or the identity in another system. */
export type Key = { id: number; sent?: string } | { slug: string } | { externalId: string };

/** Why a record is looked up: the answer for a missing one depends on it. */
type Purpose = 'read' | 'update' | 'remove';

/** An identity in another system: the name of the system, and its key. */
export interface Identity {
  source: string;
  key: string;
}

/** → the `external_id` of an identity, and its issues: none when it can be one. */
export function readIdentity({ source, key }: Identity) {
  const sourceReason = 'Must be 1 to 64 of the characters a-z, 0-9, ".", "_" and "-".';
  const keyReason = `Must have 1 to ${limits.keyChars} characters, without control characters.`;
  const isKey = key.length > 0 && key.length <= limits.keyChars && !/\p{Cc}|\p{Cs}/u.test(key);
  const issues = [
    ...(/^[a-z0-9._-]{1,64}$/.test(source) ? [] : [{ param: 'source', reason: sourceReason }]),
    ...(isKey ? [] : [{ param: 'key', reason: keyReason }]),
  ];
  return { externalId: `${source}:${key}`, issues };
}

/** → the record, or null. An ID beyond the safe integers is never found. */
export async function findRecord(deps: Deps, kind: Kind, key: Key): Promise<StoredRecord | null> {
  if ('externalId' in key)
    return (await findIdentified(deps, kind, key.externalId))?.record ?? null;
  if ('id' in key && !Number.isSafeInteger(key.id)) return null;
  return deps.store.get(kind.name, key);
}

/**
 * → the record of an identity, and the merged record that brought it; null when unknown. An
 * identity that a client of 2.0 knows in small letters finds the record that had it.
 */
export async function findIdentified(
  deps: Pick<Deps, 'store'>,
  { name }: Kind,
  identity: string,
): Promise<Keyed | null> {
  const key = keyOf(identity);
  const keyed = await findKeyed(deps, name, [key, foldedKey(key)]);
  return keyed.get(key) ?? keyed.get(foldedKey(key)) ?? null;
}

/** → the issue for a missing record, or null when it is answered with an error of its own. */
export function missingIssue(kind: Kind, key: Key, purpose: Purpose): errors.Issue | null {
  if (kind.isNotFound && (!('slug' in key) || purpose === 'update')) return null;
  const param = 'id' in key ? 'id' : 'slug' in key ? 'slug' : 'key';
  return { param, reason: `There is no such ${kind.name}.` };
}

/** → the error for a missing record: its issue, else 404, or 400 for an ID of another kind. */
export async function missingError(deps: Deps, kind: Kind, key: Key, purpose: Purpose) {
  const issue = missingIssue(kind, key, purpose);
  if (issue) return errors.invalidParams([issue]);
  if ('slug' in key) return errors.eventNotFound(key.slug);
  if ('externalId' in key) return errors.eventNotFound(key.externalId);
  const isElsewhere = Number.isSafeInteger(key.id) && (await isOfAnotherKind(deps, kind, key.id));
  return isElsewhere ? errors.invalidEventId(key.id) : errors.eventNotFound(key.sent ?? key.id);
}

/** Posts and images share one ID space. */
async function isOfAnotherKind(deps: Deps, kind: Kind, id: number): Promise<boolean> {
  const posts = allKinds.filter(
    (other) => other !== kind && other.family.name === kind.family.name,
  );
  const elsewhere = await Promise.all([
    findImage(deps, id),
    ...posts.map(({ name }) => deps.store.get(name, { id })),
  ]);
  return elsewhere.some((record) => record !== null);
}

/**
 * → the record. Throws `rest_record_merged` for a merged record, `rest_record_renamed` for a former
 * slug, the error of the unknown-ID matrix for a missing record, `event-no-longer-available` for a
 * trashed event, `<kind>-not-accessible`.
 */
export async function readRecord(
  deps: Deps,
  kind: Kind,
  { key, caller }: { key: Key; caller: Caller },
): Promise<StoredRecord> {
  const record = await findRecord(deps, kind, key);
  if (!record || record.removed) await redirect(deps, kind, key, record);
  if (!record) throw await missingError(deps, kind, key, 'read');
  if (record.removed) {
    if (kind.isNotFound) throw errors.noLongerAvailable();
    if (!canEdit(caller, kind, record)) throw errors.notAccessible(kind.name);
  }
  if (!canRead(caller, kind, record, nowSeconds(deps))) throw errors.notAccessible(kind.name);
  return record;
}

/** Throws where the path named a record that was merged into another one, or has another slug. */
async function redirect(
  deps: Deps,
  kind: Kind,
  key: Key,
  record: StoredRecord | null,
): Promise<void> {
  const id = record?.id ?? ('id' in key ? key.id : 0);
  const named = 'slug' in key && !record ? slugKey(key.slug) : idKey(id);
  const keyed = (await findKeyed(deps, kind.name, [named])).get(named);
  if (!keyed) return;
  const location = `${deps.roots.api}/${kind.route}/${keyed.record.id}`;
  const moved = keyed.of > 0 ? errors.recordMerged : errors.recordRenamed;
  throw moved(kind.name, keyed.record.id, location);
}

/**
 * → the record of a public page, as anonymous readers may read it. Throws `rest_record_merged` for
 * a merged record, 410 for a public record in the trash, 404 for any other: unpublished records
 * must not show.
 */
export async function readForPage(
  deps: Deps,
  kind: Kind,
  key: { id: number } | { slug: string },
): Promise<StoredRecord> {
  try {
    return await readRecord(deps, kind, { key, caller: null });
  } catch (error) {
    const isMissing = error instanceof errors.ApiError && error.status >= 400 && error.status < 500;
    if (!isMissing) throw error;
  }
  const keys = 'slug' in key ? [key, { slug: removedSlug(key.slug) }] : [key];
  const named = await Promise.all(keys.map((value) => findRecord(deps, kind, value)));
  const past = named.find((record) => record?.removed && beforeRemoval(record) === 'publish');
  throw past ? errors.isInTrash(kind.name, past.id) : errors.noRoute();
}
