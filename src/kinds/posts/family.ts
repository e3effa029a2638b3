/**
 * What events, venues and organizers share: status, author, publication date, slug routes, trash.
 */
import type { Family, IndexField, SortOrder } from '../kind.js';
import type { StoredRecord } from '../record.js';

const indexFields: Record<string, IndexField> = {
  title: { type: 'folded', read: (record) => record.title },
  slug: { type: 'keyword', read: (record) => record.slug },
  status: { type: 'keyword', read: (record) => record.status },
  author: { type: 'integer', read: (record) => record.author },
  date: { type: 'date', read: (record) => record.date_utc },
  modified: { type: 'date', read: (record) => record.modified_utc },
};

/** The family of events, venues and organizers. */
export const postFamily: Family = {
  name: 'post',
  idSpace: 'post',
  hasStatus: true,
  hasSlugRoutes: true,
  removal: 'trash',
  pastTheEnd: 'notFound',
  envelope: 'listFirst',
  indexFields,
};

/** Orders every post-like kind offers. Source: beyond.md 2. */
export const postOrders: Record<string, SortOrder> = {
  date: { by: 'field', field: 'date', direction: 'desc' },
  modified: { by: 'field', field: 'modified', direction: 'desc' },
  title: { by: 'field', field: 'title', direction: 'asc' },
  relevance: { by: 'relevance', direction: 'desc' },
};

/** → the text of a field, '' when it is not a text. */
export function textOf(record: Pick<StoredRecord, 'fields'>, field: string): string {
  const value = record.fields[field];
  return typeof value === 'string' ? value : '';
}

/** → the coordinates in a record's fields, or null when it has none. */
export function placeOf(record: Pick<StoredRecord, 'fields'>): { lat: number; lng: number } | null {
  const { geo_lat: lat, geo_lng: lng } = record.fields;
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null;
}
