/** Addresses of the internet. */
import ipaddr from 'ipaddr.js';

/** → the address; of IPv6 its first 64 bits, which one subscriber has. */
export function networkOf(address: string): string {
  try {
    const parsed = ipaddr.parse(address.replace(/^::ffff:(?=\d+\.)/i, ''));
    if (parsed.kind() === 'ipv4') return parsed.toString();
    return parsed.toNormalizedString().split(':').slice(0, 4).join(':');
  } catch {
    return address;
  }
}
