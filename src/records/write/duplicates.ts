/**
 * Finds records with the same content, for creates and loads. A create reuses a repeated venue or
 * organizer, and is refused for a repeated term. Source: Contract 4.7, 4.9, 16.3.
 */

import { canRead } from '../../access/roles.js';
import { duplicateTermSlug, termExists } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';
import { distanceM } from '../../lib/place/geo.js';
import { foldText } from '../../lib/text/words.js';
import { limits } from '../../limits.js';
import { titleKey } from '../../store/port.js';
import { findSurvivors } from '../../sync/survivors.js';
import { nowSeconds } from '../../time/now.js';
import type { Deps } from '../deps.js';
import type { Draft } from './plan.js';
import { toSlug } from './slug.js';

/**
 * → the record that a create would duplicate, or null. Only a record that the caller may read is
 * reused, because the answer shows all of it. `within`: for inline records; records about to be
 * written also match, and so do merged records, which the sender may still describe.
 */
export async function findDuplicate(
  deps: Pick<Deps, 'store' | 'now'>,
  kind: Kind,
  { payload: { title, values }, caller }: Draft,
  within?: { created: readonly StoredRecord[] },
): Promise<StoredRecord | null> {
  if (!kind.duplicateFields || title === undefined) return null;
  const candidates = await deps.store.find(
    kind.name,
    'title',
    [titleKey(title)],
    limits.duplicateCandidates,
  );
  const created = within?.created ?? [];
  const createdNow = created.filter((record) => titleKey(record.title) === titleKey(title));
  const isReadable = (record: StoredRecord) => canRead(caller, kind, record, nowSeconds(deps));
  const found = repeatedOf(kind, [...candidates, ...createdNow].filter(isReadable), values);
  if (found || !within) return found;
  const survivor = survivorOf(kind, await mergedAmong(deps, kind, candidates), values);
  return survivor && isReadable(survivor) ? survivor : null;
}

/** A merged record, and its survivor. */
interface Merged {
  record: StoredRecord;
  survivor: StoredRecord;
}

/** → the merged records among these. */
export async function mergedAmong(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  records: readonly StoredRecord[],
): Promise<Merged[]> {
  const trashed = records.filter(({ removed }) => removed);
  const ids = trashed.map(({ id }) => id);
  const survivors = await findSurvivors(deps, kind.name, ids);
  return trashed.flatMap((record) => {
    const survivor = survivors.get(record.id);
    return survivor && !survivor.removed ? { record, survivor } : [];
  });
}

/** → the survivor of the merged record that `sent` repeats, or null. */
export function survivorOf(
  kind: Kind,
  merged: readonly Merged[],
  sent: JsonObject,
  isUpdated = false,
): StoredRecord | null {
  const records = merged.map(({ record }) => record);
  const best = bestOf(kind, records, sent, isUpdated);
  return merged.find(({ record }) => record === best)?.survivor ?? null;
}

/**
 * → of records of the same name the record that `sent` repeats: without a contradiction, with the
 * most equal fields, then the oldest; null when there is no such record. `isUpdated`: the record
 * takes the sent values, so it may lack some, and may have another description.
 */
export function repeatedOf(
  kind: Kind,
  named: readonly StoredRecord[],
  sent: JsonObject,
  isUpdated = false,
): StoredRecord | null {
  const standing = named.filter(({ removed }) => !removed);
  return bestOf(kind, standing, sent, isUpdated);
}

function bestOf(
  kind: Kind,
  named: readonly StoredRecord[],
  sent: JsonObject,
  isUpdated: boolean,
): StoredRecord | null {
  const agreement = kind.family.name === 'term' ? termAgreement : postAgreement;
  const [best] = named
    .map((record) => ({ record, agreeing: agreement(kind, record, sent, isUpdated) ?? -1 }))
    .filter(({ agreeing }) => agreeing >= 0)
    .sort((a, b) => b.agreeing - a.agreeing || a.record.id - b.record.id);
  return best?.record ?? null;
}

