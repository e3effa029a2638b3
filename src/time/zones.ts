/**
 * Time zones: accepted names, and conversions between wall clock and UTC. A wall-clock time in a
 * gap moves forward; one in an overlap means its first occurrence. The functions that take seconds
 * are for hot paths.
 */
import { Temporal } from 'temporal-polyfill';
import { isInRange, secondsPerDay, secondsToText, textToSeconds } from './wall-clock.js';
import { readZoneName, type ZoneName } from './zone-names.js';
import { abbreviationAt, offsetOf, offsetText } from './zone-offsets.js';

/**
 * Whether a text names a time zone that this service accepts.
 * @returns true if normalizeTimeZone returns a name
 * Source: Contract 4.3 timezone
 */
export function isTimeZone(text: string): boolean {
  return normalizeTimeZone(text) !== null;
}

/**
 * The spelling of a time zone that is stored and shown in responses.
 * @param text an IANA name in any letter case, 'UTC', 'UTC+2', 'UTC-5.5', 'UTC+5:45', '+02:00'
 * @returns the IANA spelling ('America/New_York'; aliases such as 'Asia/Calcutta' are kept), 'UTC',
 *   or the offset as given with 'UTC' in capitals; null for anything else, including offsets
 *   beyond 14:00
 * Source: Contract 4.3 timezone
 */
export function normalizeTimeZone(text: string): string | null {
  return readZoneName(text)?.name ?? null;
}

/**
 * Wall-clock time of a zone → UTC. An ambiguous time means its first occurrence; a time in a gap
 * moves forward by the length of the gap, in `local` too.
 * @param local 'YYYY-MM-DD HH:MM:SS' in the zone
 * @param zone an accepted time zone
 * @returns {local, utc}, both 'YYYY-MM-DD HH:MM:SS', clamped to the years 0001-9999
 * @throws RangeError for an unknown zone or a text of another format
 * Source: Contract 4.3, Date rules
 */
export function localToUtc(local: string, zone: string): { local: string; utc: string } {
  const wall = textToSeconds(local);
  const seconds = wallToUtcSeconds(wall, zone);
  return {
    local: seconds.local === wall ? local : secondsToText(seconds.local),
    utc: secondsToText(seconds.utc),
  };
}

/**
 * The last second of a day in a zone, as wall clock and UTC. Where clocks jump over midnight (Nuuk,
 * from 23:00), 23:59:59 is in a gap and would move into the next day.
 * @param local 'YYYY-MM-DD HH:MM:SS' in the zone, any time of a day that exists in the zone
 * @param zone an accepted time zone
 * @returns {local, utc}: 23:59:59 of the day, or the last second before the jump
 * @throws RangeError for an unknown zone or a text of another format
 * Source: Contract 4.3 all_day
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

/**
 * UTC → wall-clock time of a zone.
 * @param utc 'YYYY-MM-DD HH:MM:SS' in UTC
 * @param zone an accepted time zone
 * @returns 'YYYY-MM-DD HH:MM:SS' in the zone, clamped to the years 0001-9999
 * @throws RangeError for an unknown zone or a text of another format
 * Source: contract section 1, date-time strings
 */
export function utcToLocal(utc: string, zone: string): string {
  const seconds = textToSeconds(utc);
  const offset = offsetSecondsAt(seconds, zone);
  return offset === 0 && isInRange(seconds) ? utc : secondsToText(seconds + offset);
}

/**
 * The abbreviation a zone uses at an instant.
 * @param utc 'YYYY-MM-DD HH:MM:SS' in UTC
 * @param zone an accepted time zone
 * @returns 'EST', 'CET', 'JST'; '-03' where tzdata has only numbers; for zones such as 'UTC+2' and
 *   '+02:00' the name of the zone
 * @throws RangeError for an unknown zone or a text of another format
 * Source: Contract 1.1 timezone_abbr
 */
export function zoneAbbreviation(utc: string, zone: string): string {
  const resolved = resolveZone(zone);
  if (resolved.isOffsetText) return resolved.name;
  return abbreviationAt(textToSeconds(utc), resolved.name);
}

/**
 * Wall-clock time as ISO 8601 with its offset, for json_ld.
 * @param local 'YYYY-MM-DD HH:MM:SS' in the zone
 * @param zone an accepted time zone
 * @param utc the same moment in UTC, if known: it resolves the ambiguity of an overlap
 * @returns '2026-03-01T09:00:00-05:00'; '+00:00' for UTC; offsets to the minute
 * @throws RangeError for an unknown zone or a text of another format
 * Source: Contract 1.1 json_ld
 */
export function isoWithOffset(local: string, zone: string, utc?: string): string {
  const both = utc === undefined ? localToUtc(local, zone) : { local, utc };
  const offset = textToSeconds(both.local) - textToSeconds(both.utc);
  return `${both.local.replace(' ', 'T')}${offsetText(offset)}`;
}

/**
 * Wall-clock seconds of a zone → UTC seconds: the numeric form of localToUtc.
 * @param wallSeconds seconds since 1970-01-01 00:00:00 on the zone's clock
 * @param zone an accepted time zone
 * @returns {local, utc} in seconds; local differs from the input only in a gap
 * @throws RangeError for an unknown zone, or a number outside the range of dates
 * Source: Contract 4.3, Date rules
 */
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

/**
 * How far a zone's clock is ahead of UTC at an instant.
 * @param utcSeconds unix seconds
 * @param zone an accepted time zone
 * @returns seconds, positive east of Greenwich
 * @throws RangeError for an unknown zone, or a number outside the range of dates
 * Source: contract section 1, date-time strings
 */
export function offsetSecondsAt(utcSeconds: number, zone: string): number {
  return offsetAt(utcSeconds, resolveZone(zone));
}

const offsetAt = (utcSeconds: number, { name, fixedOffset }: ZoneName): number =>
  fixedOffset ?? offsetOf(utcSeconds, name);

function resolveZone(text: string): ZoneName {
  const zone = readZoneName(text);
  if (zone === null) throw new RangeError(`Unknown time zone: ${text.slice(0, 60)}`);
  return zone;
}
