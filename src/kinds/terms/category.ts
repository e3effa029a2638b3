/** The category: a term with a parent. Spec: Resources, Event category. */
import type { Kind } from '../kind.js';
import { termFamily, termFilters, termMissing, termOrders, termText } from './family.js';

/** The kind of terms that form a tree. */
export const category: Kind = {
  name: 'category',
  route: 'categories',
  family: termFamily,
  schema: 'terms/category.json',
  listSchema: 'queries/category-list.json',
  titleField: 'name',
  permalink: 'events/category',
  relations: [],
  indexFields: termFamily.indexFields,
  textFields: termText,
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
};
