/** The registry of the formats of sources. The first page of a source shows which it has. */
import { kinds } from '../kinds/index.js';
import type { JsonObject } from '../kinds/record.js';
import { parseUrl } from '../lib/net/urls.js';
import { limits } from '../limits.js';
import { csv } from '../rows/formats/csv.js';
import type { Format } from '../rows/formats/format.js';
import { html } from '../rows/formats/html.js';
import { ical } from '../rows/formats/ical/ical.js';
import { isJcal } from '../rows/formats/ical/jcal.js';
import { formatOfFile, formatOfMedia } from '../rows/formats/index.js';
import { json } from '../rows/formats/json.js';
import { ndjson } from '../rows/formats/ndjson.js';
import { OWN_COLUMNS } from '../rows/mapper.js';
import { isCalendar } from '../rows/read/unfold.js';
import { readDuration } from '../time/duration.js';
import { secondsPerDay } from '../time/wall-clock.js';
import { FEED, PAGED, type SourceFormat, type SourcePage, WHOLE } from './source-format.js';

/** → the next page in a header `Link`, as in our own calendars, or `""`. */
const linkedPage = ({ headers }: SourcePage): string =>
  /<([^<>]*)>\s*;\s*rel="?next"?\s*(?:[;,]|$)/i.exec(String(headers.link ?? ''))?.[1] ?? '';

/** → whether the type or the address of a page names a format. */
const isNamed = (format: Format, { url, mediaType }: SourcePage): boolean =>
  [formatOfMedia(mediaType), formatOfFile(url.pathname)].includes(format);

/** → whether an answer is a page of a feed: its items have states, or it is empty. */
function isFeedPage({ items, next, ...rest }: JsonObject): boolean {
  if (!Array.isArray(items)) return false;
  const isItem = (item: unknown) =>
    typeof item === 'object' && item !== null && 'id' in item && 'state' in item;
  if (items.length > 0) return items.every(isItem);
  return typeof next === 'string' && ('license' in rest || 'version' in rest);
}

const calendar: SourceFormat = {
  name: 'ical',
  what: 'calendar',
  reads: ical,
  missing: 'trash',
  accept: 'text/calendar, */*;q=0.1',
  bounds: WHOLE,
  mapping: OWN_COLUMNS,
  isLike: ({ start }) => isCalendar(start),
  faultOf({ bytes }) {
    const text = bytes.toString('latin1', Math.max(0, bytes.length - 1000));
    // Some caches write a line after it.
    const last = text.search(/(?:^|[\r\n])END:VCALENDAR\s*(?:$|[\r\n<])/i);
    return last < 0 || /BEGIN:V/i.test(text.slice(last)) ? 'the calendar is cut off' : null;
  },
  nextOf: linkedPage,
  refreshOf({ bytes }) {
    const lines = bytes.toString('latin1', 0, HEAD_CHARS).split(/[\r\n]+/);
    return secondsOf(lines.flatMap((line) => REFRESH.exec(line)?.[1] ?? [])[0]);
  },
};

function secondsOf(duration = ''): number {
  const { days, seconds } = readDuration(duration) ?? { days: 0, seconds: 0 };
  return Math.max(0, days * secondsPerDay + seconds);
}

/** The interval of changes that a calendar states. RFC 7986, 5.7. */
const REFRESH = /^(?:REFRESH-INTERVAL|X-PUBLISHED-TTL)(?:;[^:]*)?:(P[\dWDTHMS]{2,30})\s*$/i;

/** The range of a calendar's own properties, characters. */
const HEAD_CHARS = 20_000;

const jcal: SourceFormat = {
  ...calendar,
  name: 'jcal',
  what: 'jCal',
  reads: json,
  accept: 'application/calendar+json, */*;q=0.1',
  isLike: ({ start }) => isJcal(start),
  faultOf: (page) => (page.isJson() ? null : 'the jCal is cut off, or not valid'),
  refreshOf: ({ start }) => secondsOf(JCAL_REFRESH.exec(start.slice(0, HEAD_CHARS))?.[1]),
};

const JCAL_REFRESH =
  /"(?:refresh-interval|x-published-ttl)", ?\{[^{}]{0,99}\}, ?"\w{1,9}", ?"(P[\dWDTHMS]{2,30})"/i;

