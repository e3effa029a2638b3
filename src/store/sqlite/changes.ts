/**
 * The change feed of the SQLite record store. Writers take turns, so a write numbers its own
 * records: the order of numbers is that of commits.
 */
import { randomInt } from 'node:crypto';
import type { Sqlite } from '../../lib/sqlite.js';
import type { ChangeFeed, ChangesQuery, RecordChange, RecordRef } from '../port.js';
import { readDoc } from './read.js';

type Guard = <T>(work: () => T) => Promise<T>;

/** → the change feed. */
export function openSqliteChanges(db: Sqlite, guard: Guard): ChangeFeed {
  return {
    append: (entries) =>
      guard(() =>
        db.transaction(() => {
          numberRecords(
            db,
            entries.flatMap(({ records }) => records),
          );
          const ids = JSON.stringify(entries.map(({ id }) => Number(id)));
          db.run('DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))', ids);
        }),
      ),
    list: (query) => guard(() => list(db, query)),
    space: () =>
      guard(() => {
        const row = db.get("SELECT last FROM counter WHERE space = 'change space'");
        return row ? Number(row.last).toString(36) : null;
      }),
    restart: () =>
      guard(() => {
        const space = randomInt(2 ** 47);
        db.run("INSERT OR REPLACE INTO counter VALUES ('change space', ?)", space);
      }),
  };
}

/** Gives records the next numbers, in a transaction of the caller. */
export function numberRecords(db: Sqlite, records: readonly RecordRef[]): void {
  if (records.length === 0) return;
  const row = db.get(
    `INSERT INTO counter VALUES ('change', ?) ON CONFLICT (space) DO UPDATE
     SET last = last + excluded.last RETURNING last`,
    records.length,
  );
  const first = Number(row?.last) - records.length + 1;
  // The unique index deletes the row of an earlier change.
  db.insert(
    'INSERT OR REPLACE INTO change',
    records.map(({ kind, id }, at) => [first + at, kind, id]),
  );
}

function list(db: Sqlite, { kind, after, limit }: ChangesQuery): RecordChange[] {
  const rows = db.all(
    `SELECT number, change.id AS id, version, doc
     FROM change LEFT JOIN rec_${kind} AS record ON record.id = change.id
     WHERE kind = ? AND number > ? ORDER BY number LIMIT ?`,
    kind,
    after,
    limit,
  );
  return rows.map((row) => ({
    number: Number(row.number),
    id: Number(row.id),
    record: row.doc === null ? null : readDoc(row),
  }));
}
