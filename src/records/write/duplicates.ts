/**
 * Rules for a create that matches an existing record: a venue or organizer of the same name and
 * address is reused, a term of the same name refused. Source: Contract 4.7, 4.9.
 */
import { canRead } from '../../access/roles.js';
import { duplicateTermSlug, termExists } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import { titleKey } from '../../store/port.js';
import { nowSeconds } from '../../time/now.js';
import type { Deps } from '../deps.js';
import type { Draft } from './plan.js';
import { toSlug } from './slug.js';

const fold = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase();

/**
 * → the record that a create would duplicate, or null. `created`: records of the kind about to be
 * written, which count as well. Only a record that the caller may read is reused, because the
 * answer shows all of it.
 */
export async function findDuplicate(
  deps: Pick<Deps, 'store' | 'now'>,
  kind: Kind,
  { payload: { title, values }, caller }: Draft,
  created: readonly StoredRecord[] = [],
): Promise<StoredRecord | null> {
  if (!kind.duplicateFields || title === undefined) return null;
  const candidates = await deps.store.find(
    kind.name,
    'title',
    [titleKey(title)],
    limits.duplicateCandidates,
  );
  const createdNow = created.filter((record) => titleKey(record.title) === titleKey(title));
  const isReused = (record: StoredRecord) =>
    record.status !== 'trash' &&
    isTwin(kind, record, values) &&
    canRead(caller, kind, record, nowSeconds(deps));
  return [...candidates, ...createdNow].find(isReused) ?? null;
}

function isTwin(kind: Kind, record: StoredRecord, values: JsonObject): boolean {
  const description = fold(values.description);
  if (description !== '' && fold(record.fields.description) !== description) return false;
  return (kind.duplicateFields ?? []).every(({ field, match }) => {
    const sent = fold(values[field]);
    if (sent === '') return true;
    const stored = fold(record.fields[field]);
    return match === 'contains' ? stored.includes(sent) : stored === sent;
  });
}

/**
 * Refuses a new term whose name exists already under the same parent, unless another slug is given,
 * and a change of the slug to one in use. Throws `term_exists`, `duplicate_term_slug`.
 */
export async function refuseTermTwin(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  { payload, stored, externalId }: Draft,
): Promise<void> {
  if (kind.family.name !== 'term') return;
  const slug = payload.slug === undefined ? null : toSlug(payload.slug);
  if (stored) {
    if (slug === null || slug === stored.slug) return;
    if ((await deps.store.takenSlugs(kind.name, [slug])).size > 0) throw duplicateTermSlug(slug);
    return;
  }
  const parent = payload.parent ?? 0;
  const twins = await deps.store.find(
    kind.name,
    'title',
    [titleKey(payload.title ?? '')],
    limits.duplicateCandidates,
  );
  // The record itself, which a request at the same time has just created, is no other one.
  const others = twins.filter(({ external_id: own }) => own === null || own !== externalId);
  const twin = others.find(
    (record) =>
      Number(record.fields.parent ?? 0) === parent && (slug === null || slug === record.slug),
  );
  if (twin) throw termExists(twin.id);
}
