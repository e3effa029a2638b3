/**
 * One date of a series as a record of its own: new, or after a change of the series. Pure. Fields
 * changed on the date itself are kept. Source: Contract 29.2.
 */
import { isDeepStrictEqual } from 'node:util';
import type { BaseStatus, JsonObject, Removal, StoredRecord } from '../kinds/record.js';
import {
  type DatesBefore,
  type OccurrenceFields,
  occurrenceFields,
  occurrenceOf,
  TIME_FIELDS,
} from '../kinds/series.js';
import { TEXT_LANGUAGE, toldIn } from '../kinds/texts.js';
import { beforeRemoval } from '../kinds/visibility.js';
import { omit } from '../lib/omit.js';
import { limits } from '../limits.js';
import { earlierDates } from '../sync/change.js';
import { type Part, timesAt } from './parts.js';

/** Fields of a date that never come from its series. */
export const OWN_FIELDS = ['sequence', 'previous_dates'];

/** The state of a date: in its series, no longer in it, or left by an ended series. */
interface Following {
  /** Its date by the rules; a date outside the rules keeps its former date. */
  date: string;
  removed: Removal | null;
  /** As a UTC date-time. */
  nowUtc: string;
}

/** A new date's data that is not from its series. */
interface New {
  before: DatesBefore | null;
  nowUtc: string;
  /** It is kept although its ended series no longer has it. */
  isAlone?: boolean;
}

/** → the record of a new date, without an ID and a slug. */
export function newOccurrence(
  part: Part,
  date: string,
  { before, nowUtc, isAlone = false }: New,
): StoredRecord {
  const { series } = part;
  return {
    ...series,
    ...{ id: 0, revision: 0, version: 0, slug: '', slug_reserved: false },
    removed: null,
    modified_utc: nowUtc,
    fields: {
      ...omit(series.fields, OWN_FIELDS),
      ...timesAt(part.timing, date),
      ...occurrenceFields(storedOf(part, { date, changed: isAlone ? ['status'] : [], before })),
    },
  };
}

/** → a date with a removal or without; removed, it gives up its slug. */
export const withRemoval = (record: StoredRecord, removed: Removal | null): StoredRecord => ({
  ...record,
  removed,
  slug_reserved: removed ? false : record.slug_reserved,
});

/** → a date with others before it in its series. */
export function withBefore(record: StoredRecord, before: DatesBefore | null): StoredRecord {
  const occurrence = occurrenceOf(record);
  if (!occurrence || isDeepStrictEqual(occurrence.before, before)) return record;
  return {
    ...record,
    fields: { ...record.fields, ...occurrenceFields({ ...occurrence, before }) },
  };
}

/** → the slug of a date; with its time where a day has several. */
export function slugOfDate(
  series: Pick<StoredRecord, 'slug'>,
  date: string,
  isOneOfDay = false,
): string {
  const time = isOneOfDay ? `-${date.slice(11, 16).replace(':', '')}` : '';
  const suffix = `-${date.slice(0, 10)}${time}`;
  return `${series.slug.slice(0, limits.slugChars - suffix.length)}${suffix}`;
}

/** → whether the slug of a date differs from the slug that its series would give now. */
export function hasOwnSlug(series: StoredRecord, record: StoredRecord): boolean {
  const date = occurrenceOf(record)?.date ?? '';
  const isGiven = (isOneOfDay: boolean) => record.slug === slugOfDate(series, date, isOneOfDay);
  return record.slug !== '' && !isGiven(false) && !isGiven(true);
}

/** → a date after a change of its series; the same record where nothing changes. */
export function followed(
  part: Part,
  current: StoredRecord,
  { date, removed, nowUtc }: Following,
): StoredRecord {
  const { series, timing } = part;
  const record = toldAs(series, current);
  const occurrence = occurrenceOf(record);
  if (!occurrence) return current;
  const changed = new Set(occurrence.changed);
  const isMoved = TIME_FIELDS.some((name) => changed.has(name));
  const fields: JsonObject = {
    ...omit(series.fields, OWN_FIELDS),
    ...picked(record.fields, OWN_FIELDS),
    ...picked(record.fields, occurrence.changed),
    ...(isMoved ? picked(record.fields, TIME_FIELDS) : timesAt(timing, date)),
  };
  if (fields.event_status === 'rescheduled') {
    const earlier = earlierDates(record.fields, fields, nowUtc);
    if (earlier) fields.previous_dates = earlier;
  }
  const isOwnDate = changed.has('date_utc');
  const publication = isOwnDate ? record : series;
  const ofSeries = beforeRemoval(series);
  const followedStatus = isOwnDate ? publishedBy(ofSeries, record.date_utc, nowUtc) : ofSeries;
  const stored = storedOf(part, { ...occurrence, date });
  const relations = Object.entries(series.relations).map(([field, snapshots]) => {
    const before = record.relations[field] ?? [];
    return [field, changed.has(field) || areSame(before, snapshots) ? before : snapshots];
  });
  return {
    ...withRemoval(record, removed),
    title: changed.has('title') ? record.title : series.title,
    base_status: changed.has('status') ? beforeRemoval(record) : followedStatus,
    author: changed.has('author') ? record.author : series.author,
    date: publication.date,
    date_utc: publication.date_utc,
    fields: { ...fields, ...occurrenceFields(stored) },
    relations: Object.fromEntries(relations),
  };
}

/** → a date with its plain texts in the language of its series. */
function toldAs({ fields }: StoredRecord, date: StoredRecord): StoredRecord {
  const [following, other] = [fields, date.fields].map((of) => of[TEXT_LANGUAGE]);
  return following === undefined || other === undefined
    ? date
    : toldIn(date, String(following), []);
}

/** → the status of its series for a date with a publication date of its own. */
function publishedBy(status: BaseStatus, dateUtc: string, nowUtc: string): BaseStatus {
  if (status !== 'publish' && status !== 'future') return status;
  return dateUtc > nowUtc ? 'future' : 'publish';
}

/** Snapshots of the same records: each holder renews its own. */
function areSame(a: StoredRecord['relations'][string], b: typeof a): boolean {
  return a.map(({ id }) => id).join() === b.map(({ id }) => id).join();
}

const storedOf = (
  { series, stretch, later }: Part,
  occurrence: Pick<OccurrenceFields, 'date' | 'changed' | 'before'>,
): OccurrenceFields =>
  // Local dates of the former rules, added or erased, are not included.
  ({ ...occurrence, local: undefined, ...stretch, series: series.id, later });

function picked(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
}
