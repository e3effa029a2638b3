/**
 * The set of a list that something narrows: words, an area, links, values or IDs. The filter with
 * the fewest candidates is read, the others are tested on its rows, once, into `temp.ix_hits`; the
 * page, the total and the facets read that set. Decision: two ways to answer a list.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { SearchQuery } from '../port.js';
import { rowsInWindow, windowAlone } from './days.js';
import { geoTest, onlineTest, readNear } from './geo.js';
import { addPoints } from './rank.js';
import { indexBy, linkFields, type Sql, tablesOf, valueFields } from './tables.js';
import { type AnyOf, allOf, amongTest, columnOf, testsOf, windowTests } from './where.js';
import { matchOf, substringTest } from './words.js';

/** Rows `e` of the main table that hold every record of a list, and how many they are. */
interface Source {
  from: Sql;
  /** Those that are not in the order of IDs count twice. */
  rows: number;
  /** Counts the list, where nothing else than this and the window narrows it. */
  count?: Sql;
}

/** A list whose words and area are read: what its rows must pass, and where they may be. */
export interface Candidates {
  tests: Sql;
  /** The filters that narrow the list. */
  narrowing: Source[];
  /** The rows in its window. */
  every: Source;
}

/** Candidates beyond this number are not counted. */
const COUNTED = 20_000;

/** Reads the words and the area of a list into temporary tables. → its candidates. */
export function readCandidates(db: Sqlite, query: SearchQuery): Candidates {
  const kind = kinds[query.kind];
  const { text, geo } = query;
  const tests = testsOf(query);
  const narrowing: Source[] = [];
  const match = text && matchOf(kind, text);
  if (match && query.sort.by === 'relevance') {
    narrowing.push(relevantSource(kind, match));
  } else if (text && match) {
    narrowing.push(readWords(db, query, match));
    tests.push({ sql: '+e.id IN (SELECT id FROM temp.ix_words)', params: [] });
  } else if (text) {
    tests.push(substringTest(kind, text));
  }
  const near = readNear(db, kind, query);
  if (geo) tests.push(geoTest(kind, geo));
  if (near !== null && onlineTest(kind, geo) === null) narrowing.push(nearSource(db, kind, near));
  for (const where of query.where) {
    if (where.test !== 'anyOf') continue;
    const source = valuesSource(db, kind, query, where);
    if (source) narrowing.push(source);
  }
  return { tests: allOf(tests), narrowing, every: windowSource(db, query) };
}

/** Reads the set of a list into `temp.ix_hits`, with the sort values of each. → its size. */
export function readHits(db: Sqlite, candidates: Candidates, keys: readonly Sql[]): number {
  const { tests } = candidates;
  const { from } = smallest(candidates);
  db.run('DELETE FROM temp.ix_hits');
  return db.run(
    `INSERT INTO temp.ix_hits (${['id', ...keys.map((_, at) => `k${at}`)].join(', ')})
     SELECT ${['e.id', ...keys.map(({ sql }) => sql)].join(', ')}
     FROM ${from.sql} WHERE ${tests.sql}`,
    ...keys.flatMap(({ params }) => params),
    ...from.params,
    ...tests.params,
  );
}

/** → the number of records of a list, without its set. */
export function countRows(db: Sqlite, candidates: Candidates): number {
  const { from, count } = smallest(candidates);
  const { tests } = candidates;
  const row = count
    ? db.get(count.sql, ...count.params)
    : db.get(
        `SELECT count(*) AS n FROM ${from.sql} WHERE ${tests.sql}`,
        ...from.params,
        ...tests.params,
      );
  return Number(row?.n);
}

/** A list has this part of its window, or more: its first records are soon met along the window. */
const LARGE = 1 / 20;

/** → whether so much of the window is in the list that walking it is quicker than reading a set. */
export const isLarge = ({ narrowing, every }: Candidates): boolean =>
  narrowing.every(({ rows }) => rows >= every.rows * LARGE);

const smallest = ({ narrowing, every }: Candidates): Source =>
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
  return { from: joined(`temp.ix_words d CROSS JOIN ${main} e ON e.id = d.id`), rows };
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
    rows: near * each * 2,
  };
}

/** → the rows of a filter by values that have an index, or by IDs; null: it does not narrow. */
function valuesSource(db: Sqlite, kind: Kind, query: SearchQuery, where: AnyOf): Source | null {
  const { field, values } = where;
  const { main, link } = tablesOf(kind);
  if (field === 'id') {
    const from = `(SELECT DISTINCT value AS id FROM json_each(?)) d CROSS JOIN ${main} e
      ON e.id = d.id`;
    return { from: joined(from, [JSON.stringify(values)]), rows: values.length };
  }
  const isLink = linkFields(kind).includes(field);
  if (!isLink && !valueFields(kind).includes(field)) return null;
  const among = amongTest(isLink ? 'value' : columnOf(field), values);
  const start = kind.window?.start ?? '';
  const ids = allOf([
    ...(isLink ? [{ sql: 'field = ?', params: [field] }] : []),
    among,
    ...windowTests(query.where, start, isLink ? 'start' : `f_${start}`),
  ]);
  const table = isLink ? link : `${main} INDEXED BY ${indexBy(kind, field)}`;
  const sql = `SELECT ${values.length > 1 ? 'DISTINCT ' : ''}id FROM ${table} WHERE ${ids.sql}`;
  const counted = db.get(
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${table} WHERE ${ids.sql} LIMIT ${COUNTED})`,
    ...ids.params,
  );
  return {
    from: joined(`(${sql}) d CROSS JOIN ${main} e ON e.id = d.id`, ids.params),
    rows: Number(counted?.n ?? 0) * 2,
    ...(isLink && values.length === 1 && isAlone(query, where)
      ? { count: publicLinks(kind, query, ids) }
      : {}),
  };
}

/** → whether a public list has no filter but this one and its window. */
const isAlone = (query: SearchQuery, where: AnyOf): boolean =>
  windowAlone({ ...query, where: query.where.filter((one) => one !== where) }) !== null;

/** → the count of the links that pass a test. Hidden records have no link that is public. */
const publicLinks = (kind: Kind, { nowSeconds }: SearchQuery, { sql, params }: Sql): Sql => ({
  sql: `SELECT count(*) AS n FROM ${tablesOf(kind).link} WHERE ${sql} AND public_from <= ?`,
  params: [...params, nowSeconds],
});

const joined = (sql: string, params: Sql['params'] = []): Sql => ({ sql, params });
