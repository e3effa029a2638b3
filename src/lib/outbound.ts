// Rules for connections to addresses that somebody else named: the service's own machine and
// network are not reached, however the address is written or resolved. Contract 4.5 (OURS).

import { lookup as resolveName } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Contains all public IPv6 unicast addresses; ipaddr.js calls unknown addresses unicast too. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

const NOT_PUBLIC = 'the address is not public';

/** An address that a name resolves to; `family` is 4 or 6. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Rules for the requests; only tests change `resolve` and `isAllowed`. */
export interface NetworkRules {
  /** For the whole check: name resolution, connections and redirects. */
  timeoutMs: number;
  /** All addresses of a host name; called once for each connection. */
  resolve: (hostname: string) => Promise<ResolvedAddress[]>;
  /** Whether a connection to this address may be opened. */
  isAllowed: (address: string) => boolean;
}

/** → all addresses of a host name, as the system resolves it. */
export const resolveAll: NetworkRules['resolve'] = (hostname) =>
  resolveName(hostname, { all: true });

/**
 * Whether an IP address (text, either family) is public unicast: not loopback, private, link-local,
 * shared, multicast or reserved, and not an IPv6 address that embeds an IPv4 address (mapped, 6to4,
 * Teredo, NAT64), because that may be any of these. `false` for a text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

/**
 * Sends a request without a body. → the response, whose body nobody has read. It connects to
 * allowed addresses only and does not follow redirects. Rejects when there is no answer.
 */
export async function requestOutside(
  url: URL,
  rules: NetworkRules,
  options: RequestOptions,
): Promise<IncomingMessage> {
  if (!isHostAllowed(url, rules)) throw new Error(NOT_PUBLIC);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      agent: false,
      lookup: guardedLookup(rules),
      ...options,
    });
    request.on('response', resolve);
    request.on('error', reject);
    request.on('close', () => reject(new Error('closed without an answer')));
    request.end();
  });
}

/**
 * → whether the host of a URL may be asked. A literal address is not looked up, so it is checked
 * here; the URL parser has already normalized other notations (0x7f.1, 2130706433).
 */
function isHostAllowed(url: URL, rules: NetworkRules): boolean {
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(literal) === 0 || rules.isAllowed(literal);
}

/**
 * A lookup for the socket itself: it connects to the very addresses that were checked, which
 * prevents DNS rebinding. A name with any forbidden address is rejected.
 */
function guardedLookup({ resolve, isAllowed }: NetworkRules): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        const isSafe = addresses.every(({ address }) => isAllowed(address));
        if (first === undefined || !isSafe) callback(new Error(NOT_PUBLIC), '', 0);
        else if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
