/** Users and images of the SQLite record store. */
import type { ImageRecord } from '../../kinds/record.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import type { ImageStore, StoredUser, UserStore } from '../port.js';

type Guard = <T>(work: () => T) => T;

/** → the images, one for each URL. */
export function openSqliteImages(db: Sqlite, guard: Guard): ImageStore {
  const read = (row: Row | undefined) =>
    row ? (JSON.parse(String(row.doc)) as ImageRecord) : null;
  return {
    get: async (id) => guard(() => read(db.get('SELECT doc FROM image WHERE id = ?', id))),
    findByUrl: async (url) => guard(() => read(db.get('SELECT doc FROM image WHERE url = ?', url))),
    insert: async (image) =>
      guard(() => {
        db.run(
          'INSERT INTO image (id, url, doc) VALUES (?, ?, ?) ON CONFLICT (url) DO NOTHING',
          image.id,
          image.url,
          JSON.stringify(image),
        );
        return read(db.get('SELECT doc FROM image WHERE url = ?', image.url)) ?? image;
      }),
  };
}

const USER_COLUMNS = 'id, name, role, token_hash, created_utc, revoked_utc';

/** → the users; revoked ones stay, so that their ID is never given to somebody else. */
export function openSqliteUsers(db: Sqlite, guard: Guard): UserStore {
  const read = (row: Row | undefined) => (row ? ({ ...row } as unknown as StoredUser) : null);
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
        if (added === 0) return null;
        return read(
          db.get(`SELECT ${USER_COLUMNS} FROM user WHERE token_hash = ?`, user.token_hash),
        );
      }),
    list: async () =>
      guard(() =>
        db
          .all(`SELECT ${USER_COLUMNS} FROM user ORDER BY id`)
          .map((row) => ({ ...row }) as unknown as StoredUser),
      ),
    get: async (id) =>
      guard(() => read(db.get(`SELECT ${USER_COLUMNS} FROM user WHERE id = ?`, id))),
    findByHash: async (tokenHash) =>
      guard(() =>
        read(
          db.get(
            `SELECT ${USER_COLUMNS} FROM user WHERE token_hash = ? AND revoked_utc IS NULL`,
            tokenHash,
          ),
        ),
      ),
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
