/**
 * The set of a list that something narrows: words, an area, links, values or IDs. The filter with
 * the fewest candidates is read, the others are tested on its rows, once, into `temp.ix_hits`; the
 * page, the total and the facets read that set. Where words or a link alone narrow a public list,
 * it is a run of their rows, and no set is read. Decision: three ways to answer a list.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { DAY_SECONDS } from '../calendar.js';
import { linkFields, valueFields } from '../fields.js';
import type { SearchQuery, Where } from '../port.js';
import { besidesStart, spanOf } from '../window.js';
import { startsIn } from './days.js';
import { geoTest, onlineTest, readNear } from './geo.js';
import { isListed, rowAt, within } from './positions.js';
import { readPoints } from './rank.js';
import { indexBy, type Sql, tablesOf } from './tables.js';
import { allOf, amongTest, columnOf, testsOf, whereTest } from './where.js';
import { bm25, matchOf, substringTest } from './words.js';

/** Rows in the order of a column with positions, or in several such runs. */
export interface SetRun {
  table: string;
  test: Sql;
  position: string;
  /** A record may have several rows. */
  isMany?: boolean;
}

/** → the rows of a public list that words or a link alone narrow in its window; else null. */
export function runOf(db: Sqlite, query: SearchQuery): SetRun | null {
  const [filter, ...more] = besidesStart(query);
  if (query.geo || more.length > 0 || (query.text && filter)) return null;
  const run = filter ? valuesRun(query, filter) : wordsRun(db, query);
  return run && !run.isMany && isListed(db, query) ? inWindow(query, run) : null;
}

/** → the rows of words; null for a list without words, or by substring. */
function wordsRun(db: Sqlite, { kind: name, text: sought, sort }: SearchQuery): SetRun | null {
  const kind = kinds[name];
  const { text } = tablesOf(kind);
  const match = sought && matchOf(db, kind, sought, sort.by === 'relevance');
  if (!match) return null;
  return { table: text, test: { sql: `${text} MATCH ?`, params: [match] }, position: 'rowid' };
}

/** → the rows of a filter by links, IDs, or values that have an index; null: it is another one. */
function valuesRun({ kind: name }: SearchQuery, where: Where): SetRun | null {
  const kind = kinds[name];
  const { main, link } = tablesOf(kind);
  if (where.test !== 'anyOf') return null;
  const { field, values } = where;
  const isMany = values.length !== 1;
  if (linkFields(kind).includes(field)) {
    const isOfField = { sql: 'field = ?', params: [field] };
    const test = allOf([isOfField, amongTest('value', values)]);
    return { table: link, test, position: 'listed', isMany };
  }
  if (field !== 'id' && !valueFields(kind).includes(field)) return null;
  const table = field === 'id' ? main : `${main} INDEXED BY ${indexBy(kind, field)}`;
  const test = amongTest(columnOf(field), values);
  return { table, test, position: 'listed', isMany };
}

/** → the rows of a run in the window of a list, all of whose records have positions from 0 on. */
function inWindow(query: SearchQuery, run: SetRun): SetRun {
  return { ...run, test: allOf([run.test, within(run.position, spanOf(query))]) };
}

/** → the number of rows. */
export const countRun = (db: Sqlite, { table, test }: Omit<SetRun, 'position'>): number =>
  Number(db.get(`SELECT count(*) AS n FROM ${table} WHERE ${test.sql}`, ...test.params)?.n);

/** A filter: read as rows `e` of the main table, or tested on the rows of another source. */
interface Source {
  from: Sql;
  /** Estimated cost: 1 for each row read in order, 3 for each row looked up. */
  rows: number;
  /** The test of a row of another source; absent: it is among the tests of all rows. */
  test?: Sql;
}

/** A list whose area is read: the tests of its rows, and its sources. */
export interface Candidates {
  tests: Sql[];
  /** The filters that narrow the list. */
  narrowing: Source[];
  /** The rows in its window. */
  every: Source;
}

/** Reads the area of a list, and points of words, into temporary tables. → its candidates. */
export function readCandidates(db: Sqlite, query: SearchQuery): Candidates {
  const kind = kinds[query.kind];
  const { text, geo, sort } = query;
  const narrowing: Source[] = [];
  const others: Where[] = [];
  const hasListed = isListed(db, query);
  const sourceOf = (run: SetRun, test?: Sql): Source =>
    runSource(db, kind, hasListed ? inWindow(query, run) : run, test);
  for (const where of query.where) {
    const run = valuesRun(query, where);
    if (run) narrowing.push(sourceOf(run, whereTest(kind, where)));
    else others.push(where);
  }
  const tests = testsOf({ ...query, where: others });
  const run = wordsRun(db, query);
  if (run) {
    const source = sourceOf(run);
    // Relevance is computed along the rows of words alone.
    narrowing.push(
      sort.by === 'relevance' ? { ...source, rows: Number.NEGATIVE_INFINITY } : source,
    );
  } else if (text) {
    tests.push(substringTest(kind, text));
  }
  if (run && sort.by === 'best') readPoints(db, query);
  const near = readNear(db, kind, query);
  if (geo) tests.push(geoTest(kind, geo));
  if (near !== null && onlineTest(kind, geo) === null) narrowing.push(nearSource(db, kind));
  return { tests, narrowing, every: windowSource(db, query, hasListed) };
}

