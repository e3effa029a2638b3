/** Addresses of the internet. */
import ipaddr from 'ipaddr.js';
import { parseUrl } from './urls.js';

/** An IPv4 address or an IPv6 address in brackets, and the port that some proxies add. */
const withPort = /^(?:\[(?<v6>[^\]]*)\](?::\d+)?|(?<v4>\d+(?:\.\d+){3}):\d+)$/;

/** → the address without a port; of IPv6 its first 64 bits, which one subscriber has. */
export function networkOf(address: string): string {
  const { v4, v6 } = withPort.exec(address)?.groups ?? {};
  const plain = v4 ?? v6 ?? address;
  try {
    const parsed = ipaddr.parse(plain.replace(/^::ffff:(?=\d+\.)/i, ''));
    if (parsed.kind() === 'ipv4') return parsed.toString();
    return parsed.toNormalizedString().split(':').slice(0, 4).join(':');
  } catch {
    return address;
  }
}

/** Addresses of cloud machines that tell their secrets to whoever asks, besides link-local ones. */
const METADATA = ['100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'];

/** The prefix of IPv6 addresses that lead to the IPv4 address in their last 32 bits. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/** → whether no setting may have an address asked: link-local ones, and those of metadata. */
export function isNeverAsked(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const isNat = parsed.kind() === 'ipv6' && parsed.match(NAT64);
  if (isNat) return isNeverAsked(parsed.toByteArray().slice(12).join('.'));
  return parsed.range() === 'linkLocal' || METADATA.includes(parsed.toString());
}

/** → the host of a URL as addresses are written: without brackets, case or a dot at its end. */
export const hostOf = ({ hostname }: URL): string =>
  hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/**
 * → why no request may be sent to a URL; null: it may. What its host resolves to is checked when
 * the connection is made.
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
