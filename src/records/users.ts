/** Adds, changes and revokes users, and creates the first administrator. Each change is logged. */
import type { Caller, Role } from '../access/roles.js';
import { hashToken, newToken } from '../access/tokens.js';
import type { StoredUser } from '../store/port.js';
import { secondsToUtc } from '../time/date-times.js';
import { nowSeconds, nowUtc } from '../time/now.js';
import type { Deps } from './deps.js';

const NO_OLD_TOKEN = { old_token_hash: null, old_token_until_utc: null };

type UserDeps = Pick<Deps, 'store' | 'now' | 'log'>;

/**
 * → the new user and the token, which is shown only once; null when the name is taken. A revoked
 * user of that name gets the ID back, and with it the records.
 */
export async function addUser(
  deps: UserDeps,
  { name, role, token = newToken() }: { name: string; role: Role; token?: string },
): Promise<{ user: StoredUser; token: string } | null> {
  const user = await deps.store.users.add({
    name,
    role,
    token_hash: hashToken(token),
    created_utc: nowUtc(deps),
  });
  if (user) deps.log.info({ user: user.id, name, role }, 'user added');
  return user ? { user, token } : null;
}

/** What became of a change: `unknown` when no active user has the name. */
export type UserOutcome = 'done' | 'unknown' | 'last administrator';

/** Gives a user another role. The last administrator keeps it unless `isForced`. */
export async function setRole(
  deps: UserDeps,
  { name, role, isForced }: { name: string; role: Role; isForced: boolean },
): Promise<UserOutcome> {
  if (role !== 'administrator' && !isForced && (await isLastAdministrator(deps, name))) {
    return 'last administrator';
  }
  if (!(await deps.store.users.change(name, { role }))) return 'unknown';
  deps.log.info({ name, role }, 'role changed');
  return 'done';
}

/**
 * → the user's new token; null when no active user has the name. The token before is valid for
 * `overlapSeconds` more.
 */
export async function rotateToken(
  deps: UserDeps,
  { name, overlapSeconds }: { name: string; overlapSeconds: number },
): Promise<string | null> {
  const user = await findActive(deps, name);
  if (!user) return null;
  const token = newToken();
  const until = secondsToUtc(nowSeconds(deps) + overlapSeconds);
  const isChanged = await deps.store.users.change(name, {
    token_hash: hashToken(token),
    ...(overlapSeconds > 0
      ? { old_token_hash: user.token_hash, old_token_until_utc: until }
      : NO_OLD_TOKEN),
  });
  if (!isChanged) return null;
  deps.log.info({ user: user.id, name, overlapSeconds }, 'token rotated');
  return token;
}

/** Ends a user and all tokens. The last administrator is kept unless `isForced`. */
export async function revokeUser(
  deps: UserDeps,
  { name, isForced }: { name: string; isForced: boolean },
): Promise<UserOutcome> {
  if (!isForced && (await isLastAdministrator(deps, name))) return 'last administrator';
  const revoked_utc = nowUtc(deps);
  const change = { revoked_utc, ...NO_OLD_TOKEN };
  if (!(await deps.store.users.change(name, change))) return 'unknown';
  deps.log.info({ name }, 'user revoked');
  return 'done';
}

const activeOf = async ({ store }: UserDeps): Promise<StoredUser[]> =>
  (await store.users.list()).filter(({ revoked_utc }) => revoked_utc === null);

const findActive = async (deps: UserDeps, name: string): Promise<StoredUser | undefined> =>
  (await activeOf(deps)).find((user) => user.name === name);

async function isLastAdministrator(deps: UserDeps, name: string): Promise<boolean> {
  const administrators = (await activeOf(deps)).filter(({ role }) => role === 'administrator');
  return administrators.length === 1 && administrators[0]?.name === name;
}

const FIRST_NAME = 'admin';

/**
 * Ensures that there is an administrator. With ADMIN_TOKEN, the user `admin` has that token;
 * without it, one is created where there has never been any.
 * → the new random token, or null when none was created.
 */
export async function ensureAdministrator(deps: Deps): Promise<string | null> {
  const adminToken = deps.config.adminToken;
  if (adminToken !== null) {
    const token_hash = hashToken(adminToken);
    const user = await deps.store.users.findByHash(token_hash, nowUtc(deps));
    if (user?.token_hash === token_hash) return null;
    const admin = await findActive(deps, FIRST_NAME);
    if (!admin) await addUser(deps, { name: FIRST_NAME, role: 'administrator', token: adminToken });
    else if (await deps.store.users.change(FIRST_NAME, { token_hash, ...NO_OLD_TOKEN })) {
      deps.log.info({ user: admin.id, name: FIRST_NAME }, 'token set by ADMIN_TOKEN');
    }
    return null;
  }
  const users = await deps.store.users.list();
  if (users.some((user) => user.role === 'administrator')) return null;
  const added = await addUser(deps, { name: FIRST_NAME, role: 'administrator' });
  return added?.token ?? null;
}

/**
 * → the caller for what the service does by itself, and for scripts: the first active
 * administrator, or user 1 on a data folder that was never served.
 */
export async function serviceCaller({ store }: Pick<Deps, 'store'>): Promise<NonNullable<Caller>> {
  const users = await store.users.list();
  const admin = users.find((user) => user.role === 'administrator' && user.revoked_utc === null);
  return { id: admin?.id ?? 1, name: admin?.name ?? 'admin', role: 'administrator' };
}
