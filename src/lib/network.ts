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
  if (isPrivateAllowed) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = /(^|\.)localhost\.?$/i.test(host);
  const isPrivate = ipaddr.isValid(host) && ipaddr.process(host).range() !== 'unicast';
  return isLocal || isPrivate ? 'Its address is not public.' : null;
}
