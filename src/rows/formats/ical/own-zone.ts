/**
 * A zone as a file describes it (VTIMEZONE): its offsets, and the named zone with the same offsets.
 * Source: RFC 5545, 3.6.5.
 */
import { ruleDates } from '../../../time/recurrence/dates.js';
import { parseRule } from '../../../time/recurrence/parse-rule.js';
import type { Rule } from '../../../time/recurrence/rule.js';
import { civilToSeconds, secondsToText, textToSeconds } from '../../../time/wall-clock.js';
import { zoneNames } from '../../../time/zone-data.js';
import { changesOf, offsetSecondsAt } from '../../../time/zones.js';
import { type Component, propertyOf } from './components.js';
import { valuesOf } from './lines.js';
import { offsetOf, readTime } from './time.js';

/** The offsets of a zone of a file. Instants are seconds in UTC, walls seconds on its clock. */
export interface OwnZone {
  id: string;
  offsetAt(instant: number): number;
  toUtc(wall: number): number;
  /** → the named zone with the same offsets around a year; `preferred` first; or null. */
  nameIn(year: number, preferred: readonly string[]): string | null;
}

/** A part of the zone: standard or daylight time. */
interface Part {
  from: number;
  to: number;
  /** When it first begins, on the clock before. */
  start: number;
  dates: number[];
  rule: Rule | null;
  until: number;
}

/** Most parts of a zone: each has its dates computed. */
const PARTS_MAX = 200;

/** The years in which the two zones must agree: before the first date, and after it. */
const YEARS_BEFORE = 1;
const YEARS_BEHIND = 10;

/** → the zone of a VTIMEZONE; null when its changes cannot be computed. */
export function openOwnZone(id: string, zone: Component): OwnZone | null {
  const { length } = zone.parts;
  const all = length > PARTS_MAX ? [] : zone.parts.flatMap((part) => partOf(part) ?? []);
  if (all.length === 0 || all.length < length) return null;
  const [earliest] = [...all].sort((a, b) => a.start - a.from - b.start + b.from);
  const first = earliest ? earliest.start - earliest.from : 0;
  const byYear = new Map<number, ReturnType<typeof changesOfPart>>();
  const changesIn = (year: number) => {
    const known = byYear.get(year);
    if (known) return known;
    const changes = all.flatMap((part) => changesOfPart(part, year));
    changes.sort((a, b) => a.at - b.at);
    byYear.set(year, changes);
    return changes;
  };
  const offsetAt = (instant: number): number => {
    if (instant < first) return earliest?.from ?? 0;
    const year = yearOf(instant);
    for (const near of [year + 1, year, year - 1]) {
      const change = changesIn(near).findLast(({ at }) => at <= instant);
      if (change) return change.offset;
    }
    return lastBefore(all, instant);
  };
  return {
    id,
    offsetAt,
    toUtc(wall) {
      // A time in an overlap means its first occurrence, a time in a gap moves forward.
      const offsets = [offsetAt(wall - DAY), offsetAt(wall + DAY)];
      const early = wall - Math.max(...offsets);
      return wall - offsetAt(early) === early ? early : wall - Math.min(...offsets);
    },
    nameIn(year, preferred) {
      const from = Math.max(startOfYear(year - YEARS_BEFORE), first);
      const to = startOfYear(year + YEARS_BEHIND + 1);
      const years = Array.from({ length: YEARS_BEFORE + YEARS_BEHIND + 1 }, (_, at) => at);
      const changes = years.flatMap((at) => changesIn(year - YEARS_BEFORE + at));
      const named = (slack: number) => {
        const around = (at: number) => [at - 1 - slack, at + slack];
        const points = [from, to - 1, ...changes.flatMap(({ at }) => around(at))]
          .filter((at) => at >= from && at < to)
          .map((at) => [at, offsetAt(at)] as const);
        const isSame = (name: string) =>
          points.every(([at, offset]) => offsetSecondsAt(at, name) === offset) &&
          changesOf(name, from, to).every((change) =>
            around(change).every((at) => offsetSecondsAt(at, name) === offsetAt(at)),
          );
        return [...preferred, ...zoneNames()].find(isSame);
      };
      return named(0) ?? named(SLACK) ?? null;
    },
  };
}

