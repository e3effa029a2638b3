/**
 * Conversions between UTC and the wall clock of an accepted time zone, both `YYYY-MM-DD HH:MM:SS`,
 * clamped to the years 0001-9999. A time in an overlap means its first occurrence. All throw a
 * RangeError for an unknown zone or a text of another format. Contract 4.3.
 */
import { Temporal } from 'temporal-polyfill';
import { isInRange, secondsPerDay, secondsToText, textToSeconds } from './wall-clock.js';
import { abbreviationAt, offsetOf, offsetText, readZoneName, type ZoneName } from './zone-data.js';

/** → whether a text names a time zone that this service accepts. */
export const isTimeZone = (text: string): boolean => readZoneName(text) !== null;

/**
 * → the spelling in which a time zone is stored and answered; null: it is not accepted. Aliases
 * such as `Asia/Calcutta` are kept. Contract 4.3.
 */
export const normalizeTimeZone = (text: string): string | null => readZoneName(text)?.name ?? null;

/** Wall clock → UTC. A time in a gap moves forward by the length of the gap, in `local` too. */
export function localToUtc(local: string, zone: string): { local: string; utc: string } {
  const wall = textToSeconds(local);
  const seconds = wallToUtcSeconds(wall, zone);
  return {
    local: seconds.local === wall ? local : secondsToText(seconds.local),
    utc: secondsToText(seconds.utc),
  };
}

/**
 * → 23:59:59 of the day of a wall-clock time, or the last second before clocks jump over midnight
 * (Nuuk, from 23:00), where 23:59:59 would move into the next day. Contract 4.3, all_day.
 */
export function lastSecondOfDay(local: string, zone: string): { local: string; utc: string } {
  const day = local.slice(0, 10);
  const end = localToUtc(`${day} 23:59:59`, zone);
  if (end.local.startsWith(day)) return end;
  const nextDay = Temporal.PlainDate.from(day).add({ days: 1 });
  const nextStart = nextDay.toZonedDateTime(resolveZone(zone).name).epochMilliseconds / 1000;
  const utc = secondsToText(nextStart - 1);
  return { local: utcToLocal(utc, zone), utc };
}

/** UTC → the wall clock of a zone. */
export function utcToLocal(utc: string, zone: string): string {
  const seconds = textToSeconds(utc);
  const offset = offsetSecondsAt(seconds, zone);
  return offset === 0 && isInRange(seconds) ? utc : secondsToText(seconds + offset);
}

/** → the same moment on the clock of another zone. */
export const inZone = (local: string, from: string, to: string): string =>
  from === to ? local : utcToLocal(localToUtc(local, from).utc, to);

/**
 * → the abbreviation of a zone at an instant: `EST`, `CET`, `JST`; `-03` where the tz database has
 * numbers alone; of `UTC+2` and `+02:00` the name itself. Contract 1.1, timezone_abbr.
 */
export function zoneAbbreviation(utc: string, zone: string): string {
  const resolved = resolveZone(zone);
  if (resolved.isOffsetText) return resolved.name;
  return abbreviationAt(textToSeconds(utc), resolved.name);
}

/**
 * → a wall-clock time with its offset, to the minute: `2026-03-01T09:00:00-05:00`. `utc`: the same
 * moment, where it is known; it resolves the ambiguity of an overlap.
 */
export function isoWithOffset(local: string, zone: string, utc?: string): string {
  const both = utc === undefined ? localToUtc(local, zone) : { local, utc };
  const offset = textToSeconds(both.local) - textToSeconds(both.utc);
  return `${both.local.replace(' ', 'T')}${offsetText(offset)}`;
}

/** The same as localToUtc, in seconds. */
export function wallToUtcSeconds(
  wallSeconds: number,
  zone: string,
): { local: number; utc: number } {
  const resolved = resolveZone(zone);
  // A zone is at most 15 hours from UTC, and does not change and change back within two days.
  const before = offsetAt(wallSeconds - secondsPerDay, resolved);
  const isSteady = before === offsetAt(wallSeconds + secondsPerDay, resolved);
  if (isSteady) return { local: wallSeconds, utc: wallSeconds - before };
  const zoned = Temporal.PlainDateTime.from(
    secondsToText(wallSeconds).replace(' ', 'T'),
  ).toZonedDateTime(resolved.name, { disambiguation: 'compatible' });
  const utc = Math.floor(zoned.epochMilliseconds / 1000);
  return { local: utc + Math.round(zoned.offsetNanoseconds / 1e9), utc };
}

/** → how far a zone's clock is ahead of UTC at an instant, seconds. */
export const offsetSecondsAt = (utcSeconds: number, zone: string): number =>
  offsetAt(utcSeconds, resolveZone(zone));

/** → the instants from one to another at which the clock of a zone changes, seconds. */
export function changesOf(zone: string, from: number, to: number): number[] {
  const { name, fixedOffset } = resolveZone(zone);
  const changes: number[] = [];
  if (fixedOffset !== null) return changes;
  const start = Temporal.Instant.fromEpochMilliseconds(from * 1000).toZonedDateTimeISO(name);
  let next = start.getTimeZoneTransition('next');
  for (; next && next.epochMilliseconds < to * 1000; next = next.getTimeZoneTransition('next')) {
    changes.push(Math.floor(next.epochMilliseconds / 1000));
  }
  return changes;
}

const offsetAt = (utcSeconds: number, { name, fixedOffset }: ZoneName): number =>
  fixedOffset ?? offsetOf(utcSeconds, name);

function resolveZone(text: string): ZoneName {
  const zone = readZoneName(text);
  if (zone === null) throw new RangeError(`Unknown time zone: ${text.slice(0, 60)}`);
  return zone;
}
