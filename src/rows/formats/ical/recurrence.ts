/** Recurring events of calendars: the rules of a VEVENT as our field. */
import type { Issue } from '../../../errors.js';
import type { JsonObject } from '../../../kinds/record.js';
import { datesWithin, LAST_DATE } from '../../../time/recurrence/dates.js';
import { dateNamed, dateText, dayNextTo } from '../../../time/recurrence/named.js';
import { DATES_MAX, parseRecurrence, YEARS } from '../../../time/recurrence/parse.js';
import { compact, compactDate, type Frame, frameOf } from '../../../time/recurrence/rule.js';
import { secondsToText, textToSeconds } from '../../../time/wall-clock.js';
import { localToUtc } from '../../../time/zones.js';
import { type Component, propertyOf } from './components.js';
import { type Property, valuesOf } from './lines.js';
import type { OwnZone } from './own-zone.js';
import { readTime } from './time.js';
import { type IcalTimes, momentOf } from './times.js';
import { type Calendar, ownZoneToUtc } from './zones.js';

/**
 * → `recurrence` of a VEVENT, null where nothing recurs; or `recurrence_id` of a changed date, as
 * it is written: its series turns it to its clock. `isFollowing`: all later dates are changed, too.
 */
export function recurrenceOf(
  event: Component,
  times: IcalTimes,
  calendar: Calendar,
): { row: JsonObject; isFollowing?: boolean } | { error: string } {
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
  const own = start.own?.zone;
  const isOfDays = row.all_day === true;
  const rulesIn = (name: string) => [...new Set(named(name).map(({ value }) => ruleIn(value)))];
  const rules = rulesIn('rrule');
  const excluded = rulesIn('exrule').map((rule) => [`RRULE:${rule}`]);
  const times = [...rules, ...named('rdate').map(({ value }) => value)].join();
  const zone = /BYHOUR|T0000/i.test(times) || / 00:00:00$/.test(start.local) ? null : start.zone;
  const dates = (name: string) =>
    named(name).map((property) => datesLine(event, property, { calendar, own, isOfDays, zone }));
  const added = dates('rdate');
  if (named('rdate').some(({ value }) => value.includes('/'))) {
    const reason = 'periods: their starts are taken, each as long as the first date';
    warnings.push({ param: 'rdate', reason });
  }
  if (rules.length + added.length === 0) {
    const idle = ['exrule', 'exdate'].filter((name) => named(name).length > 0);
    const reason = 'left out: no rule gives dates that it could exclude';
    warnings.push(...idle.map((param) => ({ param, reason })));
    return { lines: null };
  }
  if (rules.length + excluded.length > RULES_MAX) return { error: `over ${RULES_MAX} rules` };
  const frame = own
    ? { start: start.own?.local ?? start.local, zone: 'UTC', isAllDay: false }
    : frameOfRow(row);
  const bounded = rules.map((rule) => `RRULE:${withOneEnd(rule, frame, warnings)}`);
  const [first = [], ...others] = bounded.map((rule) => [rule]);
  const wanted = [[...first, ...added, ...dates('exdate')], ...others];
  if (own || others.length + excluded.length > 0) {
    return datesOf({ wanted, excluded }, frame, { own, calendar, warnings });
  }
  const lines = wanted.flat();
  // RFC 5545, 3.8.5.3: the start counts as the first date, also where no rule gives it.
  if (!isDateOf(lines, frame, frame.start)) lines.push(`RDATE:${compact(frame.start)}`);
  return { lines };
}

/** → a rule without its parts that say nothing: empty, private, or said before. */
const ruleIn = (text: string): string =>
  [...new Set(text.split(';').map((part) => part.trim()))]
    .filter((part) => !/^(?:[^=]*=)?$|^X-/i.test(part))
    .join(';');

/** Most rules of an event, RRULE and EXRULE: the dates of each are computed. */
const RULES_MAX = 10;

/** → the times of a row, as rules see them. */
export const frameOfRow = (row: JsonObject): Frame => frameOf({ fields: row });

/** → the date that a text names in the series of a row. */
export const dateOfRow = (row: JsonObject, text: string): string =>
  dateNamed(
    [{ ...frameOfRow(row), from: '', rules: [row.recurrence ?? []].flat().map(String), moved: 0 }],
    text,
  );

