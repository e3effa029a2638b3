/** The users of the SQLite record store. Revoked users are kept. */
import type { Row, Sqlite } from '../../lib/sqlite.js';
import type { StoredUser, UserStore } from '../port.js';

const USERS = 'SELECT id, name, role, token_hash, created_utc, revoked_utc FROM user';

/** → the user store. */
export function openSqliteUsers(db: Sqlite, guard: <T>(work: () => T) => T): UserStore {
  const one = (where: string, value: string | number) => {
    const row = db.get(`${USERS} WHERE ${where}`, value);
    return row ? toUser(row) : null;
  };
  return {
    add: async (user) =>
      guard(() => {
        const added = db.run(
          `INSERT INTO user (name, role, token_hash, created_utc) VALUES (?, ?, ?, ?)
           ON CONFLICT (name) WHERE revoked_utc IS NULL DO NOTHING`,
          user.name,
          user.role,
          user.token_hash,
          user.created_utc,
        );
        return added === 0 ? null : one('token_hash = ?', user.token_hash);
      }),
    list: async () => guard(() => db.all(`${USERS} ORDER BY id`).map(toUser)),
    get: async (id) => guard(() => one('id = ?', id)),
    findByHash: async (tokenHash) =>
      guard(() => one('token_hash = ? AND revoked_utc IS NULL', tokenHash)),
    revoke: async (name, revokedUtc) =>
      guard(
        () =>
          db.run(
            'UPDATE user SET revoked_utc = ? WHERE name = ? AND revoked_utc IS NULL',
            revokedUtc,
            name,
          ) > 0,
      ),
    setToken: async (id, tokenHash) =>
      guard(() => {
        db.run('UPDATE user SET token_hash = ? WHERE id = ?', tokenHash, id);
      }),
  };
}

function toUser(row: Row): StoredUser {
  const { id, name, role, token_hash, created_utc, revoked_utc } = row;
  return {
    id: Number(id),
    name: String(name),
    role: String(role),
    token_hash: String(token_hash),
    created_utc: String(created_utc),
    revoked_utc: revoked_utc === null ? null : String(revoked_utc),
  };
}
