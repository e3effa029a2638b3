/**
 * Keeps a copy of all public records in a SQLite file, by following the change feeds.
 *
 *   npm run build && node dist/docs/examples/mirror.js http://127.0.0.1:3000 /tmp/mirror.sqlite
 *
 * It may be killed at any time and started again: a page and the place behind it are stored
 * together. `--once` ends when the copy is complete. Table `record`: kind, id, data (JSON).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';

const ROUTES = ['events', 'venues', 'organizers', 'categories', 'tags'];
/** How long it waits at the end of a feed, ms. */
const IDLE_MS = 5000;

interface Page {
  next: string;
  items: { state: 'updated' | 'deleted'; kind: string; id: number; data?: object }[];
}

const [root, file, once] = process.argv.slice(2);
if (root === undefined || file === undefined) {
  process.stderr.write('mirror URL FILE [--once]\n');
  process.exit(2);
}

const db = new DatabaseSync(file, { timeout: 10_000 });
db.exec(`PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS record (
    kind TEXT, id INTEGER, route TEXT, data TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS place (route TEXT PRIMARY KEY, query TEXT) WITHOUT ROWID;`);
const placeOf = db.prepare('SELECT query FROM place WHERE route = ?');
const setPlace = db.prepare('INSERT OR REPLACE INTO place VALUES (?, ?)');
const put = db.prepare('INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?)');
const remove = db.prepare('DELETE FROM record WHERE kind = ? AND id = ?');
const empty = db.prepare('DELETE FROM record WHERE route = ?');

const isOver = await Promise.all(ROUTES.map((route) => follow(route)));
db.close();
process.exitCode = isOver.every(Boolean) ? 0 : 1;

/** Follows one feed. → true: it has come to the end. */
async function follow(route: string): Promise<boolean> {
  for (;;) {
    try {
      const isEnd = await readPage(route);
      if (!isEnd) continue;
      if (once) return true;
    } catch (error) {
      // The service may be restarting.
      process.stderr.write(`${route}: ${error instanceof Error ? error.message : error}\n`);
    }
    await pause(once ? 200 : IDLE_MS);
  }
}

/** Stores the next page. → whether it was the last one so far. */
async function readPage(route: string): Promise<boolean> {
  const query = String(placeOf.get(route)?.query ?? '');
  const answer = await fetch(`${root}/vendor/events/v1/${route}/changes${query}`, {
    signal: AbortSignal.timeout(30_000),
  });
  if (answer.status === 410) {
    // A backup was restored: the numbers, and perhaps the records, are others.
    inTransaction(() => {
      empty.run(route);
      setPlace.run(route, '');
    });
    // A pause follows: a cache on the way may have the old first page for a while.
    throw new Error('the numbers were begun anew');
  }
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const { items, next } = (await answer.json()) as Page;
  if (items.length === 0) return true;
  inTransaction(() => {
    for (const { state, kind, id, data } of items) {
      if (state === 'updated') put.run(kind, id, route, JSON.stringify(data));
      else remove.run(kind, id);
    }
    setPlace.run(route, new URL(next).search);
  });
  return false;
}

/** Makes all changes of `work`, or none when the process ends between. */
function inTransaction(work: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    work();
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
