/**
 * A VEVENT → a row in our own field names. What the event does not have is null, so that a later
 * load clears it.
 */
import ICAL from 'ical.js';
import type { Issue } from '../../errors.js';
import type { JsonObject } from '../../kinds/record.js';
import { parseUrl } from '../../lib/urls.js';
import { cleanProse, cleanText, cleanUrl } from '../clean.js';
import type { RowRevision } from './format.js';
import { recurrenceOf } from './ical-recurrence.js';
import { readTimes } from './ical-times.js';
import type { Calendar } from './ical-zones.js';

/** A row, and what was left out of it. */
export interface EventRow {
  row: JsonObject;
  warnings: Issue[];
  revision: RowRevision;
  /** It changes all dates of its series from `recurrence_id` on. */
  isFollowing?: boolean;
}

/** → the row of a VEVENT, given as its text, or why it gives none. */
export function rowOfEvent(text: string, calendar: Calendar): EventRow | { error: string } {
  try {
    const event = new ICAL.Component(ICAL.parse(text));
    const times = readTimes(event, calendar);
    if ('error' in times) return times;
    const warnings = [...times.warnings];
    const recurrence = recurrenceOf(event, times.row, calendar);
    if ('error' in recurrence) return recurrence;
    const { row: ruled, ...range } = recurrence;
    const row = { ...factsOf(event, calendar, warnings), ...times.row, ...ruled };
    // What moved online is attended there without an address, too.
    const mode: JsonObject = row.event_status === 'moved_online' ? {} : { attendance_mode: null };
    const whole = { ...row, online_url: null, ...mode, ...placeOf(event, warnings) };
    return { row: whole, warnings, revision: revisionOf(event), ...range };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { error: `not valid iCalendar: ${said.slice(0, 200)}` };
  }
}

const revisionOf = (event: ICAL.Component): RowRevision => ({
  sequence: Number(textOf(event, 'sequence')) || 0,
  modified: textOf(event, 'last-modified'),
});

function factsOf(event: ICAL.Component, { isCancelled }: Calendar, warnings: Issue[]): JsonObject {
  const uid = textOf(event, 'uid').trim();
  if (uid === '') {
    warnings.push({ param: 'uid', reason: 'missing: known again by its title, start and venue' });
  }
  const state = textOf(event, 'status').toUpperCase();
  const eventStatus = eventStatusOf(event, isCancelled);
  if (state === 'TENTATIVE' && eventStatus === 'scheduled') {
    warnings.push({ param: 'status', reason: 'TENTATIVE: loaded as an event that takes place' });
  }
  const description = cleanProse(textOf(event, 'description'));
  const tags = event.getAllProperties('categories').flatMap((one) => one.getValues().map(String));
  const isPublic = ['', 'PUBLIC'].includes(textOf(event, 'class').toUpperCase());
  return {
    ...(uid === '' ? {} : { external_id: `ical:${uid}` }),
    title: cleanText(textOf(event, 'summary')),
    description: description || null,
    ...(isPublic ? {} : { status: 'private' }),
    event_status: eventStatus,
    // A comment on what takes place as planned is no reason.
    ...(eventStatus === 'scheduled' ? {} : { event_status_reason: reasonOf(event) }),
    website: cleanUrl(textOf(event, 'url')),
    categories: [...new Set(tags.map(cleanText).filter((tag) => tag !== ''))],
    organizer: organizerOf(event),
  };
}

/** The states that our own calendars name beside STATUS, which has no word for them. */
const OWN_STATES = ['postponed', 'rescheduled', 'moved_online'];

function eventStatusOf(event: ICAL.Component, isCancelled: boolean): string {
  if (isCancelled || textOf(event, 'status').toUpperCase() === 'CANCELLED') return 'cancelled';
  const own = textOf(event, 'x-marquee-event-status').trim().toLowerCase();
  return OWN_STATES.includes(own) ? own : 'scheduled';
}

const reasonOf = (event: ICAL.Component): string =>
  cleanText(textOf(event, 'comment')).slice(0, REASON_CHARS).toWellFormed();

/** Longest reason of a state, characters. */
const REASON_CHARS = 1000;

/** → an organizer that has a name; an address alone is nobody's to publish. */
function organizerOf(event: ICAL.Component): JsonObject | null {
  const property = event.getFirstProperty('organizer');
  const name = cleanText(String(property?.getFirstParameter('cn') ?? ''));
  if (!property || name === '' || name.includes('@')) return null;
  const [, email] = /^mailto:(\S+@\S+\.\S+)$/i.exec(String(property.getFirstValue())) ?? [];
  return { organizer: name, ...(email === undefined ? {} : { email }) };
}

/** → the venue by the name before the first comma, the rest its address; or where it is online. */
function placeOf(event: ICAL.Component, warnings: Issue[]): JsonObject {
  const location = cleanText(textOf(event, 'location').replace(/\n+/g, ', '));
  const online = [textOf(event, 'conference'), location].find(isWebAddress);
  const linked: JsonObject = online === undefined ? {} : { online_url: online };
  const geo = event.getFirstPropertyValue('geo') as unknown;
  if (location === '' || location === online) {
    if (geo !== null) warnings.push({ param: 'geo', reason: 'left out: no place is named' });
    return { venue: null, ...linked, ...(online ? { attendance_mode: 'online' } : {}) };
  }
  const [, name = location, address] = /^([^,]+),\s*(.+)$/.exec(location) ?? [];
  const venue: JsonObject = { venue: name.trim(), ...(address ? { address } : {}) };
  const [lat, lng] = Array.isArray(geo) ? geo.map(Number) : [];
  if (isDegrees(lat, 90) && isDegrees(lng, 180))
    Object.assign(venue, { geo_lat: lat, geo_lng: lng });
  else if (geo !== null) warnings.push({ param: 'geo', reason: 'left out: no coordinates' });
  return { venue, ...linked, ...(online ? { attendance_mode: 'hybrid' } : {}) };
}

const isDegrees = (value: number | undefined, most: number): value is number =>
  value !== undefined && Math.abs(value) <= most;

const isWebAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) && parseUrl(text) !== null;

const textOf = (event: ICAL.Component, name: string): string => {
  const value = event.getFirstPropertyValue(name);
  return value === null ? '' : String(value);
};
