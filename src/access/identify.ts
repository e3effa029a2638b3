/** Authorization header → caller. Source: Contract 6.1. */
import type { Caller } from './roles.js';
import { isRole } from './roles.js';
import { hashToken, readAuthorization } from './tokens.js';

/** The only query that identification makes. */
export interface FindsUsers {
  findByHash(
    tokenHash: string,
    nowUtc: string,
  ): Promise<{ id: number; name: string; role: string } | null>;
}

/** → the caller; null for anonymous; 'unknown' for credentials that match no user. */
export async function identify(
  users: FindsUsers,
  header: string | undefined,
  nowUtc: string,
): Promise<Caller | 'unknown'> {
  const credentials = readAuthorization(header);
  if (credentials === null) return null;
  if (credentials === 'unreadable') return 'unknown';
  const user = await users.findByHash(hashToken(credentials.token), nowUtc);
  if (!user || !isRole(user.role)) return 'unknown';
  if (credentials.name !== null && credentials.name !== user.name) return 'unknown';
  return { id: user.id, name: user.name, role: user.role };
}
