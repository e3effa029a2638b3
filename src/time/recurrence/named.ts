/**
 * The text by which others name a date of a series, and the date itself: only here it is converted
 * to the clock of the series. Source: RFC 5545, 3.8.4.4.
 */
import { secondsPerDay, secondsToText, textToSeconds } from '../wall-clock.js';
import { inZone } from '../zones.js';
import type { Frame } from './rule.js';
import { datesAmong, exceptedAmong, type Segment } from './stretches.js';

/** → a day, or a time on the clock of the series or of a zone: `2026-03-10 18:00:00[UTC]`. */
export const dateText = (local: string, zone: string | null, isDay: boolean): string =>
  isDay ? local.slice(0, 10) : zone === null ? local : `${local}[${zone}]`;

/** → the time that a text names on a clock. */
export function onClock(text: string, { zone, isAllDay }: Frame): string {
  const [, wall = '', from] = /^([^[]*)(?:\[(.+)\])?$/.exec(text) ?? [];
  const time = wall.length === 10 ? `${wall} 00:00:00` : wall;
  if (from === undefined || time.length !== 19) return time;
  if (!isAllDay) return inZone(time, from, zone);
  return dayNextTo(time);
}

/** → the day that begins next to a time: midnight elsewhere is some hour here. */
export function dayNextTo(time: string): string {
  const day = `${time.slice(0, 10)} 00:00:00`;
  const isLate = Number(time.slice(11, 13)) >= 12;
  return isLate ? secondsToText(textToSeconds(day) + secondsPerDay) : day;
}

/**
 * → the date of a series that a text names: itself, else the only date of its day. A time from
 * before a move of the series means the date of that day.
 */
export function dateNamed(stretches: readonly Segment[], text: string): string {
  const [first] = stretches;
  if (!first) return text;
  const date = onClock(text, first);
  const day = date.slice(0, 10);
  const given = givenOf(stretches, { from: `${day} 00:00:00`, to: `${day} 23:59:59` });
  const excepted = exceptedAmong(stretches).filter((date) => date.startsWith(day));
  if (given.includes(date) || excepted.includes(date)) return date;
  const [only, ...rest] = given.length > 0 ? given : [...new Set(excepted)];
  return only !== undefined && rest.length === 0 ? only : date;
}

function givenOf(stretches: readonly Segment[], window: { from: string; to: string }): string[] {
  try {
    return datesAmong(stretches, window);
  } catch {
    // The library gives up after many steps without a date.
    return [];
  }
}
