/**
 * confs.tech: the JSON files of its folder conferences, joined into one object per line with the
 * file's name as `topic` → an event. A conference appears under several topics, one row for each.
 */
import { foldKeys, withoutUndefined } from '../columns/clean.js';
import type { Tools } from '../columns/tools.js';
import type { Mapping, Row } from '../mapping.js';
import { fold, wordsOf } from '../words.js';

/** The source's country → ours. */
const COUNTRIES = {
  'U.S.A.': 'United States',
  'U.K.': 'United Kingdom',
  Scotland: 'United Kingdom',
  Korea: 'South Korea',
};

/** The source's file → our category. */
const TOPICS = new Map(
  wordsOf('confs-tech').flatMap(([name, topics]) => topics.map((topic) => [topic, name])),
);

/** The mapping of confs.tech. */
export const confsTech: Mapping = {
  name: 'confs-tech',
  kind: 'event',
  source: {
    title: "confs.tech, conferences/*/*.json joined, an object a line, the file's name as topic",
    url: 'https://github.com/tech-conferences/conference-data',
    licence: 'MIT',
  },
  isLike: (row) => ['name', 'url', 'startDate', 'topic'].every((name) => name in row),
  key: (row) => foldKeys([row.name, row.startDate, row.city, row.country]),
  payload(row, tools) {
    const { text, url, list, isOneOf } = tools;
    const place = placeOf(row, tools);
    const town = place.city === undefined ? null : tools.findTown(place);
    const isOnline = isOneOf(row.online, 'true');
    return {
      title: text(row.name),
      start_date: text(row.startDate),
      end_date: text(row.endDate),
      all_day: true,
      timezone: town?.timezone,
      website: url(row.url),
      categories: list(row.topic)?.map((topic) => TOPICS.get(fold(topic)) ?? topic),
      tags: isOnline ? ['Online'] : undefined,
      attendance_mode: !isOnline ? undefined : place.city === undefined ? 'online' : 'hybrid',
      // An online event has no town, and therefore no venue.
      venue: place.city === undefined ? undefined : venueOf(place, town, tools),
    };
  },
  merge: ['categories', 'tags'],
};

/** → city, state and country. American cities are written with their state: Portland, OR. */
function placeOf(row: Row, { text, translate, isOneOf }: Tools) {
  const city = text(row.city);
  const country = translate(COUNTRIES, row.country);
  const [, town, state] = /^(.+), (.*)$/s.exec(city ?? '') ?? [];
  const hasState = isOneOf(row.country, 'U.S.A.') && town !== undefined;
  return hasState ? { city: town, state, country } : { city, state: undefined, country };
}

function venueOf(
  { city, state, country }: ReturnType<typeof placeOf>,
  town: ReturnType<Tools['findTown']>,
  { key, coordinates }: Tools,
) {
  return withoutUndefined({
    venue: city,
    city,
    state,
    country,
    ...coordinates(town?.lat, town?.lng),
    external_id: key(...foldKeys([city, state, country])),
  });
}
