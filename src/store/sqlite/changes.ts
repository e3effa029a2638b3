/**
 * The change feed of the SQLite record store. Writers take turns, so a write numbers its own
 * records: numbers are in the order of commits.
 */
import { randomInt } from 'node:crypto';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import type { Sqlite } from '../../lib/sqlite.js';
import {
  type ChangeFeed,
  type ChangesQuery,
  type RecordChange,
  type RecordRef,
  refKey,
} from '../port.js';
import { find } from './read.js';

/** → the change feed. */
export function openSqliteChanges(db: Sqlite, guard: Sqlite['whenUnlocked']): ChangeFeed {
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
    position: () =>
      guard(() => {
        const of = (name: string) => db.get('SELECT last FROM counter WHERE space = ?', name)?.last;
        const [space, last] = [of('change space'), of('change')];
        return {
          space: space === undefined ? null : Number(space).toString(36),
          last: Number(last ?? 0),
        };
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
  const of = kind === null ? '' : 'kind = ? AND';
  const rows = db
    .all(
      `SELECT number, kind, id FROM change WHERE ${of} number > ? ORDER BY number LIMIT ?`,
      ...(kind === null ? [] : [kind]),
      after,
      limit,
    )
    .map((row) => ({
      number: Number(row.number),
      kind: row.kind as KindName,
      id: Number(row.id),
    }));
  const records = new Map<string, StoredRecord>();
  for (const [ofKind, ofOneKind] of groupBy(rows, (row) => row.kind)) {
    const ids = ofOneKind.map(({ id }) => id);
    for (const record of find(db, ofKind, { by: 'id', values: ids, limit: ids.length })) {
      records.set(refKey(record), record);
    }
  }
  return rows.map((row) => ({ ...row, record: records.get(refKey(row)) ?? null }));
}
