/**
 * Abbreviations of time zones ('EST', 'CET', '-03') and offsets as text ('+05:45'). The
 * abbreviations come from moment-timezone's copy of tzdata, because Temporal has none; they must
 * match the offset that the caller passes.
 */
import moment from 'moment-timezone';

/**
 * The abbreviation of an IANA zone at an instant.
 * @param name an IANA name
 * @param utcSeconds unix seconds
 * @param offset the zone's offset at that instant, in seconds east of Greenwich
 * @returns 'EST', 'JST'; a number such as '-03' or '+0545' if tzdata has no abbreviation or no
 *   period with that offset
 * Source: Contract 1.1 timezone_abbr
 */
export function abbreviationAt(name: string, utcSeconds: number, offset: number): string {
  return namedAbbreviation(name, utcSeconds, offset) ?? numericAbbreviation(offset);
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

/**
 * The abbreviation in moment's table for the offset that Temporal gives. The two copies of tzdata
 * may be of different years, and moment's ends in 2037; if they disagree, the latest earlier period
 * with that offset is used ('EDT' for July 2050).
 */
function namedAbbreviation(name: string, utcSeconds: number, offset: number): string | null {
  const zone = moment.tz.zone(name);
  if (zone === null) return null;
  const ms = utcSeconds * 1000;
  // moment counts minutes west of Greenwich, with fractions for historical offsets.
  const isThatOffset = (minutesWest: number) => Math.abs(minutesWest * 60 + offset) < 60;
  if (isThatOffset(zone.utcOffset(ms))) return zone.abbr(ms);
  const following = zone.untils.findIndex((until) => until > ms);
  for (let at = following; at >= 0; at -= 1) {
    if (isThatOffset(zone.offsets[at] ?? Number.NaN)) return zone.abbrs[at] ?? null;
  }
  return null;
}

/** '-03', '+0545': the tzdata format for zones without an alphabetic abbreviation. */
function numericAbbreviation(offset: number): string {
  const text = offsetText(offset).replace(':', '');
  return text.endsWith('00') ? text.slice(0, 3) : text;
}
