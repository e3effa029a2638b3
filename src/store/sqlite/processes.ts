/** The running processes over a SQLite file. */
import type { Sqlite } from '../../lib/sqlite.js';
import type { RunningProcess } from '../port.js';

/** → `announce` of the port. */
export function openSqliteProcesses(
  db: Sqlite,
  { guard, now }: { guard: <T>(work: () => T) => Promise<T>; now: () => number },
): (self: RunningProcess) => Promise<RunningProcess[]> {
  const announce = (self: RunningProcess) => {
    db.exec(`CREATE TABLE IF NOT EXISTS process
      (id TEXT PRIMARY KEY, until INTEGER NOT NULL, doc TEXT NOT NULL) WITHOUT ROWID`);
    const { id, untilMs } = self;
    db.run('INSERT OR REPLACE INTO process VALUES (?, ?, ?)', id, untilMs, JSON.stringify(self));
    db.run('DELETE FROM process WHERE until <= ?', now());
    return db
      .all('SELECT doc FROM process WHERE id <> ? ORDER BY id', id)
      .map(({ doc }) => JSON.parse(String(doc)) as RunningProcess);
  };
  return (self) => guard(() => db.transaction(() => announce(self), { isDurable: false }));
}
