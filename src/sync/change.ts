/** Builds the change from the old to the new state of a record. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { readField } from '../kinds/field.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { type JsonObject, linkedIn, type Snapshot, type StoredRecord } from '../kinds/record.js';
import { linkStateOf, statusOf } from '../kinds/visibility.js';
import { omit } from '../lib/omit.js';
import { perObject } from '../lib/remember.js';
import { limits } from '../limits.js';
import type { Change, RecordRef } from '../store/port.js';

/**
 * → the change that replaces `before` (null: inserts) by `after`, with the next revision.
 * `creates`: linked new records.
 */
export function changeOf(
  before: StoredRecord | null,
  after: StoredRecord,
  creates: readonly StoredRecord[] = [],
): Change {
  const expected = before?.revision ?? 0;
  const fields = withChangeCount(kinds[after.kind], before, after);
  const record = { ...after, fields, revision: expected + 1 };
  return { record, expected, creates, touched: touchedBy(before, record) };
}

/**
 * → the change that gives a record other snapshots. It is a modification, at `nowUtc`, if it raises
 * the record's count of changes.
 */
export function relinkOf(
  holder: StoredRecord,
  copies: Pick<StoredRecord, 'relations' | 'parts'>,
  nowUtc: string,
): Change {
  const change = changeOf(holder, { ...holder, ...copies });
  const { field = '' } = kinds[holder.kind].changeCount ?? {};
  if (change.record.fields[field] === holder.fields[field]) return change;
  return { ...change, record: { ...change.record, modified_utc: nowUtc } };
}

/**
 * → the earlier dates of an event after a write at `nowUtc`, newest first, `[{start_date, end_date,
 * timezone, changed_utc}]`; null when its dates are unchanged. Contract 19.
 */
export function earlierDates(before: JsonObject, after: JsonObject, nowUtc: string) {
  const names = ['start_date', 'end_date', 'timezone'];
  const datesOf = (fields: JsonObject): JsonObject =>
    Object.fromEntries(names.map((name) => [name, fields[name] ?? '']));
  const old = datesOf(before);
  if (isDeepStrictEqual(old, datesOf(after))) return null;
  const earlier = Array.isArray(before.previous_dates) ? before.previous_dates : [];
  return [{ ...old, changed_utc: nowUtc }, ...earlier].slice(0, limits.previousDates);
}

/** → the change that removes a record permanently. */
export function removalOf(stored: StoredRecord, removal: NonNullable<Change['removal']>): Change {
  const record = { ...stored, revision: stored.revision + 1 };
  const touched = touchedBy(stored, { ...stored, relations: {} });
  return { record, expected: stored.revision, removal, touched };
}

/** → the snapshot of a record, as its holders embed it. Many of a load link the same ones. */
export const toSnapshot = perObject(
  (record: StoredRecord): Snapshot =>
    omit(record, ['relations', 'slug_reserved', 'removed', 'version']),
);

/**
 * → the records whose usage a write may change: all linked records, or only added and removed links
 * when the holder's state for usage is unchanged.
 */
function touchedBy(before: StoredRecord | null, after: StoredRecord): RecordRef[] {
  const kind = kinds[after.kind];
  const isSame =
    before !== null && isDeepStrictEqual(linkStateOf(kind, before), linkStateOf(kind, after));
  const idsOf = (record: StoredRecord | null, field: string) =>
    record ? linkedIn(record, field).map((snapshot) => snapshot.id) : [];
  return kind.relations.flatMap(({ field, target }) => {
    const [old, now] = [idsOf(before, field), idsOf(after, field)];
    const ids = isSame
      ? [...old.filter((id) => !now.includes(id)), ...now.filter((id) => !old.includes(id))]
      : [...new Set([...old, ...now])];
    return ids.map((id) => ({ kind: target, id }));
  });
}

/** → the fields of `after`; the count of changes is raised if the kind's counted fields changed. */
function withChangeCount(
  { changeCount, fields }: Pick<Kind, 'changeCount' | 'fields'>,
  before: StoredRecord | null,
  after: StoredRecord,
): JsonObject {
  if (!changeCount || !before) return after.fields;
  const counted = (record: StoredRecord): unknown[] => [
    record.parts?.map(({ relations: _, ...part }) => part) ?? [],
    ...changeCount.of.map((name) => {
      const linked = record.relations[name];
      if (!linked) return readField(name, fields[name] ?? {}, record);
      return linked.map((target) => {
        const values = changeCount.shown[name]?.map((field) => target.fields[field] ?? null);
        return values ? [target.id, target.title, statusOf(target), ...values] : target.id;
      });
    }),
  ];
  if (isDeepStrictEqual(counted(before), counted(after))) return after.fields;
  // A load may bring a higher one.
  const [old, sent] = [before, after].map((record) =>
    Number(record.fields[changeCount.field] ?? 0),
  );
  return { ...after.fields, [changeCount.field]: Math.max(Number(old) + 1, Number(sent)) };
}
