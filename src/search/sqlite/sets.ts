/**
 * The set of a list that something narrows: words, an area, links, values or IDs. The filter with
 * the fewest candidates is read, the others are tested on its rows, once, into `temp.ix_hits`; the
 * page, the total and the facets read that set. Decision: two ways to answer a list.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { SearchQuery } from '../port.js';
import { rowsInWindow } from './days.js';
import { geoTest, onlineTest, readNear } from './geo.js';
import { indexBy, linkFields, type Sql, tablesOf, valueFields } from './tables.js';
import { matchOf, substringTest } from './text.js';
import { type AnyOf, allOf, amongTest, columnOf, testsOf, windowTests } from './where.js';

/** Rows `e` of the main table that hold every record of a list, and how many they are. */
interface Source {
  from: Sql;
  rows: number;
}

/** A list whose words and area are read: what its rows must pass, and where they may be. */
export interface Candidates {
  tests: Sql;
  /** The filters that narrow the list. */
  narrowing: Source[];
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
  if (text && match) {
    narrowing.push(readWords(db, kind, match));
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
  return { tests: allOf(tests), narrowing };
}

/** Reads the set of a list into `temp.ix_hits`, with the sort value of each. → its size. */
export function readHits(
  db: Sqlite,
  query: SearchQuery,
  { tests, narrowing }: Candidates,
  key: Sql,
): number {
  const kind = kinds[query.kind];
  const every = { from: everyRow(kind), rows: rowsInWindow(db, query) };
  const sources = [every, ...narrowing];
  const least = Math.min(...sources.map(({ rows }) => rows));
  const { from } = sources.find(({ rows }) => rows === least) ?? every;
  db.quietly('DELETE FROM temp.ix_hits');
  return db.quietly(
    `INSERT INTO temp.ix_hits SELECT e.id, ${onlineTest(kind, query.geo) ?? 0}, ${key.sql}
     FROM ${from.sql} WHERE ${tests.sql}`,
    ...key.params,
    ...from.params,
    ...tests.params,
  );
}

/** → every row, in the order of start where there is one: this index has what is tested. */
export const everyRow = (kind: Kind): Sql => ({
  sql: `${tablesOf(kind).main} e ${
    kind.window ? `INDEXED BY ${indexBy(kind, kind.window.start)}` : ''
  }`,
  params: [],
});

function readWords(db: Sqlite, kind: Kind, match: string): Source {
  const { main, text } = tablesOf(kind);
  db.quietly('DELETE FROM temp.ix_words');
  const rows = db.quietly(
    `INSERT INTO temp.ix_words SELECT rowid FROM ${text} WHERE ${text} MATCH ?`,
    match,
  );
  return { from: joined(`temp.ix_words d CROSS JOIN ${main} e ON e.id = d.id`), rows };
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
    rows: near * each,
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
    rows: Number(counted?.n ?? 0),
  };
}

const joined = (sql: string, params: Sql['params'] = []): Sql => ({ sql, params });
