/** What venues and organizers share: both are linked by events and listed alike. */
import type { Kind, ListFilter } from '../kind.js';
import type { StoredRecord } from '../record.js';
import { textOf } from './family.js';

/** → list filters of a kind that events link under `relation`. Source: contract 3.3. */
export const linkedFilters = (relation: string): Record<string, ListFilter> => ({
  event: { filter: 'linkedBy', relation },
  has_events: { filter: 'hasEvents' },
  only_with_upcoming: { filter: 'upcoming' },
  include: { filter: 'include' },
  modified_after: { filter: 'modifiedAfter' },
});

/** A missing venue or organizer is a fault of the parameter. Source: contract 7. */
export const linkedMissing: Kind['missing'] = {
  byId: 'invalidParam',
  readBySlug: 'invalidParam',
  updateBySlug: 'invalidParam',
  removeBySlug: 'invalidParam',
};

/** → the text fields of a linked kind: title, description, and its own `fields`. */
export const linkedText = (fields: readonly string[]): Kind['textFields'] => ({
  title: (record) => record.title,
  ...Object.fromEntries(
    ['description', ...fields].map(
      (field) => [field, (record: StoredRecord) => textOf(record, field)] as const,
    ),
  ),
});
