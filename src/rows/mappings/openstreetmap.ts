/** OpenStreetMap: a feature of a GeoJSON export of Overpass (or osmtogeojson) → a venue. */
import type { Mapping } from '../mapping.js';

/** The mapping of OpenStreetMap. A feature without a name is rejected. */
export const openstreetmap: Mapping = {
  name: 'openstreetmap',
  kind: 'venue',
  source: {
    title: 'OpenStreetMap, GeoJSON as Overpass Turbo exports it',
    url: 'https://overpass-turbo.eu',
    licence: 'ODbL',
  },
  isLike: (row) => /^(?:node|way|relation)\/\d+$/.test(String(row['@id'] ?? row.id)),
  key: (row) => [row['@id'] ?? row.id],
  payload: (row, { text, join, url, coordinates }) => ({
    venue: text(row.name),
    address: join(' ', row['addr:street'] ?? row['addr:place'], row['addr:housenumber']),
    city: text(row['addr:city']),
    province: text(row['addr:state'] ?? row['addr:province']),
    zip: text(row['addr:postcode']),
    country: text(row['addr:country']),
    phone: text(row.phone ?? row['contact:phone']),
    website: url(row.website ?? row['contact:website']),
    ...coordinates(row.geo_lat, row.geo_lng),
  }),
};
