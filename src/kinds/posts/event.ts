/** The event: the kind that holds the others. Spec: Resources, Event; GET /events. */
import type { Kind } from '../kind.js';
import type { StoredRecord } from '../record.js';
import { placeOf, postFamily, postOrders, textOf } from './family.js';

const relatedIds = (field: string) => (record: StoredRecord) =>
  (record.relations[field] ?? []).map((snapshot) => snapshot.id);

/** The venue, if readers may know of it: no list tells where one lies that is not public. */
const venueOf = (record: StoredRecord) => {
  const venue = record.relations.venue?.[0];
  return venue?.status === 'publish' ? venue : undefined;
};

const venueText = (field: string) => (record: StoredRecord) => {
  const venue = venueOf(record);
  return venue ? textOf(venue, field) : '';
};

/** The kind that links all others. */
export const event: Kind = {
  name: 'event',
  route: 'events',
  family: postFamily,
  schema: 'posts/event.json',
  listSchema: 'queries/event-list.json',
  titleField: 'title',
  permalink: 'event',
  relations: [
    { field: 'venue', target: 'venue', isMany: false, inline: 'object' },
    { field: 'organizer', target: 'organizer', isMany: true, inline: 'object' },
    { field: 'categories', target: 'category', isMany: true, inline: 'name' },
    { field: 'tags', target: 'tag', isMany: true, inline: 'name' },
  ],
  indexFields: {
    ...postFamily.indexFields,
    start: { type: 'date', read: (record) => record.fields.utc_start_date },
    end: { type: 'date', read: (record) => record.fields.utc_end_date },
    month: { type: 'keyword', read: (record) => textOf(record, 'start_date').slice(0, 7) },
    featured: { type: 'boolean', read: (record) => record.fields.featured },
    hidden: { type: 'boolean', read: (record) => record.fields.hide_from_listings },
    post_parent: { type: 'integer', read: () => 0 },
    city: { type: 'folded', read: venueText('city') },
    country: { type: 'folded', read: venueText('country') },
    venue: { type: 'integer', isMany: true, read: relatedIds('venue') },
    organizer: { type: 'integer', isMany: true, read: relatedIds('organizer') },
    categories: { type: 'integer', isMany: true, read: relatedIds('categories') },
    tags: { type: 'integer', isMany: true, read: relatedIds('tags') },
  },
  textFields: {
    title: (record) => record.title,
    excerpt: (record) => textOf(record, 'excerpt'),
    description: (record) => textOf(record, 'description'),
  },
  searchMode: 'anyField',
  place: (record) => {
    const venue = venueOf(record);
    return venue ? placeOf(venue) : null;
  },
  filters: {
    categories: {
      filter: 'related',
      field: 'categories',
      target: 'category',
      withDescendants: true,
    },
    tags: { filter: 'related', field: 'tags', target: 'tag' },
    venue: { filter: 'related', field: 'venue', target: 'venue' },
    organizer: { filter: 'related', field: 'organizer', target: 'organizer' },
    featured: { filter: 'equals', field: 'featured' },
    post_parent: { filter: 'existing', field: 'post_parent' },
    include: { filter: 'include' },
    city: { filter: 'anyOf', field: 'city', isFolded: true },
    country: { filter: 'anyOf', field: 'country', isFolded: true },
    modified_after: { filter: 'modifiedAfter' },
  },
  orders: {
    ...postOrders,
    start_date: { by: 'field', field: 'start', direction: 'asc' },
    end_date: { by: 'field', field: 'end', direction: 'asc' },
    distance: { by: 'distance', direction: 'asc' },
  },
  defaultOrder: 'start_date',
  window: { start: 'start', end: 'end' },
  facets: {
    categories: { field: 'categories', target: 'category' },
    tags: { field: 'tags', target: 'tag' },
    venue: { field: 'venue', target: 'venue' },
    organizer: { field: 'organizer', target: 'organizer' },
    city: { field: 'city' },
    month: { field: 'month' },
  },
  suggests: { event: (record) => record.title },
  missing: {
    byId: 'notFound',
    readBySlug: 'invalidParam',
    updateBySlug: 'notFound',
    removeBySlug: 'invalidParam',
  },
  isSlugLate: true,
  hasSlugField: true,
  capability: 'posts',
  hiddenField: 'hidden',
};
