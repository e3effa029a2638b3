/**
 * The number of public records by the day they start (UTC), which the total of every list without
 * a filter is read from. Kept in the write of a record.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { DAY_SECONDS } from '../calendar.js';
import type { SearchQuery } from '../port.js';
import { dateFilters, type Span } from '../window.js';
import { isListed, within } from './positions.js';
import { tablesOf } from './tables.js';
import { allOf, partsOf, testsOf, type WherePart } from './where.js';

/** Adds the stored ones of these records to the counts, or takes them out. */
export function countDays(db: Sqlite, kind: Kind, ids: string, by: 1 | -1): void {
  if (!kind.window) return;
  const { main, day } = tablesOf(kind);
  const start = `e.f_${kind.window.start}`;
  db.run(
    `INSERT INTO ${day} SELECT CAST(floor(${start} / ${DAY_SECONDS}.0) AS INTEGER), count(*) * ?
     FROM ${main} e WHERE e.id IN (SELECT value FROM json_each(?))
       AND e.listed >= 0 AND ${start} IS NOT NULL GROUP BY 1
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
    by,
    ids,
  );
}

/** → the total of a public list that dates alone limit; null: it has other filters. */
export function totalFromDays(db: Sqlite, query: SearchQuery): number | null {
  const kind = kinds[query.kind];
  const dates = dateFilters(query);
  if (!dates || !isListed(db, query)) return null;
  const { main } = tablesOf(kind);
  const shown = testsOf({ ...query, where: [] });
  const count = ({ span, tests, isRepeated = false }: WherePart) => {
    const { sql, params } = allOf([within('e.listed', span), ...shown, ...tests]);
    const from = `${main} e INDEXED BY ${main}_${isRepeated ? 'repeated' : 'by_listed'}`;
    const row = db.get(`SELECT count(*) AS n FROM ${from} WHERE ${sql}`, ...params);
    return isRepeated ? -Number(row?.n) : Number(row?.n);
  };
  const countAll = ({ from, to }: Span) => {
    const [first, last] = [Math.ceil(from / DAY_SECONDS), Math.floor((to + 1) / DAY_SECONDS)];
    if (first >= last) return count({ span: { from, to }, tests: [] });
    const edges = [
      { from, to: first * DAY_SECONDS - 1 },
      { from: last * DAY_SECONDS, to },
    ];
    return edges.reduce(
      (sum, span) => sum + count({ span, tests: [] }),
      startsIn(db, kind, first, last),
    );
  };
  return partsOf(query, dates, 'e').reduce(
    (sum, part) => sum + (part.tests.length > 0 ? count(part) : countAll(part.span)),
    0,
  );
}

/** → the number of public records that start from one day on and before another. */
export function startsIn(db: Sqlite, kind: Kind, first: number, last: number): number {
  const sum = `SELECT sum(n) AS n FROM ${tablesOf(kind).day} WHERE day >= ? AND day < ?`;
  return Number(db.get(sum, first, last)?.n ?? 0);
}
