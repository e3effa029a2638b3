/**
 * The Events Calendar of WordPress: events, venues and organizers as its REST interface answers
 * them, which is our own interface from elsewhere, and rows of its CSV exports.
 */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { omit } from '../../lib/omit.js';
import { withoutUndefined } from '../columns/clean.js';
import type { Tools } from '../columns/tools.js';
import type { Mapping, Row } from '../mapping.js';
import { statusOf } from './schema-org.js';
import {
  costOf,
  isExported,
  isExportedOf,
  keyOfExported,
  payloadOfExported,
  unexported,
} from './the-events-calendar-csv.js';

type Value = Json | undefined;

/** The same name for all kinds: an event finds its venue by the venue's key in its file. */
const calendar = {
  name: 'the-events-calendar',
  source: {
    title: 'The Events Calendar, /wp-json/tribe/events/v1, or its CSV exports',
    url: 'https://theeventscalendar.com',
    licence: 'that of the publisher',
  },
};

/** The mapping of events. */
export const calendarEvents: Mapping = {
  ...calendar,
  kind: 'event',
  isLike: (row) => isAnswer(row) || isExported(row),
  key: (row, tools) => (isExported(row) ? keyOfExported(row) : [tools.idOf(row)]),
  payload: (row, tools) =>
    isExported(row) ? payloadOfExported(row, tools) : payloadOfAnswer(row, tools),
};

/** The mapping of each kind. */
export const theEventsCalendar: readonly Mapping[] = [
  calendarEvents,
  { ...calendar, kind: 'venue', ...described('venue', placeOf) },
  { ...calendar, kind: 'organizer', ...described('organizer', organizerOf) },
];

/** → how rows of a kind are read that are also described in events. */
function described(
  kind: 'venue' | 'organizer',
  read: typeof placeOf,
): Pick<Mapping, 'isLike' | 'key' | 'payload'> {
  return {
    isLike: (row) => isAnswer(row, kind) || isExportedOf(kind, row),
    key: (row, tools) => [tools.idOf(row)],
    payload: (sent, tools) => {
      const row = unexported(kind, sent);
      const fields = omit(read(row as JsonObject, tools.text, tools) ?? {}, ['external_id']);
      return { ...fields, description: tools.prose(row.description), image: imageOf(row) };
    },
  };
}

/** → whether a row is an answer of the interface, of a kind with this field. */
export const isAnswer = (row: Row, field = 'start_date'): boolean =>
  'global_id' in row && field in row;

function imageOf({ image = null }: Row): string | undefined {
  const url = isJsonObject(image) ? image.url : image;
  return typeof url === 'string' ? url : undefined;
}

/** Our own answers are no HTML where theirs are. */
const isOurs = (row: Row): boolean => 'attendance_mode' in row && 'recurrence' in row;

function payloadOfAnswer(row: Row, tools: Tools): Record<string, Value> {
  const text = isOurs(row) ? tools.plain : tools.text;
  const names = (value: Value) =>
    [value ?? []].flat().flatMap((term) => (isJsonObject(term) ? (text(term.name) ?? []) : []));
  const organizers = [row.organizer ?? []].flat().filter(isJsonObject);
  const venue = [row.venue ?? []].flat().find(isJsonObject);
  const details = isJsonObject(row.cost_details) ? row.cost_details : {};
  const { currency_symbol, currency_code, currency_position: position } = details;
  const title = text(row.title);
  return {
    title,
    description: tools.prose(row.description),
    excerpt: tools.prose(row.excerpt),
    ...(['private', 'draft', 'pending'].includes(String(row.status)) ? { status: row.status } : {}),
    image: imageOf(row),
    all_day: tools.isOneOf(row.all_day, 'true', '1'),
    start_date: text(row.start_date),
    end_date: text(row.end_date),
    timezone: text(row.timezone),
    cost: costOf(row.cost, { sign: currency_symbol || currency_code, position }, tools),
    website: tools.url(row.website),
    featured: tools.isOneOf(row.featured, 'true', '1'),
    categories: names(row.categories),
    tags: names(row.tags),
    ...(isOurs(row)
      ? {
          event_status: text(row.event_status),
          event_status_reason: text(row.event_status_reason),
          attendance_mode: text(row.attendance_mode),
          online_url: tools.url(row.online_url, 'online_url'),
          availability: text(row.availability),
        }
      : // Its add-ons for states and online events have other names.
        {
          event_status: statusOf(row.event_status, title, tools),
          online_url: tools.url(row.virtual_url, 'online_url'),
          ...(tools.isOneOf(row.is_virtual, 'true', '1')
            ? { attendance_mode: venue ? 'hybrid' : 'online' }
            : {}),
        }),
    venue: venue && placeOf(venue, text, tools),
    organizer: organizers.flatMap((organizer) => organizerOf(organizer, text, tools) ?? []),
  };
}

type Read = Tools['text'];

function placeOf(venue: JsonObject, text: Read, tools: Tools): JsonObject | undefined {
  const name = text(venue.venue);
  if (name === undefined) return undefined;
  return withoutUndefined({
    venue: name,
    external_id: tools.keyOf(venue),
    address: tools.join(', ', venue.address, venue.address_2),
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
