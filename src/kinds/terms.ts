/**
 * The terms: categories, which have parents, and tags. Both have a name, a slug and a usage count,
 * and neither a status nor slug routes. Contract 1.4.
 */
import type { FieldTable } from './field.js';
import {
  defineKind,
  type Family,
  type KindDefinition,
  type ListFilter,
  type SortOrder,
} from './kind.js';

/** The family of categories and tags. */
const termFamily: Family = {
  name: 'term',
  hasStatus: false,
  hasSlugRoutes: false,
  removal: 'permanent',
  pastTheEnd: 'empty',
  envelope: 'totalsFirst',
};

/** → the field table of a term; `own` fields come after the taxonomy. */
const termTable = (fields: FieldTable = {}): FieldTable => ({
  id: { read: (record) => record.id, answered: 'value' },
  count: { answered: 'count' },
  description: {
    stored: 'text',
    answered: 'text',
    isLocalized: true,
    isHtml: true,
    index: { type: 'folded' },
  },
  name: {
    read: (record) => record.title,
    answered: 'value',
    isLocalized: true,
    index: { as: 'title', type: 'folded' },
    searched: { weight: 1 },
  },
  slug: {
    read: (record) => record.slug,
    answered: 'value',
    index: { type: 'keyword' },
    searched: { weight: 1 },
  },
  taxonomy: { answered: 'taxonomy' },
  ...fields,
  text_languages: { answered: 'value', isOptional: true },
  meta: { answered: 'emptyList' },
  url: { answered: 'permalink' },
  urls: { answered: 'termUrls' },
  modified: { index: { type: 'date', read: (record) => record.modified_utc } },
  term_group: { index: { type: 'integer', read: () => 0 } },
});

/** → list filters of terms that events hold under `relation`. Source: Contract 3.4. */
const termFilters = (relation: string): Record<string, ListFilter> => ({
  include: { filter: 'include' },
  exclude: { filter: 'exclude' },
  hide_empty: { filter: 'notEmpty' },
  post: { filter: 'linkedBy', relation },
  event: { filter: 'linkedBy', relation },
  slug: { filter: 'equals', field: 'slug' },
});

/** Orders of a term list. Source: Contract 3.4. */
const termOrders: Record<string, SortOrder> = {
  name: { by: 'field', field: 'title', direction: 'asc' },
  id: { by: 'field', field: 'id', direction: 'asc' },
  slug: { by: 'field', field: 'slug', direction: 'asc' },
  count: { by: 'count', direction: 'asc' },
  description: { by: 'field', field: 'description', direction: 'asc' },
  term_group: { by: 'field', field: 'term_group', direction: 'asc' },
  include: { by: 'include', direction: 'asc' },
};

/** The common definition of both kinds. */
const ofTerms = {
  family: termFamily,
  titleField: 'name',
  relations: [],
  searchMode: 'substring',
  orders: termOrders,
  defaultOrder: 'name',
} satisfies Partial<KindDefinition>;

/** The category kind, whose terms form a tree. */
export const category = defineKind({
  ...ofTerms,
  name: 'category',
  route: 'categories',
  schema: 'terms/category.json',
  listSchema: 'queries/category-list.json',
  permalink: 'events/category',
  fields: termTable({
    parent: { stored: 'parent', initial: 0, answered: 'parent', index: { type: 'integer' } },
  }),
  filters: { ...termFilters('categories'), parent: { filter: 'parent' } },
  suggests: { category: (record) => record.title },
  toldApartBy: 'parent',
  isTree: true,
  capability: 'categories',
  taxonomy: 'vendor_events_cat',
});

/** The tag kind. */
export const tag = defineKind({
  ...ofTerms,
  name: 'tag',
  route: 'tags',
  schema: 'terms/tag.json',
  listSchema: 'queries/term-list.json',
  permalink: 'tag',
  fields: termTable(),
  filters: termFilters('tags'),
  capability: 'tags',
  taxonomy: 'post_tag',
});
