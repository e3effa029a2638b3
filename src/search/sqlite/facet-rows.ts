/** The rows of a facet of linked records, whichever way its values were counted. */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { SearchQuery } from '../port.js';
import { tablesOf } from './tables.js';

/** → the highest of `counted(value, n)`, values being IDs: those that the caller may see. */
export function linkedRows(
  { isFull, nowSeconds }: SearchQuery,
  target: Kind['name'],
): { sql: string; params: SqlValue[] } {
  const isPublicTest = kinds[target].family.hasStatus && !isFull;
  return {
    sql: `SELECT t.id, t.f_slug AS slug, t.l_title AS name, c.n
      FROM counted c CROSS JOIN ${tablesOf(kinds[target]).main} t ON t.id = c.value
      WHERE c.n > 0 ${isPublicTest ? 'AND t.public_from <= ?' : ''}
      ORDER BY c.n DESC, t.f_title, t.id LIMIT ${limits.facetValues}`,
    params: isPublicTest ? [nowSeconds] : [],
  };
}
