/**
 * schema.org descriptions, made of answered records: `json_ld` of a single answer, and the format
 * `jsonld`. Source: Contract 1.1, json_ld.
 */
import type { Kind } from '../kinds/kind.js';
import { offerPrice } from '../lib/money/cost.js';
import type { OwnCurrency } from '../lib/money/currency.js';
import { ANY_CURRENCY, lowestPrice } from '../lib/money/price.js';
import { isoWithOffset } from '../time/zones.js';
import { type Answered, isAnswered, listOf, textOf } from './answered.js';
import { recurrenceLd } from './schedule.js';

/** A description. */
export type JsonLd = Record<string, unknown>;

/** The inputs of a description besides the answer. */
interface SchemaOrgContext {
  currency: OwnCurrency;
  /** Prices have the currency in which they are written; absent: the site's. */
  isAsWritten?: boolean;
}

/**
 * → the description of an answered record, of its kind's type; undefined for a kind without a type.
 */
export function describeForSchemaOrg(
  answer: Answered,
  { schemaOrg }: Kind,
  context: SchemaOrgContext,
): JsonLd | undefined {
  return schemaOrg && describe[schemaOrg](answer, context);
}

const describe = { Event: describeEvent, Place: describePlace, Person: describePerson };

/** → an event with its venue, first organizer and offer, where it has them. */
function describeEvent(event: Answered, context: SchemaOrgContext): JsonLd {
  const [organizer] = listOf(event, 'organizer');
  const iso = (name: string) => timeOf(event, event, name);
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: textOf(event, 'title'),
    description: textOf(event, 'description'),
    ...imageOf(event),
    url: textOf(event, 'url'),
    startDate: iso('start_date'),
    endDate: iso('end_date'),
    ...(event.language ? { inLanguage: textOf(event, 'language') } : {}),
    ...locationOf(event),
    ...(organizer ? { organizer: describePerson(organizer) } : {}),
    ...offersOf(event, context),
    performer: 'Organization',
    eventStatus: EVENT_STATUSES[textOf(event, 'event_status')],
    eventAttendanceMode: ATTENDANCE_MODES[textOf(event, 'attendance_mode')],
    ...previousStartsOf(event),
    ...recurrenceLd(event),
  };
}

/** → a time of an event: a date where it lasts whole days, else with the offset of its zone. */
function timeOf(event: Answered, times: Answered, name: string): string {
  const local = textOf(times, name);
  if (event.all_day === true) return local.slice(0, 10);
  return isoWithOffset(local, textOf(times, 'timezone'), textOf(times, `utc_${name}`) || undefined);
}

const EVENT_STATUSES: Readonly<Record<string, string>> = {
  scheduled: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
  rescheduled: 'https://schema.org/EventRescheduled',
  moved_online: 'https://schema.org/EventMovedOnline',
};

const ATTENDANCE_MODES: Readonly<Record<string, string>> = {
  in_person: 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  hybrid: 'https://schema.org/MixedEventAttendanceMode',
};

// `inStock` is how the original service writes it.
const AVAILABILITIES: Readonly<Record<string, string>> = {
  available: 'inStock',
  limited: 'https://schema.org/LimitedAvailability',
  sold_out: 'https://schema.org/SoldOut',
  not_on_sale: 'https://schema.org/OutOfStock',
};

/** → the place, the online address (else the event's page), or both. */
function locationOf(event: Answered): JsonLd {
  const place = isAnswered(event.venue) ? describePlace(event.venue) : null;
  const mode = textOf(event, 'attendance_mode');
  if (mode !== 'online' && mode !== 'hybrid') return place ? { location: place } : {};
  const url = textOf(event, 'online_url') || textOf(event, 'url');
  const online = { '@type': 'VirtualLocation', url };
  return { location: mode === 'hybrid' && place ? [place, online] : online };
}

/** → the starts of dates that no longer hold, the newest first: one alone, or a list. */
function previousStartsOf(event: Answered): JsonLd {
  if (textOf(event, 'event_status') === 'scheduled') return {};
  const starts = listOf(event, 'previous_dates').map((dates) => timeOf(event, dates, 'start_date'));
  if (starts.length === 0) return {};
  return { previousStartDate: starts.length === 1 ? starts[0] : starts };
}

/** → the offer of an event with a price or an availability. */
function offersOf(event: Answered, context: SchemaOrgContext): JsonLd {
  const { price, priceCurrency } = priceOf(event, context);
  const availability = textOf(event, 'availability') || 'available';
  if (price === '' && availability === 'available') return {};
  const offers = {
    '@type': 'Offer',
    ...(price === '' ? {} : { price, priceCurrency }),
    url: textOf(event, 'url'),
    category: 'primary',
    availability: AVAILABILITIES[availability],
    validFrom: isoWithOffset(textOf(event, 'date_utc'), 'UTC'),
  };
  return { offers };
}

/** → the lowest price; `""` without a price, or with an unknown currency. */
function priceOf(
  event: Answered,
  { currency, isAsWritten = false }: SchemaOrgContext,
): { price: string; priceCurrency: string } {
  const lowest = lowestPrice([textOf(event, 'cost')], currency);
  if (isAsWritten && !lowest) return { price: '', priceCurrency: '' };
  const isOwn = !isAsWritten || lowest?.currency === ANY_CURRENCY;
  const priceCurrency = isOwn ? currency.code : (lowest?.currency ?? '');
  if (lowest) return { price: `${lowest.amount}`, priceCurrency };
  const details = isAnswered(event.cost_details) ? event.cost_details : {};
  const values = Array.isArray(details.values) ? details.values.map(String) : [];
  return { price: offerPrice(values), priceCurrency };
}

/** → a venue. */
function describePlace(venue: Answered): JsonLd {
  const { geo_lat: latitude, geo_lng: longitude } = venue;
  return {
    '@type': 'Place',
    name: textOf(venue, 'venue'),
    description: textOf(venue, 'description'),
    ...imageOf(venue),
    url: textOf(venue, 'url'),
    address: withoutEmpty({
      '@type': 'PostalAddress',
      streetAddress: textOf(venue, 'address'),
      addressLocality: textOf(venue, 'city'),
      addressRegion: textOf(venue, 'stateprovince'),
      postalCode: textOf(venue, 'zip'),
      addressCountry: textOf(venue, 'country'),
    }),
    ...(typeof latitude === 'number'
      ? { geo: { '@type': 'GeoCoordinates', latitude, longitude } }
      : {}),
    telephone: textOf(venue, 'phone'),
    sameAs: textOf(venue, 'website'),
  };
}

/** → an organizer as a Person, as the original service describes it. */
export function describePerson(organizer: Answered): JsonLd {
  return {
    '@type': 'Person',
    name: textOf(organizer, 'organizer'),
    description: textOf(organizer, 'description'),
    ...imageOf(organizer),
    url: textOf(organizer, 'url'),
    telephone: textOf(organizer, 'phone'),
    email: textOf(organizer, 'email'),
    sameAs: textOf(organizer, 'website'),
  };
}

function imageOf(record: Answered): JsonLd {
  const url = isAnswered(record.image) ? textOf(record.image, 'url') : '';
  return url ? { image: url } : {};
}

function withoutEmpty(values: JsonLd): JsonLd {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
