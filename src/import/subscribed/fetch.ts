/** Fetches a subscribed calendar, whole and within bounds. Contract 32. */
import type { IncomingMessage } from 'node:http';
import ICAL from 'ical.js';
import { publicUrlIssue } from '../../lib/network.js';
import { requestOutside } from '../../lib/outbound.js';
import { parseUrl } from '../../lib/urls.js';
import type { Deps } from '../../records/deps.js';
import { plainBytes } from '../source.js';
import { fetchableUrl, type Source } from './source.js';

/** A calendar as it was fetched. */
export interface Fetched {
  bytes: Buffer;
  etag: string;
  lastModified: string;
  /** How often the calendar asks to be fetched, s; 0: it does not say. */
  refreshSeconds: number;
}

/** For all of it: name resolution, connections, redirects, the whole answer. */
const TIMEOUT_MS = 30_000;
const REDIRECTS_MAX = 5;
/** Of the answer, inflated. */
const BYTES_MAX = 10 * 1024 * 1024;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** → the calendar; null: it is as before. Throws an Error with the reason in words. */
export async function fetchCalendar(
  deps: Pick<Deps, 'outbound'>,
  { url, etag, last_modified }: Pick<Source, 'url' | 'etag' | 'last_modified'>,
): Promise<Fetched | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = {
    'user-agent': 'Marquee',
    accept: 'text/calendar, */*;q=0.1',
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(last_modified ? { 'if-modified-since': last_modified } : {}),
  };
  let target = parseUrl(fetchableUrl(url));
  try {
    for (let asked = 0; asked <= REDIRECTS_MAX; asked += 1) {
      const issue = target ? publicUrlIssue(target.href, deps.outbound) : 'Must be a URL.';
      if (!target || issue !== null) throw new Error(`a URL that may not be asked: ${issue}`);
      const response = await requestOutside(target, deps.outbound, { headers, signal });
      const { statusCode = 0, headers: said } = response;
      if (statusCode === 200) return await readWhole(response);
      response.on('error', () => undefined).destroy();
      if (statusCode === 304) return null;
      const { location } = said;
      if (!REDIRECTS.has(statusCode) || !location) {
        throw new Error(`the server answered ${statusCode}`);
      }
      target = parseUrl(fetchableUrl(location), target);
    }
    throw new Error(`more than ${REDIRECTS_MAX} redirects`);
  } catch (error) {
    const text = `no whole answer within ${TIMEOUT_MS / 1000} seconds`;
    throw signal.aborted ? new Error(text, { cause: error }) : error;
  }
}

async function readWhole(response: IncomingMessage): Promise<Fetched> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of plainBytes(response)) {
    parts.push(part);
    size += part.length;
    if (size <= BYTES_MAX) continue;
    response.destroy();
    throw new Error(`the calendar has more than ${BYTES_MAX} bytes`);
  }
  const bytes = Buffer.concat(parts);
  const text = bytes.toString('latin1');
  if (!/^(\xef\xbb\xbf)?\s*BEGIN:VCALENDAR\s/i.test(text)) {
    throw new Error('the answer is no calendar');
  }
  if (!/(^|[\r\n])END:VCALENDAR\s*$/i.test(text.slice(-1000))) {
    throw new Error('the calendar is cut off');
  }
  const { etag = '', 'last-modified': lastModified = '' } = response.headers;
  return { bytes, etag, lastModified, refreshSeconds: refreshOf(text) };
}

/** How often a calendar says that it changes. RFC 7986, 5.7. */
const REFRESH = /^(?:REFRESH-INTERVAL|X-PUBLISHED-TTL)[^:\r\n]*:(P[\dWDTHMS]{2,30})\s*$/im;

function refreshOf(text: string): number {
  const [, duration = ''] = REFRESH.exec(text.slice(0, HEAD_CHARS)) ?? [];
  try {
    return Math.max(0, ICAL.Duration.fromString(duration).toSeconds());
  } catch {
    return 0;
  }
}

/** Where a calendar's own properties stand, characters. */
const HEAD_CHARS = 20_000;
