/**
 * Lines of RFC 5545 → a checked recurrence, or every reason against it. Texts may be hostile: sizes
 * are checked before anything is read.
 */
import { isCalendarDate } from '../wall-clock.js';
import { inZone, isTimeZone } from '../zones.js';
import { parseRule } from './parse-rule.js';
import type { Frame, Recurrence, Rule } from './rule.js';

/** Longest text of a recurrence, characters: 500 dates and a rule are 9,000. */
const CHARS_MAX = 64 * 1024;

/** Most dates in RDATE and EXDATE together. */
export const DATES_MAX = 500;

/** The years in which dates may lie. */
export const YEARS = { first: 2000, last: 2126 };

/** The result of reading a recurrence: null with no reasons where nothing recurs. */
export interface Parsed {
  recurrence: Recurrence | null;
  reasons: string[];
}

/**
 * Reads a text, a list of lines, or null, in the zone of the frame. `datesMax`: dates in RDATE and
 * EXDATE. → the recurrence; null: the event does not recur, or there are reasons. Throws nothing.
 */
export function parseRecurrence(value: unknown, frame: Frame, datesMax = DATES_MAX): Parsed {
  const lines = linesIn(value);
  if (typeof lines === 'string') return { recurrence: null, reasons: [lines] };
  if (lines.length === 0) return { recurrence: null, reasons: [] };
  const reasons = new Set<string>();
  const parts = lines.flatMap((line) => partOf(line, reasons));
  const values = (name: string) => parts.filter((part) => part.name === name);
  const rules = values('RRULE');
  if (rules.length > 1) reasons.add('Must have one RRULE at most.');
  if (values('EXRULE').length > 0) reasons.add('EXRULE is not supported; use EXDATE.');
  const read = rules[0] ? parseRule(rules[0].value, frame, reasons) : null;
  const until = read?.until == null ? null : readUntil(read.until, frame, reasons);
  const dates = [...values('RDATE'), ...values('EXDATE')];
  const count = dates.reduce((total, { value: text }) => total + text.split(',').length, 0);
  if (count > datesMax) {
    reasons.add(`RDATE and EXDATE together must have at most ${datesMax} dates.`);
  }
  if (reasons.size > 0 || count > datesMax) return { recurrence: null, reasons: [...reasons] };
  const context = { frame, rule: read?.rule ?? null, reasons };
  const added = values('RDATE').flatMap((part) => readDates(part, context));
  const excepted = values('EXDATE').flatMap((part) => readDates(part, context));
  if (reasons.size > 0) return { recurrence: null, reasons: [...reasons] };
  const recurrence = {
    rule: read?.rule ?? null,
    until,
    added: ascending(added),
    excepted: ascending(excepted),
  };
  return { recurrence, reasons: [] };
}

const ascending = (walls: readonly string[]): string[] => [...new Set(walls)].sort();

