/**
 * Shared by events, venues and organizers: status, author, publication date, slug routes, trash.
 */

import type { Field, FieldTable } from '../field.js';
import type { Family, SortOrder } from '../kind.js';
import type { RecordCore } from '../record.js';
import { slugOf, statusOf } from '../visibility.js';

/** The fields that every post answers first. */
export const postFields = {
  id: { read: (record) => record.id, answered: 'value' },
  author: { read: (record) => record.author, answered: 'value', index: { type: 'integer' } },
  status: {
    read: (record) => statusOf(record),
    answered: 'status',
    index: { type: 'keyword' },
  },
  date: {
    read: (record) => record.date,
    answered: 'value',
    index: { type: 'date', read: (record) => record.date_utc },
  },
  date_utc: { read: (record) => record.date_utc, answered: 'value' },
  modified: {
    read: (record) => record.modified_utc,
    answered: 'modified',
    index: { type: 'date' },
  },
  modified_utc: { read: (record) => record.modified_utc, answered: 'value' },
  url: { answered: 'permalink' },
} satisfies FieldTable;

/** The title; each kind answers it under a name of its own. */
export const titleField: Field = {
  read: (record) => record.title,
  answered: 'value',
  isLocalized: true,
  index: { as: 'title', type: 'folded' },
  searched: { weight: 2 },
};

/** The fields whose text is not in the requested language, with their language. */
export const textLanguages: Field = { answered: 'value', isOptional: true };

/** The slug. */
export const slugField: Field = {
  read: (record) => slugOf(record),
  answered: 'value',
  index: { type: 'keyword' },
};

/** The global IDs of a post. */
export const globalIdFields = {
  global_id: { answered: 'globalId' },
  global_id_lineage: { answered: 'globalIds' },
} satisfies FieldTable;

/** The family of events, venues and organizers. */
export const postFamily: Family = {
  name: 'post',
  hasStatus: true,
  hasSlugRoutes: true,
  removal: 'trash',
  pastTheEnd: 'notFound',
  envelope: 'listFirst',
};

/** The orders that every kind of post offers. Source: Contract 12. */
export const postOrders: Record<string, SortOrder> = {
  date: { by: 'field', field: 'date', direction: 'desc' },
  modified: { by: 'field', field: 'modified', direction: 'desc' },
  title: { by: 'field', field: 'title', direction: 'asc' },
  relevance: { by: 'relevance', direction: 'desc' },
};

/** → the text of a field, '' when it is not a text. */
export function textOf(record: Pick<RecordCore, 'fields'>, field: string): string {
  const value = record.fields[field];
  return typeof value === 'string' ? value : '';
}

/** → the coordinates in a record's fields, degrees, or null without coordinates. */
export function placeOf(
  record: Pick<RecordCore, 'fields'> | undefined,
): { lat: number; lng: number } | null {
  const { geo_lat: lat, geo_lng: lng } = record?.fields ?? {};
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null;
}
