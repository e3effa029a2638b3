/**
 * The set of a list that something narrows: words, an area, links, values or IDs. The filter with
 * the fewest candidates is read, the others are tested on its rows, once, into `temp.ix_hits`; the
 * page, the total and the facets read that set. Decision: two ways to answer a list.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { SearchQuery, Where } from '../port.js';
import { rowsInWindow, windowAlone } from './days.js';
import { geoTest, onlineTest, readNear } from './geo.js';
import { addPoints } from './rank.js';
import { indexBy, linkFields, type Sql, tablesOf, valueFields } from './tables.js';
import {
  type AnyOf,
  allOf,
  amongTest,
  columnOf,
  testsOf,
  whereTest,
  windowTests,
} from './where.js';
import { matchOf, substringTest } from './words.js';

/** A filter that is read, as rows `e` of the main table, or tested on the rows of another one. */
interface Source {
  from: Sql;
  /** Those whose IDs must be sorted, or are not in order, count three times. */
  rows: number;
  /** The test of a row of another source; absent: it is among those of all rows. */
  test?: Sql;
  /** Reads it in the order of `d.start` and `d.id`. */
  byStart?: Sql;
  /** The size of the list, where nothing else than this and the window narrows it. */
  total?: number;
}

/** A list whose words and area are read: what its rows must pass, and where they may be. */
export interface Candidates {
  tests: Sql[];
  /** The filters that narrow the list. */
  narrowing: Source[];
  /** The rows in its window. */
  every: Source;
}

/** Candidates beyond this number are not counted: reading all is quicker. */
const COUNTED = 35_000;

/** Reads the words and the area of a list into temporary tables. → its candidates. */
export function readCandidates(db: Sqlite, query: SearchQuery): Candidates {
  const kind = kinds[query.kind];
  const { text, geo } = query;
  const narrowing: Source[] = [];
  const others: Where[] = [];
  for (const where of query.where) {
    const source = where.test === 'anyOf' ? valuesSource(db, kind, query, where) : null;
    if (source) narrowing.push({ ...source, test: whereTest(kind, where) });
    else others.push(where);
  }
  const tests = testsOf({ ...query, where: others });
  const match = text && matchOf(kind, text);
  if (match && query.sort.by === 'relevance') {
    narrowing.push(relevantSource(kind, match));
  } else if (text && match) {
    narrowing.push(readWords(db, query, match));
  } else if (text) {
    tests.push(substringTest(kind, text));
  }
  const near = readNear(db, kind, query);
  if (geo) tests.push(geoTest(kind, geo));
  if (near !== null && onlineTest(kind, geo) === null) narrowing.push(nearSource(db, kind, near));
  return { tests, narrowing, every: windowSource(db, query) };
}

/** Reads the set of a list into `temp.ix_hits`, with the sort values of each. → its size. */
export function readHits(db: Sqlite, candidates: Candidates, keys: readonly Sql[]): number {
  const { sql, params } = along(candidates, smallest(candidates));
  db.run('DELETE FROM temp.ix_hits');
  return db.run(
    `INSERT INTO temp.ix_hits (${['id', ...keys.map((_, at) => `k${at}`)].join(', ')})
     SELECT ${['e.id', ...keys.map((key) => key.sql)].join(', ')} ${sql}`,
    ...keys.flatMap((key) => key.params),
    ...params,
  );
}

/** → the number of records of a list, without its set. */
export function countRows(db: Sqlite, candidates: Candidates): number {
  const [{ total } = {}] = candidates.narrowing;
  if (total !== undefined) return total;
  const { sql, params } = along(candidates, smallest(candidates));
  return Number(db.get(`SELECT count(*) AS n ${sql}`, ...params)?.n);
}

/** → `FROM … WHERE …`: the rows of a source, with the tests of all others. */
export function along({ tests, narrowing }: Candidates, source: Source, from = source.from): Sql {
  const others = narrowing.flatMap((one) => (one.test && one !== source ? one.test : []));
  const { sql, params } = allOf([...tests, ...others]);
  return { sql: `FROM ${from.sql} WHERE ${sql}`, params: [...from.params, ...params] };
}

/** → the smallest source in the order of starts: one of the filters, or the window. */
export const byStart = ({ narrowing, every }: Candidates): Source =>
  smallest({ narrowing: narrowing.filter((one) => one.byStart), every });

/** → whether walking `byStart` to the end of the page is quicker than reading a set. */
export function isLarge(candidates: Candidates, { from, limit, facets }: SearchQuery): boolean {
  const all = byStart(candidates).rows;
  const met = limit + ('offset' in from ? from.offset : 0);
  // It tests about `met * all / rows` rows; at worst, all.
  const isQuick = ({ rows }: Source) => rows * 20 >= all && rows * rows >= 3 * all * met;
  return facets.length === 0 && candidates.narrowing.every(isQuick);
}

const smallest = ({ narrowing, every }: Pick<Candidates, 'narrowing' | 'every'>): Source =>
  narrowing.reduce((least, one) => (one.rows < least.rows ? one : least), every);