/** → the rule with COUNT or UNTIL: the earlier end of the two; an UNTIL after all years is none. */
function withOneEnd(rule: string, frame: Frame, warnings: Issue[]): string {
  const parts = rule.split(';');
  const without = (name: string) =>
    parts.filter((part) => !part.trim().toUpperCase().startsWith(`${name}=`)).join(';');
  const [counted, ended] = [without('UNTIL'), without('COUNT')];
  const [, year] = /UNTIL=(\d{4})/i.exec(rule) ?? [];
  if (Number(year) > YEARS.last) return counted;
  if (counted === rule || ended === rule) return rule;
  const ofCount = parseRecurrence(`RRULE:${counted}`, frame).recurrence;
  const ofUntil = parseRecurrence(`RRULE:${ended}`, frame).recurrence;
  if (!ofCount || !ofUntil) return rule;
  const last = datesWithin(ofCount, frame, { from: frame.start, to: LAST_DATE }).at(-1) ?? '';
  const isCount = last <= (ofUntil.until ?? LAST_DATE);
  const [name, other] = isCount ? ['COUNT', 'UNTIL'] : ['UNTIL', 'COUNT'];
  warnings.push({ param: 'rrule', reason: `${other} left out: ${name} ends the rule earlier` });
  return isCount ? counted : ended;
}

/** → whether lines give a date, excepted or not; true where nobody can say. */
export function isDateOf(lines: unknown, frame: Frame, date: string): boolean {
  const rules = [lines ?? []].flat().filter((line) => !/^EXDATE/i.test(String(line)));
  return hasDate(rules, frame, date) ?? true;
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
  /** The zone in which a midnight of EXDATE means its day, since no date begins at midnight. */
  zone: string | null;
}

/**
 * → a line of dates as written, but with the name of their zone: files have their own names. On the
 * clock of an unnamed zone, if the event is in that zone.
 */
function datesLine(
  event: Component,
  property: Property,
  { calendar, own, isOfDays, zone: midnights }: DatesContext,
): string {
  let named = '';
  const values = valuesOf(property.value).map((sent): string => {
    const [value = ''] = sent.split('/');
    const moment = momentOf(event, property, calendar, value);
    // The reader of the lines reports invalid dates.
    if ('error' in moment) return value;
    const { local, zone, isDay } = moment;
    const isMidnight = property.name === 'exdate' && / 00:00:00$/.test(local) && !moment.own;
    if (isDay || (isMidnight && zone !== null && zone === midnights)) return compactDate(local);
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
 * → the dates of the present window, where no rule of ours says the same: the clock is of no zone
 * by name, or there are several rules, or exceptions by rule. `frame`: on the clock of the event.
 */
function datesOf(
  { wanted, excluded }: Record<'wanted' | 'excluded', string[][]>,
  frame: Frame,
  {
    own,
    calendar,
    warnings,
  }: Omit<IcalTimes, 'row' | 'start'> & { own?: OwnZone; calendar: Calendar },
): { lines: string[] } | { error: string } {
  const error = (reason: string) => ({ error: `rrule: ${reason}` });
  const window = { ...calendar.window, limit: 4 * DATES_MAX };
  const [dates, excepted] = [new Set<string>(), new Set<string>()];
  try {
    for (const [at, sent] of [...wanted, ...excluded].entries()) {
      const lines = own ? sent.map((line) => untilOn(line, own)) : sent;
      const { recurrence, reasons } = parseRecurrence(lines, frame);
      if (!recurrence) return error(reasons[0] ?? 'is none');
      const found = datesWithin(recurrence, frame, window);
      if (found.length === window.limit) return error(TOO_MANY);
      for (const date of found) (at < wanted.length ? dates : excepted).add(date);
      for (const date of recurrence.excepted) excepted.add(date);
    }
  } catch {
    return error('has no date for too long');
  }
  const taken = [...dates].filter((date) => !excepted.has(date)).sort();
  if (taken.length >= DATES_MAX) return error(TOO_MANY);
  const why = own ? 'no zone by name has these offsets' : 'several rules, or an EXRULE';
  const reason = `left out: ${why}: ${taken.length} dates are taken`;
  if (wanted.flat().some((line) => /^RRULE/.test(line))) warnings.push({ param: 'rrule', reason });
  const written = (date: string) => (own ? `${compact(ownZoneToUtc(date, own))}Z` : compact(date));
  const lines = [`RDATE:${[frame.start, ...taken].map(written)}`];
  return {
    lines: excepted.has(frame.start) ? [...lines, `EXDATE:${written(frame.start)}`] : lines,
  };
}

const TOO_MANY = `more than ${DATES_MAX} dates, which would be taken singly`;

/** → the line with its UNTIL on the clock of a zone of the file. */
const untilOn = (line: string, zone: OwnZone): string =>
  line.replace(/(UNTIL=)([\dT]+Z)/i, (whole, name: string, text: string) => {
    const until = readTime(text);
    return until ? `${name}${compact(onClock(until.local, zone))}` : whole;
  });
