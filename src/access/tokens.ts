/** Tokens: 256 random bits, shown once, kept only as a hash, compared in constant time. */
import { createHash, randomBytes } from 'node:crypto';

/** → a new token. */
export function newToken(): string {
  return `mq_${randomBytes(32).toString('base64url')}`;
}

/** → the hash under which a token is stored: SHA-256, hex. Random tokens need no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** What an Authorization header holds: a token, and with Basic the user name it must belong to. */
export interface Credentials {
  token: string;
  name: string | null;
}

/**
 * Reads an Authorization header. → the credentials; null when there is no header; 'unreadable' when
 * its scheme or its form is unknown.
 */
export function readAuthorization(header: string | undefined): Credentials | null | 'unreadable' {
  if (header === undefined || header.trim() === '') return null;
  const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(header) ?? [];
  if (/^bearer$/i.test(scheme)) return { token: value, name: null };
  if (!/^basic$/i.test(scheme)) return 'unreadable';
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? 'unreadable' : { name: text.slice(0, colon), token: text.slice(colon + 1) };
}
