/** What a list is ordered by, as SQL. */
import type { Kind } from '../../kinds/kind.js';
import type { SearchQuery } from '../port.js';
import { chordTo } from './geo-way.js';
import type { Sql } from './parts.js';
import { relevance, relevanceBefore } from './relevance.js';
import { tablesOf } from './tables.js';

/** → the sort value of row `e`, or of a moved record `m` as it was before. */
export function sortKeyOf(kind: Kind, query: SearchQuery, alias: 'e.' | 'm.'): Sql {
  const { sort } = query;
  const column = (name: string) => (alias === 'e.' ? `e.${name}` : `(m.keys ->> '$.${name}')`);
  switch (sort.by) {
    case 'distance': {
      if (!query.geo?.point) return { sql: '0', params: [] };
      if (alias === 'm.') {
        const chord = chordTo(query.geo.point, 'm.');
        return { ...chord, sql: chord.sql.replace(/m\.([xyz])/g, "(m.keys ->> '$.$1')") };
      }
      const chord = chordTo(query.geo.point, 'pl.');
      const { place } = tablesOf(kind);
      return { ...chord, sql: `(SELECT ${chord.sql} FROM ${place} pl WHERE pl.id = e.place)` };
    }
    case 'relevance':
      if (!query.text) return { sql: '0', params: [] };
      return alias === 'm.' ? relevanceBefore(query.text) : relevance(kind, query.text);
    case 'count':
      return { sql: `coalesce(${column('u_published')}, 0)`, params: [] };
    case 'include':
      return {
        sql: '(SELECT key FROM json_each(?) WHERE value = e.id)',
        params: [JSON.stringify(sort.ids ?? [])],
      };
    case 'field':
      return { sql: sort.field === 'id' ? 'e.id' : column(`f_${sort.field}`), params: [] };
  }
}
