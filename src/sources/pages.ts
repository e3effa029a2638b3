/** Fetches the pages of a source in turn, within bounds and on its origin. Contract 32. */
import type { IncomingMessage } from 'node:http';
import { isJsonObject, type Json } from '../kinds/record.js';
import { publicUrlIssue } from '../lib/net/network.js';
import { askOutside, readWhole } from '../lib/net/outbound.js';
import { parseUrl } from '../lib/net/urls.js';
import type { Deps } from '../records/deps.js';
import { nestsDeeper, parsedJson } from '../rows/formats/json-text.js';
import { plainBytes } from '../rows/read/bytes.js';
import { isEncoding } from '../rows/read/decode.js';
import { authorizationFor } from './credentials.js';
import { faultOfStatus } from './faults.js';
import { fetchableUrl, type Source } from './source.js';
import { type FetchBounds, type SourceFormat, type SourcePage, WHOLE } from './source-format.js';
import { sourceFormatNamed, sourceFormats } from './source-formats.js';

/** A page, and the format of its source. */
export interface FormatPage extends SourcePage {
  format: SourceFormat;
  /** The URL of the next one; null: it is the last. */
  next: URL | null;
}

const REDIRECTS_MAX = 5;
/** Characters that determine a format. */
const START_CHARS = 64 * 1024;
const ANY = 'text/calendar, application/json;q=0.9, text/csv;q=0.9, text/html;q=0.8, */*;q=0.1';

/** Where and how a source is asked. `days`: the first and the last that are read. */
interface Fetching {
  source: Pick<Source, 'url' | 'etag' | 'last_modified' | 'format' | 'credentials'>;
  days: { from: string; to: string };
}

/**
 * Yields the pages of a source on demand; none if it is unchanged. Throws an Error with the reason
 * in words.
 */
export async function* fetchPages(
  { outbound: rules }: Pick<Deps, 'outbound'>,
  { source, days }: Fetching,
): AsyncGenerator<FormatPage> {
  const start = targetOf(source.url, rules);
  let format = sourceFormatNamed(source.format ?? '');
  let target = format?.firstOf?.(start, days) ?? start;
  let validators = validatorsOf(source);
  const asked = new Set<string>();
  const begunMs = performance.now();
  let bytes = 0;
  for (let next: URL | null = target; next !== null; ) {
    target = next;
    const bounds = format?.bounds ?? WHOLE;
    if (asked.has(target.href)) throw new Error('its next page is one that was read');
    if (asked.size === bounds.pages) throw new Error(`more than ${bounds.pages} pages`);
    asked.add(target.href);
    const leftMs = bounds.ms - (performance.now() - begunMs);
    const headers = { 'user-agent': 'Marquee', accept: format?.accept ?? ANY, ...validators };
    const firstHeaders = authorizationFor(target, source.credentials ?? null);
    const page = await askPage(target, { rules, headers, firstHeaders, bounds, leftMs });
    if (page === null) return;
    validators = {};
    if (format === null) {
      format = recognised(page, start);
      const first: URL | null = format.firstOf?.(start, days) ?? null;
      if (first && first.href !== target.href) {
        next = first;
        asked.clear();
        continue;
      }
    }
    const fault = format.isLike(page) ? format.faultOf(page) : `the answer is no ${format.what}`;
    if (fault !== null) throw new Error(fault);
    bytes += page.bytes.length;
    if (bytes > bounds.bytes) throw new Error(`more than ${bounds.bytes} bytes`);
    const named = format.nextOf(page);
    next = named === '' ? null : nextTarget(named, { page, start, rules });
    yield { ...page, format, next };
  }
}

const validatorsOf = ({ etag, last_modified }: Fetching['source']): Record<string, string> => ({
  ...(etag ? { 'if-none-match': etag } : {}),
  ...(last_modified ? { 'if-modified-since': last_modified } : {}),
});

