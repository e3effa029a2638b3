/** The service's own documents in the SQLite record store. */
import type { Sqlite } from '../../lib/sqlite.js';
import type { Documents, DocumentType } from '../port.js';

/** → the documents. */
export function openSqliteDocuments(
  db: Sqlite,
  guard: <T>(work: () => T) => Promise<T>,
): Documents {
  return {
    list: (type) =>
      guard(() =>
        db.all('SELECT * FROM document WHERE type = ? ORDER BY id', type).map((row) => ({
          type: row.type as DocumentType,
          id: Number(row.id),
          revision: Number(row.revision),
          value: JSON.parse(String(row.doc)),
        })),
      ),
    swap: ({ type, id, revision, value }) =>
      guard(() => {
        const doc = JSON.stringify(value);
        if (revision === 0) {
          const sql = 'INSERT OR IGNORE INTO document VALUES (?, ?, 1, ?)';
          return db.run(sql, type, id, doc) > 0;
        }
        const where = 'WHERE type = ? AND id = ? AND revision = ?';
        return value === null
          ? db.run(`DELETE FROM document ${where}`, type, id, revision) > 0
          : db.run(
              `UPDATE document SET doc = ?, revision = revision + 1 ${where}`,
              doc,
              type,
              id,
              revision,
            ) > 0;
      }),
  };
}
