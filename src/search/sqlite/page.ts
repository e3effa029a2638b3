/**
 * Reads a page of a list: rows in order, their answers, the exact total and the facets. A list
 * narrowed only by words or a link is a range of their rows; an unfiltered list walks the index of
 * its order; any other list reads its set first. Decision: three ways to answer a list.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { groupBy } from '../../lib/batches.js';
import { chordToM } from '../../lib/place/geo.js';
import type { Sqlite, SqlRow, SqlValue } from '../../lib/sqlite.js';
import { countByDay } from '../calendar.js';
import { orderFields } from '../fields.js';
import { type SortKey, sortKeysOf } from '../order.js';
import type { DayHits, Days, Hit, SearchPage, SearchQuery } from '../port.js';
import { spanOf } from '../window.js';
import { totalFromDays } from './days.js';
import { facetsOf } from './facets.js';
import { chordTo } from './geo.js';
import { orderBy, type SqlOrder, sortValue } from './order.js';
import { beyond, idAt, isListed, rowAt, startAt, within } from './positions.js';
import {
  type Candidates,
  countRows,
  countRun,
  readCandidates,
  readHits,
  runOf,
  type SetRun,
} from './sets.js';
import { indexBy, type Sql, tablesOf } from './tables.js';
import { allOf, columnOf } from './where.js';
import { bm25 } from './words.js';

/** → the page: hits in order, total, facets. */
export function readPage(db: Sqlite, query: SearchQuery): SearchPage {
  const kind = kinds[query.kind];
  const keys = sortKeysOf(query);
  const list = readList(db, query, keys);
  const { total, rows } = list;
  const isPast = 'offset' in query.from && query.from.offset >= total;
  const read = isPast ? [] : readRows(db, query, rows);
  const pageRows = read.slice(0, query.limit);
  const answers = readAnswers(db, kind, query, pageRows);
  const readSet = () => {
    if (!list.isSet) readHits(db, readCandidates(db, query), []);
    list.isSet = true;
  };
  return {
    total,
    hits: pageRows.map((row) => toHit(row, keys.length, answers.get(Number(row.id)))),
    hasMore: read.length > query.limit,
    ...facetsOf(db, query, total, readSet),
    ...(query.days ? { days: readDayHits(db, query, query.days) } : {}),
  };
}

/** A list whose total is counted. */
interface List {
  total: number;
  rows: Rows;
  /** Its set is read. */
  isSet?: boolean;
}

/** `SELECT … WHERE …`, in an order. */
type Rows = Sql & SqlOrder;

/** → a list as a run of rows, along the index of its order, or by its set. */
function readList(db: Sqlite, query: SearchQuery, keys: readonly SortKey[]): List {
  const kind = kinds[query.kind];
  const { days, sort, limit } = query;
  const field = sort.by === 'field' && keys.length < 2 ? (keys[0]?.field ?? 'id') : '';
  const isByStart = field === kind.window?.start && isListed(db, query);
  const isRun = isByStart || sort.by === 'relevance' || limit === 0;
  const run = isRun && !days ? runOf(db, query) : null;
  if (run) {
    const rows = sort.by === 'relevance' ? rowsByRelevance(query, run) : rowsOfRun(query, run);
    return { total: countRun(db, run), rows };
  }
  const candidates = readCandidates(db, query);
  const isWalked = [...orderFields(kind), 'id'].includes(field);
  if (days || candidates.narrowing.length > 0 || !isWalked) {
    const values = keys.map((key) => sortValue(query, key));
    const total = readHits(db, candidates, values);
    const hits = `SELECT ${idAt('listed')} AS id, k0, k1, k2, k3 FROM temp.ix_hits`;
    return { total, rows: sorted(query, hits, []), isSet: true };
  }
  const total = totalFromDays(db, query) ?? countRows(db, candidates);
  return {
    total,
    rows: isByStart ? rowsOfWindow(query, candidates) : rowsOfIndex(query, candidates, field),
  };
}

/** → the records of the set by day. */
function readDayHits(db: Sqlite, query: SearchQuery, wanted: Days): DayHits[] {
  const kind = kinds[query.kind];
  const { local, lasting } = kind.window ?? {};
  if (!local) return [];
  const times = db.all(
    `SELECT ${idAt('h.listed')} AS id, e.f_${local.start} AS start, e.f_${local.end} AS end,
       e.f_${lasting} AS lasting
     FROM temp.ix_hits h CROSS JOIN ${rowAt(kind, 'h.listed')}`,
  );
  const numbers = (row: SqlRow) => ({
    id: Number(row.id),
    start: Number(row.start),
    end: Number(row.end),
    isLasting: Number(row.lasting) === 1,
  });
  const days = countByDay(times.map(numbers), wanted);
  const rows = [...new Set(days.flatMap(({ ids }) => ids))].map((id): SqlRow => ({ id }));
  const answers = readAnswers(db, kind, query, rows);
  return days.map(({ total, ids }) => ({
    total,
    hits: ids.map((id) => toHit({ id }, 0, answers.get(id))),
  }));
}

