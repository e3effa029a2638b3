/** Places and organizers of schema.org. */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { withoutUndefined } from '../columns/clean.js';
import { readPlaceText } from '../columns/place-text.js';
import type { Tools } from '../columns/tools.js';
import { all, namesOf } from './json-ld.js';

type Value = Json | undefined;

/** Where an event takes place. */
interface Places {
  venue: JsonObject | undefined;
  isOnline: boolean;
  onlineUrl: string | undefined;
}

/** The data that locates a place. */
const WHERE = ['city', 'zip', 'geo_lat'] as const;

/** → the first place with a name, and the online address of the event. */
export function placesOf(location: Value, tools: Tools): Places {
  const places: Places = { venue: undefined, isOnline: false, onlineUrl: undefined };
  for (const place of all(location)) {
    if (isJsonObject(place) && namesOf(place['@type']).includes('virtuallocation')) {
      places.isOnline = true;
      places.onlineUrl ??= tools.url(place.url, 'online_url');
      continue;
    }
    const venue = placeOf(isJsonObject(place) ? place : { name: place }, tools);
    const { venue: name = '', address = name, website = '' } = venue;
    const read = readPlaceText(String(name));
    // An address that says the same adds nothing; a link, a phone or a country are nowhere.
    const isNowhere = address === name && WHERE.every((field) => venue[field] === undefined);
    if (name !== '' && isNowhere && (read.place === null || read.meeting !== undefined)) {
      places.isOnline ||= read.isOnline;
      places.onlineUrl ??= read.meeting ?? readPlaceText(String(website)).meeting;
      for (const reason of read.reasons) tools.leaveOut('venue', reason);
    } else if (name !== '') places.venue ??= venue;
  }
  return places;
}

/** → a place by its name, or by an object with an address of one text or of parts. */
export function placeOf(place: JsonObject, tools: Tools): JsonObject {
  const { text, prose, join, url, coordinates } = tools;
  const around = isJsonObject(place.containedInPlace) ? place.containedInPlace : {};
  // A room has the address of its house; an address may replace the place.
  const address = 'streetAddress' in place ? place : (place.address ?? around.address);
  const geo = place.geo ?? around.geo;
  const point = isJsonObject(geo) ? geo : place;
  const parts = isJsonObject(address) ? address : { streetAddress: address ?? null };
  const country = isJsonObject(parts.addressCountry)
    ? parts.addressCountry.name
    : parts.addressCountry;
  return withoutUndefined({
    venue:
      join(', ', place.name, around.name) ??
      text(parts.streetAddress) ??
      text(parts.addressLocality),
    description: prose(place.description),
    address: join(', ', parts.streetAddress),
    city: text(parts.addressLocality),
    stateprovince: text(parts.addressRegion),
    zip: text(parts.postalCode),
    country: text(country),
    phone: text(place.telephone),
    website: url(place.url ?? all(place.sameAs)[0]),
    ...coordinates(point.latitude, point.longitude),
  });
}

/** → an organizer with a name. */
export function organizerOf(value: Json, { text, url }: Tools): JsonObject | undefined {
  const fields = isJsonObject(value) ? value : { name: value };
  const organizer = text(fields.name ?? fields.legalName);
  if (organizer === undefined || /^https?:\/\//i.test(organizer)) return undefined;
  return withoutUndefined({
    organizer,
    phone: text(fields.telephone),
    website: url(fields.url),
    email: text(fields.email)?.replace(/^mailto:/i, ''),
  });
}
