/** Adds and revokes users, and creates the first administrator. */
import type { Role } from '../access/roles.js';
import { hashToken, newToken } from '../access/tokens.js';
import { secondsToUtc } from '../lib/date-times.js';
import type { StoredUser } from '../store/port.js';
import { type Deps, nowSeconds } from './deps.js';

/** → the new user and the token, which is shown only once; null when the name is taken. */
export async function addUser(
  deps: Pick<Deps, 'store' | 'now'>,
  { name, role, token = newToken() }: { name: string; role: Role; token?: string },
): Promise<{ user: StoredUser; token: string } | null> {
  const user = await deps.store.users.add({
    name,
    role,
    token_hash: hashToken(token),
    created_utc: secondsToUtc(nowSeconds(deps)),
  });
  return user ? { user, token } : null;
}

/** → false when no active user has this name. */
export async function revokeUser(
  deps: Pick<Deps, 'store' | 'now'>,
  name: string,
): Promise<boolean> {
  return deps.store.users.revoke(name, secondsToUtc(nowSeconds(deps)));
}

const FIRST_NAME = 'admin';

/**
 * Ensures that there is an administrator. With ADMIN_TOKEN, the user `admin` has that token;
 * without it, one is created where there has never been any.
 * → the new random token, or null when none was created.
 */
export async function ensureAdministrator(deps: Deps): Promise<string | null> {
  const users = await deps.store.users.list();
  const given = deps.config.adminToken;
  if (given !== null) {
    const known = await deps.store.users.findByHash(hashToken(given));
    if (known) return null;
    const admin = users.find((user) => user.name === FIRST_NAME && user.revoked_utc === null);
    if (admin) await deps.store.users.setToken(admin.id, hashToken(given));
    else await addUser(deps, { name: FIRST_NAME, role: 'administrator', token: given });
    return null;
  }
  if (users.some((user) => user.role === 'administrator')) return null;
  const added = await addUser(deps, { name: FIRST_NAME, role: 'administrator' });
  return added?.token ?? null;
}
