/** The tag: a flat term. Spec: Resources, Event tag. */
import { defineKind } from '../kind.js';
import { termFamily, termFilters, termMissing, termOrders, termTable } from './family.js';

/** The kind of flat terms. */
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
