/** Where a VEVENT takes place: a venue, or where it is online. Contract 17. */
import type { Issue } from '../../errors.js';
import type { JsonObject } from '../../kinds/record.js';
import { parseUrl } from '../../lib/urls.js';
import { cleanText } from '../clean.js';
import { type Component, propertyOf } from './ical-components.js';
import { textOf } from './ical-lines.js';

const PROVIDERS =
  'zoom|(?:microsoft |ms )?teams|google meet|webex|jitsi(?: meet)?|bigbluebutton|' +
  'goto ?meeting|skype';
const SESSION = '(?: (?:event|meeting|call|session|only|webinar))?';

/** Texts of a place that say that there is none, because the event is online. */
const ONLINE = new RegExp(
  `^(?:an )?(?:online|virtual|remote|webinar|livestream|(?:via |on )?(?:${PROVIDERS}))${SESSION}$`,
  'i',
);

/** Texts that say that the place is not known yet. */
const UNKNOWN = /^(?:tb[adc]|to be (?:announced|decided|confirmed|determined)|n\/?a|none|null)$/i;

/** Domains of meetings, and parts of names of hosts that run such a program themselves. */
const MEETING_DOMAINS = (
  'zoom.us zoomgov.com teams.microsoft.com teams.live.com meet.google.com webex.com meet.jit.si ' +
  'gotomeeting.com gotomeet.me meet.goto.com app.goto.com'
).split(' ');
const MEETING_PROGRAM = /(?:^|[.-])(?:jitsi|bbb\d*|bigbluebutton)[.-]/i;

const LINK = /https?:\/\/[^\s<>"]+/gi;

/** → `venue`, `online_url` and `attendance_mode`. `text`: the place as it is to be read. */
export function placeOf(event: Component, text: string, warnings: Issue[]): JsonObject {
  const leftOut = (param: string, reason: string) =>
    warnings.push({ param, reason: `left out: ${reason}` });
  const links = (text.match(LINK) ?? []).map((link) => link.replace(/[,;.)\]]+$/, ''));
  const bare = cleanText(text.replace(LINK, ' ').replace(/^[\s,;:–-]+|[\s,;:(–-]+$/g, ''));
  const meeting = meetingOf(event, leftOut) ?? links.find(isMeeting);
  for (const link of links) {
    if (link !== meeting) leftOut('location', `a link that is no meeting: ${link.slice(0, 100)}`);
  }
  const isOnline = ONLINE.test(bare);
  const isNone = isOnline || UNKNOWN.test(bare) || !/[\p{L}\p{N}]/u.test(bare);
  if (isNone && !isOnline && bare !== '') leftOut('location', `no place: ${bare.slice(0, 40)}`);
  const linked: JsonObject = meeting === undefined ? {} : { online_url: meeting };
  const structured = propertyOf(event, 'x-apple-structured-location');
  const geo = propertyOf(event, 'geo')?.value ?? structured?.value.replace(/^geo:/i, '');
  const title = cleanText((structured?.params.get('x-title') ?? '').split(/\\n|\n/)[0] ?? '');
  if (isNone && title === '') {
    if (geo !== undefined) leftOut('geo', 'no place is named');
    const isAway = isOnline || meeting !== undefined;
    return { venue: null, ...linked, ...(isAway ? { attendance_mode: 'online' } : {}) };
  }
  const venue = venueOf(isNone ? '' : bare, title);
  const point = geo === undefined ? null : pointOf(geo);
  if (point) Object.assign(venue, point);
  else if (geo !== undefined) leftOut('geo', 'no coordinates');
  return { venue, ...linked, ...(meeting ? { attendance_mode: 'hybrid' } : {}) };
}

/** → the link of a property that names a meeting; others are told. */
function meetingOf(
  event: Component,
  leftOut: (param: string, reason: string) => void,
): string | undefined {
  const names = ['conference', 'x-google-conference', 'x-microsoft-skypeteamsmeetingurl'];
  const links = names.flatMap((name) =>
    event.properties.filter((property) => property.name === name),
  );
  const isWeb = (text: string) => /^https?:\/\/\S+$/i.test(text) && parseUrl(text) !== null;
  for (const { name, value } of links) {
    if (!isWeb(textOf(value).trim())) leftOut(name, 'no link to a web page');
  }
  return links.map(({ value }) => textOf(value).trim()).find(isWeb);
}

function isMeeting(link: string): boolean {
  const host = parseUrl(link)?.hostname ?? '';
  const isOf = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  return MEETING_DOMAINS.some(isOf) || MEETING_PROGRAM.test(host);
}

/** → the venue by its title, or by the name before the first comma; the rest is its address. */
function venueOf(text: string, title: string): JsonObject {
  const [, head = text, tail = ''] = /^([^,]+),\s*(.+)$/.exec(text) ?? [];
  const [name, rest] =
    title === '' ? [head, tail] : [title, text.replace(title, '').replace(/^[\s,]+/, '')];
  return { venue: name.trim(), ...(rest === '' ? {} : { address: rest }) };
}

const DEGREES = String.raw`([+-]?\d+(?:\.\d+)?)\s*°?\s*`;
const POINT = new RegExp(String.raw`^${DEGREES}([NS]?)\s*\\?[;,]\s*${DEGREES}([EW]?)$`, 'i');

/** → the coordinates of a text such as `52.5;13.4`, `52.5,13.4` or `33.86S;151.2E`; or null. */
function pointOf(text: string): JsonObject | null {
  const [, lat = '', north = '', lng = '', east = ''] = POINT.exec(text.trim()) ?? [];
  const point = { geo_lat: signed(lat, north), geo_lng: signed(lng, east) };
  const isNowhere = point.geo_lat === 0 && point.geo_lng === 0;
  const isOn = Math.abs(point.geo_lat) <= 90 && Math.abs(point.geo_lng) <= 180;
  return isOn && !isNowhere ? point : null;
}

/** → the degrees; NaN where the letter contradicts the sign, or there are none. */
function signed(degrees: string, letter: string): number {
  const value = degrees === '' ? Number.NaN : Number(degrees);
  if (/[sw]/i.test(letter)) return -Math.abs(value);
  return letter !== '' && value < 0 ? Number.NaN : value;
}
