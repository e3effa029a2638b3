/**
 * The index data of an event besides its fields: the public part of its links, its part of the day,
 * and its place in a series. Contract 14, 29.4.
 */
import { textIn } from '../field.js';
import { HIDDEN, IN_SERIES_VIEW, LISTED } from '../kind.js';
import type { StoredRecord } from '../record.js';
import { isSeries, occurrenceOf } from '../series.js';
import { secondsOf, statusOf } from '../visibility.js';
import { textOf } from './family.js';

/** → the venue, unless it is not public: no list may reveal its location. */
export const venueOf = (record: StoredRecord) => {
  const venue = record.relations.venue?.[0];
  return venue && statusOf(venue) === 'publish' ? venue : undefined;
};

/** → the reader of a text of the venue; `""` where no venue is public. */
export const venueText = (field: string) => (record: StoredRecord) => {
  const venue = venueOf(record);
  return venue ? textOf(venue, field) : '';
};

/** → where the public venue is, `City, State`; the city alone without a state, or `""`. */
export const townText = (record: StoredRecord): string => {
  const [city = '', state] = ['city', 'stateprovince'].map((name) => venueText(name)(record));
  return city === '' ? '' : [city, state].filter(Boolean).join(', ');
};

/**
 * → the reader of the names of linked records, in their field `name`. Unpublished records must not
 * make the event findable.
 */
export const namesOf = (field: string, name: string) => (record: StoredRecord) =>
  (record.relations[field] ?? [])
    .filter((snapshot) => statusOf(snapshot) === 'publish')
    .map((snapshot) => textIn(snapshot, name, snapshot.title));

/** The parts of a day, with the hour in which each begins. */
const PARTS: [part: string, hour: number][] = [
  ['night', 22],
  ['evening', 17],
  ['afternoon', 12],
  ['morning', 5],
  ['night', 0],
];

/** → the part of the day in which an event starts, on its own clock; `""` for all-day events. */
export const partOfDay = (record: StoredRecord): string => {
  if (record.fields.all_day === true) return '';
  const hour = Number(textOf(record, 'start_date').slice(11, 13));
  return PARTS.find(([, from]) => hour >= from)?.[0] ?? '';
};

/** Longer events run through the weeks after their first, seconds. */
const WEEK = 7 * 86_400;

/** → whether an event lasts over a week on its own clock. */
export const isLasting = (record: StoredRecord): boolean => {
  const [start, end] = ['start_date', 'end_date'].map((name) => secondsOf(textOf(record, name)));
  return (end ?? 0) - (start ?? 0) > WEEK;
};

/** → LISTED, HIDDEN, or IN_SERIES_VIEW for a series, which only the list of series shows. */
export const hiddenState = (record: StoredRecord): number => {
  if (record.fields.hide_from_listings === true) return HIDDEN;
  return isSeries(record) ? IN_SERIES_VIEW : LISTED;
};

/** → the previous date of a series, seconds since the epoch; NEVER for other records. */
export const secondsBefore = (name: 'start' | 'end') => (record: StoredRecord) =>
  secondsOf(occurrenceOf(record)?.before?.[name]) ?? NEVER;

/** Before any date. */
const NEVER = -1e12;

/**
 * → the reader of the exclusive end of an event. An event without length lasts a second, so that it
 * is found at its start.
 */
export const endOf = (clock: 'utc' | 'local') => (record: StoredRecord) => {
  const prefix = clock === 'utc' ? 'utc_' : '';
  const [start, end] = ['start', 'end'].map((of) => textOf(record, `${prefix}${of}_date`));
  if (start === undefined || start !== end || start === '') return end;
  const next = new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + 1000);
  return next.toISOString().slice(0, 19).replace('T', ' ');
};

/** Until this time of day a night belongs to the day before. */
const NIGHT_ENDS = '06:00:00';

/**
 * → the end on the event's own clock, for lists of days: an event that ends in the small hours is
 * not on the day that begins then.
 */
export const endOfDays = (record: StoredRecord) => {
  const end = endOf('local')(record);
  const midnight = `${end?.slice(0, 10)} 00:00:00`;
  const isNight = end !== undefined && end.slice(11) <= NIGHT_ENDS;
  return isNight && textOf(record, 'start_date') < midnight ? midnight : end;
};

/** → the values of the cost. */
export const costOf = ({ fields }: StoredRecord) => fields.cost;

const categories = {
  filter: 'related',
  field: 'categories',
  target: 'category',
  withDescendants: true,
} as const;
const tags = { filter: 'related', field: 'tags', target: 'tag' } as const;

/** The filters by terms: any, all, or none of the terms. */
export const termFilters = {
  categories,
  tags,
  categories_all: { ...categories, match: 'all' },
  categories_none: { ...categories, match: 'none' },
  tags_all: { ...tags, match: 'all' },
  tags_none: { ...tags, match: 'none' },
} as const;

/** The index fields of dates. Whole days have no part of the day. */
export const window = {
  start: 'start',
  end: 'end',
  lasting: 'lasting',
  local: { start: 'local_start', end: 'local_end' },
  part: { field: 'part', names: ['morning', 'afternoon', 'evening', 'night'] },
};
