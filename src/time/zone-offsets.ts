/**
 * What the runtime's copy of the tz database says of a zone at an instant. A question takes one or
 * two microseconds; Temporal takes ten.
 */
import { zoneRules } from './zone-rules.js';

type Style = 'short' | 'longOffset';

/** Formatters by style and zone: about 600 zones, 30 kB each. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** → whether the runtime has a zone of this name. */
export function isKnownToRuntime(name: string): boolean {
  try {
    return formatterOf(name, 'longOffset') !== null;
  } catch {
    return false;
  }
}

/**
 * How far a zone's clock is ahead of UTC at an instant.
 * @param utcSeconds unix seconds
 * @param name the name of a zone that the runtime has
 * @returns seconds, positive east of Greenwich
 * @throws RangeError for a number outside the range of dates
 * Source: contract section 1, date-time strings
 */
export function offsetOf(utcSeconds: number, name: string): number {
  const text = zoneText(utcSeconds, name, 'longOffset');
  const [, sign, hours, minutes, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -offset : offset;
}

/**
 * The abbreviation of a zone at an instant. The runtime has those of America; those of other zones
 * are in their present rules.
 * @param utcSeconds unix seconds
 * @param name the name of a zone that the runtime has
 * @returns 'EST', 'CET', 'JST'; a number such as '-03' or '+0545' where the offset has no letters
 * Source: Contract 1.1 timezone_abbr
 */
export function abbreviationAt(utcSeconds: number, name: string): string {
  const text = zoneText(utcSeconds, name, 'short').split(' ').at(-1) ?? '';
  if (/^(?!GMT|UTC)[A-Z]/.test(text)) return text;
  const offset = offsetOf(utcSeconds, name);
  return zoneRules(name)?.abbreviations.get(offset) ?? numericAbbreviation(offset);
}

/**
 * An offset in ISO 8601 format.
 * @param offset seconds east of Greenwich
 * @returns '+05:45', '-05:00'; the seconds of historical local mean times are truncated
 * Source: Contract 1.1 json_ld
 */
export function offsetText(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60);
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${hours}:${String(minutes % 60).padStart(2, '0')}`;
}

/** '-03', '+0545': the tzdata format for zones without an alphabetic abbreviation. */
function numericAbbreviation(offset: number): string {
  const text = offsetText(offset).replace(':', '');
  return text.endsWith('00') ? text.slice(0, 3) : text;
}

/** → a date with the zone's name or offset behind it. */
const zoneText = (utcSeconds: number, name: string, style: Style): string =>
  formatterOf(name, style).format(utcSeconds * 1000);

function formatterOf(name: string, style: Style): Intl.DateTimeFormat {
  const key = `${style} ${name}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: style });
    formatters.set(key, formatter);
  }
  return formatter;
}
