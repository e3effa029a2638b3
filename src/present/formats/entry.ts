/** A record of a feed, read from its answer, for calendars and feed readers. */
import { ownUid } from '../../kinds/identity.js';
import { asciiUrl } from '../../lib/net/urls.js';
import { utcToSeconds } from '../../time/date-times.js';
import {
  type Answered,
  isAnswered,
  languageOf,
  listOf,
  pointOf,
  rulesIn,
  textOf,
} from '../answered.js';
import type { Feed } from './format.js';

/** The data of a record in feeds; unknown texts are `""`. */
export type Entry = ReturnType<typeof readEntry>;

/** → the entry of an answered record. */
export function readEntry(record: Answered, { kind, host, lang }: Feed) {
  const image = isAnswered(record.image) ? record.image : null;
  return {
    uid: textOf(record, 'uid') || ownUid(host, kind.name, textOf(record, 'id')),
    sequence: Number(record.sequence ?? 0),
    /** → the language of a text; null: the site has one alone. */
    languageOf: (name: string): string | null =>
      lang === null ? null : (languageOf(record, name) ?? lang),
    feedLanguage: lang,
    titleField: kind.titleField,
    title: textOf(record, kind.titleField),
    /** Text or HTML, as stored. */
    description: textOf(record, 'description'),
    excerpt: textOf(record, 'excerpt'),
    url: asciiUrl(textOf(record, 'url')),
    imageUrl: image ? asciiUrl(textOf(image, 'url')) : '',
    start: momentOf(record, 'start_date'),
    end: momentOf(record, 'end_date'),
    timeZone: textOf(record, 'timezone'),
    isAllDay: record.all_day === true,
    categories: listOf(record, 'categories').map(termOf),
    tags: listOf(record, 'tags').map(termOf),
    place: placeOf(record),
    organizers: listOf(record, 'organizer').map((organizer) => ({
      name: textOf(organizer, 'organizer'),
      email: textOf(organizer, 'email'),
    })),
    /** `YYYY-MM-DD HH:MM:SS`, UTC. */
    publishedUtc: textOf(record, 'date_utc'),
    modifiedUtc: textOf(record, 'modified_utc'),
    eventStatus: textOf(record, 'event_status'),
    statusReason: textOf(record, 'event_status_reason'),
    onlineUrl: asciiUrl(textOf(record, 'online_url')),
    /** Lines of RFC 5545; of a series alone. */
    rules: rulesOf(record),
    ofSeries: placeInSeries(record),
    /** The UID of the series whose later part this is. */
    relatedTo: textOf(record, 'related_to'),
  };
}

/** → the rules of a series; empty for a separate date. */
function rulesOf({ recurrence }: Answered): string[] {
  if (!isAnswered(recurrence) || !('first' in recurrence)) return [];
  return rulesIn(recurrence);
}

/** → the date that it represents in the calendar of its series; null when it is listed alone. */
function placeInSeries({ in_series: place }: Answered) {
  if (!isAnswered(place)) return null;
  const [date, timeZone] = [textOf(place, 'date'), textOf(place, 'timezone')];
  return { date, timeZone, isAllDay: place.all_day === true };
}

/**
 * → the place of a record, its own or its venue's: the known names, and degrees, null without
 * coordinates. An online event has no place.
 */
export function placeOf(record: Answered) {
  if (textOf(record, 'attendance_mode') === 'online') return { lines: [], point: null };
  const venue = isAnswered(record.venue) ? record.venue : record;
  const names = ['venue', 'address', 'city', 'zip', 'country'];
  return {
    lines: names.map((name) => textOf(venue, name)).filter((line) => line !== ''),
    point: pointOf(venue),
  };
}

/** → degrees as a decimal of at most 7 digits after the point, never with an exponent. */
export const degrees = (value: number): string =>
  value
    .toFixed(7)
    .replace(/\.0+$|(?<=[1-9])0+$/, '')
    .replace(/^-0$/, '0');

/** → `YYYY-MM-DDTHH:MM:SSZ`. */
export const isoUtc = (utc: string): string => `${utc.replace(' ', 'T')}Z`;

/** → `Tue, 10 Mar 2026 12:00:00 GMT`. */
export const mailDate = (utc: string): string => new Date(utcToSeconds(utc) * 1000).toUTCString();

/** → the later of two UTC texts. */
export const later = (a: string, b: string): string => (a > b ? a : b);

/** → a moment on the clock of the record's zone and in UTC, both `YYYY-MM-DD HH:MM:SS`. */
const momentOf = (record: Answered, name: string) => ({
  local: textOf(record, name),
  utc: textOf(record, `utc_${name}`),
});

const termOf = (term: Answered) => ({ name: textOf(term, 'name'), slug: textOf(term, 'slug') });
