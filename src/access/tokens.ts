/**
 * Tokens, 256 random bits, shown once and stored only as a hash; and the caller of a header.
 * Contract 6.1.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type Caller, isRole } from './roles.js';

/** → a new token. */
export function newToken(): string {
  return `mq_${randomBytes(32).toString('base64url')}`;
}

/** → the hash under which a token is stored: SHA-256, hex. Random tokens need no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** → the active user whose token has this SHA-256, hex; or null. */
export type FindUser = (hash: string) => Promise<{ id: number; name: string; role: string } | null>;

/** → the caller; null for anonymous; 'unknown' for credentials that match no user. */
export async function identify(
  findUser: FindUser,
  header: string | undefined,
): Promise<Caller | 'unknown'> {
  if (header === undefined || header.trim() === '') return null;
  const credentials = readAuthorization(header);
  const user = credentials && (await findUser(hashToken(credentials.token)));
  if (!user || !isRole(user.role)) return 'unknown';
  if (credentials.name !== null && credentials.name !== user.name) return 'unknown';
  return { id: user.id, name: user.name, role: user.role };
}

/** → the token, and with Basic the user name it must belong to; null: the form is unknown. */
function readAuthorization(header: string): { token: string; name: string | null } | null {
  const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(header) ?? [];
  if (/^bearer$/i.test(scheme)) return { token: value, name: null };
  if (!/^basic$/i.test(scheme)) return null;
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { name: text.slice(0, colon), token: text.slice(colon + 1) };
}
