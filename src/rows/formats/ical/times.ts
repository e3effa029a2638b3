/**
 * The times of a VEVENT as our fields: wall clock and zone. Times in UTC are given in the zone of
 * the calendar, if any; times of an unnamed zone are given in UTC.
 */
import type { Issue } from '../../../errors.js';
import type { JsonObject } from '../../../kinds/record.js';
import { readDuration } from '../../../time/duration.js';
import { secondsPerDay, secondsToText, textToSeconds } from '../../../time/wall-clock.js';
import { offsetText } from '../../../time/zone-data.js';
import { inZone, localToUtc, utcToLocal } from '../../../time/zones.js';
import { type Component, propertyOf } from './components.js';
import type { Property } from './lines.js';
import type { OwnZone } from './own-zone.js';
import { readTime } from './time.js';
import { type Calendar, type CalendarZone, commonZone, ownZoneToUtc } from './zones.js';

/** A time on a wall clock: `YYYY-MM-DD HH:MM:SS`. Without a zone it is the site's. */
interface Moment {
  local: string;
  zone: string | null;
  isDay: boolean;
  /** Its zone, where no name has it, and the time there: `local` is then in UTC. */
  own?: { zone: OwnZone; local: string };
}

/** The times of an event. */
export interface IcalTimes {
  row: JsonObject;
  warnings: Issue[];
  start: Moment;
}

/** → `start_date`, `end_date`, `all_day` and `timezone` of the event, or the reason of a fault. */
export function readTimes(event: Component, calendar: Calendar): IcalTimes | { error: string } {
  const ofStart = propertyOf(event, 'dtstart');
  if (!ofStart) return { error: 'an event without DTSTART' };
  const start = momentOf(event, ofStart, calendar);
  if ('error' in start) return start;
  const warnings = ownZoneWarnings('dtstart', start);
  const ofEnd = propertyOf(event, 'dtend');
  const isEmpty = ofEnd?.value.trim() === '';
  if (isEmpty) warnings.push({ param: 'dtend', reason: 'left out: is empty' });
  const ownEnd = ofEnd && !isEmpty ? momentOf(event, ofEnd, calendar) : null;
  if (ownEnd && 'error' in ownEnd) return ownEnd;
  if (ownEnd) warnings.push(...ownZoneWarnings('dtend', ownEnd));
  const written = ownEnd ? endOf(start, ownEnd) : lasting(event, start, warnings);
  const isBefore = written < start.local;
  if (isBefore) warnings.push({ param: 'dtend', reason: 'left out: is before the start' });
  const end = isBefore ? start.local : written;
  if (isOfDays(event, start, end)) start.isDay = true;
  return {
    row: {
      start_date: start.local,
      end_date: start.isDay ? lastDay(start.local, end) : end,
      all_day: start.isDay,
      ...(start.zone === null ? {} : { timezone: start.zone }),
    },
    warnings,
    start,
  };
}

const ownZoneWarnings = (param: string, { own }: Moment): Issue[] => {
  if (!own) return [];
  const id = own.zone.id.slice(0, 100);
  return [{ param, reason: `no zone by name has the offsets of ${id}: given in UTC` }];
};

