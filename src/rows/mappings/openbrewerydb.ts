/** Open Brewery DB: a row of breweries.csv → a venue. */
import type { Mapping } from '../mapping.js';

/** The mapping of Open Brewery DB. */
export const openbrewerydb: Mapping = {
  name: 'openbrewerydb',
  kind: 'venue',
  source: {
    title: 'Open Brewery DB, breweries.csv',
    url: 'https://github.com/openbrewerydb/openbrewerydb',
    licence: 'MIT',
  },
  isLike: (row) => 'brewery_type' in row && 'website_url' in row,
  key: (row) => [row.id],
  payload(row, { text, join, url, coordinates, isOneOf }) {
    const isInState = isOneOf(row.country, 'United States');
    return {
      venue: text(row.name),
      address: join(', ', row.address_1, row.address_2, row.address_3),
      city: text(row.city),
      state: isInState ? text(row.state_province) : undefined,
      province: isInState ? undefined : text(row.state_province),
      zip: text(row.postal_code),
      country: text(row.country),
      phone: text(row.phone),
      website: url(row.website_url),
      ...coordinates(row.latitude, row.longitude),
    };
  },
};
