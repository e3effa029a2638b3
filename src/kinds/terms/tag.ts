/** The tag: a flat term. Contract 1.4. */
import { defineKind } from '../kind.js';
import { termFamily, termFilters, termMissing, termOrders, termTable } from './family.js';

/** The tag kind. */
export const tag = defineKind({
  name: 'tag',
  route: 'tags',
  family: termFamily,
  schema: 'terms/tag.json',
  listSchema: 'queries/term-list.json',
  titleField: 'name',
  permalink: 'tag',
  fields: termTable(),
  relations: [],
  searchMode: 'substring',
  filters: termFilters('tags'),
  orders: termOrders,
  defaultOrder: 'name',
  missing: termMissing,
  hasSlugField: true,
  capability: 'tags',
  taxonomy: 'post_tag',
});
