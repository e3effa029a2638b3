/** Adds, changes and revokes users, and creates the first administrator. Each change is logged. */
import type { Caller, Role } from '../access/roles.js';
import { hashToken, newToken } from '../access/tokens.js';
import { limits } from '../limits.js';
import type { StoredDocument } from '../store/port.js';
import { secondsToUtc } from '../time/date-times.js';
import { nowSeconds, nowUtc } from '../time/now.js';
import type { Deps } from './deps.js';
import { documentsOf } from './documents.js';

/** A user as stored. Its keys are the name and, while it is active, the hashes of its tokens. */
interface User {
  name: string;
  role: string;
  /** SHA-256 of the token, hex. The token itself is not stored. */
  token_hash: string;
  /** The former token, valid until `old_token_until_utc`; both null without a former token. */
  old_token_hash: string | null;
  old_token_until_utc: string | null;
  created_utc: string;
  revoked_utc: string | null;
}

/** A user, with the hashes of its tokens. */
interface StoredUser extends User {
  id: number;
}

const NO_OLD_TOKEN = { old_token_hash: null, old_token_until_utc: null };

type UserDeps = Pick<Deps, 'store' | 'now' | 'log'>;

const users = documentsOf<User>('user', ({ name, token_hash, old_token_hash, revoked_utc }) => {
  const hashes = revoked_utc === null ? [token_hash, old_token_hash] : [];
  return [`name ${name}`, ...hashes.filter((hash) => hash !== null).map(keyOfToken)];
});

const keyOfToken = (hash: string): string => `token ${hash}`;

const toUser = ({ id, value }: StoredDocument<User>): StoredUser => ({ id, ...value });

/** → all users, ascending by ID, with revoked users. */
export const listUsers = async (deps: Pick<Deps, 'store'>): Promise<StoredUser[]> =>
  (await users.list(deps)).map(toUser);

/** → whether there is a user of this ID, or was. */
export const isUser = async (deps: Pick<Deps, 'store'>, id: number): Promise<boolean> =>
  (await users.find(deps, id)) !== null;

/** → the active user whose token, or old token while it is valid, has this hash; or null. */
export async function findByToken(
  deps: Pick<Deps, 'store' | 'now'>,
  hash: string,
): Promise<StoredUser | null> {
  const stored = await users.find(deps, keyOfToken(hash));
  if (!stored) return null;
  const { token_hash, old_token_until_utc } = stored.value;
  const isValid = token_hash === hash || String(old_token_until_utc) > nowUtc(deps);
  return isValid ? toUser(stored) : null;
}

/**
 * → the new user and the token, which is shown only once; null when the name is taken. A revoked
 * user of that name gets the ID back, and with it the records.
 */
export async function addUser(
  deps: UserDeps,
  { name, role, token = newToken() }: { name: string; role: Role; token?: string },
): Promise<{ user: StoredUser; token: string } | null> {
  const fresh = { name, role, token_hash: hashToken(token), revoked_utc: null, ...NO_OLD_TOKEN };
  for (let tries = 0; tries < limits.writeTries; tries += 1) {
    const all = await users.list(deps);
    const there = all.find(({ value }) => value.name === name);
    if (there?.value.revoked_utc === null) return null;
    const { id, revision } = there ?? { id: (all.at(-1)?.id ?? 0) + 1, revision: 0 };
    const value = { created_utc: nowUtc(deps), ...there?.value, ...fresh };
    if (!(await users.swap(deps, { id, revision, value }))) continue;
    deps.log.info({ user: id, name, role }, 'user added');
    return { user: { id, ...value }, token };
  }
  return null;
}

/**
 * Changes an active user. `revoked_utc` ends the user and all tokens. → the user; null for an
 * unknown name.
 */
function changeUser(
  deps: UserDeps,
  name: string,
  edit: (user: User) => Partial<User>,
): Promise<StoredDocument<User> | null> {
  return users.change(deps, `name ${name}`, (user) =>
    user.revoked_utc === null ? { ...user, ...edit(user) } : undefined,
  );
}

/** The result of a change: `unknown` when no active user has the name. */
export type UserOutcome = 'done' | 'unknown' | 'last administrator';

/** Gives a user another role. The last administrator keeps it unless `isForced`. */
export async function setRole(
  deps: UserDeps,
  { name, role, isForced }: { name: string; role: Role; isForced: boolean },
): Promise<UserOutcome> {
  if (role !== 'administrator' && !isForced && (await isLastAdministrator(deps, name))) {
    return 'last administrator';
  }
  if (!(await changeUser(deps, name, () => ({ role })))) return 'unknown';
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
  const token = newToken();
  const until = secondsToUtc(nowSeconds(deps) + overlapSeconds);
  const user = await changeUser(deps, name, ({ token_hash }) => ({
    token_hash: hashToken(token),
    ...(overlapSeconds > 0
      ? { old_token_hash: token_hash, old_token_until_utc: until }
      : NO_OLD_TOKEN),
  }));
  if (!user) return null;
  deps.log.info({ user: user.id, name, overlapSeconds }, 'token rotated');
  return token;
}

/** Ends a user and all tokens. The last administrator is kept unless `isForced`. */
export async function revokeUser(
  deps: UserDeps,
  { name, isForced }: { name: string; isForced: boolean },
): Promise<UserOutcome> {
  if (!isForced && (await isLastAdministrator(deps, name))) return 'last administrator';
  const change = { revoked_utc: nowUtc(deps), ...NO_OLD_TOKEN };
  if (!(await changeUser(deps, name, () => change))) return 'unknown';
  deps.log.info({ name }, 'user revoked');
  return 'done';
}

async function isLastAdministrator(deps: UserDeps, name: string): Promise<boolean> {
  const all = await listUsers(deps);
  const administrators = all.filter(isActiveAdministrator);
  return administrators.length === 1 && administrators[0]?.name === name;
}

const isActiveAdministrator = ({ role, revoked_utc }: StoredUser): boolean =>
  role === 'administrator' && revoked_utc === null;

const FIRST_NAME = 'admin';

/**
 * Ensures that there is an administrator. ADMIN_TOKEN becomes the token of the user `admin`;
 * without it, an administrator is created if there never was any. → the new random token, or null.
 */
export async function ensureAdministrator(deps: Deps): Promise<string | null> {
  const adminToken = deps.config.adminToken;
  if (adminToken !== null) {
    const token_hash = hashToken(adminToken);
    const user = await findByToken(deps, token_hash);
    if (user?.token_hash === token_hash) return null;
    const admin = await changeUser(deps, FIRST_NAME, () => ({ token_hash, ...NO_OLD_TOKEN }));
    if (admin) deps.log.info({ user: admin.id, name: FIRST_NAME }, 'token set by ADMIN_TOKEN');
    else await addUser(deps, { name: FIRST_NAME, role: 'administrator', token: adminToken });
    return null;
  }
  if ((await listUsers(deps)).some(({ role }) => role === 'administrator')) return null;
  const added = await addUser(deps, { name: FIRST_NAME, role: 'administrator' });
  return added?.token ?? null;
}

/**
 * → the caller for background work and for scripts: the first active administrator, or user 1 on a
 * data folder that was never served.
 */
export async function serviceCaller(deps: Pick<Deps, 'store'>): Promise<NonNullable<Caller>> {
  const admin = (await listUsers(deps)).find(isActiveAdministrator);
  return { id: admin?.id ?? 1, name: admin?.name ?? 'admin', role: 'administrator' };
}
