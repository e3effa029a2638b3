/** The tag: a flat term. Spec: Resources, Event tag. */
import type { Kind } from '../kind.js';
import { termFamily, termFilters, termMissing, termOrders, termText } from './family.js';

/** The kind of flat terms. */
export const tag: Kind = {
  name: 'tag',
  route: 'tags',
  family: termFamily,
  schema: 'terms/tag.json',
  listSchema: 'queries/term-list.json',
  titleField: 'name',
  permalink: 'tag',
  relations: [],
  indexFields: termFamily.indexFields,
  textFields: termText,
  searchMode: 'substring',
  filters: termFilters('tags'),
  orders: termOrders,
  defaultOrder: 'name',
  missing: termMissing,
  hasSlugField: true,
  capability: 'tags',
  taxonomy: 'post_tag',
};
