/**
 * Requests to addresses from outside: they do not reach the service's own machine and network,
 * however the address is written or resolved, unless settings allow it; link-local and metadata
 * addresses are never reached. Contract 4.5 (OURS).
 */
import { lookup as resolve } from 'node:dns';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { hostOf, isNeverAsked } from './network.js';

/** Rules for the requests. */
export interface NetworkRules {
  /** Whether addresses that are not public may be reached. */
  isPrivateAllowed?: boolean;
  /** Hosts that may be reached at such addresses, too, as `hostOf` gives them. */
  privateHosts?: readonly string[];
  /** Only tests set these: the resolver, the public addresses, the authority for TLS. */
  lookup?: LookupFunction;
  ca?: string;
  allowIPAddressList?: string[];
}

/** A request, and the bounds of its answer. */
export interface Asking extends RequestOptions {
  rules: NetworkRules;
  /** For all of it: name resolution, connections, redirects, reading the answer. */
  timeoutMs: number;
  body?: string;
  /** Headers of the first request alone: no redirect takes them along. */
  firstHeaders?: Record<string, string>;
  /** The handling of redirects; absent: a redirect is an answer like others. */
  redirects?: {
    max: number;
    /** → the URL. Throws an Error with the reason when it may not be asked. */
    parse: (location: string, from: URL) => URL;
  };
}

/**
 * Asks, and reads the answer with `read`. → its result. It connects to the very addresses that were
 * checked, which prevents DNS rebinding. Throws an Error with the reason in words.
 */
export async function askOutside<T>(
  first: URL,
  { timeoutMs, redirects, firstHeaders, ...options }: Asking,
  read: (response: IncomingMessage) => T | Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { ...(options.headers as Record<string, string>), ...firstHeaders };
  let url = first;
  try {
    for (let asked = 0; asked <= (redirects?.max ?? 0); asked += 1) {
      const once = asked === 0 && firstHeaders ? { headers } : {};
      const response = await request(url, { ...options, ...once, signal });
      try {
        const { location } = response.headers;
        const isRedirect = location && REDIRECTS.has(response.statusCode ?? 0);
        if (!redirects || !isRedirect) return await read(response);
        url = redirects.parse(location, url);
      } finally {
        response.destroy();
      }
    }
    throw new Error(`more than ${redirects?.max} redirects`);
  } catch (error) {
    throw signal.aborted ? new Error(TOO_SLOW, { cause: error }) : error;
  }
}

/** Why there is no answer when a server takes too long. */
export const TOO_SLOW = 'no answer in time';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** → an answer whole. Throws an Error when it has more bytes. */
export async function readWhole(
  answer: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer) {
    parts.push(part);
    size += part.length;
    if (size > bytesMax) throw new Error(`more than ${bytesMax} bytes`);
  }
  return Buffer.concat(parts);
}

function request(
  url: URL,
  { rules: given, body, ...options }: Omit<Asking, 'timeoutMs' | 'firstHeaders'>,
): Promise<IncomingMessage> {
  const { isPrivateAllowed = false, privateHosts = [], lookup = resolve, ...rest } = given;
  const isAllowed = isPrivateAllowed || privateHosts.includes(hostOf(url));
  const rules = {
    allowPrivateIPAddress: isAllowed,
    allowMetaIPAddress: isAllowed,
    lookup: withoutForbidden(lookup),
    ...rest,
  };
  // An address is not resolved.
  if (isNeverAsked(hostOf(url))) return Promise.reject(refused());
  const isSecure = url.protocol === 'https:';
  const agent = isSecure
    ? new RequestFilteringHttpsAgent(rules)
    : new RequestFilteringHttpAgent(rules);
  return new Promise((resolve, reject) => {
    const asked = (isSecure ? requestHttps : requestHttp)(url, { ...options, agent });
    // The reader of the answer throws its errors.
    asked.on('response', (response) => {
      // Without it an answer that the end of its connection ends counts as whole after a failure.
      asked.on('error', (error) => response.destroy(error));
      resolve(response.on('error', () => undefined));
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (REFUSAL.test(error.message)) return reject(refused(error));
      reject(new Error(`no answer (${error.code ?? error.message})`, { cause: error }));
    });
    asked.on('close', () => reject(new Error('no answer')));
    asked.end(body);
  });
}

const refused = (cause?: Error) => new Error('no answer (the address is not public)', { cause });

/** The agent's text for a refused address. */
const REFUSAL = /is not allowed\. Because/;

/** → a resolver that gives no address which may never be asked. */
const withoutForbidden =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, callback) =>
    lookup(name, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      const isForbidden = !error && addresses.some(isNeverAsked);
      callback(
        isForbidden ? new Error(`${name} is not allowed. Because of it.`) : error,
        found,
        family,
      );
    });
