/** A date or date-time as calendars write it, tolerantly. Source: RFC 5545, 3.3.4 and 3.3.5. */
import {
  isCalendarDate,
  secondsPerDay,
  secondsToText,
  textToSeconds,
} from '../../../time/wall-clock.js';

const DAY = String.raw`(\d{4})-?(\d\d)-?(\d\d)`;
const CLOCK = String.raw`(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?`;
const TIME = new RegExp(`^${DAY}(?:[T ]${CLOCK}\\s*(Z|[+-]\\d\\d:?\\d\\d)?)?$`, 'i');

/**
 * → the `local` time of a text, also with hyphens and colons, without seconds, or with an `offset`:
 * how far its clock is ahead of UTC, s, where it says so; null for another text.
 */
export function readTime(text: string) {
  const [, year, month, day, hour, minute = '', second = '00', zone] = TIME.exec(text.trim()) ?? [];
  if (!isCalendarDate(Number(year), Number(month), Number(day))) return null;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return { local: `${date} 00:00:00`, isDay: true, offset: null };
  // 24:00 is the midnight that ends the day (ISO 8601).
  const isEndOfDay = hour === '24' && Number(minute) === 0 && Number(second) === 0;
  if (Number(hour) > 23 && !isEndOfDay) return null;
  if (Number(minute) > 59 || Number(second) > 60) return null;
  // A leap second is no second of this clock.
  const local = isEndOfDay
    ? secondsToText(textToSeconds(`${date} 00:00:00`) + secondsPerDay)
    : `${date} ${hour}:${minute}:${second === '60' ? '59' : second}`;
  return { local, isDay: false, offset: zone === undefined ? null : offsetOf(zone) };
}

/** → `+0130`, also with seconds, or `Z` in s; null for any other text. */
export function offsetOf(text: string): number | null {
  if (/^z$/i.test(text)) return 0;
  const [, sign, hours, minutes, seconds = 0] = /^([+-]?)(\d\d):?(\d\d):?(\d\d)?$/.exec(text) ?? [];
  if (hours === undefined) return null;
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -offset : offset;
}