/** → the rows in the window; a small part of them by start, else all in the order of IDs. */
function windowSource(db: Sqlite, query: SearchQuery): Source {
  const kind = kinds[query.kind];
  const { main } = tablesOf(kind);
  const rows = rowsInWindow(db, query);
  const all = Number(db.get(`SELECT max(id) AS n FROM ${main}`)?.n ?? 0);
  if (!kind.window || rows * 2 > all) return { from: joined(`${main} e NOT INDEXED`), rows };
  return { from: joined(`${main} e INDEXED BY ${indexBy(kind, kind.window.start)}`), rows };
}

function readWords(db: Sqlite, query: SearchQuery, match: string): Source {
  const kind = kinds[query.kind];
  const { main, text } = tablesOf(kind);
  db.run('DELETE FROM temp.ix_words');
  const rows = db.run(
    `INSERT INTO temp.ix_words SELECT rowid, 0 FROM ${text} WHERE ${text} MATCH ?`,
    match,
  );
  if (rows > 0 && query.sort.by === 'best' && query.text) addPoints(db, kind, query.text);
  const test = { sql: '+e.id IN (SELECT id FROM temp.ix_words)', params: [] };
  return { from: joined(`temp.ix_words d CROSS JOIN ${main} e ON e.id = d.id`), rows, test };
}

/** → the rows of FTS5, along which alone it works out relevance: they are always read. */
function relevantSource(kind: Kind, match: string): Source {
  const { main, text } = tablesOf(kind);
  const from = `${text} CROSS JOIN ${main} e ON e.id = ${text}.rowid AND ${text} MATCH ?`;
  return { from: joined(from, [match]), rows: -1 };
}

function nearSource(db: Sqlite, kind: Kind, near: number): Source {
  const { main, place } = tablesOf(kind);
  const sizes = db.get(
    `SELECT (SELECT max(id) FROM ${main}) AS rows, (SELECT max(id) FROM ${place}) AS places`,
  );
  const each = Math.max(1, Number(sizes?.rows ?? 0) / Math.max(1, Number(sizes?.places ?? 0)));
  return {
    from: joined(
      `temp.ix_near d CROSS JOIN ${main} e INDEXED BY ${indexBy(kind, 'place')} ON e.place = d.id`,
    ),
    rows: near * each * 3,
  };
}

/** → the rows of a filter by values that have an index, or by IDs; null: it does not narrow. */
function valuesSource(db: Sqlite, kind: Kind, query: SearchQuery, where: AnyOf): Source | null {
  const { field, values } = where;
  const { main, link } = tablesOf(kind);
  if (field === 'id') {
    const ids = { sql: 'SELECT value FROM json_each(?)', params: [JSON.stringify(values)] };
    return { from: rowsOf(kind, ids), rows: values.length };
  }
  const isLink = linkFields(kind).includes(field);
  if (!isLink && !valueFields(kind).includes(field)) return null;
  const start = kind.window?.start ?? '';
  const ids = allOf([
    ...(isLink ? [{ sql: 'field = ?', params: [field] }] : []),
    amongTest(isLink ? 'value' : columnOf(field), values),
    ...windowTests(query.where, start),
  ]);
  const isOrdered = isLink && values.length === 1 && kind.window !== undefined;
  // Hidden records have no link that is public.
  const isAlone = isOrdered && isPublicAlone(query, where);
  const index = isLink ? `${link}_by_value` : indexBy(kind, field);
  const rows = `FROM ${isLink ? link : main} INDEXED BY ${index} WHERE ${ids.sql}`;
  const counted = db.get(
    `SELECT count(*) AS n FROM (
       SELECT 1 ${rows} AND public_from <= ? ${isAlone ? '' : `LIMIT ${COUNTED}`})`,
    ...ids.params,
    query.nowSeconds,
  );
  const n = Number(counted?.n ?? 0);
  const starts = `(SELECT id, ${columnOf(start)} AS start ${rows})`;
  const inOrder = `${starts} d CROSS JOIN ${main} e ON e.id = d.id`;
  return {
    from: rowsOf(kind, { sql: `SELECT id ${rows}`, params: ids.params }),
    rows: n * 3,
    ...(isOrdered ? { byStart: joined(inOrder, ids.params) } : {}),
    ...(isAlone ? { total: n } : {}),
  };
}

/** → the rows of a set of IDs, which SQLite sorts first. */
const rowsOf = (kind: Kind, { sql, params }: Sql): Sql =>
  joined(`(SELECT 1) CROSS JOIN ${tablesOf(kind).main} e ON e.id IN (${sql})`, params);

/** → whether a public list has no filter but this one and its window. */
const isPublicAlone = (query: SearchQuery, where: AnyOf): boolean =>
  windowAlone({ ...query, where: query.where.filter((one) => one !== where) }) !== null;

const joined = (sql: string, params: Sql['params'] = []): Sql => ({ sql, params });
