/**
 * The number of public records by the day they start (UTC), which the total of every list without
 * a filter is read from. Kept in the write of a record.
 */
import { kinds } from '../../kinds/index.js';
import { type Kind, LISTED } from '../../kinds/kind.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import type { SearchQuery } from '../port.js';
import { indexBy, tablesOf } from './tables.js';
import { allOf, isLimitedBy, testsOf } from './where.js';

/** The length of a day, in UTC and on the clocks that the index compares, seconds. */
export const DAY_SECONDS = 86_400;

/** Adds the records that are written to the counts and takes out those that they replace. */
export function countDays(
  db: Sqlite,
  kind: Kind,
  { added, removed }: { added: readonly Row[]; removed: readonly Row[] },
): void {
  if (!kind.window) return;
  const changes = new Map<number, number>();
  const count = (row: Row, by: 1 | -1) => {
    const day = dayOf(kind, row);
    if (day !== null) changes.set(day, (changes.get(day) ?? 0) + by);
  };
  for (const row of added) count(row, 1);
  for (const row of removed) count(row, -1);
  const rows = [...changes].filter(([, by]) => by !== 0);
  for (const [day, by] of rows) {
    db.run(
      `INSERT INTO ${tablesOf(kind).day} VALUES (?, ?)
       ON CONFLICT DO UPDATE SET n = n + excluded.n`,
      day,
      by,
    );
  }
}

/** → the day of a row that is public for good and not hidden; else null. */
function dayOf({ window, hiddenField }: Kind, row: Row): number | null {
  const start = row[`f_${window?.start}`];
  const isShown = row.public_from === 0 && !(hiddenField && row[`f_${hiddenField}`] !== LISTED);
  return isShown && typeof start === 'number' ? Math.floor(start / DAY_SECONDS) : null;
}

/** → the total of a list that nothing but a window of starts limits; null: it has other filters. */
export function totalFromDays(db: Sqlite, query: SearchQuery): number | null {
  const kind = kinds[query.kind];
  const span = windowAlone(query);
  if (!span) return null;
  const { main, day } = tablesOf(kind);
  const start = `e.f_${kind.window?.start}`;
  const [first, last] = [
    Math.ceil(span.from / DAY_SECONDS),
    Math.floor((span.to + 1) / DAY_SECONDS),
  ];
  const tests = allOf(testsOf(query));
  const rows = (index: string, where: string, ...params: SqlValue[]) =>
    Number(
      db.get(
        `SELECT count(*) AS n FROM ${main} e INDEXED BY ${index} WHERE ${where} AND ${tests.sql}`,
        ...params,
        ...tests.params,
      )?.n,
    );
  const within = `e.public_from = 0 AND ${start} BETWEEN ? AND ?`;
  const byStart = indexBy(kind, `f_${kind.window?.start}`);
  const hasWhole = first < last;
  const whole = hasWhole
    ? db.get(`SELECT sum(n) AS n FROM ${day} WHERE day >= ? AND day < ?`, first, last)
    : { n: 0 };
  const edges = hasWhole
    ? [
        [span.from, first * DAY_SECONDS - 1],
        [last * DAY_SECONDS, span.to],
      ]
    : [[span.from, span.to]];
  return edges.reduce(
    (sum, [from = 0, to = 0]) => sum + rows(byStart, within, from, to),
    rows(`${main}_later`, 'e.public_from > 0') + Number(whole?.n ?? 0),
  );
}

/** → the span of a public list that nothing else limits; null: it has other filters. */
export const windowAlone = (query: SearchQuery): Span | null =>
  isLimitedBy(query, [kinds[query.kind].window?.start ?? '']) ? spanOf(query) : null;

/** → about how many rows are in the window of a list; of kinds without dates: all. */
export function rowsInWindow(db: Sqlite, query: SearchQuery): number {
  const kind = kinds[query.kind];
  const { main, day } = tablesOf(kind);
  const start = kind.window?.start;
  const where = query.where.filter((one) => one.test === 'range' && one.field === start);
  const { from, to } = spanOf({ kind: query.kind, where }) ?? ALWAYS;
  const row = kind.window
    ? db.get(
        `SELECT sum(n) AS n FROM ${day} WHERE day BETWEEN ? AND ?`,
        Math.floor(from / DAY_SECONDS),
        Math.floor(to / DAY_SECONDS),
      )
    : db.get(`SELECT max(id) AS n FROM ${main}`);
  return Number(row?.n ?? 0);
}

/** Seconds that no date reaches. */
const ALWAYS = { from: -1e12, to: 1e12 };

/** Starts from one second to another, both inclusive. */
interface Span {
  from: number;
  to: number;
}

/** → the span of starts, if no other filter is among them. */
function spanOf({ kind, where }: Pick<SearchQuery, 'kind' | 'where'>): Span | null {
  const start = kinds[kind].window?.start;
  let { from, to } = ALWAYS;
  for (const one of where) {
    if (one.test !== 'range' || one.field !== start) return null;
    from = Math.max(
      from,
      one.gt === undefined ? from : Math.floor(one.gt) + 1,
      Math.ceil(one.gte ?? from),
    );
    to = Math.min(to, one.lt === undefined ? to : Math.ceil(one.lt) - 1, Math.floor(one.lte ?? to));
  }
  return start === undefined ? null : { from, to };
}