/** → 0; null when slug or parent contradict: terms of one name differ in them. */
function termAgreement(_: Kind, { slug, fields }: StoredRecord, sent: JsonObject): number | null {
  const wanted = typeof sent.slug === 'string' ? toSlug(sent.slug) : '';
  if (wanted !== '' && wanted !== slug) return null;
  return Number(sent.parent ?? 0) === Number(fields.parent ?? 0) ? 0 : null;
}

/** → the number of fields in which sent values and a record agree; null if any contradicts. */
function postAgreement(
  kind: Kind,
  record: StoredRecord,
  sent: JsonObject,
  isUpdated: boolean,
): number | null {
  const compared = [...(kind.duplicateFields ?? [])];
  if (!isUpdated) compared.push({ field: 'description', match: 'equal' });
  let agreeing = 0;
  for (const { field, match } of compared) {
    const [given, stored] = [fold(sent[field]), fold(record.fields[field])];
    if (given === '' || (isUpdated && stored === '')) continue;
    const isPart = isPartOf(given, stored) || (isUpdated && isPartOf(stored, given));
    if (given !== stored && !(match === 'contains' && isPart)) return null;
    agreeing++;
  }
  // An address in one line names its town.
  const isElsewhere = isOfOtherTown(sent, record.fields) || isOfOtherTown(record.fields, sent);
  if (isUpdated && agreeing === 0 && isElsewhere) return null;
  // The coordinates of a city say nothing about a venue in it.
  const isOwn = (fields: JsonObject) => !fields.geo_precision;
  const here = isOwn(sent) ? kind.place?.({ ...record, fields: sent }) : null;
  const there = isOwn(record.fields) ? kind.place?.(record) : null;
  if (!here || !there) return agreeing;
  return distanceM(here, there) <= limits.sameVenueM ? agreeing + 1 : null;
}

/** → whether an address of several parts, without a city of its own, lacks the city of another. */
function isOfOtherTown({ address, city }: JsonObject, other: JsonObject): boolean {
  const [line, town] = [fold(address), fold(other.city)];
  return fold(city) === '' && town !== '' && line.includes(',') && !isPartOf(town, line);
}

/** → whether a text is in another one, from the beginning of a word, and with whole numbers. */
function isPartOf(part: string, whole: string): boolean {
  const wordsOf = (text: string) => ` ${text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()}`;
  const [begin, words] = [wordsOf(part), wordsOf(whole)];
  return `${words} `.includes(`${begin} `) || (!/\p{N}$/u.test(begin) && words.includes(begin));
}

const fold = (value: unknown): string => foldText(String(value ?? '').trim());

/**
 * Refuses a new term whose name exists already under the same parent, unless another slug is given,
 * and a change of the slug to a slug in use. Throws `term_exists`, `duplicate_term_slug`.
 */
export async function refuseTermTwin(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  { payload, stored, keys = [] }: Draft,
): Promise<void> {
  if (kind.family.name !== 'term') return;
  const slug = payload.slug === undefined ? null : toSlug(payload.slug);
  if (stored) {
    if (slug === null || slug === stored.slug) return;
    if ((await deps.store.takenSlugs(kind.name, [slug])).size > 0) throw duplicateTermSlug(slug);
    return;
  }
  const twins = await deps.store.find(
    kind.name,
    'title',
    [titleKey(payload.title ?? '')],
    limits.duplicateCandidates,
  );
  // The record itself, which a request at the same time has just created, is no other one.
  const same = await deps.store.keys.list(kind.name, { keys: keys.map(({ key }) => key) });
  const rest = twins.filter((twin) => !same.some(({ id }) => id === twin.id));
  const twin = repeatedOf(kind, rest, { slug, parent: payload.parent ?? 0 });
  if (twin) throw termExists(twin.id);
}
