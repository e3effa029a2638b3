/** The venue: where events happen, with coordinates. Spec: Resources, Venue; beyond.md 1. */
import type { Kind } from '../kind.js';
import { placeOf, postFamily, postOrders, textOf } from './family.js';
import { linkedFilters, linkedMissing, linkedText } from './linked.js';

const SEARCHED = ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'];

/** The kind of places, with coordinates. */
export const venue: Kind = {
  name: 'venue',
  route: 'venues',
  family: postFamily,
  schema: 'posts/venue.json',
  listSchema: 'queries/venue-list.json',
  titleField: 'venue',
  permalink: 'venue',
  relations: [],
  indexFields: {
    ...postFamily.indexFields,
    city: { type: 'folded', read: (record) => textOf(record, 'city') },
    country: { type: 'folded', read: (record) => textOf(record, 'country') },
  },
  textFields: linkedText(SEARCHED),
  searchMode: 'oneField',
  place: placeOf,
  filters: {
    ...linkedFilters('venue'),
    city: { filter: 'anyOf', field: 'city', isFolded: true },
    country: { filter: 'anyOf', field: 'country', isFolded: true },
  },
  orders: { ...postOrders, distance: { by: 'distance', direction: 'asc' } },
  defaultOrder: 'date',
  suggests: { venue: (record) => record.title, city: (record) => textOf(record, 'city') },
  missing: linkedMissing,
  duplicateFields: [
    { field: 'address', match: 'contains' },
    ...['city', 'province', 'state', 'stateprovince', 'zip', 'phone'].map((field) => ({
      field,
      match: 'equal' as const,
    })),
  ],
  capability: 'posts',
};
