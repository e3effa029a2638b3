/** What categories and tags share: a name, a slug, a usage count, no status, no slug routes. */
import type { Family, Kind, ListFilter, SortOrder } from '../kind.js';
import type { StoredRecord } from '../record.js';

const description = (record: StoredRecord) => String(record.fields.description ?? '');

/** The family of categories and tags. */
export const termFamily: Family = {
  name: 'term',
  idSpace: 'term',
  hasStatus: false,
  hasSlugRoutes: false,
  removal: 'permanent',
  pastTheEnd: 'empty',
  envelope: 'totalsFirst',
  indexFields: {
    title: { type: 'folded', read: (record) => record.title },
    slug: { type: 'keyword', read: (record) => record.slug },
    description: { type: 'folded', read: description },
    modified: { type: 'date', read: (record) => record.modified_utc },
    parent: { type: 'integer', read: (record) => record.fields.parent ?? 0 },
    term_group: { type: 'integer', read: () => 0 },
  },
};

/** → list filters of terms that events hold under `relation`. Source: contract 3.4. */
export const termFilters = (relation: string): Record<string, ListFilter> => ({
  include: { filter: 'include' },
  exclude: { filter: 'exclude' },
  hide_empty: { filter: 'notEmpty' },
  post: { filter: 'linkedBy', relation },
  event: { filter: 'linkedBy', relation },
  slug: { filter: 'equals', field: 'slug' },
});

/** Orders of a term list. Source: contract 3.4. */
export const termOrders: Record<string, SortOrder> = {
  name: { by: 'field', field: 'title', direction: 'asc' },
  id: { by: 'field', field: 'id', direction: 'asc' },
  slug: { by: 'field', field: 'slug', direction: 'asc' },
  count: { by: 'count', direction: 'asc' },
  description: { by: 'field', field: 'description', direction: 'asc' },
  term_group: { by: 'field', field: 'term_group', direction: 'asc' },
  include: { by: 'include', direction: 'asc' },
};

/** What `search` looks in. */
export const termText: Kind['textFields'] = {
  name: (record) => record.title,
  slug: (record) => record.slug,
};

/** A missing term is a fault of the parameter. Source: contract 7. */
export const termMissing: Kind['missing'] = {
  byId: 'invalidParam',
  readBySlug: 'invalidParam',
  updateBySlug: 'invalidParam',
  removeBySlug: 'invalidParam',
};
