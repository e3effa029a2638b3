/** Addresses of the internet. */
import ipaddr from 'ipaddr.js';

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
