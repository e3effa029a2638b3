/**
 * The zones of a calendar: an IANA name, a Windows name, or what the file itself says of a zone.
 * Contract 17.
 */
import ICAL from 'ical.js';
import { findIana, type WindowsZoneName } from 'windows-iana';
import { secondsToText } from '../../time/wall-clock.js';
import { normalizeTimeZone } from '../../time/zones.js';

/** Most zones that a file may describe; what comes behind them is not known. */
const zonesMax = 500;

/** A zone by name, or as the file describes it. */
export type CalendarZone = { name: string } | { own: ICAL.Timezone };

/** What a calendar says for all of its events. */
export interface Calendar {
  zones: ReturnType<typeof openZones>;
  /** The zone of times that name none (X-WR-TIMEZONE, else the one given), or null. */
  zone: CalendarZone | null;
  /** Whether the file takes its events back (METHOD:CANCEL). */
  isCancelled: boolean;
}

/** → the zones of a file by their TZID: none yet. */
export function openZones() {
  const described = new Map<string, CalendarZone>();
  return {
    /** Remembers a VTIMEZONE, given as its text. One that cannot be used is not remembered. */
    add(text: string): void {
      if (described.size >= zonesMax) return;
      const [id, zone] = zoneOf(text) ?? [];
      if (id !== undefined && zone !== undefined) described.set(id, zone);
    },
    /** → the zone that a TZID means, or null. */
    find(id: string): CalendarZone | null {
      const name = zoneNamed(id);
      return name === null ? (described.get(id) ?? null) : { name };
    },
  };
}

/** → the accepted zone of an IANA name, of a name that ends in one, or of a Windows name. */
export function zoneNamed(id: string): string | null {
  const parts = id.trim().split('/');
  // Some programs write where the zone comes from before it: /mozilla.org/20070129_1/Europe/Berlin
  const tails = parts.length > 2 ? [parts.slice(-3).join('/'), parts.slice(-2).join('/')] : [];
  for (const name of [id.trim(), ...tails]) {
    const known = name === '' ? null : normalizeTimeZone(name);
    if (known !== null) return known;
  }
  const [iana] = findIana(id.trim() as WindowsZoneName);
  return iana === undefined ? null : normalizeTimeZone(iana);
}

/** → the instant of a wall-clock time in a zone of the file: `YYYY-MM-DD HH:MM:SS` in UTC. */
export function ownZoneToUtc(time: ICAL.Time, own: ICAL.Timezone): string {
  const placed = time.clone();
  placed.zone = own;
  return secondsToText(placed.toUnixTime());
}

/** → the TZID of a VTIMEZONE and its zone; null where either cannot be read. */
function zoneOf(text: string): [string, CalendarZone] | null {
  try {
    const component = new ICAL.Component(ICAL.parse(text));
    const id = component.getFirstPropertyValue('tzid');
    if (typeof id !== 'string') return null;
    const name = zoneNamed(String(component.getFirstPropertyValue('x-lic-location') ?? ''));
    if (name !== null) return [id, { name }];
    return isBounded(component) ? [id, { own: new ICAL.Timezone(component) }] : null;
  } catch {
    return null;
  }
}

/**
 * → whether the changes of a zone can be counted out: each of its parts starts somewhere and comes
 * back yearly, on days that exist. Other rules could keep the calculation busy for ever.
 */
function isBounded(component: ICAL.Component): boolean {
  const parts = component.getAllSubcomponents();
  return (
    parts.length > 0 &&
    parts.every((part) => {
      const rules = part.getAllProperties('rrule').map((rule) => rule.getFirstValue());
      const start = part.getFirstPropertyValue('dtstart');
      return (
        start instanceof ICAL.Time &&
        part.getFirstPropertyValue('tzoffsetto') !== null &&
        part.getFirstPropertyValue('tzoffsetfrom') !== null &&
        rules.every((rule) => rule instanceof ICAL.Recur && isYearly(rule))
      );
    })
  );
}

function isYearly({ freq, parts }: ICAL.Recur): boolean {
  const rule: Record<string, unknown> = { ...parts };
  const days = (rule.BYMONTHDAY as number[] | undefined) ?? [1];
  const weekdays = (rule.BYDAY as string[] | undefined) ?? ['SU'];
  const known = ['BYMONTH', 'BYMONTHDAY', 'BYDAY'];
  return (
    freq === 'YEARLY' &&
    Object.keys(rule).every((part) => known.includes(part)) &&
    days.some((day) => Math.abs(day) <= 28) &&
    weekdays.every((day) => /^[+-]?[1-5]?[A-Z]{2}$/.test(day))
  );
}
