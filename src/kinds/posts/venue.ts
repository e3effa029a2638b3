/** The venue: where events happen, with coordinates. Contract 1.2, 11. */
import type { Field } from '../field.js';
import { defineKind } from '../kind.js';
import { placeOf, postFamily, postOrders, textOf } from './family.js';
import { linkedFilters, linkedTable, optionalText, searchedText } from './linked.js';

const place = { group: 'place' };

/** A coordinate without the other is refused. */
const readWith = ['geo_lat', 'geo_lng'];
const coordinate: Field = {
  ...place,
  readWith,
  stored: 'value',
  answered: 'value',
  isEmptied: true,
};
const shownUnlessSent: Field = { stored: 'value', initial: true, answered: 'flag' };

/** The venue kind, with coordinates. */
export const venue = defineKind({
  name: 'venue',
  route: 'venues',
  family: postFamily,
  schema: 'posts/venue.json',
  listSchema: 'queries/venue-list.json',
  itemSchema: 'queries/venue-item.json',
  titleField: 'venue',
  permalink: 'venue',
  fields: linkedTable('venue', {
    fields: {
      address: searchedText,
      city: { ...searchedText, index: { type: 'folded' } },
      country: { ...optionalText, index: { type: 'folded' } },
      province: searchedText,
      state: searchedText,
      zip: { ...searchedText, index: { type: 'postalCode' } },
      phone: searchedText,
      website: optionalText,
      stateprovince: { ...searchedText, stored: 'stateprovince' },
      geo_lat: coordinate,
      geo_lng: coordinate,
      geo_precision: { ...optionalText, ...place, readWith, stored: 'precision' },
    },
    afterJsonLd: { show_map: shownUnlessSent, show_map_link: shownUnlessSent },
  }),
  relations: [],
  searchMode: 'oneField',
  addressOf: (record) => record,
  place: placeOf,
  filters: {
    ...linkedFilters('venue'),
    city: { filter: 'anyOf', field: 'city', isFolded: true },
    country: { filter: 'anyOf', field: 'country', isFolded: true },
  },
  orders: { ...postOrders, distance: { by: 'distance', direction: 'asc' } },
  defaultOrder: 'date',
  suggests: { venue: (record) => record.title, city: (record) => textOf(record, 'city') },
  toldApartBy: 'city',
  duplicateFields: [
    { field: 'address', match: 'contains' },
    ...['city', 'province', 'state', 'stateprovince', 'zip', 'phone'].map((field) => ({
      field,
      match: 'equal' as const,
    })),
  ],
  capability: 'posts',
  schemaOrg: 'Place',
  formats: ['geojson', 'jsonld'],
  lightFields: ['id', 'url', 'venue', 'address', 'city', 'country', 'distance'],
});