/** → a time in a property of an event, its only value unless given; or the reason of its fault. */
export function momentOf(
  event: Component,
  { name, params, value }: Property,
  calendar: Calendar,
  text = value,
): Moment | { error: string } {
  const time = readTime(text);
  if (!time) return { error: `${name}: is no date: "${text.slice(0, 40)}"` };
  const { local, offset } = time;
  const year = yearOf(event, local);
  const common = commonZone(calendar, year);
  const zoneName = common && 'name' in common ? common.name : null;
  const isMidnight = /^date$/i.test(params.get('value') ?? '') && local.endsWith(' 00:00:00');
  if (time.isDay || (isMidnight && !isTimed(event))) return { local, zone: zoneName, isDay: true };
  // A time without a zone beside a start with one is on the clock of the start.
  const ofStart = offset === null ? propertyOf(event, 'dtstart')?.params.get('tzid') : '';
  const id = params.get('tzid') ?? ofStart ?? '';
  const zone = id === '' ? common : calendar.zones.find(id, year, namesOf(calendar, common));
  if (offset !== null && offset !== 0) return { local, zone: offsetText(offset), isDay: false };
  if (offset === 0) {
    // A rule counts its days and hours in UTC, where its start is.
    const shown = zone && 'name' in zone && !isRecurring(event) ? zone.name : 'UTC';
    return { local: utcToLocal(local, shown), zone: shown, isDay: false };
  }
  if (zone === null) {
    if (id === '') return { local, zone: null, isDay: false };
    return { error: `${name}: the zone ${id.slice(0, 100)} is not known, and not described` };
  }
  if ('name' in zone) return { local, zone: zone.name, isDay: false };
  const utc = ownZoneToUtc(local, zone.own);
  return { local: utc, zone: 'UTC', isDay: false, own: { zone: zone.own, local } };
}

/** → whether an event names another time than midnight: CiviCRM writes its moments as days. */
const isTimed = (event: Component): boolean =>
  ['dtstart', 'dtend'].some((name) => /T(?!0000)/i.test(propertyOf(event, name)?.value ?? ''));

/** All times of an event are read in the zone that its start has. */
function yearOf(event: Component, local: string): number {
  const start = readTime(propertyOf(event, 'dtstart')?.value ?? '');
  return Number((start?.local ?? local).slice(0, 4));
}

const namesOf = ({ given }: Calendar, common: CalendarZone | null): readonly string[] =>
  common && 'name' in common ? [common.name, ...given] : given;

const isRecurring = (event: Component): boolean =>
  ['rrule', 'rdate'].some((name) => propertyOf(event, name)?.value.trim());

/** → the end on the clock of the start. */
function endOf(start: Moment, end: Moment): string {
  // After a timed start, an end day means its first midnight, but the start's day its last second.
  if (end.isDay && !start.isDay && end.local < start.local) {
    return end.local.slice(0, 10) === start.local.slice(0, 10)
      ? `${end.local.slice(0, 10)} 23:59:59`
      : end.local;
  }
  if (start.isDay || end.isDay || start.zone === null || end.zone === null) return end.local;
  return inZone(end.local, end.zone, start.zone);
}

/** → the last day: an end is the day after it (RFC 5545 3.6.1), unless it names an hour. */
function lastDay(start: string, end: string): string {
  const day = `${end.slice(0, 10)} 00:00:00`;
  return day > start && day === end ? addSeconds(end, -secondsPerDay) : day;
}

/** → whether an event of Outlook is of whole days: it says so, from midnight to midnight. */
function isOfDays(event: Component, start: Moment, end: string): boolean {
  const flag = propertyOf(event, 'x-microsoft-cdo-alldayevent')?.value.trim() ?? '';
  const isMidnight = [start.own?.local ?? start.local, end].every((at) => at.endsWith(' 00:00:00'));
  return /^true$/i.test(flag) && isMidnight && !start.own && end > start.local;
}

/** → the end of an event that gives a duration, or nothing: a day, or no time at all. */
function lasting(event: Component, { local, zone, isDay }: Moment, warnings: Issue[]): string {
  const text = propertyOf(event, 'duration')?.value.trim() ?? '';
  const duration = readDuration(text);
  if (!duration) {
    if (text !== '') warnings.push({ param: 'duration', reason: 'left out: is no duration' });
    return local;
  }
  const { days, seconds } = duration;
  const day = addSeconds(local, days * secondsPerDay);
  if (isDay || seconds === 0) return day;
  if (zone === null) return addSeconds(day, seconds);
  return utcToLocal(addSeconds(localToUtc(day, zone).utc, seconds), zone);
}

const addSeconds = (text: string, seconds: number): string =>
  secondsToText(textToSeconds(text) + seconds);
