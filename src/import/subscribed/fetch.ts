/** Fetches a subscribed calendar, whole and within bounds. Contract 32. */
import type { IncomingMessage } from 'node:http';
import { publicUrlIssue } from '../../lib/network.js';
import { askOutside, readWhole } from '../../lib/outbound.js';
import { parseUrl } from '../../lib/urls.js';
import type { Deps } from '../../records/deps.js';
import { readDuration } from '../../time/duration.js';
import { secondsPerDay } from '../../time/wall-clock.js';
import { isEncoding } from '../decode.js';
import { plainBytes } from '../source.js';
import { fetchableUrl, type Source } from './source.js';

/** A calendar as it was fetched. */
export interface Fetched {
  bytes: Buffer;
  etag: string;
  lastModified: string;
  /** The charset that the server names; it counts where the bytes are no UTF-8. */
  charset: string | undefined;
  /** How often the calendar asks to be fetched, s; 0: it does not say. */
  refreshSeconds: number;
}

/** For all of it: name resolution, connections, redirects, the whole answer. */
const TIMEOUT_MS = 30_000;
const REDIRECTS_MAX = 5;
/** Of the answer, inflated; of all its pages together. */
const BYTES_MAX = 10 * 1024 * 1024;
/** Our own calendars have pages of 1,000 events. */
const PAGES_MAX = 20;

/** → the calendar; null: it is as before. Throws an Error with the reason in words. */
export async function fetchCalendar(
  { outbound: rules }: Pick<Deps, 'outbound'>,
  { url, etag, last_modified }: Pick<Source, 'url' | 'etag' | 'last_modified'>,
): Promise<Fetched | null> {
  const plain = { 'user-agent': 'Marquee', accept: 'text/calendar, */*;q=0.1' };
  const validators = {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(last_modified ? { 'if-modified-since': last_modified } : {}),
  };
  const parse = (text: string, from?: URL): URL => {
    const target = parseUrl(fetchableUrl(text), from);
    const issue = target ? publicUrlIssue(target.href, rules) : 'Must be a URL.';
    if (!target || issue !== null) throw new Error(`a URL that may not be asked: ${issue}`);
    return target;
  };
  const redirects = { max: REDIRECTS_MAX, parse };
  const endMs = performance.now() + TIMEOUT_MS;
  const ask = (target: URL, own: Record<string, string>) => {
    const timeoutMs = Math.max(1, Math.round(endMs - performance.now()));
    return askOutside(target, { rules, headers: own, timeoutMs, redirects }, (response) => {
      const { statusCode } = response;
      if (statusCode === 304) return null;
      if (statusCode !== 200) throw new Error(`the server answered ${statusCode}`);
      return readCalendar(response);
    });
  };
  const first = await ask(parse(url), { ...plain, ...validators });
  if (!first?.next) return first;
  const pages = [first.bytes];
  const start = parse(url);
  const asked = new Set([start.href]);
  for (let { next } = first; next !== ''; ) {
    const target = parse(next, start);
    if (target.origin !== start.origin) throw new Error('its next page is on another host');
    if (asked.has(target.href)) throw new Error('its next page is one that was read');
    asked.add(target.href);
    const page = await ask(target, plain);
    if (page) pages.push(page.bytes);
    next = page?.next ?? '';
    const size = pages.reduce((sum, { length }) => sum + length, 0);
    if (size > BYTES_MAX) throw new Error(`more than ${BYTES_MAX} bytes`);
    if (pages.length > PAGES_MAX) throw new Error(`more than ${PAGES_MAX} pages`);
  }
  // Those of the first page would say nothing of the others.
  return { ...first, bytes: Buffer.concat(pages), etag: '', lastModified: '' };
}

/** → the next page that a header `Link` names, as our own calendars have it; `""`: none. */
const nextIn = (link: string): string =>
  /<([^<>]*)>\s*;\s*rel="?next"?\s*(?:[;,]|$)/i.exec(link)?.[1] ?? '';

async function readCalendar(response: IncomingMessage): Promise<Fetched & { next: string }> {
  const bytes = await readWhole(plainBytes(response), BYTES_MAX);
  const text = bytes.toString('latin1');
  if (!/^(\xef\xbb\xbf)?\s*BEGIN:VCALENDAR\s/i.test(text)) {
    throw new Error('the answer is no calendar');
  }
  // Some caches write a line behind it.
  const last = text.slice(-1000).search(/(?:^|[\r\n])END:VCALENDAR\s*(?:$|[\r\n<])/i);
  if (last < 0 || /BEGIN:V/i.test(text.slice(-1000).slice(last))) {
    throw new Error('the calendar is cut off');
  }
  const { etag = '', 'last-modified': lastModified = '', link = '' } = response.headers;
  const next = nextIn(String(link));
  const [, named = ''] =
    /;\s*charset="?([\w.:-]+)/i.exec(response.headers['content-type'] ?? '') ?? [];
  const charset = isEncoding(named) ? named : undefined;
  return { bytes, etag, lastModified, charset, refreshSeconds: refreshOf(text), next };
}

/** How often a calendar says that it changes. RFC 7986, 5.7. */
const REFRESH = /^(?:REFRESH-INTERVAL|X-PUBLISHED-TTL)[^:\r\n]*:(P[\dWDTHMS]{2,30})\s*$/im;

function refreshOf(text: string): number {
  const [, duration = ''] = REFRESH.exec(text.slice(0, HEAD_CHARS)) ?? [];
  const { days, seconds } = readDuration(duration) ?? { days: 0, seconds: 0 };
  return Math.max(0, days * secondsPerDay + seconds);
}

/** Where a calendar's own properties stand, characters. */
const HEAD_CHARS = 20_000;