/** Reads the set of a list into `temp.ix_hits`, with the sort values of each. → its size. */
export function readHits(db: Sqlite, candidates: Candidates, keys: readonly Sql[]): number {
  const { sql, params } = along(candidates);
  db.run('DELETE FROM temp.ix_hits');
  return db.run(
    `INSERT INTO temp.ix_hits (${['listed', ...keys.map((_, at) => `k${at}`)].join(', ')})
     SELECT ${['e.listed', ...keys.map((key) => key.sql)].join(', ')} ${sql}`,
    ...keys.flatMap((key) => key.params),
    ...params,
  );
}

/** → the number of records of a list, without its set. */
export function countRows(db: Sqlite, candidates: Candidates): number {
  const { sql, params } = along(candidates);
  return Number(db.get(`SELECT count(*) AS n ${sql}`, ...params)?.n);
}

/** → whether a list has a record. */
export function hasRows(db: Sqlite, query: SearchQuery): boolean {
  const run = runOf(db, query);
  const { sql, params } = run
    ? { sql: `FROM ${run.table} WHERE ${run.test.sql}`, params: run.test.params }
    : along(readCandidates(db, query));
  return db.get(`SELECT 1 ${sql} LIMIT 1`, ...params) !== undefined;
}

/** → `FROM … WHERE …`: the rows of the smallest source, with the tests of all others. */
function along({ tests, narrowing, every }: Candidates): Sql {
  const source = narrowing.reduce((least, one) => (one.rows < least.rows ? one : least), every);
  const others = narrowing.flatMap((one) => (one.test && one !== source ? one.test : []));
  const { sql, params } = allOf([...tests, ...others]);
  return {
    sql: `FROM ${source.from.sql} WHERE ${sql}`,
    params: [...source.from.params, ...params],
  };
}

/** A row that is looked up by its ID costs as much as so many rows read in order. */
const LOOKUP_COST = 3;

/** → the records of a run. `test`: the test of another source's rows in place of a lookup. */
function runSource(db: Sqlite, kind: Kind, run: SetRun, test?: Sql): Source {
  const { table, position, isMany } = run;
  const rows = `${position} AS listed FROM ${table} WHERE ${run.test.sql}`;
  const relevance = position === 'rowid' ? `${bm25(kind)} AS relevance, ` : '';
  const from = `(SELECT ${isMany ? 'DISTINCT ' : relevance}${rows}) d
    CROSS JOIN ${rowAt(kind, 'd.listed')}`;
  const among = { sql: `+e.listed IN (SELECT ${rows})`, params: run.test.params };
  return {
    from: { sql: from, params: run.test.params },
    rows: countRun(db, run) * LOOKUP_COST,
    test: test ?? among,
  };
}

function nearSource(db: Sqlite, kind: Kind): Source {
  const { main } = tablesOf(kind);
  const table = `${main} e INDEXED BY ${indexBy(kind, 'place')}`;
  const run = { table, test: { sql: 'e.place IN (SELECT id FROM temp.ix_near)', params: [] } };
  const from = { sql: `temp.ix_near d CROSS JOIN ${table} ON e.place = d.id`, params: [] };
  return { from, rows: countRun(db, run) * LOOKUP_COST };
}

/** → the rows in the window; of kinds without dates all. */
function windowSource(db: Sqlite, query: SearchQuery, hasListed: boolean): Source {
  const kind = kinds[query.kind];
  const { main } = tablesOf(kind);
  if (!kind.window) {
    return { from: { sql: `${main} e`, params: [] }, rows: Number.POSITIVE_INFINITY };
  }
  const { from, to } = spanOf(query);
  const days = [Math.floor(from / DAY_SECONDS), Math.floor(to / DAY_SECONDS) + 1] as const;
  const rows = startsIn(db, kind, ...days);
  const inOrder = (column: string) => `${main} e INDEXED BY ${indexBy(kind, column)}`;
  if (!hasListed) return { from: { sql: inOrder(`f_${kind.window.start}`), params: [] }, rows };
  const { sql, params } = within('e.listed', { from, to });
  return { from: { sql: `(SELECT 1) CROSS JOIN ${inOrder('listed')} ON ${sql}`, params }, rows };
}
