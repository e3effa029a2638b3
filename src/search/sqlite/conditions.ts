/** The SQL fragments of which a list query is composed. */
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';

/** A placeholder among the parameters for the time of the query. */
export const NOW = Symbol('now');
/** A parameter of a statement. */
export type Param = SqlValue | typeof NOW;

/** A SQL fragment and its parameters, in order. */
export interface Sql {
  sql: string;
  params: Param[];
}

/** Some of the rows of FTS5 that match a search: a test, and the ID of the record of a row `t`. */
export interface TextPart {
  test: Sql;
  id: string;
}

/** The rows of FTS5 that match a search (text.ts). */
export interface TextRows {
  /** FROM clause of the rows `t`. */
  from: string;
  /** Rows in the order of start and ID, by `t.rowid`; without dates: every row, by ID. */
  filed: TextPart;
  /** Rows that are not filed by start; null: the kind has no dates. */
  others: TextPart | null;
}

/** A selective access path: the candidate IDs, and the equivalent test on a row `e`. */
export interface AccessPath {
  ids: Sql;
  test: Sql;
  /** FROM clause that binds row `e` by this path; default: a join of `ids` by ID. */
  from?: Sql;
  /** True: rows are tested by a lookup in the cached set of all matches. */
  isSetTested?: boolean;
  /** True: `test` is one step, too, and `ids` are read without merging anything first. */
  isWhole?: boolean;
  /** The FTS5 query of a search. */
  match?: string;
  /** Of a path to the records that hold one value: the field and the value. */
  link?: { field: string; value: SqlValue };
  /** True: reading along the order of the list already uses this path. */
  isOrder?: boolean;
  /** Estimates the number of candidates without reading them. */
  rows?: (db: Sqlite) => number;
  /** Average number of rows for each of `ids`; default 1. */
  rowsEach?: (db: Sqlite) => number;
}

/** The conditions of a list query: tests on a row `e`, and access paths to matching rows. */
export interface Conditions {
  tests: Sql[];
  paths: AccessPath[];
}
