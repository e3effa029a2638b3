/** Writes the words of records into FTS5. */
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { SearchDocument } from '../port.js';
import { tablesOf } from './tables.js';

/**
 * Writes the words of records where they differ from those stored: FTS5 takes out old words one by
 * one. It begins a new segment at each row that is not higher than the one before.
 */
export function putWords(db: Sqlite, kind: Kind, documents: readonly SearchDocument[]): void {
  const { text: table } = tablesOf(kind);
  const names = Object.keys(kind.textFields);
  const ids = JSON.stringify(documents.map(({ id }) => id));
  const rows = db.all(
    `SELECT rowid AS id, ${names.join(', ')} FROM ${table}
     WHERE rowid IN (SELECT value FROM json_each(?))`,
    ids,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const changed = documents.filter(({ id, text }) => {
    const row = stored.get(id);
    return names.some((name) => row?.[name] !== (text[name] ?? ''));
  });
  for (const { id } of changed) {
    if (stored.has(id)) db.run(`DELETE FROM ${table} WHERE rowid = ?`, id);
  }
  const marks = names.map(() => '?').join(', ');
  const sql = `INSERT INTO ${table} (rowid, ${names.join(', ')}) VALUES (?, ${marks})`;
  for (const { id, text } of changed.sort((a, b) => a.id - b.id)) {
    db.run(sql, id, ...names.map((name) => text[name] ?? ''));
  }
}
