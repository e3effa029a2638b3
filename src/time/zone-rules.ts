/**
 * The names of zones in the tz database, and the VTIMEZONE of each. A VTIMEZONE holds a zone's
 * present rules only.
 */
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library';

interface ZoneRules {
  /** The VTIMEZONE, with line ends. */
  text: string;
  /** The abbreviations by offset, seconds east of Greenwich. */
  abbreviations: ReadonlyMap<number, string>;
}

const names = new Map([...tzlib_get_timezones()].map((name) => [name.toLowerCase(), name]));
const cached = new Map<string, ZoneRules>();

/** → a name in the tz database in its own spelling, from any letter case; or null. */
export const zoneSpelling = (text: string): string | null => names.get(text.toLowerCase()) ?? null;

/** → the rules of a zone by its name; null for other texts, such as UTC+2. */
export function zoneRules(name: string): ZoneRules | null {
  const entry = cached.get(name);
  if (entry) return entry;
  if (zoneSpelling(name) !== name) return null;
  const [block = ''] = tzlib_get_ical_block(name);
  // The library resolves aliases; restore the zone's own name.
  const text = `${block.trim().replace(/^TZID:.*$/m, `TZID:${name}`)}\r\n`;
  const rules = { text, abbreviations: new Map(abbreviationsIn(text)) };
  cached.set(name, rules);
  return rules;
}

function abbreviationsIn(text: string): [number, string][] {
  const parts = text.matchAll(/TZNAME:(\S+)\s+TZOFFSETFROM:\S+\s+TZOFFSETTO:(\S)(\d\d)(\d\d)/g);
  return Array.from(parts, ([, name = '', sign, hours, minutes]) => {
    const offset = Number(hours) * 3600 + Number(minutes) * 60;
    return [sign === '-' ? -offset : offset, name];
  });
}
