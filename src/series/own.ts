/**
 * The own fields of a date of a series: fields that differ from its series, by value. Only a write
 * to the date itself changes their names. Pure. Source: Contract 29.2.
 */
import { isDeepStrictEqual } from 'node:util';
import { readField } from '../kinds/field.js';
import { kinds } from '../kinds/index.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { occurrenceFields, occurrenceOf, SENT_TIMES, TIME_FIELDS } from '../kinds/series.js';
import { beforeRemoval } from '../kinds/visibility.js';
import { followed, OWN_FIELDS } from './date.js';
import { endedPart, partAt, partsOf } from './parts.js';

/** Fields that are a date's own together. */
const GROUPS = [SENT_TIMES, ['event_status', 'event_status_reason'], ['date', 'date_utc']];

/** An event moved online is attended online, unless the write states otherwise. */
export const READ_ANEW: Readonly<Record<string, readonly string[]>> = {
  event_status: ['event_status', 'attendance_mode'],
};

/** Names that are never own fields: parameters without a field, the slug, the series' UID. */
const NO_FIELDS = ['scope', 'recurrence', 'slug', 'uid'];

/** The statements about a date, by names of fields. */
interface Said {
  /** The values that a write gave it. */
  values: JsonObject;
  /** Fields in which it is as its series again. */
  follows?: readonly string[] | undefined;
  /** Fields that it keeps as own fields, though its series has the same values. */
  keeps?: readonly string[] | undefined;
}

/** → a date after a write, with the fields that are its own by now. */
export function withOwn(
  series: StoredRecord,
  date: StoredRecord,
  { values, follows = [], keeps = [] }: Said,
): StoredRecord {
  const occurrence = occurrenceOf(date);
  if (!occurrence) return date;
  // The trash is no change of a date.
  const isField = (name: string) =>
    !NO_FIELDS.includes(name) && !(name === 'status' && values.status === 'trash');
  const names = Object.keys(values).filter(isField);
  const sent = inGroups(names.flatMap((name) => READ_ANEW[name] ?? [name]));
  const following = inGroups(follows.filter((name) => !names.includes(name)));
  const stays = occurrence.changed.filter((name) => !sent.has(name) && !following.has(name));
  const same = new Set(sameAs(series, date, [...sent]));
  const differing = [...sent].filter((name) => !same.has(name));
  const changed = [...new Set([...stays, ...inGroups([...differing, ...keeps])])].sort();
  const result = {
    ...date,
    fields: { ...date.fields, ...occurrenceFields({ ...occurrence, changed }) },
  };
  const isLeft = occurrence.changed.some((name) => following.has(name));
  return isLeft ? asFollowed(series, result, occurrence.date) : result;
}

/** → the names, and the other names of their groups. */
export const inGroups = (names: readonly string[]): Set<string> =>
  new Set(
    names.flatMap((name) => [
      ...(GROUPS.find((group) => group.includes(name.split('.')[0] ?? '')) ?? []),
      name,
    ]),
  );

/** → the given fields in which a date equals its series. */
export function sameAs(
  series: StoredRecord,
  date: StoredRecord,
  names: readonly string[],
): string[] {
  const occurrence = occurrenceOf(date);
  if (!occurrence) return [];
  const fields = { ...date.fields, ...occurrenceFields({ ...occurrence, changed: [] }) };
  const plain = asFollowed(series, { ...date, fields }, occurrence.date);
  const isSame = (name: string) => isDeepStrictEqual(fieldOf(date, name), fieldOf(plain, name));
  const isMoved = TIME_FIELDS.some((name) => !isSame(name));
  return names.filter((name) => (SENT_TIMES.includes(name) ? !isMoved : isSame(name)));
}

/** → the names of all fields in which a date differs from its series. */
export function namesOtherThan(series: StoredRecord, date: StoredRecord): string[] {
  const names = namesOf(series, date);
  const same = new Set(sameAs(series, date, names));
  return names.filter((name) => !same.has(name));
}

/** → the names of all fields that a date or its series has and that may be the date's own. */
export function namesOf(series: StoredRecord, date: StoredRecord): string[] {
  const stored = [series, date].flatMap(({ fields, relations }) =>
    Object.keys({ ...fields, ...relations }),
  );
  const isOfDate = (name: string) =>
    ![...NO_FIELDS, ...OWN_FIELDS, 'parent'].includes(name) && !/^utc_/.test(name);
  return ['title', 'status', 'date', ...new Set(stored)].filter(isOfDate).sort();
}

function asFollowed(series: StoredRecord, date: StoredRecord, at: string): StoredRecord {
  const { removed, modified_utc } = date;
  const part = partAt(partsOf(series), at) ?? endedPart(series);
  return followed(part, date, { date: at, removed, nowUtc: modified_utc });
}

function fieldOf(record: StoredRecord, name: string): unknown {
  // Its publication date makes the difference between these two.
  if (name === 'status') return beforeRemoval(record).replace('future', 'publish');
  const linked = record.relations[name];
  if (linked) return linked.map(({ id }) => id);
  const value = readField(name, kinds[record.kind].fields[name] ?? {}, record);
  // A cleared value is stored as empty, a value that never existed is not stored.
  return Array.isArray(value) && value.length === 0 ? '' : (value ?? '');
}