const page: SourceFormat = {
  name: 'html',
  what: 'page of HTML',
  reads: html,
  // It shows the next twenty.
  missing: 'keep',
  accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
  bounds: { ...WHOLE, pages: 1 },
  mapping: 'schema-org-events',
  isLike: ({ start, mediaType }) =>
    html.isLike(start, {}) || (/html/.test(mediaType) && /^\s*</.test(start)),
  faultOf: () => null,
  endsAnywhere: true,
  nextOf: () => '',
  emptyFault: 'the page has no event as JSON-LD',
  hintOf: ({ url, bytes }) => {
    const text = bytes.toString('latin1').replaceAll('\\/', '/');
    const at = text.indexOf(REST);
    const before = text.slice(Math.max(0, at - limits.urlChars), Math.max(0, at));
    const rest = parseUrl(before.slice(before.lastIndexOf('http')) + REST);
    return rest?.host === url.host ? `; all its events are at ${rest.href}/events` : '';
  },
};

/** How pages of WordPress name the interface of The Events Calendar, also in their scripts. */
const REST = '/tribe/events/v1';

const eventsCalendar: SourceFormat = {
  name: 'the-events-calendar',
  what: 'list of The Events Calendar',
  reads: json,
  missing: 'trash',
  accept: 'application/json',
  bounds: PAGED,
  mapping: 'the-events-calendar',
  isLike: (first) => 'rest_url' in first.json() && Array.isArray(first.json().events),
  faultOf: (page) =>
    Array.isArray(page.json().events) ? null : 'the answer has no list of events',
  nextOf: (page) => String(page.json().next_rest_url ?? ''),
  firstOf(url, { from, to }) {
    const first = new URL(url);
    const asked = { per_page: '50', start_date: from, end_date: to };
    for (const [name, value] of Object.entries(asked)) {
      if (!first.searchParams.has(name)) first.searchParams.set(name, value);
    }
    return first;
  },
  totalOf: (page) => (typeof page.json().total === 'number' ? Number(page.json().total) : null),
};

const changes: SourceFormat = {
  name: 'rpde',
  what: 'feed of changes (RPDE)',
  reads: json,
  missing: 'trash',
  accept: 'application/json',
  bounds: FEED,
  isFollowed: true,
  isLike: (page) => isFeedPage(page.json()),
  faultOf: () => null,
  nextOf: () => '',
};

const feed: SourceFormat = {
  name: 'json',
  what: 'JSON',
  reads: json,
  missing: 'trash',
  accept: 'application/json, application/ld+json;q=0.9, */*;q=0.1',
  bounds: PAGED,
  isLike: ({ start }) => json.isLike(start, {}),
  faultOf: (page) => (page.isJson() ? null : 'the JSON is cut off, or not valid'),
  nextOf: linkedPage,
};

const lines: SourceFormat = {
  ...feed,
  name: 'ndjson',
  what: 'lines of JSON',
  reads: ndjson,
  accept: 'application/x-ndjson, application/jsonl;q=0.9, */*;q=0.1',
  // The first line may be longer than the beginning.
  isLike: (page) =>
    (/^\s*\{/.test(page.start) && isNamed(ndjson, page)) ||
    ndjson.isLike(page.start, { route: kinds.event.route }),
  // A cut-off line is not valid JSON.
  faultOf: () => null,
  endsAnywhere: true,
};

const table: SourceFormat = {
  ...feed,
  name: 'csv',
  what: 'CSV',
  reads: csv,
  accept: 'text/csv, text/tab-separated-values, */*;q=0.1',
  bounds: { ...WHOLE, pages: 1 },
  // Any text could be one.
  isLike: (page) => isNamed(csv, page),
  faultOf({ isEndTold, bytes }) {
    const isLineEnded = /[\r\n]\0?$/.test(bytes.subarray(-2).toString('latin1'));
    return isEndTold || isLineEnded ? null : 'its last line is cut off';
  },
  endsAnywhere: true,
  nextOf: () => '',
};

/** Every format, in the order in which they are tried on the first page. */
export const sourceFormats: readonly SourceFormat[] = [
  calendar,
  jcal,
  page,
  eventsCalendar,
  changes,
  lines,
  feed,
  table,
];

/** → the format of this name, or null. */
export const sourceFormatNamed = (name: string): SourceFormat | null =>
  sourceFormats.find((format) => format.name === name) ?? null;
