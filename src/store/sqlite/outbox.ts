/** The outbox of the SQLite record store. Writes insert their entries in their transaction. */
import type { Sqlite, SqlRow, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import {
  COUNTED,
  type NewEntry,
  newEntry,
  REBUILD,
  type TaskCount,
  toBacklog,
} from '../outbox-entries.js';
import type { Backlog, Outbox, OutboxEntry } from '../port.js';

/** If a power cut undoes such a write, some work is done again, which is harmless. */
const LIGHT = { isDurable: false };

const COLUMNS = 'id, task, records, removed, position, tries, at, refused';

/** → the outbox. `now` in ms since the epoch. */
export function openSqliteOutbox(
  db: Sqlite,
  { guard, now }: { guard: Sqlite['whenUnlocked']; now: () => number },
): Outbox {
  return {
    add: async ({ task, records, position, atMs = now() }) =>
      guard(() => {
        const entry = { ...newEntry(task, records, atMs), position };
        db.transaction(() => {
          if (task.startsWith(REBUILD) && isOrdered(db, task)) return;
          insertEntry(db, entry, 0);
        });
      }),
    lease: async (tasks, options) => guard(() => lease(db, tasks, { ...options, nowMs: now() })),
    renew: async (entries, { untilMs, position, isRefused = false }) =>
      guard(() => {
        const sql = `UPDATE outbox SET until = ?2, refused = ?3, position = coalesce(?4, position)
          WHERE ${AMONG}`;
        change(db, sql, entries, untilMs, Number(isRefused), position ?? null);
      }),
    finish: async (entries) => guard(() => change(db, DELETE, entries)),
    list: async (query) => guard(() => list(db, query)),
    backlog: async () => guard(() => backlog(db, now())),
  };
}

/** → whether this rebuild is already ordered. A rebuild of another stamp is deleted. */
function isOrdered(db: Sqlite, task: string): boolean {
  db.run(`DELETE FROM outbox WHERE task LIKE '${REBUILD}%' AND task <> ?`, task);
  return db.get('SELECT 1 FROM outbox WHERE task = ?', task) !== undefined;
}

/** Inserts an entry, leased until `untilMs`. → the entry with its ID. */
export function insertEntry(db: Sqlite, entry: NewEntry, untilMs: number): OutboxEntry {
  const { task, records, removed, position, tries, atMs, isRefused } = entry;
  const row = db.get(
    `INSERT INTO outbox (task, records, removed, size, position, tries, at, until, refused)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    task,
    JSON.stringify(records),
    JSON.stringify(removed),
    records.length,
    position,
    tries,
    atMs,
    untilMs,
    Number(isRefused),
  );
  return { ...entry, id: String(row?.id) };
}

const AMONG = 'id IN (SELECT value FROM json_each(?1))';
const DELETE = `DELETE FROM outbox WHERE ${AMONG}`;

const DUE = `at <= ? AND until <= ?
  AND task IN (SELECT value FROM json_each(?)) ORDER BY at, id LIMIT ?`;

function lease(
  db: Sqlite,
  tasks: readonly string[],
  { limit, untilMs, nowMs }: { limit: number; untilMs: number; nowMs: number },
): OutboxEntry[] {
  const params = [nowMs, nowMs, JSON.stringify(tasks), limit];
  // Usually nothing is due, and then the poll must not count as a change of the file.
  if (!db.get(`SELECT 1 AS n FROM outbox WHERE ${DUE}`, ...params)) return [];
  const sql = `UPDATE outbox SET until = ?, tries = tries + 1
    WHERE id IN (SELECT id FROM outbox WHERE ${DUE}) RETURNING ${COLUMNS}`;
  const leased = db.transaction(() => db.all(sql, untilMs, ...params), LIGHT).map(toEntry);
  return leased.sort((a, b) => a.atMs - b.atMs || Number(a.id) - Number(b.id));
}

/** Runs a statement on entries; their IDs are its first parameter. */
function change(
  db: Sqlite,
  sql: string,
  entries: readonly OutboxEntry[],
  ...params: SqlValue[]
): void {
  if (entries.length === 0) return;
  const ids = JSON.stringify(entries.map(({ id }) => Number(id)));
  db.transaction(() => db.run(sql, ids, ...params), LIGHT);
}

function list(db: Sqlite, { afterId, limit }: Parameters<Outbox['list']>[0]): OutboxEntry[] {
  const sql = `SELECT ${COLUMNS} FROM outbox WHERE id > ? ORDER BY id LIMIT ?`;
  return db.all(sql, Number(afterId ?? 0), limit).map(toEntry);
}

function backlog(db: Sqlite, nowMs: number): Backlog {
  const counts = db.all(
    `SELECT task, count(*) AS count, sum(size) AS size, min(at) AS oldest
     FROM (SELECT task, size, at FROM outbox
       WHERE refused = 0 AND task IN (SELECT value FROM json_each(?))
         AND NOT (task = 'usage' AND tries = 0 AND until > ?) LIMIT ?)
     GROUP BY task`,
    JSON.stringify(COUNTED),
    nowMs,
    limits.backlogCount,
  );
  const refused = db.get('SELECT count(*) AS n FROM outbox WHERE refused = 1')?.n;
  const rebuild = db.get(`SELECT ${COLUMNS} FROM outbox WHERE task LIKE '${REBUILD}%'`);
  const tasks = counts as unknown as TaskCount[];
  return toBacklog(tasks, Number(refused), rebuild ? toEntry(rebuild) : null);
}

function toEntry(row: SqlRow): OutboxEntry {
  return {
    id: String(row.id),
    task: row.task as OutboxEntry['task'],
    records: JSON.parse(String(row.records)) as OutboxEntry['records'],
    removed: JSON.parse(String(row.removed)) as OutboxEntry['removed'],
    position: row.position === null ? null : String(row.position),
    tries: Number(row.tries),
    atMs: Number(row.at),
    isRefused: row.refused === 1,
  };
}
