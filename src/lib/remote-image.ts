// Does a URL lead to an image? Answers for the image field of a record; the file itself is never
// read. Called when a record with an image URL is written. The rule it carries: a caller's URL
// must not make this service talk to its own machine or network, however the address is spelled,
// redirected to or resolved. Spec: contract.md 4.5 (OURS).

import { lookup as resolveName } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUrl } from './urls.js';

/** Longest image URL, in characters. */
export const IMAGE_URL_LENGTH_MAX = 2048;

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
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Where all public IPv6 unicast addresses lie; what ipaddr.js does not know it calls unicast. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** An address a name stands for; `family` is 4 or 6. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** How an image is asked for; `resolve` and `isAllowed` are fixed except in tests. */
export interface NetworkRules {
  /** For everything together: names, connections, redirects. */
  timeoutMs: number;
  /** All addresses of a host name; called once for each connection. */
  resolve: (hostname: string) => Promise<ResolvedAddress[]>;
  /** Whether a connection to this address may be opened. */
  isAllowed: (address: string) => boolean;
}

/** The head of an answer, or `null` when there was none. */
type Answer = { status: number; contentType: string; location: string } | null;

/**
 * Whether `url` leads to an image → {extension: jpg, png, gif, webp, avif or ico}; `null` for
 * anything else, faults and timeouts included; it never throws. A URL is http or https, without
 * user or password, at most 2,048 characters, any port. Offline: such a URL whose path ends in an
 * image extension. Online: a HEAD request within `timeoutMs` (all redirects together) must answer
 * 200 with an allowed image type; only public addresses are asked unless `allowPrivate`.
 */
export async function checkRemoteImage(
  url: string,
  options: { online: boolean; timeoutMs: number; allowPrivate?: boolean },
): Promise<{ extension: string } | null> {
  if (!options.online) {
    const target = parseTarget(url);
    return target === null ? null : extensionOfPath(target.pathname);
  }
  return askForImage(url, {
    timeoutMs: options.timeoutMs,
    resolve: (hostname) => resolveName(hostname, { all: true }),
    isAllowed: options.allowPrivate === true ? () => true : isPublicAddress,
  });
}

/**
 * The online half of `checkRemoteImage` under given rules, same answers. Follows at most three
 * redirects; each is held to the rules as if it had been given.
 */
export async function askForImage(
  url: string,
  rules: NetworkRules,
): Promise<{ extension: string } | null> {
  const signal = AbortSignal.timeout(rules.timeoutMs);
  let target = parseTarget(url);
  for (let asked = 0; target !== null && asked <= REDIRECTS_MAX; asked += 1) {
    const answer = await askHead(target, rules, signal);
    if (answer === null) return null;
    if (answer.status === 200) return extensionOfType(answer.contentType);
    if (!REDIRECTS.has(answer.status) || answer.location === '') return null;
    target = parseTarget(answer.location, target);
  }
  return null;
}

/**
 * Whether an IP address (text of either family) is public unicast: not loopback, private, link
 * local, shared, multicast, reserved, nor IPv6 that carries an IPv4 address (mapped, 6to4, Teredo,
 * NAT64), behind which any of these may hide. `false` for a text that is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

/** The URL if it may be asked at all, else `null`. `base` is the URL a redirect came from. */
function parseTarget(text: string, base?: URL): URL | null {
  // The URL parser would silently drop spaces at the ends and line breaks anywhere.
  if (text.length > IMAGE_URL_LENGTH_MAX || /[\s\p{Cc}]/u.test(text)) return null;
  if (base === undefined && !/^https?:\/\//i.test(text)) return null;
  const url = parseUrl(text, base);
  if (!url) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.href.length > IMAGE_URL_LENGTH_MAX ? null : url;
}

function extensionOfPath(path: string): { extension: string } | null {
  const extension = /[^/]\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (!EXTENSIONS.has(extension)) return null;
  return { extension: extension === 'jpeg' ? 'jpg' : extension };
}

function extensionOfType(contentType: string): { extension: string } | null {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const extension = EXTENSION_OF_TYPE.get(type);
  return extension === undefined ? null : { extension };
}

/** One HEAD request. Every end of it, good or bad, resolves; none rejects. */
function askHead(url: URL, rules: NetworkRules, signal: AbortSignal): Promise<Answer> {
  // A literal address is never looked up, so it is checked here. The URL parser has already
  // turned its other spellings (0x7f.1, 2130706433) into the plain one.
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0 && !rules.isAllowed(literal)) return Promise.resolve(null);
  return new Promise((resolve) => {
    try {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'HEAD',
        headers: { 'user-agent': 'Marquee', accept: 'image/*' },
        agent: false,
        lookup: guardedLookup(rules),
        maxHeaderSize: ANSWER_HEADERS_MAX_BYTES,
        signal,
      });
      request.on('response', (response) => {
        resolve(readAnswer(response));
        response.on('error', () => undefined);
        request.destroy();
      });
      request.on('error', () => resolve(null));
      request.on('close', () => resolve(null));
      request.end();
    } catch {
      resolve(null);
    }
  });
}

function readAnswer(response: IncomingMessage): Answer {
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    location: response.headers.location ?? '',
  };
}

/**
 * A lookup for the socket itself: the addresses that are checked are the ones connected to, so
 * a name that resolves differently a moment later gains nothing. One bad address spoils a name.
 */
function guardedLookup({ resolve, isAllowed }: NetworkRules): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        const isSafe = addresses.every(({ address }) => isAllowed(address));
        if (first === undefined || !isSafe) callback(new Error('address refused'), '', 0);
        else if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