function recognised(page: SourcePage, start: URL): SourceFormat {
  const format = sourceFormats.find((candidate) => candidate.isLike(page));
  // The address of a calendar answers a page where it wants a login.
  if (format?.name === 'html' && /\.ics$/i.test(start.pathname)) {
    throw new Error('the answer is no calendar, but a page of HTML');
  }
  if (format) return format;
  throw new Error('the answer is no calendar, page of HTML, JSON or CSV');
}

type Rules = Deps['outbound'];

/** → the URL that a page names as the next one. Throws when it is on another host. */
export function nextTarget(
  named: string,
  { page, start, rules }: { page: SourcePage; start: URL; rules: Rules },
): URL {
  const target = targetOf(named, rules, page.url);
  const isSameHost = target.hostname === start.hostname && target.port === '' && start.port === '';
  // Many sites name their own pages by http when a proxy adds TLS.
  if (isSameHost) target.protocol = start.protocol;
  if (target.origin === start.origin) return target;
  throw new Error(`its next page is on another host (${target.origin})`);
}

/** → the URL of a source, or of a page. Throws when it may not be asked. */
export function targetOf(text: string, rules: Rules, from?: URL): URL {
  const target = parseUrl(fetchableUrl(text), from);
  const issue = target ? publicUrlIssue(target.href, rules) : 'Must be a URL.';
  if (!target || issue !== null) throw new Error(`a URL that may not be asked: ${issue}`);
  return target;
}

interface Asked {
  rules: Rules;
  headers: Record<string, string>;
  firstHeaders: Record<string, string> | undefined;
  bounds: FetchBounds;
  leftMs: number;
}

/** → the page; null: it is as it was. Its errors have the `status` of the answer. */
export function askPage(
  target: URL,
  { rules, headers, firstHeaders, bounds, leftMs }: Asked,
): Promise<SourcePage | null> {
  const timeoutMs = Math.max(1, Math.round(Math.min(bounds.pageMs, leftMs)));
  let isRedirected = false;
  const parse = (text: string, from: URL) => {
    isRedirected = true;
    return targetOf(text, rules, from);
  };
  const redirects = { max: REDIRECTS_MAX, parse };
  const asking = {
    rules,
    headers,
    timeoutMs,
    redirects,
    ...(firstHeaders ? { firstHeaders } : {}),
  };
  return askOutside(target, asking, (response) => {
    const { statusCode = 0 } = response;
    if (statusCode === 304) return null;
    const isSent = firstHeaders !== undefined;
    if (statusCode !== 200) {
      const reason = faultOfStatus(statusCode, { isSent, isRedirected });
      throw Object.assign(new Error(reason), { status: statusCode });
    }
    return readPage(target, response, bounds);
  });
}

async function readPage(
  url: URL,
  response: IncomingMessage,
  { pageBytes }: FetchBounds,
): Promise<SourcePage> {
  const bytes = await readWhole(plainBytes(response), pageBytes);
  const { 'content-type': type = '', 'content-length': length } = response.headers;
  const isChunked = /\bchunked$/i.test(response.headers['transfer-encoding'] ?? '');
  const [, named = ''] = /;\s*charset="?([\w.:-]+)/i.exec(type) ?? [];
  let parsed: Json | undefined | null = null;
  const value = (): Json | undefined => {
    if (parsed === null) parsed = valueIn(bytes);
    return parsed;
  };
  return {
    url,
    bytes,
    isEndTold: isChunked || length !== undefined,
    headers: response.headers,
    start: bytes.toString('latin1', 0, START_CHARS).replace(/^\xef\xbb\xbf/, ''),
    mediaType: (type.split(';')[0] ?? '').trim().toLowerCase(),
    charset: isEncoding(named) ? named : undefined,
    isJson: () => typeof value() === 'object',
    json: () => {
      const json = value() ?? null;
      return isJsonObject(json) ? json : {};
    },
  };
}

/** Deepest nesting of a page: an envelope around rows. */
const LEVELS_MAX = 200;

/** → the value; undefined: it is no JSON, or a single word. */
function valueIn(bytes: Buffer): Json | undefined {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const isValue = /^\s*[[{]/.test(text) && !nestsDeeper(text, LEVELS_MAX);
  return isValue ? parsedJson(text) : undefined;
}
