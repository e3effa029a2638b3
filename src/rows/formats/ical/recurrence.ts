/** Recurring events of calendars: the rules of a VEVENT as our field. */
import type { Issue } from '../../../errors.js';
import type { JsonObject } from '../../../kinds/record.js';
import { datesWithin, LAST_DATE } from '../../../time/recurrence/dates.js';
import { dateNamed, dateText, dayNextTo } from '../../../time/recurrence/named.js';
import { DATES_MAX, parseRecurrence } from '../../../time/recurrence/parse.js';
import { compact, compactDate, type Frame, frameOf } from '../../../time/recurrence/rule.js';
import { secondsToText, textToSeconds } from '../../../time/wall-clock.js';
import { localToUtc } from '../../../time/zones.js';
import { type Component, propertyOf } from './components.js';
import { type Property, valuesOf } from './lines.js';
import type { OwnZone } from './own-zone.js';
import { readTime } from './time.js';
import { type IcalTimes, momentOf } from './times.js';
import { type Calendar, ownZoneToUtc } from './zones.js';

/** The rules of an event. */
interface EventRules {
  row: JsonObject;
  /** All dates of its series from `recurrence_id` on are changed. */
  isFollowing?: boolean;
}

/**
 * → `recurrence` of a VEVENT, null where nothing recurs; or `recurrence_id` of a changed date, as
 * it is written: its series turns it to its clock.
 */
export function recurrenceOf(
  event: Component,
  times: IcalTimes,
  calendar: Calendar,
): EventRules | { error: string } {
  const changed = propertyOf(event, 'recurrence-id');
  if (!changed) {
    const lines = linesOf(event, times, calendar);
    return 'error' in lines ? lines : { row: { recurrence: lines.lines } };
  }
  const moment = momentOf(event, changed, calendar);
  if ('error' in moment) return moment;
  const { local, zone, isDay } = moment;
  const range = changed.params.get('range') ?? '';
  return {
    row: { recurrence_id: dateText(local, zone, isDay) },
    isFollowing: /^THISANDFUTURE$/i.test(range),
  };
}

/** → the lines of a recurrence; null: nothing recurs. */
function linesOf(
  event: Component,
  { row, warnings, start }: IcalTimes,
  calendar: Calendar,
): { lines: string[] | null } | { error: string } {
  const named = (name: string) =>
    event.properties.filter((property) => property.name === name && property.value.trim() !== '');
  const ownZone = start.own?.zone;
  const isOfDays = row.all_day === true;
  const dates = (name: string) =>
    named(name).map((property) => datesLine(event, property, { calendar, own: ownZone, isOfDays }));
  const rules = [...new Set(named('rrule').map(({ value }) => value.trim()))];
  const added = dates('rdate');
  if (added.length > 0 && named('rdate').some(({ value }) => value.includes('/'))) {
    const reason = 'periods: their starts are taken, each as long as the first date';
    warnings.push({ param: 'rdate', reason });
  }
  if (rules.length + added.length === 0) return { lines: null };
  const frame = ownZone
    ? { start: start.own?.local ?? start.local, zone: 'UTC', isAllDay: false }
    : frameOfRow(row);
  const bounded = rules.map((rule) => `RRULE:${withOneEnd(rule, frame, warnings)}`);
  const excluded = named('exrule').map(({ value }) => `EXRULE:${value.trim()}`);
  const lines = [...bounded, ...excluded, ...added, ...dates('exdate')];
  if (ownZone) return instantsOf(lines, frame, { own: ownZone, calendar, warnings });
  // RFC 5545, 3.8.5.3: the start counts as the first date, also where no rule gives it.
  return { lines: isDateOf(lines, frame) ? lines : [...lines, `RDATE:${compact(frame.start)}`] };
}

/** → the times of a row, as rules see them. */
export const frameOfRow = (row: JsonObject): Frame => frameOf({ fields: row });

/** → the date that a text names in the series of a row. */
export const dateOfRow = (row: JsonObject, text: string): string =>
  dateNamed(
    [{ ...frameOfRow(row), from: '', rules: [row.recurrence ?? []].flat().map(String), moved: 0 }],
    text,
  );

