/** The sort value of a list as SQL. */
import type { Kind } from '../../kinds/kind.js';
import type { Sqlite } from '../../lib/sqlite.js';
import type { SearchQuery } from '../port.js';
import { chordTo } from './areas.js';
import type { Sql } from './conditions.js';
import { relevance } from './relevance.js';
import { tablesOf } from './tables.js';

/** → the sort value of row `e`. */
export function sortKeyOf(db: Sqlite, kind: Kind, query: SearchQuery): Sql {
  const { sort, geo } = query;
  switch (sort.by) {
    case 'distance': {
      if (!geo?.point) return { sql: '0', params: [] };
      const chord = chordTo(geo.point, 'pl.');
      const { place } = tablesOf(kind);
      return { ...chord, sql: `(SELECT ${chord.sql} FROM ${place} pl WHERE pl.id = e.place)` };
    }
    case 'relevance':
      return relevance(db, kind, query);
    case 'count':
      return { sql: 'coalesce(e.u_published, 0)', params: [] };
    case 'include':
      return {
        sql: '(SELECT key FROM json_each(?) WHERE value = e.id)',
        params: [JSON.stringify(sort.ids ?? [])],
      };
    case 'field':
      return { sql: sort.field === 'id' ? 'e.id' : `e.f_${sort.field}`, params: [] };
  }
}
