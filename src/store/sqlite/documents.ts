/** The service's own documents in the SQLite record store. */
import type { Sqlite } from '../../lib/sqlite.js';
import type { Documents, DocumentType, StoredDocument } from '../port.js';

/** → the documents. */
export function openSqliteDocuments(db: Sqlite, guard: Sqlite['whenUnlocked']): Documents {
  return {
    list: (type, only) => guard(() => list(db, type, only)),
    swap: (document) => guard(() => db.transaction(() => swap(db, document))),
  };
}

function list<Value>(
  db: Sqlite,
  type: DocumentType,
  only: Parameters<Documents['list']>[1],
): StoredDocument<Value>[] {
  const [where, ...values] = !only
    ? ['']
    : 'id' in only
      ? ['AND id = ?', only.id]
      : ['AND id = (SELECT id FROM document_key WHERE type = ?1 AND key = ?2)', only.key];
  return db
    .all(`SELECT * FROM document WHERE type = ?1 ${where} ORDER BY id`, type, ...values)
    .map((row) => ({
      type,
      id: Number(row.id),
      revision: Number(row.revision),
      value: JSON.parse(String(row.doc)),
    }));
}

function swap(
  db: Sqlite,
  { type, id, revision, keys = [], value }: StoredDocument<object | null>,
): boolean {
  const stored = db.get('SELECT revision FROM document WHERE type = ? AND id = ?', type, id);
  if (Number(stored?.revision ?? 0) !== revision) return false;
  const isTaken = keys.some((key) =>
    db.get('SELECT 1 FROM document_key WHERE type = ? AND key = ? AND id <> ?', type, key, id),
  );
  if (isTaken) return false;
  db.run('DELETE FROM document_key WHERE type = ? AND id = ?', type, id);
  if (value === null) {
    db.run('DELETE FROM document WHERE type = ? AND id = ?', type, id);
    return true;
  }
  const doc = JSON.stringify(value);
  db.run('INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?)', type, id, revision + 1, doc);
  for (const key of keys) db.run('INSERT INTO document_key VALUES (?, ?, ?)', type, key, id);
  return true;
}
