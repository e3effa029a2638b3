/**
 * Loads a city's open data: the events of Paris, as its portal exports them (an object a line).
 *
 *   npm run build && npm run load:events -- test/fixtures/foreign/evenements-a-paris.ndjson --mapping ./dist/docs/examples/load-open-data.js
 *
 * The same line again changes nothing; a newer export updates what has changed. `--show` prints the
 * records and writes nothing. For another city copy this file and change the columns: what a
 * mapping may say is in src/rows/mappings/README.md.
 */
import type { Mapping, Row } from '../../src/rows/mapping.js';

/** What the loader asks for: how a row becomes the body of `POST /events`. */
export const mapping: Mapping = {
  name: 'paris',
  kind: 'event',
  source: {
    title: 'Evénements à Paris',
    url: 'https://opendata.paris.fr',
    licence: 'Licence Ouverte',
  },
  key: (row) => [row.uid],
  payload(row, { text, prose, list, url, key, coordinates }) {
    const [first, ...others] = timesOf(row);
    const [lat, lng] = Array.isArray(row.latlon) ? row.latlon : [];
    const place = text(row.placename);
    const isFree = /^(gratuit|entrée libre)/i.test(text(row.pricing_info) ?? '');
    return {
      title: text(row.title)?.replaceAll('&amp;', '&'),
      description: prose(row.description),
      start_date: first?.start,
      end_date: first?.end,
      timezone: 'Europe/Paris',
      // One event on several days is a series with these dates.
      recurrence: others.map(({ start }) => `RDATE:${start.replaceAll(/[-:]/g, '')}`),
      website: url(row.link),
      cost: isFree ? '0' : text(row.pricing_info),
      tags: list(row.tags),
      venue: place && {
        venue: place,
        address: text(row.address) ?? null,
        city: text(row.city) ?? null,
        country: 'France',
        ...coordinates(lat, lng),
        external_id: key(place) ?? null,
      },
    };
  },
};

interface Times {
  start: string;
  end: string;
}

/** → the dates of `START END;START END`, in order. What ends before it starts ends a day later. */
function timesOf({ timetable }: Row): Times[] {
  const pairs = typeof timetable === 'string' ? timetable.split(';').sort() : [];
  return pairs.map((pair) => {
    const [start = '', end = ''] = pair.split(' ');
    return { start, end: end < start ? nextDay(end) : end };
  });
}

function nextDay(time: string): string {
  const date = new Date(`${time}Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}