/** → the rows of a run, in the order of starts. */
function rowsOfRun({ sort: { direction } }: SearchQuery, { table, test, position }: SetRun): Rows {
  const columns = `${idAt(position)} AS id, ${startAt(position)} AS k0`;
  return {
    sql: `SELECT ${columns} FROM ${table} WHERE ${test.sql}`,
    params: test.params,
    by: `${position} ${direction}`,
    behind: ({ keys: [start], id }) => beyond(position, direction === 'asc' ? '>' : '<', start, id),
  };
}

/** → the rows of a public list in its window, in the order of starts. */
function rowsOfWindow(query: SearchQuery, { tests }: Candidates): Rows {
  const kind = kinds[query.kind];
  const table = `${tablesOf(kind).main} e INDEXED BY ${indexBy(kind, 'listed')}`;
  const position = 'e.listed';
  const test = allOf([within(position, spanOf(query)), ...tests]);
  return rowsOfRun(query, { table, test, position });
}

/** → the rows of the main table in the order of a field. */
function rowsOfIndex(query: SearchQuery, { tests }: Candidates, field: string): Rows {
  const kind = kinds[query.kind];
  const { main } = tablesOf(kind);
  const [key] = sortKeysOf(query);
  const column = `e.${columnOf(field)}`;
  const index = key ? `INDEXED BY ${indexBy(kind, columnOf(field))}` : 'NOT INDEXED';
  const { sql, params } = allOf(tests);
  return {
    sql: `SELECT e.id, ${column} AS k0 FROM ${main} e ${index} WHERE ${sql}`,
    params,
    ...orderBy(query, key ? [{ column, direction: key.direction }] : [], 'e.id'),
  };
}

function rowsByRelevance(query: SearchQuery, { table, test, position }: SetRun): Rows {
  const columns = `${idAt(position)} AS id, ${bm25(kinds[query.kind])} AS k0`;
  return sorted(query, `SELECT ${columns} FROM ${table} WHERE ${test.sql}`, test.params);
}

/** → rows with sort values, in their order. */
function sorted(query: SearchQuery, sql: string, params: SqlValue[]): Rows {
  const columns = sortKeysOf(query).map(({ direction }, at) => ({ column: `k${at}`, direction }));
  return { sql: `SELECT * FROM (${sql}) WHERE 1`, params, ...orderBy(query, columns, 'id') };
}

/** → the rows of the page and one more. */
function readRows(db: Sqlite, { limit, from }: SearchQuery, rows: Rows): SqlRow[] {
  const after = 'after' in from ? rows.behind(from.after) : allOf([]);
  return db.all(
    `${rows.sql} AND ${after.sql} ORDER BY ${rows.by} LIMIT ? OFFSET ?`,
    ...rows.params,
    ...after.params,
    limit + 1,
    'offset' in from ? from.offset : 0,
  );
}

/** → by ID: the shown columns of a page, which no index has. */
function readAnswers(
  db: Sqlite,
  kind: Kind,
  { geo, isFull, languages = [] }: SearchQuery,
  rows: readonly SqlRow[],
): Map<number, Read> {
  if (rows.length === 0) return new Map();
  const { main, answer, place } = tablesOf(kind);
  const point = kind.place ? geo?.point : undefined;
  const chord = point ? chordTo(point) : { sql: 'NULL', params: [] };
  const isTown = point ? 'pl.is_town' : '0';
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const shown = (alias: string) =>
    isFull ? `coalesce(${alias}.full_answer, ${alias}.answer)` : `${alias}.answer`;
  const read = db.all(
    `SELECT e.id, e.u_published AS used, ${chord.sql} AS c, ${isTown} AS is_town,
       ${shown('a')} AS answer
     FROM json_each(?) j CROSS JOIN ${main} e ON e.id = j.value
     CROSS JOIN ${answer} a ON a.id = e.id
     ${point ? `LEFT JOIN ${place} pl ON pl.id = e.place` : ''}`,
    ...chord.params,
    ids,
  );
  const others =
    languages.length === 0
      ? []
      : db.all(
          `SELECT o.id, o.lang, ${shown('o')} AS answer FROM json_each(?) j
     CROSS JOIN ix_other_answer o ON o.kind = ? AND o.id = j.value
     WHERE o.lang IN (SELECT value FROM json_each(?))`,
          ids,
          kind.name,
          JSON.stringify(languages),
        );
  const othersOf = groupBy(others, ({ id }) => Number(id));
  return new Map(
    read.map((row) => {
      const id = Number(row.id);
      return [id, { row, others: othersOf.get(id) ?? [] }];
    }),
  );
}

/** The data of a record for a hit: its row, and its answers in other languages. */
type Read = { row: SqlRow; others: readonly SqlRow[] };

function toHit(row: SqlRow, keys: number, shown: Read | undefined): Hit {
  const { answer = '{}', used = 0, c = null, is_town = 0 } = shown?.row ?? {};
  const others = shown?.others.map((one) => [String(one.lang), String(one.answer)]) ?? [];
  return {
    ...(others.length > 0 ? { others: Object.fromEntries(others) } : {}),
    id: Number(row.id),
    keys: Array.from({ length: keys }, (_, at) => row[`k${at}`] ?? null),
    answer: String(answer),
    count: Number(used ?? 0),
    distanceM: c === null ? null : chordToM(Number(c)),
    ...(is_town === 1 ? { isOfTown: true } : {}),
  };
}
