/**
 * Public lists of one linked value (a venue, a category) by start: the links of a value have its
 * records in that order, so that a page reads little more than its rows.
 */
import { kinds } from '../../kinds/index.js';
import type { SearchQuery } from '../port.js';
import type { AccessPath, Conditions, Sql } from './conditions.js';
import { isPublic } from './day-totals.js';
import { fromPosition } from './filed.js';
import { conjunction, type Plan } from './plan.js';
import { spanOf } from './span.js';
import { tablesOf } from './tables.js';

/** → the plan of the page; null: another one is needed. */
export function linkedPlan(query: SearchQuery, { tests, paths }: Conditions): Plan | null {
  const kind = kinds[query.kind];
  const { by, field, direction } = query.sort;
  const start = kind.window?.start;
  const [path, ...others] = paths.filter((one) => !one.isOrder);
  if (start === undefined || by !== 'field' || field !== start) return null;
  if (!path?.link || others.length > 0 || !isPublic(query)) return null;
  const { main, link } = tablesOf(kind);
  const linked = linksInWindow(path.link, query, start);
  return {
    from: { sql: `${link} l CROSS JOIN ${main} e ON e.id = l.id`, params: [] },
    where: conjunction([linked, ...tests]),
    order: `l.start ${direction}, l.id`,
    isSelective: false,
    others: publishedSince(`${main} e INDEXED BY ${main}_public_from`, tests, path),
  };
}

/** → the test of a link `l`: it has the value, and is not before the page. */
function linksInWindow(
  { field, value }: NonNullable<AccessPath['link']>,
  query: SearchQuery,
  start: string,
): Sql {
  const ranges = fromPosition(query, start).flatMap((one) =>
    one.test === 'range' && one.field === start ? [one] : [],
  );
  const { from, to } = spanOf(start, ranges);
  const bounds = [
    { sql: 'l.start >= ?', bound: from },
    { sql: 'l.start <= ?', bound: to },
  ].filter(({ bound }) => Number.isFinite(bound));
  return {
    sql: [
      'l.field = ? AND l.value = ? AND l.start IS NOT NULL',
      ...bounds.map(({ sql }) => sql),
    ].join(' AND '),
    params: [field, value, ...bounds.map(({ bound }) => bound)],
  };
}

/** → the records that became public after they were written: their links have no start. */
const publishedSince = (from: string, tests: Sql[], { test }: AccessPath): Plan => ({
  from: { sql: from, params: [] },
  where: conjunction([{ sql: 'e.public_from > 0', params: [] }, ...tests, test]),
  isSelective: false,
});