/** → the rule with COUNT or UNTIL: the earlier end of the two. */
function withOneEnd(rule: string, frame: Frame, warnings: Issue[]): string {
  const parts = rule.split(';');
  const without = (name: string) =>
    parts.filter((part) => !part.trim().toUpperCase().startsWith(`${name}=`));
  const [counted, ended] = [without('UNTIL'), without('COUNT')];
  if (counted.length === parts.length || ended.length === parts.length) return rule;
  const ofCount = parseRecurrence(`RRULE:${counted.join(';')}`, frame).recurrence;
  const ofUntil = parseRecurrence(`RRULE:${ended.join(';')}`, frame).recurrence;
  if (!ofCount || !ofUntil) return rule;
  const last = datesWithin(ofCount, frame, { from: frame.start, to: LAST_DATE }).at(-1) ?? '';
  const isCount = last <= (ofUntil.until ?? LAST_DATE);
  const [name, other] = isCount ? ['COUNT', 'UNTIL'] : ['UNTIL', 'COUNT'];
  warnings.push({ param: 'rrule', reason: `${other} left out: ${name} ends the rule earlier` });
  return (isCount ? counted : ended).join(';');
}

/** → whether the start is a date of the rules, or nobody can say: they are refused later. */
function isDateOf(lines: readonly string[], frame: Frame): boolean {
  const { recurrence } = parseRecurrence(lines, frame);
  if (!recurrence || recurrence.excepted.includes(frame.start)) return true;
  return hasDate(lines, frame, frame.start) ?? true;
}

/** → whether lines give a date; null: nobody can say. */
export function hasDate(lines: unknown, frame: Frame, date: string): boolean | null {
  const { recurrence } = parseRecurrence(lines, frame);
  if (!recurrence) return null;
  try {
    return datesWithin(recurrence, frame, { from: date, to: date }).length > 0;
  } catch {
    // The library gives up after many steps without a date.
    return null;
  }
}

/** The context of a line of dates; `own`: the zone of the event, if no named zone matches. */
interface DatesContext {
  calendar: Calendar;
  own: OwnZone | undefined;
  /** The event is of whole days. */
  isOfDays: boolean;
}

/**
 * → a line of dates as written, but with the name of their zone: files have their own names. On the
 * clock of an unnamed zone, if the event is in that zone.
 */
function datesLine(
  event: Component,
  property: Property,
  { calendar, own, isOfDays }: DatesContext,
): string {
  let named = '';
  const values = valuesOf(property.value).map((sent): string => {
    const [value = ''] = sent.split('/');
    const moment = momentOf(event, property, calendar, value);
    // The reader of the lines reports invalid dates.
    if ('error' in moment) return value;
    const { local, zone, isDay } = moment;
    if (isDay) return compactDate(local);
    if (isOfDays) return compactDate(dayNextTo(moment.local));
    if (zone === null) return compact(local);
    const { utc } = localToUtc(local, zone);
    if (own) return compact(onClock(utc, own));
    if (!zone.includes('/')) return `${compact(utc)}Z`;
    named = `;TZID=${zone}`;
    return compact(local);
  });
  return `${property.name.toUpperCase()}${named}:${values.join(',')}`;
}

const onClock = (utc: string, zone: OwnZone): string => {
  const seconds = textToSeconds(utc);
  return secondsToText(seconds + zone.offsetAt(seconds));
};

/**
 * → the dates of the present window as instants: a rule on a clock that no zone by name has would
 * give other ones. `frame`: on this clock.
 */
function instantsOf(
  lines: readonly string[],
  frame: Frame,
  { own, calendar, warnings }: { own: OwnZone; calendar: Calendar; warnings: Issue[] },
): { lines: string[] } | { error: string } {
  const { recurrence, reasons } = parseRecurrence(
    lines.map((line) => untilOn(line, own)),
    frame,
  );
  const error = (reason: string) => ({ error: `rrule: ${reason}` });
  if (!recurrence) return error(reasons[0] ?? 'is none');
  const { from, to } = calendar.window;
  const window = { from, to, limit: DATES_MAX + 1 };
  try {
    const dates = datesWithin(recurrence, frame, window);
    if (dates.length > DATES_MAX) return error(`more than ${DATES_MAX} dates in such a zone`);
    const reason = `left out: no zone by name has these offsets: ${dates.length} dates are taken`;
    if (recurrence.rule) warnings.push({ param: 'rrule', reason });
    const instants = dates.map((date) => `${compact(ownZoneToUtc(date, own))}Z`);
    return { lines: [`RDATE:${[`${compact(ownZoneToUtc(frame.start, own))}Z`, ...instants]}`] };
  } catch {
    return error('has no date for too long');
  }
}

/** → the line with its UNTIL on the clock of a zone of the file. */
const untilOn = (line: string, zone: OwnZone): string =>
  line.replace(/(UNTIL=)([\dT]+Z)/i, (whole, name: string, text: string) => {
    const until = readTime(text);
    return until ? `${name}${compact(onClock(until.local, zone))}` : whole;
  });
