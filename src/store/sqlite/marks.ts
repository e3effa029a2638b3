/** What is still to be done with records: marks that writes leave and the sync clears. */
import type { KindName } from '../../kinds/record.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { Pending, Touched } from '../port.js';
import { readDoc } from './read.js';

/** Losing a mark of what is done in a power cut only means that it is done once more. */
const LIGHT = { isDurable: false };

/** → records and removals for which a flag is up, oldest ID first. */
export function pending(
  db: Sqlite,
  kind: KindName,
  flags: { open: string; removed: string },
  limit: number,
): Pending[] {
  const changed = db
    .all(`SELECT id, revision, doc FROM rec_${kind} WHERE ${flags.open} ORDER BY id LIMIT ?`, limit)
    .map((row) => ({ id: Number(row.id), revision: Number(row.revision), record: readDoc(row) }));
  const removed = db
    .all(
      `SELECT id, revision FROM rec_tombstone WHERE kind = ? AND ${flags.removed}
       ORDER BY id LIMIT ?`,
      kind,
      limit,
    )
    .map((row) => ({ id: Number(row.id), revision: Number(row.revision), record: null }));
  return [...changed, ...removed].sort((a, b) => a.id - b.id).slice(0, limit);
}

/** Marks a change as having reached all holders, unless it changed again. */
export function spreadDone(
  db: Sqlite,
  kind: KindName,
  { id, revision }: Omit<Pending, 'record'>,
): void {
  db.transaction(() => {
    const sql = 'SET spread_pending = 0 WHERE id = ? AND revision = ?';
    db.run(`UPDATE rec_${kind} ${sql}`, id, revision);
    db.run(`UPDATE rec_tombstone ${sql} AND kind = ?`, id, revision, kind);
  }, LIGHT);
}

/** Clears touches up to their stamps. */
export function clearTouched(db: Sqlite, kind: KindName, entries: readonly Touched[]): void {
  db.transaction(() => {
    for (const { id, stamp } of entries) {
      db.run(`UPDATE rec_${kind} SET touched = 0 WHERE id = ? AND touched = ?`, id, stamp);
    }
  }, LIGHT);
}

/** Marks revisions as indexed. */
export function markIndexed(
  db: Sqlite,
  kind: KindName,
  entries: readonly { id: number; revision: number }[],
): void {
  db.transaction(() => {
    for (const { id, revision } of entries) {
      const marked = db.run(
        `UPDATE rec_${kind} SET indexed_revision = max(indexed_revision, ?1) WHERE id = ?2`,
        revision,
        id,
      );
      if (marked > 0) continue;
      db.run(
        'UPDATE rec_tombstone SET indexed = 1 WHERE kind = ? AND id = ? AND revision <= ?',
        kind,
        id,
        revision,
      );
    }
  }, LIGHT);
}
