/** Pieces of SQL that a list query is put together from. */
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';

/** Stands for the moment of the query among its parameters. */
export const NOW = Symbol('now');
/** A parameter of a statement. */
export type Param = SqlValue | typeof NOW;

/** A piece of SQL and its parameters, in order. */
export interface Sql {
  sql: string;
  params: Param[];
}

/** A selective access path: the IDs it gives, and the same test on a row `e`. */
export interface AccessPath {
  ids: Sql;
  test: Sql;
  /** FROM clause that binds row `e` by this path, where that is not by its ID. */
  from?: Sql;
  /** True: the test is best made by looking the row up in the set of all matches. */
  isSetTested?: boolean;
  /** True: the order of the list follows this path already. */
  isOrder?: boolean;
  /** A guess of its candidates that reads none of them. */
  rows?: (db: Sqlite) => number;
  /** How many rows stand behind each of `ids`; 1 when absent. */
  rowsEach?: (db: Sqlite) => number;
}

/** What a list query comes to: tests on a row `e`, and access paths to such rows. */
export interface Conditions {
  tests: Sql[];
  paths: AccessPath[];
}
