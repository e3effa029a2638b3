/**
 * The times of a VEVENT as our fields: wall clock and zone. Times in UTC are given in the zone of
 * the calendar where it has one; those of a zone that only the file describes are given in UTC.
 */
import ICAL from 'ical.js';
import type { Issue } from '../../errors.js';
import type { JsonObject } from '../../kinds/record.js';
import {
  civilToSeconds,
  secondsPerDay,
  secondsToText,
  textToSeconds,
} from '../../time/wall-clock.js';
import { inZone, localToUtc, utcToLocal } from '../../time/zones.js';
import { type Calendar, ownZoneToUtc } from './ical-zones.js';

/** A time on a wall clock: `YYYY-MM-DD HH:MM:SS`. Without a zone it is the site's. */
interface Moment {
  local: string;
  zone: string | null;
  isDay: boolean;
  /** Its zone, where only the file defines it: the time is then in UTC. */
  ownZone?: string;
}

type Times = { row: JsonObject; warnings: Issue[] } | { error: string };

/** → `start_date`, `end_date`, `all_day` and `timezone` of the event, or why it has none. */
export function readTimes(event: ICAL.Component, calendar: Calendar): Times {
  const warnings: Issue[] = [];
  const ofStart = event.getFirstProperty('dtstart');
  if (!ofStart) return { error: 'an event without DTSTART' };
  const start = momentOf(ofStart, calendar);
  if ('error' in start) return start;
  const ofEnd = event.getFirstProperty('dtend');
  const ownEnd = ofEnd && momentOf(ofEnd, calendar);
  if (ownEnd && 'error' in ownEnd) return ownEnd;
  for (const { ownZone, name } of [
    { ...start, name: 'dtstart' },
    { ...ownEnd, name: 'dtend' },
  ]) {
    if (ownZone === undefined) continue;
    const reason = `the zone ${ownZone} is defined in this file alone: given in UTC`;
    warnings.push({ param: name, reason });
  }
  const end = ownEnd ? inZoneOf(start, ownEnd) : lasting(event, start);
  // The end of days is the day after the last one (RFC 5545 3.6.1).
  const last = start.isDay && end > start.local ? addSeconds(end, -secondsPerDay) : end;
  return {
    row: {
      start_date: start.local,
      end_date: last,
      all_day: start.isDay,
      ...(start.zone === null ? {} : { timezone: start.zone }),
    },
    warnings,
  };
}

/** → a time of a property, its first one unless another is named; or why it is none. */
export function momentOf(
  property: ICAL.Property,
  { zones, zone: ofCalendar }: Calendar,
  time: unknown = property.getFirstValue(),
): Moment | { error: string } {
  if (!(time instanceof ICAL.Time)) return { error: `${property.name.toUpperCase()} is no date` };
  const local = wallClock(time);
  const common = ofCalendar && 'name' in ofCalendar ? ofCalendar.name : null;
  if (time.isDate) return { local, zone: common, isDay: true };
  if (time.zone === ICAL.Timezone.utcTimezone) {
    // A rule counts its days and hours in UTC, where its start is.
    const zone = isRecurring(property.parent) ? 'UTC' : (common ?? 'UTC');
    return { local: utcToLocal(local, zone), zone, isDay: false };
  }
  const id = String(property.getFirstParameter('tzid') ?? '');
  const zone = id === '' ? ofCalendar : zones.find(id);
  if (zone === null) {
    return id === ''
      ? { local, zone: null, isDay: false }
      : { error: `the zone ${id.slice(0, 100)} is not known, and not described before the event` };
  }
  if ('name' in zone) return { local, zone: zone.name, isDay: false };
  if (common !== null && hasClockOf(zone.own, common, time)) {
    return { local, zone: common, isDay: false };
  }
  const utc = ownZoneToUtc(time, zone.own);
  return { local: utc, zone: 'UTC', isDay: false, ownZone: id.slice(0, 100) };
}

/** Years of which the clocks of a zone of a file are compared: each takes some ms. */
const YEARS_MAX = 100;

/** By zone of a file: whether it has the clock of a zone in a year. */
const clocks = new WeakMap<ICAL.Timezone, Map<string, boolean>>();

/** → whether a zone of the file has the same clock as a zone by name, at noon of all days. */
function hasClockOf(own: ICAL.Timezone, name: string, { year }: ICAL.Time): boolean {
  const known = clocks.get(own) ?? new Map<string, boolean>();
  clocks.set(own, known);
  const key = `${year} ${name}`;
  let isSame = known.get(key);
  if (isSame === undefined && known.size === YEARS_MAX) return false;
  if (isSame === undefined) {
    const noon = new ICAL.Time({ year, month: 1, day: 1, hour: 12 }, own);
    isSame = true;
    for (; isSame && noon.year === year; noon.adjust(1, 0, 0, 0)) {
      isSame = ownZoneToUtc(noon, own) === localToUtc(wallClock(noon), name).utc;
    }
    known.set(key, isSame);
  }
  return isSame;
}

const isRecurring = (event: ICAL.Component | undefined): boolean =>
  ['rrule', 'rdate'].some((name) => event?.hasProperty(name));

/** → the end on the clock of the start. */
function inZoneOf(start: Moment, end: Moment): string {
  if (start.isDay || end.isDay) return end.local;
  if (start.zone === null || end.zone === null) return end.local;
  return inZone(end.local, end.zone, start.zone);
}

/** → the end of an event that gives a duration, or nothing: a day, or no time at all. */
function lasting(event: ICAL.Component, { local, zone, isDay }: Moment): string {
  const duration = event.getFirstPropertyValue('duration') as unknown;
  if (!(duration instanceof ICAL.Duration)) return local;
  // Days count on the calendar, hours exactly (RFC 5545 3.3.6).
  const days = (duration.weeks * 7 + duration.days) * secondsPerDay;
  const exact = duration.hours * 3600 + duration.minutes * 60 + duration.seconds;
  const sign = duration.isNegative ? -1 : 1;
  const day = addSeconds(local, sign * days);
  if (isDay || exact === 0) return day;
  if (zone === null) return addSeconds(day, sign * exact);
  return utcToLocal(addSeconds(localToUtc(day, zone).utc, sign * exact), zone);
}

const addSeconds = (text: string, seconds: number): string =>
  secondsToText(textToSeconds(text) + seconds);

const wallClock = ({ year, month, day, hour, minute, second }: ICAL.Time): string =>
  secondsToText(civilToSeconds(year, month, day) + hour * 3600 + minute * 60 + second);
