/** What categories and tags share: a name, a slug, a usage count, no status, no slug routes. */
import type { FieldTable } from '../field.js';
import type { Family, KindDefinition, ListFilter, SortOrder } from '../kind.js';

/** The family of categories and tags. */
export const termFamily: Family = {
  name: 'term',
  idSpace: 'term',
  hasStatus: false,
  hasSlugRoutes: false,
  removal: 'permanent',
  pastTheEnd: 'empty',
  envelope: 'totalsFirst',
};

/** → the field table of a term; `own` fields come after the taxonomy. */
export const termTable = (own: FieldTable = {}): FieldTable => ({
  id: { read: (record) => record.id, answered: 'value' },
  count: { answered: 'count' },
  description: { stored: 'text', answered: 'text', isHtml: true, index: { type: 'folded' } },
  name: {
    read: (record) => record.title,
    answered: 'value',
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
  ...own,
  meta: { answered: 'emptyList' },
  url: { answered: 'permalink' },
  urls: { answered: 'termUrls' },
  modified: { index: { type: 'date', read: (record) => record.modified_utc } },
  term_group: { index: { type: 'integer', read: () => 0 } },
});

/** → list filters of terms that events hold under `relation`. Source: Contract 3.4. */
export const termFilters = (relation: string): Record<string, ListFilter> => ({
  include: { filter: 'include' },
  exclude: { filter: 'exclude' },
  hide_empty: { filter: 'notEmpty' },
  post: { filter: 'linkedBy', relation },
  event: { filter: 'linkedBy', relation },
  slug: { filter: 'equals', field: 'slug' },
});

/** Orders of a term list. Source: Contract 3.4. */
export const termOrders: Record<string, SortOrder> = {
  name: { by: 'field', field: 'title', direction: 'asc' },
  id: { by: 'field', field: 'id', direction: 'asc' },
  slug: { by: 'field', field: 'slug', direction: 'asc' },
  count: { by: 'count', direction: 'asc' },
  description: { by: 'field', field: 'description', direction: 'asc' },
  term_group: { by: 'field', field: 'term_group', direction: 'asc' },
  include: { by: 'include', direction: 'asc' },
};

/** A missing term is an invalid parameter. Source: Contract 7. */
export const termMissing: KindDefinition['missing'] = {
  byId: 'invalidParam',
  readBySlug: 'invalidParam',
  updateBySlug: 'invalidParam',
  removeBySlug: 'invalidParam',
};
