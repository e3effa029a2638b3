/** Addresses of the internet. */
import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUrl } from './urls.js';

/** An IPv4 address or an IPv6 address in brackets, and the port that some proxies add. */
const withPort = /^(?:\[(?<v6>[^\]]*)\](?::\d+)?|(?<v4>\d+(?:\.\d+){3}):\d+)$/;

/** → the address without a port; of IPv6 its first 64 bits, which one subscriber has. */
export function networkOf(address: string): string {
  const { v4, v6 } = withPort.exec(address)?.groups ?? {};
  const plain = v4 ?? v6 ?? address;
  try {
    const parsed = ipaddr.process(plain);
    if (parsed.kind() === 'ipv4') return parsed.toString();
    return parsed.toNormalizedString().split(':').slice(0, 4).join(':');
  } catch {
    return address;
  }
}

/** IPv4 networks of link-local addresses and of cloud machines that reveal secrets to all. */
const SECRET = ['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'];

/** Prefixes by which translators lead an IPv6 address to IPv4. RFC 6052, 7915. */
const TRANSLATED = ['64:ff9b::', '::ffff:0:'];

/** Addresses that no setting opens. `::/96` is an old form of IPv4; its `::1` is loopback. */
const never = new BlockList();
never.addAddress('::', 'ipv6');
never.addRange('::2', '::ffff:ffff', 'ipv6');
for (const network of ['fe80::/10', 'fd00:ec2::254/128', 'fd20:ce::254/128']) add(network);
for (const network of SECRET) {
  add(network);
  for (const prefix of TRANSLATED) add(`${prefix}${network}`, 96);
}

function add(network: string, bitsBefore = 0): void {
  const [address = '', bits] = network.split('/');
  never.addSubnet(address, bitsBefore + Number(bits), familyOf(address));
}

/** → whether an address is always forbidden. An IPv6 address may contain an IPv4 address. */
export const isNeverAsked = (address: string): boolean =>
  isIP(address) > 0 && never.check(address.split('%')[0] ?? '', familyOf(address));

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** → the host of a URL as addresses are written: without brackets, case or a dot at its end. */
export const hostOf = ({ hostname }: URL): string =>
  hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/**
 * → the reason to send no request to a URL; null when allowed. The addresses of its host are
 * checked when the connection is made.
 */
export function publicUrlIssue(
  text: string,
  { isPrivateAllowed = false }: { isPrivateAllowed?: boolean },
): string | null {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) return 'Must be a URL.';
  if (url.username !== '' || url.password !== '') return 'Must not hold a user or a password.';
  const host = hostOf(url);
  if (isNeverAsked(host)) return 'Its address may not be asked.';
  if (isPrivateAllowed) return null;
  const isLocal = /(^|\.)localhost$/.test(host);
  const isPrivate = ipaddr.isValid(host) && ipaddr.process(host).range() !== 'unicast';
  return isLocal || isPrivate ? 'Its address is not public.' : null;
}
