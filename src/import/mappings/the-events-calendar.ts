/**
 * The Events Calendar of WordPress: events as its REST interface answers them, which is our own
 * interface from elsewhere, and rows of its CSV export.
 */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import type { Mapping, Row } from '../mapping.js';
import type { Tools } from '../tools.js';
import { isExported, keyOfExported, payloadOfExported } from './the-events-calendar-csv.js';

type Value = Json | undefined;

/** The mapping of events. */
export const theEventsCalendar: Mapping = {
  name: 'the-events-calendar',
  kind: 'event',
  source: {
    title: 'The Events Calendar, /wp-json/tribe/events/v1/events, or its CSV export',
    url: 'https://theeventscalendar.com',
    licence: 'that of the publisher',
  },
  isLike: (row) => isAnswer(row) || isExported(row),
  key: (row, tools) => (isAnswer(row) ? [tools.idOf(row)] : keyOfExported(row)),
  payload: (row, tools) =>
    isAnswer(row) ? payloadOfAnswer(row, tools) : payloadOfExported(row, tools),
};

/** → whether a row is an event as the interface answers it. */
export const isAnswer = (row: Row): boolean => 'global_id' in row && 'start_date' in row;

/** Our own answers are no HTML where theirs are. */
const isOurs = (row: Row): boolean => 'attendance_mode' in row && 'recurrence' in row;

function payloadOfAnswer(row: Row, tools: Tools): Record<string, Value> {
  const text = isOurs(row) ? tools.plain : tools.text;
  const names = (value: Value) =>
    [value ?? []].flat().flatMap((term) => (isJsonObject(term) ? (text(term.name) ?? []) : []));
  const organizers = [row.organizer ?? []].flat().filter(isJsonObject);
  const venue = [row.venue ?? []].flat().find(isJsonObject);
  const image = isJsonObject(row.image ?? null) ? (row.image as JsonObject).url : row.image;
  const state = text(row.event_status);
  return {
    title: text(row.title),
    description: tools.prose(row.description),
    excerpt: tools.prose(row.excerpt),
    ...(['private', 'draft', 'pending'].includes(String(row.status)) ? { status: row.status } : {}),
    image: typeof image === 'string' ? image : undefined,
    all_day: tools.isOneOf(row.all_day, 'true', '1'),
    start_date: text(row.start_date),
    end_date: text(row.end_date),
    timezone: text(row.timezone),
    cost: text(row.cost),
    website: tools.url(row.website),
    featured: tools.isOneOf(row.featured, 'true', '1'),
    categories: names(row.categories),
    tags: names(row.tags),
    ...(isOurs(row)
      ? {
          event_status: state,
          event_status_reason: text(row.event_status_reason),
          attendance_mode: text(row.attendance_mode),
          online_url: tools.url(row.online_url, 'online_url'),
          availability: text(row.availability),
        }
      : // Its add-on for states has other names.
        { event_status: STATES[String(state)] }),
    venue: venue && placeOf(venue, text, tools),
    organizer: organizers.flatMap((one) => organizerOf(one, text, tools) ?? []),
  };
}

const STATES: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  cancelled: 'cancelled',
  postponed: 'postponed',
};

type Read = Tools['text'];

function placeOf(venue: JsonObject, text: Read, tools: Tools): JsonObject | undefined {
  const name = text(venue.venue);
  if (name === undefined) return undefined;
  return withoutUndefined({
    venue: name,
    external_id: tools.keyOf(venue),
    address: text(venue.address),
    city: text(venue.city),
    stateprovince: text(venue.stateprovince ?? venue.state ?? venue.province),
    zip: text(venue.zip),
    country: text(venue.country),
    phone: text(venue.phone),
    website: tools.url(venue.website),
    ...tools.coordinates(venue.geo_lat, venue.geo_lng),
  });
}

function organizerOf(value: JsonObject, text: Read, tools: Tools): JsonObject | undefined {
  const name = text(value.organizer);
  if (name === undefined) return undefined;
  return withoutUndefined({
    organizer: name,
    external_id: tools.keyOf(value),
    phone: text(value.phone),
    website: tools.url(value.website),
    email: text(value.email),
  });
}

const withoutUndefined = (fields: Record<string, Value>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
