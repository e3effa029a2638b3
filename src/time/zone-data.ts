/**
 * The data of zones: the names that clients may send, and the two copies of the tz database. The
 * library's has names and a VTIMEZONE each, with only the present rules; the runtime's has offsets:
 * a question takes one or two microseconds, with Temporal ten. Contract 4.3.
 */
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library';
import { remembered } from '../lib/remember.js';

/** An accepted time zone. */
export interface ZoneName {
  /** The spelling to store and to show in responses. */
  name: string;
  /** Seconds east of Greenwich if the offset never changes, else null. */
  fixedOffset: number | null;
  /** Whether the zone is an offset ('UTC+2', '+02:00') and so its own abbreviation. */
  isOffsetText: boolean;
}

const textLengthMax = 60;
const offsetSecondsMax = 14 * 3600;
const offsetPattern = /^([+-])(\d{2}):([0-5]\d)$/;
const utcOffsetPattern = /^UTC([+-])(\d{1,2})(?:\.(5|25|75)|:([0-5]\d))?$/i;

/** → the zone of a text, in any letter case; null: it is not accepted. */
export function readZoneName(text: string): ZoneName | null {
  const trimmed = text.trim();
  if (trimmed.length > textLengthMax) return null;
  const fixedOffset = readOffsetText(trimmed);
  if (fixedOffset !== null) {
    return { name: trimmed.replace(/^utc/i, 'UTC'), fixedOffset, isOffsetText: true };
  }
  const name = zoneSpelling(trimmed);
  // The names and the offsets come from two copies of the tz database; both must have the name.
  if (name === null || !isKnownToRuntime(name)) return null;
  return { name, fixedOffset: name === 'UTC' ? 0 : null, isOffsetText: false };
}

/** Seconds of 'UTC+5.5' or '-03:00'; null for any other text and for offsets beyond 14 hours. */
function readOffsetText(text: string): number | null {
  const parts = offsetPattern.exec(text);
  const utcParts = parts === null ? utcOffsetPattern.exec(text) : null;
  const [, sign, hours, third, fourth] = parts ?? utcParts ?? [];
  if (hours === undefined) return null;
  const minutes = parts !== null ? Number(third) : minutesOf(third, fourth);
  const seconds = Number(hours) * 3600 + minutes * 60;
  if (seconds > offsetSecondsMax) return null;
  return sign === '-' && seconds > 0 ? -seconds : seconds;
}

function minutesOf(decimals: string | undefined, minutes: string | undefined): number {
  if (decimals !== undefined) return Number(`0.${decimals}`) * 60;
  return minutes === undefined ? 0 : Number(minutes);
}

/** → the names of all accepted zones, ascending. */
export function zoneNames(): readonly string[] {
  sortedNames ??= [...names.values()].filter(isKnownToRuntime).sort();
  return sortedNames;
}

interface ZoneRules {
  /** The VTIMEZONE, with line ends. */
  text: string;
  /** The abbreviations by offset, seconds east of Greenwich. */
  abbreviations: ReadonlyMap<number, string>;
}

const names = new Map([...tzlib_get_timezones()].map((name) => [name.toLowerCase(), name]));
let sortedNames: string[] | null = null;

/** → a name in the tz database in its own spelling, from any letter case; or null. */
const zoneSpelling = (text: string): string | null => names.get(text.toLowerCase()) ?? null;

/** → the rules of a zone by its name; null for other texts, such as UTC+2. */
export const zoneRules = remembered((name: string): ZoneRules | null => {
  if (zoneSpelling(name) !== name) return null;
  const [block = ''] = tzlib_get_ical_block(name);
  // The library resolves aliases; restore the zone's own name.
  const text = `${block.trim().replace(/^TZID:.*$/m, `TZID:${name}`)}\r\n`;
  return { text, abbreviations: new Map(abbreviationsIn(text)) };
});

function abbreviationsIn(text: string): [number, string][] {
  const [, ...parts] = text.split('TZNAME:');
  return parts.map((part) => {
    const [name = ''] = part.split(/\s/, 1);
    const [, sign, hours, minutes] = /TZOFFSETTO:(\S)(\d\d)(\d\d)/.exec(part) ?? [];
    const offset = Number(hours) * 3600 + Number(minutes) * 60;
    return [sign === '-' ? -offset : offset, name];
  });
}

/** Formatters by style and zone: about 600 zones, 30 kB each. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function isKnownToRuntime(name: string): boolean {
  try {
    return formatterOf(name, 'longOffset') !== null;
  } catch {
    return false;
  }
}

/**
 * → how far the clock of a zone of the runtime is ahead of UTC at an instant, seconds. Throws a
 * RangeError for a number outside the range of dates.
 */
export function offsetOf(utcSeconds: number, name: string): number {
  const text = formatterOf(name, 'longOffset').format(utcSeconds * 1000);
  const [, sign, hours, minutes, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -offset : offset;
}

/**
 * → the abbreviation of a zone at an instant; `-03` or `+0545` without letters. The runtime has
 * American abbreviations; others are in the present rules of their zones.
 */
export function abbreviationAt(utcSeconds: number, name: string): string {
  const date = formatterOf(name, 'short').format(utcSeconds * 1000);
  const text = date.split(' ').at(-1) ?? '';
  if (/^(?!GMT|UTC)[A-Z]/.test(text)) return text;
  const offset = offsetOf(utcSeconds, name);
  return zoneRules(name)?.abbreviations.get(offset) ?? numericAbbreviation(offset);
}

/** → an offset in seconds as `+05:45`; the seconds of local mean times are left out. */
export function offsetText(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60);
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${hours}:${String(minutes % 60).padStart(2, '0')}`;
}

function numericAbbreviation(offset: number): string {
  const text = offsetText(offset).replace(':', '');
  return text.endsWith('00') ? text.slice(0, 3) : text;
}

/** Its texts have the zone's name or offset after the date. */
function formatterOf(name: string, style: 'short' | 'longOffset'): Intl.DateTimeFormat {
  const key = `${style} ${name}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: style });
    formatters.set(key, formatter);
  }
  return formatter;
}
