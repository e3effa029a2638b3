/**
 * schema.org: an event or a place as JSON-LD, in a list or a `@graph`, or one a line. Prices
 * keep the currency that the offer names. Images are left out.
 */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { COST_VALUE_LENGTH_MAX, COST_VALUES_MAX } from '../../lib/cost.js';
import type { Mapping, Row } from '../mapping.js';
import type { Tools } from '../tools.js';
import { readSchedule } from './schedule.js';

type Value = Json | undefined;

const source = (what: string) => ({
  title: `schema.org, ${what} as JSON-LD`,
  url: 'https://schema.org',
  licence: 'that of the publisher',
});

/** The mapping of events, of any type below Event. */
export const schemaOrgEvents: Mapping = {
  name: 'schema-org-events',
  kind: 'event',
  source: source('events'),
  key: (row) => [row['@id'] ?? row.url ?? row.name, row.startDate],
  payload(row, tools) {
    const { text, prose, url, list } = tools;
    const places = all(row.location).filter((one) => !isVirtual(one));
    const online = all(row.location).find(isVirtual);
    const scheduled = readSchedule(row.eventSchedule);
    const start = scheduled?.start ?? text(row.startDate);
    return {
      title: text(row.name),
      description: prose(row.description),
      start_date: start,
      end_date: scheduled ? (scheduled.end ?? start) : (text(row.endDate) ?? start),
      timezone: scheduled?.timezone,
      recurrence: scheduled?.recurrence,
      ...(isDay(start) ? { all_day: true } : {}),
      website: url(row.url),
      tags: list(row.keywords),
      event_status: lastPart(row.eventStatus),
      attendance_mode: lastPart(row.eventAttendanceMode) ?? (online && 'online'),
      online_url: isJsonObject(online) ? url(online.url, 'online_url') : undefined,
      cost: costOf(row.offers),
      availability: availabilityOf(row.offers),
      venue: places.map((place) => placeOf(place, tools)).find((place) => place.venue),
      organizer: all(row.organizer).flatMap((one) => organizerOf(one, tools) ?? []),
    };
  },
};

/** The mapping of places, of any type below Place. */
export const schemaOrgPlaces: Mapping = {
  name: 'schema-org-places',
  kind: 'venue',
  source: source('places'),
  key: (row) => [row['@id'] ?? row.url],
  payload: (row, tools) => placeOf(row as JsonObject, tools),
};

const all = (value: Value): Json[] => [value ?? []].flat();

const isVirtual = (value: Json): boolean =>
  isJsonObject(value) && all(value['@type']).includes('VirtualLocation');

const isDay = (text: string | undefined): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** → the name of a value of an enumeration, of its URL or as it is. */
const lastPart = (value: Value): string | undefined =>
  typeof value === 'string' ? value.split('/').at(-1) : undefined;

/** → the prices of all offers, each with its currency; undefined: none names a price. */
function costOf(offers: Value): string[] | undefined {
  const prices = all(offers).flatMap((offer) => {
    if (!isJsonObject(offer)) return [];
    const { price, lowPrice, highPrice, priceCurrency } = offer;
    const currency = typeof priceCurrency === 'string' ? ` ${priceCurrency.trim()}` : '';
    return (
      [price, lowPrice, highPrice]
        .filter((one) => typeof one === 'number' || typeof one === 'string')
        .map((one) => String(one).trim())
        .filter((one) => one !== '')
        // Nothing costs nothing in any currency.
        .map((one) =>
          Number(one) === 0 ? '0' : `${one}${currency}`.slice(0, COST_VALUE_LENGTH_MAX),
        )
    );
  });
  const distinct = [...new Set(prices)].slice(0, COST_VALUES_MAX);
  return distinct.length > 0 ? distinct : undefined;
}

/** What ItemAvailability says of tickets, best first. Other values say nothing of them. */
const AVAILABILITIES: readonly [name: string, availability: string][] = [
  ['instock', 'available'],
  ['onlineonly', 'available'],
  ['instoreonly', 'available'],
  ['presale', 'available'],
  ['limitedavailability', 'limited'],
  ['preorder', 'not_on_sale'],
  ['outofstock', 'not_on_sale'],
  ['soldout', 'sold_out'],
];

/** → the availability of the best offer; undefined: no offer names one. */
function availabilityOf(offers: Value): string | undefined {
  const names = all(offers).map((offer) =>
    isJsonObject(offer) ? lastPart(offer.availability)?.toLowerCase() : undefined,
  );
  return AVAILABILITIES.find(([name]) => names.includes(name))?.[1];
}

/** → a place by its name, or by an object with an address of one text or of parts. */
function placeOf(place: Json | Row, { text, prose, join, url, coordinates }: Tools): JsonObject {
  if (typeof place === 'string') return withoutUndefined({ venue: text(place) });
  if (!isJsonObject(place as Json)) return {};
  const { name, description, address, geo, telephone, url: website, sameAs } = place as JsonObject;
  const point = isJsonObject(geo) ? geo : {};
  const parts = isJsonObject(address) ? address : { streetAddress: address ?? null };
  const country = isJsonObject(parts.addressCountry)
    ? parts.addressCountry.name
    : parts.addressCountry;
  return withoutUndefined({
    venue: text(name) ?? text(parts.streetAddress),
    description: prose(description),
    address: join(', ', parts.streetAddress),
    city: text(parts.addressLocality),
    stateprovince: text(parts.addressRegion),
    zip: text(parts.postalCode),
    country: text(country),
    phone: text(telephone),
    website: url(website ?? all(sameAs)[0]),
    ...coordinates(point.latitude, point.longitude),
  });
}

function organizerOf(value: Json, { text, url }: Tools): JsonObject | undefined {
  const fields = isJsonObject(value) ? value : { name: value };
  const organizer = text(fields.name);
  if (organizer === undefined) return undefined;
  return withoutUndefined({
    organizer,
    phone: text(fields.telephone),
    website: url(fields.url),
    email: text(fields.email),
  });
}

/** → the fields that have a value. */
const withoutUndefined = (fields: Record<string, Value>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
