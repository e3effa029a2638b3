/** Where a VEVENT takes place: a venue, or where it is online. Contract 17. */
import type { Issue } from '../../../errors.js';
import type { JsonObject } from '../../../kinds/record.js';
import { cleanText, cleanUrl } from '../../columns/clean.js';
import { pointIn } from '../../columns/foreign-values.js';
import { placeIn } from '../../columns/place-text.js';
import { type Component, propertyOf } from './components.js';
import { textOf } from './lines.js';

/** → `venue`, `online_url` and `attendance_mode`. `text`: the place as it is to be read. */
export function placeOf(event: Component, text: string, warnings: Issue[]): JsonObject {
  const leftOut = (param: string, reason: string) =>
    warnings.push({ param, reason: `left out: ${reason}` });
  const structured = propertyOf(event, 'x-apple-structured-location');
  const geo = propertyOf(event, 'geo')?.value ?? structured?.value.replace(/^geo:/i, '');
  const title = cleanText((structured?.params.get('x-title') ?? '').split(/\\{1,2}n|\n/)[0] ?? '');
  const beside = { title, link: meetingOf(event, leftOut) };
  const said = placeIn(text, beside, (reason) => leftOut('location', reason));
  if (geo === undefined) return said;
  const point = pointIn(textOf(geo));
  if (said.venue && point) return { ...said, venue: { ...said.venue, ...point } };
  leftOut('geo', said.venue ? 'no coordinates' : 'no place is named');
  return said;
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
  const links = event.properties.filter(({ name }) => MEETINGS.includes(name));
  const isWeb = (text: string) => /^https?:/i.test(text) && cleanUrl(text) !== null;
  for (const { name, value } of links) {
    if (!isWeb(textOf(value).trim())) leftOut(name, 'no link to a web page');
  }
  return links.map(({ value }) => textOf(value).trim()).find(isWeb);
}
