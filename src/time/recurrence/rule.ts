/**
 * A recurrence, and its text form: lines of RFC 5545. Times are on the wall clock of the event,
 * `YYYY-MM-DD HH:MM:SS`, so that a change of the zone changes no rule.
 */
import { localToUtc } from '../zones.js';

/** The start of a series: the wall clock, its zone, and whether dates are whole days. */
export interface Frame {
  start: string;
  zone: string;
  isAllDay: boolean;
}

/** → the frame of an event with these fields. */
export const frameOf = ({ fields }: { fields: Readonly<Record<string, unknown>> }): Frame => ({
  start: String(fields.start_date),
  zone: String(fields.timezone ?? 'UTC'),
  isAllDay: fields.all_day === true,
});

/** How often a rule recurs. */
export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** The parts of an RRULE but UNTIL, checked. Lists are ascending and hold a value once. */
export interface Rule {
  freq: Frequency;
  /** 1 to 1000. */
  interval: number;
  /** 1 to 1000; null without a number of dates. */
  count: number | null;
  byMonth: readonly number[];
  byWeekNo: readonly number[];
  byYearDay: readonly number[];
  byMonthDay: readonly number[];
  byDay: readonly RuleDay[];
  byHour: readonly number[];
  byMinute: readonly number[];
  bySetPos: readonly number[];
  /** The day with which weeks begin. */
  weekStart: string;
}

/** A weekday; `nth`: its number in the month or year, from its end if negative; 0: all of them. */
export interface RuleDay {
  nth: number;
  /** `MO` to `SU`. */
  day: string;
}

/** A recurrence, checked. */
export interface Recurrence {
  /** Null: the start and `added` alone. */
  rule: Rule | null;
  /** The last moment of the rule; null without an end. */
  until: string | null;
  /** RDATE: additional dates, ascending. */
  added: readonly string[];
  /** EXDATE: dates that are left out, ascending. */
  excepted: readonly string[];
}

/** The days by their two letters, as weeks begin. */
export const DAY_NAMES: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

/** The two-letter names alone. */
export const WEEKDAYS = Object.keys(DAY_NAMES);

/** Dates added to a recurrence here, and erased, apart from its lines. */
export type ExtraDates = Pick<Recurrence, 'added' | 'excepted'>;

/**
 * → the lines as they are answered: UNTIL in UTC, or a date of whole-day events.
 * Source: RFC 5545, 3.3.10.
 */
export const toLines = (recurrence: Recurrence, frame: Frame): string[] =>
  linesOf(recurrence, frame, (until) =>
    frame.isAllDay ? compactDate(until) : `${compact(localToUtc(until, frame.zone).utc)}Z`,
  );

/** → the lines as they are stored: UNTIL on the wall clock. */
export const toStoredLines = (recurrence: Recurrence, frame: Frame): string[] =>
  linesOf(recurrence, frame, compact);

function linesOf(
  { rule, until, added, excepted }: Recurrence,
  { isAllDay }: Frame,
  untilText: (until: string) => string,
): string[] {
  const dates = (name: string, walls: readonly string[]) => {
    if (walls.length === 0) return [];
    const values = walls.map(isAllDay ? compactDate : compact).join(',');
    return [`${name}${isAllDay ? ';VALUE=DATE' : ''}:${values}`];
  };
  return [
    ...(rule ? [`RRULE:${ruleText(rule, until === null ? null : untilText(until))}`] : []),
    ...dates('RDATE', added),
    ...dates('EXDATE', excepted),
  ];
}

const LISTS = [
  ...(['byMonth', 'byWeekNo', 'byYearDay', 'byMonthDay'] as const),
  ...(['byDay', 'byHour', 'byMinute', 'bySetPos'] as const),
];

/** → the value of an RRULE; `until` as it is to be written. */
export function ruleText(rule: Rule, until: string | null): string {
  const days = rule.byDay.map(({ nth, day }) => `${nth === 0 ? '' : nth}${day}`);
  return [
    `FREQ=${rule.freq}`,
    ...(rule.interval === 1 ? [] : [`INTERVAL=${rule.interval}`]),
    ...(rule.count === null ? [] : [`COUNT=${rule.count}`]),
    ...(until === null ? [] : [`UNTIL=${until}`]),
    ...LISTS.flatMap((name) => {
      const values = name === 'byDay' ? days : rule[name];
      return values.length === 0 ? [] : [`${name.toUpperCase()}=${values.join(',')}`];
    }),
    ...(rule.weekStart === 'MO' ? [] : [`WKST=${rule.weekStart}`]),
  ].join(';');
}

/** `2026-03-01 09:00:00` → `20260301T090000`. */
export const compact = (wall: string): string => wall.replace(/[-:]/g, '').replace(' ', 'T');

/** `2026-03-01 09:00:00` → `20260301`. */
export const compactDate = (wall: string): string => compact(wall).slice(0, 8);
