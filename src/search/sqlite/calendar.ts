/** The records of a list by day: counted in one pass over its set, the first few of each read. */
import { kinds } from '../../kinds/index.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { Days, SearchQuery } from '../port.js';
import { DAY_SECONDS } from './days.js';
import { tablesOf } from './tables.js';

/** A record on a day, with what orders it there: those that begin, the rest the latest first. */
type OnDay = [isRunning: 0 | 1, order: number, id: number];

/** → for each day the number of records in `temp.ix_hits` that it has, and the IDs of the first. */
export function readDays(
  db: Sqlite,
  { kind: name }: SearchQuery,
  { first, count, each }: Days,
): { total: number; ids: number[] }[] {
  const { local } = kinds[name].window ?? {};
  if (!local) return [];
  const days = Array.from({ length: count }, () => ({ total: 0, top: [] as OnDay[] }));
  const rows = db.all(
    `SELECT e.id AS id, e.f_${local.start} AS start, e.f_${local.end} AS end
     FROM temp.ix_hits h CROSS JOIN ${tablesOf(kinds[name]).main} e ON e.id = h.id`,
  );
  for (const row of rows) {
    const [id, start, end] = [Number(row.id), Number(row.start) - first, Number(row.end) - first];
    const begins = Math.floor(start / DAY_SECONDS);
    // What ends at midnight is not on the day that begins then.
    const last = Math.min(count - 1, Math.floor((end - 1) / DAY_SECONDS));
    for (let at = Math.max(0, begins); at <= last; at++) {
      const day = days[at];
      if (!day) continue;
      day.total++;
      putFirst(day.top, at === begins ? [0, start, id] : [1, -start, id], each);
    }
  }
  return days.map(({ total, top }) => ({ total, ids: top.map(([, , id]) => id) }));
}

/** Puts a record in its place among the first of a day, if it is one of them. */
function putFirst(top: OnDay[], one: OnDay, most: number): void {
  let at = top.length;
  while (at > 0 && isBefore(one, top[at - 1] ?? one)) at--;
  if (at === most) return;
  top.splice(at, 0, one);
  top.length = Math.min(top.length, most);
}

const isBefore = (one: OnDay, other: OnDay): boolean =>
  (one[0] - other[0] || one[1] - other[1] || one[2] - other[2]) < 0;
