/**
 * VTIMEZONE components. They hold a zone's present rules only, so that an event of another year may
 * get another instant by them than by the tz database: it is then written in UTC.
 */
import ICAL from 'ical.js';
import { remembered } from '../../lib/remember.js';
import { utcToSeconds } from '../../time/date-times.js';
import { offsetText, readZoneName, zoneRules } from '../../time/zone-data.js';

type Zone = InstanceType<typeof ICAL.Timezone>;

/** → the VTIMEZONE of this name, also of an offset such as `UTC+2`; `""` without a VTIMEZONE. */
export const zoneText = (name: string): string => zoneRules(name)?.text ?? offsetZoneText(name);

function offsetZoneText(name: string): string {
  const { fixedOffset, isOffsetText } = readZoneName(name) ?? {};
  if (!isOffsetText) return '';
  const offset = offsetText(fixedOffset ?? 0).replace(':', '');
  return [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE', ''],
  ].join('\r\n');
}

/** → whether times can be written on the clock of a zone; times of UTC are written in UTC. */
export const hasClock = (name: string): boolean => name !== 'UTC' && zoneText(name) !== '';

/**
 * → whether the zone's VTIMEZONE gives each local time the same instant as the tz database. False
 * for offsets and UTC, which have no VTIMEZONE.
 */
export function hasSameTimes(name: string, times: { local: string; utc: string }[]): boolean {
  if (name === 'UTC') return false;
  const zone = zoneOf(name);
  return zone !== null && times.every((time) => isSame(zone, time));
}

function isSame(zone: Zone, { local, utc }: { local: string; utc: string }): boolean {
  const time = ICAL.Time.fromDateTimeString(local.replace(' ', 'T'));
  time.zone = zone;
  return time.toUnixTime() === utcToSeconds(utc);
}

const zoneOf = remembered((name: string): Zone | null => {
  const rules = zoneRules(name);
  if (rules === null) return null;
  return new ICAL.Timezone({ component: ICAL.Component.fromString(rules.text), tzid: name });
});
