/** Authorization header → caller. Source: Contract 6.1. */
import type { Caller } from './roles.js';
import { isRole } from './roles.js';
import { hashToken, readAuthorization } from './tokens.js';

/** → the active user whose token has this SHA-256, hex; or null. */
export type FindUser = (hash: string) => Promise<{ id: number; name: string; role: string } | null>;

/** → the caller; null for anonymous; 'unknown' for credentials that match no user. */
export async function identify(
  findUser: FindUser,
  header: string | undefined,
): Promise<Caller | 'unknown'> {
  const credentials = readAuthorization(header);
  if (credentials === null) return null;
  if (credentials === 'unreadable') return 'unknown';
  const user = await findUser(hashToken(credentials.token));
  if (!user || !isRole(user.role)) return 'unknown';
  if (credentials.name !== null && credentials.name !== user.name) return 'unknown';
  return { id: user.id, name: user.name, role: user.role };
}
