/** The order of a list in SQL: the order of rows, and the test for rows after a position. */
import { kinds } from '../../kinds/index.js';
import { type SortKey, tieOf } from '../order.js';
import type { IndexValue, Position, SearchQuery, Sort } from '../port.js';
import { rankOf } from './rank.js';
import type { Sql } from './tables.js';
import { columnOf } from './where.js';
import { hasMatch } from './words.js';

/** The order of rows, and the test for rows after a position. */
export interface SqlOrder {
  by: string;
  behind: (position: Position) => Sql;
}

/** A column that rows are ordered by. */
type Column = { column: string; direction: Sort['direction'] };

/** → the order of a list by columns, the ID last. */
export function orderBy(query: SearchQuery, columns: Column[], id: string): SqlOrder {
  const all = [...columns, { column: id, direction: tieOf(query) }];
  return {
    by: all.map(({ column, direction }) => `${column} ${direction}`).join(', '),
    behind: ({ keys, id: last }) => behind(all, [...keys.slice(0, columns.length), last]),
  };
}

/** → a sort value of row `e`; the value of relevance is in the rows of words. */
export function sortValue(query: SearchQuery, { by, field = 'id' }: SortKey): Sql {
  const kind = kinds[query.kind];
  switch (by) {
    case 'distance':
      return { sql: kind.place ? CHORD : '0', params: [] };
    case 'relevance':
      return { sql: hasMatch(kind, query.text) ? 'd.relevance' : '0', params: [] };
    case 'rank':
      return rankOf(kind, query);
    case 'count':
      return { sql: 'coalesce(e.u_published, 0)', params: [] };
    case 'include':
      return {
        sql: '(SELECT key FROM json_each(?) WHERE value = e.id)',
        params: [JSON.stringify(query.sort.ids ?? [])],
      };
    case 'field':
      return { sql: `e.${columnOf(field)}`, params: [] };
  }
}

// Records without a place have a value, too, above all chords: a null cannot be compared.
const CHORD = 'coalesce((SELECT chord FROM temp.ix_near WHERE id = e.place), 9)';

/** → the test of rows after a position by columns. A forged position may lack values. */
function behind([first, ...rest]: Column[], [value = null, ...values]: IndexValue[]): Sql {
  if (!first) return { sql: '0', params: [] };
  const { column, direction } = first;
  const then = behind(rest, values);
  // Nulls come before all values.
  if (value === null) {
    const sql = direction === 'asc' ? 'IS NOT NULL OR' : 'IS NULL AND';
    return { sql: `(${column} ${sql} ${then.sql})`, params: then.params };
  }
  const operator = direction === 'asc' ? '>' : '<';
  const bound = boundOf(value);
  const beyond = `${column} ${operator} ${bound.sql}`;
  return {
    // By the first of the tests SQLite reads an index.
    sql: `(${column} ${operator}= ${bound.sql} AND (${beyond} OR ${then.sql}))`,
    params: [...bound.params, ...bound.params, ...then.params],
  };
}

// Negated twice, because the driver binds numbers between 0 and 2.2e-16 as 0. A page after such a
// small squared chord (10 cm) would return the same records again.
const boundOf = (value: IndexValue): Sql =>
  typeof value === 'number' ? { sql: '-?', params: [-value] } : { sql: '?', params: [value] };
