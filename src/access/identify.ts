/** Authorization header → caller. Source: Contract 6.1. */
import type { Caller } from './roles.js';
import { isRole } from './roles.js';
import { hashToken, isSameHash, readAuthorization } from './tokens.js';

/** The only query that identification makes. */
export interface FindsUsers {
  findByHash(
    tokenHash: string,
  ): Promise<{ id: number; name: string; role: string; token_hash: string } | null>;
}

/** → the caller; null for anonymous; 'unknown' for credentials that match no user. */
export async function identify(
  users: FindsUsers,
  header: string | undefined,
): Promise<Caller | 'unknown'> {
  const credentials = readAuthorization(header);
  if (credentials === null) return null;
  if (credentials === 'unreadable') return 'unknown';
  const hash = hashToken(credentials.token);
  const user = await users.findByHash(hash);
  if (!user || !isSameHash(user.token_hash, hash) || !isRole(user.role)) return 'unknown';
  if (credentials.name !== null && credentials.name !== user.name) return 'unknown';
  return { id: user.id, name: user.name, role: user.role };
}
