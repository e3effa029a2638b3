/** The users of the SQLite record store. Revoked users are kept. */
import type { Row, Sqlite } from '../../lib/sqlite.js';
import type { StoredUser, UserChange, UserStore } from '../port.js';

const USERS = 'SELECT * FROM user';

/** → the user store. */
export function openSqliteUsers(db: Sqlite, guard: <T>(work: () => T) => Promise<T>): UserStore {
  const one = (where: string, ...values: (string | number)[]) => {
    const row = db.get(`${USERS} WHERE ${where}`, ...values);
    return row ? toUser(row) : null;
  };
  return {
    add: async ({ name, role, token_hash, created_utc }) =>
      guard(() =>
        db.transaction(() => {
          if (one('name = ? AND revoked_utc IS NULL', name)) return null;
          const again = db.run(
            `UPDATE user SET role = ?, token_hash = ?, revoked_utc = NULL
             WHERE id = (SELECT max(id) FROM user WHERE name = ?)`,
            role,
            token_hash,
            name,
          );
          if (again === 0) {
            db.run(
              'INSERT INTO user (name, role, token_hash, created_utc) VALUES (?, ?, ?, ?)',
              name,
              role,
              token_hash,
              created_utc,
            );
          }
          return one('token_hash = ?', token_hash);
        }),
      ),
    list: async () => guard(() => db.all(`${USERS} ORDER BY id`).map(toUser)),
    get: async (id) => guard(() => one('id = ?', id)),
    findByHash: async (tokenHash, nowUtc) =>
      guard(
        () =>
          one('token_hash = ? AND revoked_utc IS NULL', tokenHash) ??
          one(
            'old_token_hash = ? AND old_token_until_utc > ? AND revoked_utc IS NULL',
            tokenHash,
            nowUtc,
          ),
      ),
    change: async (name, change) => guard(() => update(db, name, change) > 0),
  };
}

function update(db: Sqlite, name: string, change: UserChange): number {
  const fields = Object.entries(change);
  const sets = fields.map(([field]) => `${field} = ?`).join(', ');
  const values = fields.map(([, value]) => value);
  return db.run(`UPDATE user SET ${sets} WHERE name = ? AND revoked_utc IS NULL`, ...values, name);
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

function toUser(row: Row): StoredUser {
  const { id, name, role, token_hash, created_utc } = row;
  return {
    id: Number(id),
    name: String(name),
    role: String(role),
    token_hash: String(token_hash),
    old_token_hash: textOrNull(row.old_token_hash),
    old_token_until_utc: textOrNull(row.old_token_until_utc),
    created_utc: String(created_utc),
    revoked_utc: textOrNull(row.revoked_utc),
  };
}
