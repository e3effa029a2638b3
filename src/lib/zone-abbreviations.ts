/**
 * Abbreviations of time zones ('EST', 'CET', '-03') and offsets as text ('+05:45').
 * Called by zones.ts. The letters come from moment-timezone's copy of tzdata, because
 * Temporal has none; the offset they must agree with is given by the caller.
 */
import moment from 'moment-timezone';

/**
 * The abbreviation of an IANA zone at an instant.
 * @param name an IANA name
 * @param utcSeconds unix seconds
 * @param offset seconds east of Greenwich the zone has at that instant
 * @returns 'EST', 'JST'; a number such as '-03' or '+0545' where tzdata has no letters or no
 *   period of that offset
 * Source: contract 1.1 timezone_abbr
 */
export function abbreviationAt(name: string, utcSeconds: number, offset: number): string {
  return namedAbbreviation(name, utcSeconds, offset) ?? numericAbbreviation(offset);
}

/**
 * An offset as ISO 8601 writes it.
 * @param offset seconds east of Greenwich
 * @returns '+05:45', '-05:00'; seconds of old local mean times are cut off
 * Source: contract 1.1 json_ld
 */
export function offsetText(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60);
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${hours}:${String(minutes % 60).padStart(2, '0')}`;
}

/**
 * The abbreviation in moment's table, for the offset Temporal gives: the two copies of tzdata
 * may differ by a year, and moment's ends in 2037. Then the latest earlier period of that
 * offset names it ('EDT' for a July of 2050).
 */
function namedAbbreviation(name: string, utcSeconds: number, offset: number): string | null {
  const zone = moment.tz.zone(name);
  if (zone === null) return null;
  const ms = utcSeconds * 1000;
  // moment counts minutes west of Greenwich, with fractions in old times.
  const isThatOffset = (minutesWest: number) => Math.abs(minutesWest * 60 + offset) < 60;
  if (isThatOffset(zone.utcOffset(ms))) return zone.abbr(ms);
  const following = zone.untils.findIndex((until) => until > ms);
  for (let at = following; at >= 0; at -= 1) {
    if (isThatOffset(zone.offsets[at] ?? Number.NaN)) return zone.abbrs[at] ?? null;
  }
  return null;
}

/** '-03', '+0545': the way tzdata writes a zone without letters. */
function numericAbbreviation(offset: number): string {
  const text = offsetText(offset).replace(':', '');
  return text.endsWith('00') ? text.slice(0, 3) : text;
}