/** → the nonempty lines, long lines unfolded; or the reason of a failure. */
function linesIn(value: unknown): string[] | string {
  if (value === null || value === undefined || value === false) return [];
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  let chars = 0;
  for (const text of texts) {
    if (typeof text !== 'string') return 'Must be a text, or a list of texts, of RFC 5545.';
    chars += text.length + 1;
    if (chars > CHARS_MAX) return `Must have at most ${CHARS_MAX} characters.`;
  }
  const unfolded = (texts as string[]).join('\n').replace(/\r?\n[ \t]/g, '');
  return unfolded
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A line: its name, parameters and value in capitals. */
interface Part {
  name: string;
  params: string[];
  value: string;
}

const NAMES = ['RRULE', 'RDATE', 'EXDATE', 'EXRULE'];

function partOf(line: string, reasons: Set<string>): Part[] {
  if (/^FREQ *=/i.test(line)) return [{ name: 'RRULE', params: [], value: line.toUpperCase() }];
  const colon = line.indexOf(':');
  const [name = '', ...params] = (colon < 0 ? line : line.slice(0, colon)).split(';');
  const upper = name.toUpperCase();
  if (colon < 0 || !NAMES.includes(upper)) {
    reasons.add(`"${line.slice(0, 40)}" is no line RRULE, RDATE or EXDATE.`);
    return [];
  }
  return [{ name: upper, params, value: line.slice(colon + 1).toUpperCase() }];
}

/** → the wall clock of UNTIL, in the zone of the frame; of a date, its last second. */
function readUntil(text: string, frame: Frame, reasons: Set<string>): string | null {
  const read = readMoment(text, frame.zone, frame.zone);
  if (!read) {
    reasons.add('UNTIL must be a date, or a date-time, such as 20270630 or 20270630T220000Z.');
    return null;
  }
  const day = read.wall.slice(0, 10);
  const wall = read.isDate || frame.isAllDay ? `${day} 23:59:59` : read.wall;
  if (!isInYears(wall)) reasons.add(yearsReason('UNTIL'));
  else if (wall < frame.start) reasons.add('UNTIL must not be before start_date.');
  return wall;
}

/** → whether a date lies in the supported years. */
const isInYears = (wall: string): boolean =>
  Number(wall.slice(0, 4)) >= YEARS.first && Number(wall.slice(0, 4)) <= YEARS.last;

/** → the reason for dates outside of these years. */
const yearsReason = (name: string): string =>
  `${name} must lie in the years ${YEARS.first} to ${YEARS.last}.`;

interface DatesContext {
  frame: Frame;
  rule: Rule | null;
  reasons: Set<string>;
}

/** → the dates of a line RDATE or EXDATE on the wall clock of the event. */
function readDates({ name, params, value }: Part, context: DatesContext): string[] {
  const { frame, rule, reasons } = context;
  let zone = frame.zone;
  for (const param of params) {
    const [key = '', text = ''] = param.split('=', 2);
    const sent = text.replace(/^"|"$/g, '');
    if (/^value$/i.test(key) && /^date(-time)?$/i.test(sent)) continue;
    if (/^value$/i.test(key) && /^period$/i.test(sent)) {
      reasons.add(`${name} must not have periods.`);
    } else if (/^tzid$/i.test(key) && isTimeZone(sent)) zone = sent;
    else reasons.add(`${name} has a parameter that is not supported: "${param.slice(0, 40)}".`);
  }
  return value.split(',').flatMap((text) => {
    const read = readMoment(text.trim(), zone, frame.zone);
    if (text.includes('/')) reasons.add(`${name} must not have periods.`);
    else if (!read) reasons.add(`${name} has a date that is none: "${text.slice(0, 40)}".`);
    else if (!isInYears(read.wall)) reasons.add(yearsReason(name));
    else return wallsOf(read, name, { frame, rule });
    return [];
  });
}

/** A date means the time of the start; as an exception, every time of the day. */
function wallsOf(
  { wall, isDate }: { wall: string; isDate: boolean },
  name: string,
  { frame, rule }: Omit<DatesContext, 'reasons'>,
): string[] {
  const day = wall.slice(0, 10);
  if (frame.isAllDay) return [`${day} 00:00:00`];
  if (!isDate) return [wall];
  if (name === 'RDATE') return [`${day}${frame.start.slice(10)}`];
  return timesOfDay(rule, frame.start).map((time) => `${day} ${time}`);
}

/** → the times of day `HH:MM:SS` at which a rule has dates. */
export function timesOfDay(rule: Rule | null, start: string): string[] {
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = rule?.byHour.length ? rule.byHour : [Number(start.slice(11, 13))];
  const minutes = rule?.byMinute.length ? rule.byMinute : [Number(start.slice(14, 16))];
  return hours.flatMap((hour) =>
    minutes.map((minute) => `${two(hour)}:${two(minute)}:${start.slice(17)}`),
  );
}

const MOMENT = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/;

/** → a date or date-time of RFC 5545 on the wall clock of `zone`; null: it is neither. */
function readMoment(
  text: string,
  sentZone: string,
  zone: string,
): { wall: string; isDate: boolean } | null {
  const [, year, month, day, hour, minute, second, utc] = MOMENT.exec(text) ?? [];
  if (!isCalendarDate(Number(year), Number(month), Number(day))) return null;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return { wall: `${date} 00:00:00`, isDate: true };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const wall = `${date} ${hour}:${minute}:${second}`;
  return { wall: inZone(wall, utc === 'Z' ? 'UTC' : sentZone, zone), isDate: false };
}
