/** Where a VEVENT takes place: a venue, or where it is online. Contract 17. */
import type { Issue } from '../../../errors.js';
import type { JsonObject } from '../../../kinds/record.js';
import { parseUrl } from '../../../lib/net/urls.js';
import { cleanText, faultOfPoint } from '../../columns/clean.js';
import { readPlaceText } from '../../columns/place-text.js';
import { type Component, propertyOf } from './components.js';
import { textOf } from './lines.js';

/** → `venue`, `online_url` and `attendance_mode`. `text`: the place as it is to be read. */
export function placeOf(event: Component, text: string, warnings: Issue[]): JsonObject {
  const leftOut = (param: string, reason: string) =>
    warnings.push({ param, reason: `left out: ${reason}` });
  const { place, meeting: inText, isOnline, reasons } = readPlaceText(text);
  for (const reason of reasons) leftOut('location', reason);
  const meeting = meetingOf(event, leftOut) ?? inText;
  const linked: JsonObject = meeting === undefined ? {} : { online_url: meeting };
  const structured = propertyOf(event, 'x-apple-structured-location');
  const geo = propertyOf(event, 'geo')?.value ?? structured?.value.replace(/^geo:/i, '');
  const title = cleanText((structured?.params.get('x-title') ?? '').split(/\\n|\n/)[0] ?? '');
  if (place === null && title === '') {
    if (geo !== undefined) leftOut('geo', 'no place is named');
    const isAway = isOnline || meeting !== undefined;
    return { venue: null, ...linked, ...(isAway ? { attendance_mode: 'online' } : {}) };
  }
  const venue = venueOf(place ?? '', title);
  const point = geo === undefined ? null : pointOf(geo);
  if (point) Object.assign(venue, point);
  else if (geo !== undefined) leftOut('geo', 'no coordinates');
  return { venue, ...linked, ...(meeting ? { attendance_mode: 'hybrid' } : {}) };
}

/** The properties that name a meeting. */
const MEETINGS = [
  'conference',
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
];

/** → the link of a property with a meeting; others are reported. */
function meetingOf(
  event: Component,
  leftOut: (param: string, reason: string) => void,
): string | undefined {
  const links = MEETINGS.flatMap((name) =>
    event.properties.filter((property) => property.name === name),
  );
  const isWeb = (text: string) => /^https?:\/\/\S+$/i.test(text) && parseUrl(text) !== null;
  for (const { name, value } of links) {
    if (!isWeb(textOf(value).trim())) leftOut(name, 'no link to a web page');
  }
  return links.map(({ value }) => textOf(value).trim()).find(isWeb);
}

/**
 * → the venue by its title, else by the name before the first comma, before an `@` and an address,
 * or before the brackets in which Meetup has the address. A title in the middle of the text belongs
 * to the address.
 */
function venueOf(text: string, title: string): JsonObject {
  const bracketed = /^([^,(]+) \(([^()]+)\)$/.exec(text);
  const parted = bracketed?.[2]?.includes(',') ? bracketed : /^([^,]+),\s*(\S.*)$/.exec(text);
  const [, name, address = ''] = /^([^,@]+) @ (.+)$/.exec(text) ?? [];
  const [, head = text, tail = ''] = /\d/.test(address) ? [text, name, address] : (parted ?? []);
  const isTitled = title !== '' && text.indexOf(title) <= 0;
  const [called, rest] = isTitled
    ? [title, text.replace(title, '').replace(/^[\s,]+/, '')]
    : [head, tail];
  return { venue: called.trim(), ...(rest === '' ? {} : { address: rest }) };
}

const DEGREES = String.raw`([+-]?\d+(?:\.\d+)?)\s*°?\s*`;
const POINT = new RegExp(String.raw`^${DEGREES}([NS]?)\s*\\?[;,]\s*${DEGREES}([EW]?)$`, 'i');

/** → the coordinates of a text such as `52.5;13.4`, `52.5,13.4` or `33.86S;151.2E`; or null. */
function pointOf(text: string): JsonObject | null {
  const [, lat = '', north = '', lng = '', east = ''] = POINT.exec(text.trim()) ?? [];
  const point = { geo_lat: signed(lat, north), geo_lng: signed(lng, east) };
  return faultOfPoint(point.geo_lat, point.geo_lng) === null ? point : null;
}

/** → the degrees; NaN when missing, or when the letter contradicts the sign. */
function signed(degrees: string, letter: string): number {
  const value = degrees === '' ? Number.NaN : Number(degrees);
  if (/[sw]/i.test(letter)) return -Math.abs(value);
  return letter !== '' && value < 0 ? Number.NaN : value;
}
