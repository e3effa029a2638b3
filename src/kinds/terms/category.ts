/** The category: a term with a parent. Contract 1.4. */
import { defineKind } from '../kind.js';
import { termFamily, termFilters, termMissing, termOrders, termTable } from './family.js';

/** The category kind, whose terms form a tree. */
export const category = defineKind({
  name: 'category',
  route: 'categories',
  family: termFamily,
  schema: 'terms/category.json',
  listSchema: 'queries/category-list.json',
  titleField: 'name',
  permalink: 'events/category',
  fields: termTable({
    parent: { stored: 'parent', initial: 0, answered: 'parent', index: { type: 'integer' } },
  }),
  relations: [],
  searchMode: 'substring',
  filters: { ...termFilters('categories'), parent: { filter: 'parent' } },
  orders: termOrders,
  defaultOrder: 'name',
  suggests: { category: (record) => record.title },
  missing: termMissing,
  hasSlugField: true,
  isTree: true,
  capability: 'categories',
  taxonomy: 'vendor_events_cat',
});
