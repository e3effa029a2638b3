/** GeoJSON (RFC 7946): a feature a record, at its place. Contract 20.4. */
import { pickFields } from '../fields.js';
import { placeOf } from './entry.js';
import { type Output, pageLinks } from './format.js';

/** West, south, east, north in degrees. */
type Box = [number, number, number, number];

/** The format `geojson`. */
export const geojson: Output = {
  name: 'geojson',
  mediaType: 'application/geo+json',
  description: 'GeoJSON, for maps; properties as `fields` says, a few of them unless it is sent.',
  separator: ',\n',
  open: (feed) => {
    const fields = feed.fields ?? feed.kind.lightFields ?? [];
    let box: Box | null = null;
    return {
      add: (record) => {
        const { point } = placeOf(record);
        const at = point && ([rounded(point.lng), rounded(point.lat)] as const);
        if (at) box = around(box, at);
        return JSON.stringify({
          type: 'Feature',
          id: record.id,
          geometry: at && { type: 'Point', coordinates: at },
          properties: pickFields(record, fields),
        });
      },
      close: (end) => {
        if (!feed.isList) return { head: '', tail: '' };
        const about = {
          type: 'FeatureCollection',
          numberMatched: end.total,
          numberReturned: end.returned,
          links: pageLinks(feed, geojson.mediaType, end),
          ...(box ? { bbox: box } : {}),
        };
        return { head: `${JSON.stringify(about).slice(0, -1)},"features":[\n`, tail: '\n]}\n' };
      },
    };
  },
};

const rounded = (value: number): number => Math.round(value * 1e7) / 1e7 || 0;

function around(box: Box | null, [lng, lat]: readonly [number, number]): Box {
  if (!box) return [lng, lat, lng, lat];
  const [west, south, east, north] = box;
  return [Math.min(west, lng), Math.min(south, lat), Math.max(east, lng), Math.max(north, lat)];
}