const DAY = 86_400;
/** Lotus Notes lets clocks change at the wrong hour of the right night, s. */
const SLACK = 3 * 3600;

const yearOf = (seconds: number): number => Number(secondsToText(seconds).slice(0, 4));
const startOfYear = (year: number): number => civilToSeconds(year, 1, 1);

function partOf(part: Component): Part | null {
  const value = (name: string) => propertyOf(part, name)?.value.trim() ?? '';
  const start = wallOf(value('dtstart'));
  const [from, to] = [offsetOf(value('tzoffsetfrom')), offsetOf(value('tzoffsetto'))];
  const rules = part.properties.filter(({ name }) => name === 'rrule');
  if (start === null || from === null || to === null || rules.length > 1) return null;
  const dates = part.properties
    .filter(({ name }) => name === 'rdate')
    .flatMap((property) => valuesOf(property.value).flatMap((text) => wallOf(text) ?? []));
  const sent = value('rrule').toUpperCase();
  if (sent === '') return { from, to, start, dates, rule: null, until: 0 };
  const frame = { start: secondsToText(start), zone: 'UTC', isAllDay: false };
  const read = parseRule(sent, frame, new Set());
  // Other rules could keep the calculation busy for long.
  if (!read || read.rule.freq !== 'YEARLY' || read.rule.interval !== 1) return null;
  const end = read.until === null ? null : readTime(read.until);
  const until = end === null ? Number.POSITIVE_INFINITY : textToSeconds(end.local);
  // UNTIL is in UTC, the dates are on the clock before the change.
  const isUtc = end?.offset === 0;
  const rule = { ...read.rule, count: null };
  const last = read.rule.count === null ? until : startOfYear(yearOf(start) + read.rule.count);
  return { from, to, start, dates, rule, until: isUtc ? until + from : Math.min(until, last) };
}

function wallOf(text: string): number | null {
  const time = readTime(text);
  return time && textToSeconds(time.local);
}

/** → the changes to a part in a year: from `at` on (s, UTC) its clock is `offset` s ahead. */
function changesOfPart({ from, to, start, dates, rule, until }: Part, year: number) {
  const [begin, end] = [startOfYear(year), startOfYear(year + 1)];
  const walls = [start, ...dates];
  if (rule && until >= begin && start < end) {
    // Of a rule that began long ago only the day and the time matter.
    const day = secondsToText(start).slice(4).replace('-02-29', '-02-28');
    const early = `${String(year - 1).padStart(4, '0')}${day}`;
    const frame = { zone: 'UTC', isAllDay: false };
    const at = textToSeconds(early) > start ? early : secondsToText(start);
    const whole = { rule, until: null, added: [], excepted: [] };
    const window = { from: secondsToText(begin), to: secondsToText(end - 1) };
    for (const date of ruleDates(whole, { ...frame, start: at }, window)) {
      const wall = textToSeconds(date);
      if (wall >= start && wall <= until) walls.push(wall);
    }
  }
  return [...new Set(walls)]
    .filter((wall) => wall >= begin && wall < end)
    .map((wall) => ({ at: wall - from, offset: to }));
}

/** → the offset since the last change long before an instant. */
function lastBefore(parts: readonly Part[], instant: number): number {
  const lasts = parts.flatMap((part) => {
    const ends = part.rule
      ? changesOfPart(part, Math.min(yearOf(instant), yearOf(Math.min(part.until, instant))))
      : [];
    const walls = [part.start, ...part.dates].map((wall) => ({
      at: wall - part.from,
      offset: part.to,
    }));
    return [...walls, ...ends].filter(({ at }) => at <= instant);
  });
  lasts.sort((a, b) => a.at - b.at);
  return lasts.at(-1)?.offset ?? 0;
}
