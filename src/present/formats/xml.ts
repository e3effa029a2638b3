/** Shared by the XML formats: the builder, and elements of GeoRSS and of the RSS event module. */
import { XMLBuilder } from 'fast-xml-parser';
import { isoWithOffset } from '../../time/zones.js';
import { degrees, type Entry } from './entry.js';

/** An element: a text, or its attributes under `@name`, text under `#text`, and children. */
type Element = string | Elements;

/** Elements by name; several of one name as a list. */
export interface Elements {
  [name: string]: Element | Element[];
}

/** The first line of a document. */
export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

/** The namespace of Atom. */
export const ATOM_NAMES = 'http://www.w3.org/2005/Atom';
/** The namespaces of `placeAndTime`. */
export const EXTENSION_NAMES =
  'xmlns:georss="http://www.georss.org/georss" xmlns:ev="http://purl.org/rss/1.0/modules/event/"';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  // Otherwise an attribute whose text is "true" loses it.
  suppressBooleanAttributes: false,
  tagValueProcessor: (_, text) => xmlText(String(text)),
  attributeValueProcessor: (_, text) => xmlText(String(text)),
});

/** → the elements as XML. Texts are escaped; characters that XML cannot hold are left out. */
export const toXml = (elements: Elements): string => builder.build(elements);

/** → an element that is left out when empty. */
export const unlessEmpty = (name: string, text: string): Elements =>
  text === '' ? {} : { [name]: text };

/** → the attributes of an element. */
export const attributes = (named: object): Elements =>
  Object.fromEntries(Object.entries(named).map(([name, text]) => [`@${name}`, text as string]));

/** → where and when a record takes place, as both formats write it. */
export function placeAndTime({ place, start, end, timeZone, isAllDay }: Entry): Elements {
  const { point, lines } = place;
  const dateOf = ({ local, utc }: Entry['start']) =>
    isAllDay ? local.slice(0, 10) : isoWithOffset(local, timeZone, utc);
  return {
    ...(point ? { 'georss:point': `${degrees(point.lat)} ${degrees(point.lng)}` } : {}),
    'ev:startdate': dateOf(start),
    'ev:enddate': dateOf(end),
    ...unlessEmpty('ev:location', lines.join(', ')),
  };
}

const PREFIXES: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled: ',
  postponed: 'Postponed: ',
  rescheduled: 'Rescheduled: ',
  moved_online: 'Moved online: ',
};

/** → the title, which also says when an event does not take place as announced. */
export const shownTitle = ({ title, eventStatus }: Entry): string =>
  `${PREFIXES[eventStatus] ?? ''}${title}`;

// XML 1.0 holds no control characters but tab and line ends, and neither U+FFFE nor U+FFFF.
const xmlText = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
