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
 * → the abbreviation of a zone at an instant; `-03` or `+0545` where it has no letters. The runtime
 * has those of America; those of other zones are in their present rules.
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

/** Its texts have the zone's name or offset behind the date. */
function formatterOf(name: string, style: Style): Intl.DateTimeFormat {
  const key = `${style} ${name}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: style });
    formatters.set(key, formatter);
  }
  return formatter;
}
