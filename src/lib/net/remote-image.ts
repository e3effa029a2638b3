// Checks whether a URL in the image field of a record leads to an image, and fetches it for pages.
// A caller's URL must not make the service connect to its own machine or network, however the
// address is written, redirected to or resolved. Contract 4.5 (OURS), 26.5.

import type { IncomingMessage } from 'node:http';
import { type Asking, askOutside, type NetworkRules, readWhole } from './outbound.js';
import { webUrl } from './urls.js';

/** Longest URL of any field, in characters. */
const URL_CHARS_MAX = 2048;

const REDIRECTS_MAX = 3;
const ANSWER_HEADERS_MAX_BYTES = 8192;

const EXTENSION_OF_TYPE: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/x-icon', 'ico'],
  ['image/vnd.microsoft.icon', 'ico'],
]);
const EXTENSIONS: ReadonlySet<string> = new Set([...EXTENSION_OF_TYPE.values(), 'jpeg']);

/** An image: `extension` is jpg, png, gif, webp, avif or ico. Or the reason of a failure. */
export type ImageCheck = { extension: string } | { reason: string };

/**
 * Checks whether `url` leads to an image; `null` for a URL that may not be asked at all; never
 * throws. The URL must be http or https, without user or password, and have at most 2,048
 * characters; any port is allowed. Offline, its path must end in an image extension. Online, a HEAD
 * request must return 200 with an allowed image type, after at most three redirects, each under the
 * same rules; a host that refuses HEAD is asked by a GET of the first bytes. `timeoutMs` is for all
 * of it, name resolution included.
 */
export async function checkRemoteImage(
  url: string,
  { online, timeoutMs, ...rules }: NetworkRules & { online: boolean; timeoutMs: number },
): Promise<ImageCheck | null> {
  const target = parseTarget(url);
  if (target === null) return null;
  if (!online) return extensionOfPath(target.pathname);
  const endMs = performance.now() + timeoutMs;
  const typeBy = (how: Pick<Asking, 'method' | 'headers'>) => {
    const leftMs = Math.max(1, Math.round(endMs - performance.now()));
    return ask(target, { ...how, timeoutMs: leftMs, rules }, ({ headers }) =>
      extensionOfType(headers['content-type']),
    );
  };
  try {
    return await typeBy({ method: 'HEAD' }).catch((error: Error) => {
      if (!isHeadRefused(error)) throw error;
      return typeBy({ method: 'GET', headers: FIRST_BYTES });
    });
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** The connection ends after the head of the answer, also where a host sends all bytes. */
const FIRST_BYTES = { range: 'bytes=0-1023' };

/** Statuses that a GET would not change. */
const FINAL: ReadonlySet<number> = new Set([404, 410, 429]);

/** How a host refuses without a status: it hangs up, or sends no HTTP. */
const HUNG_UP = /^no answer( \((ECONNRESET|EPIPE|HPE_\w+)\))?$/;

function isHeadRefused({ message, status }: Error & { status?: number }): boolean {
  return status === undefined ? HUNG_UP.test(message) : status >= 400 && !FINAL.has(status);
}

/**
 * → the bytes of a supposed image, under the same rules. `timeoutMs` is for all of it. Throws an
 * Error with the reason in words when they are missing or more than `bytesMax`.
 */
export async function fetchRemoteImage(
  url: string,
  { timeoutMs, bytesMax, ...rules }: NetworkRules & { timeoutMs: number; bytesMax: number },
): Promise<Buffer> {
  const target = parseTarget(url);
  if (target === null) throw new Error('a URL that may not be asked');
  return ask(target, { method: 'GET', timeoutMs, rules }, (response) => {
    const type = extensionOfType(response.headers['content-type']);
    if ('reason' in type) throw new Error(type.reason);
    return readWhole(response, bytesMax);
  });
}

/**
 * → the result of `read` for the answer 200, or 206 to a range, after redirects. Throws an Error
 * with the reason and the `status` of another answer.
 */
function ask<T>(
  target: URL,
  { headers, ...options }: Pick<Asking, 'method' | 'headers' | 'timeoutMs' | 'rules'>,
  read: (response: IncomingMessage) => T | Promise<T>,
): Promise<T> {
  const asking: Asking = {
    ...options,
    headers: { 'user-agent': 'Marquee', accept: 'image/*', ...headers },
    maxHeaderSize: ANSWER_HEADERS_MAX_BYTES,
    redirects: { max: REDIRECTS_MAX, parse: parseRedirect },
  };
  return askOutside(target, asking, (response) => {
    const { statusCode: status } = response;
    const isFound = status === 200 || (status === 206 && headers !== undefined);
    if (isFound) return read(response);
    throw Object.assign(new Error(`the server answered ${status}`), { status });
  });
}

function parseRedirect(location: string, from: URL): URL {
  const target = parseTarget(location, from);
  if (target === null) throw new Error('a redirect to a URL that may not be asked');
  return target;
}

/** The URL if it may be requested, else `null`. `base` is the URL that redirected to it. */
function parseTarget(text: string, base?: URL): URL | null {
  // The URL parser silently drops surrounding spaces and all line breaks.
  if (text.length > URL_CHARS_MAX || /[\s\p{Cc}]/u.test(text)) return null;
  if (base === undefined && !/^https?:\/\//i.test(text)) return null;
  const url = webUrl(text, base);
  return url && url.href.length <= URL_CHARS_MAX ? url : null;
}

function extensionOfPath(path: string): ImageCheck {
  const extension = /[^/]\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (!EXTENSIONS.has(extension)) return { reason: 'its path has no extension of an image' };
  return { extension: extension === 'jpeg' ? 'jpg' : extension };
}

function extensionOfType(contentType = ''): ImageCheck {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const extension = EXTENSION_OF_TYPE.get(type);
  if (extension !== undefined) return { extension };
  return { reason: type ? `the type ${type.slice(0, 100)} is not that of an image` : 'no type' };
}
