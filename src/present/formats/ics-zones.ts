/**
 * VTIMEZONE components. They hold a zone's present rules only, so that an event of another year may
 * get another instant by them than by the tz database: it is then written in UTC.
 */
import ICAL from 'ical.js';
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library';
import { utcToSeconds } from '../../time/date-times.js';

interface KnownZone {
  /** The VTIMEZONE, with line ends. */
  text: string;
  zone: InstanceType<typeof ICAL.Timezone>;
}

const names = new Set(tzlib_get_timezones());
const known = new Map<string, KnownZone>();

/** → the VTIMEZONE under this name; `""` for a zone that has none. */
export const zoneText = (name: string): string => zoneOf(name)?.text ?? '';

/**
 * → whether the zone's VTIMEZONE gives each local time the same instant as the tz database. Not for
 * offsets and UTC, which have none.
 */
export function hasSameTimes(name: string, times: { local: string; utc: string }[]): boolean {
  if (name === 'UTC') return false;
  const found = zoneOf(name);
  return found !== null && times.every((time) => isSame(found.zone, time));
}

function isSame(
  zone: InstanceType<typeof ICAL.Timezone>,
  { local, utc }: { local: string; utc: string },
): boolean {
  const time = ICAL.Time.fromDateTimeString(local.replace(' ', 'T'));
  time.zone = zone;
  return time.toUnixTime() === utcToSeconds(utc);
}

function zoneOf(name: string): KnownZone | null {
  const found = known.get(name);
  if (found) return found;
  if (!names.has(name)) return null;
  const [block = ''] = tzlib_get_ical_block(name);
  // The library resolves aliases; restore the event's zone name.
  const text = `${block.trim().replace(/^TZID:.*$/m, `TZID:${name}`)}\r\n`;
  const zone = new ICAL.Timezone({ component: ICAL.Component.fromString(text), tzid: name });
  known.set(name, { text, zone });
  return { text, zone };
}
