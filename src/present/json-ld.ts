/** schema.org descriptions of single records. Source: Contract 1.1, json_ld. */
import { readField } from '../kinds/field.js';
import { kinds } from '../kinds/index.js';
import { imageUrlOf, isJsonObject, type RecordCore } from '../kinds/record.js';
import { offerPrice } from '../lib/cost.js';
import { isoWithOffset } from '../lib/zones.js';
import { type Presentable, type PresentContext, permalinkOf } from './context.js';

type JsonLd = Record<string, unknown>;

/**
 * → the description of a record, of the type that its kind states; undefined when it states none.
 */
export function describeForSchemaOrg(
  record: Presentable,
  context: PresentContext,
): JsonLd | undefined {
  const type = kinds[record.kind].schemaOrg;
  return type && describe[type](record, context);
}

const describe = { Event: describeEvent, Place: describePlace, Person: describePerson };

const text = (record: RecordCore, name: string) => String(record.fields[name] ?? '');

/** → an event with its venue, first organizer and offer, where it has them. */
function describeEvent(record: Presentable, context: PresentContext): JsonLd {
  const first = (field: string) =>
    record.relations?.[field]?.find((snapshot) => context.isReadable(snapshot));
  const [venue, organizer] = [first('venue'), first('organizer')];
  const url = permalinkOf(kinds[record.kind], record, context);
  const zone = text(record, 'timezone');
  const iso = (name: string) =>
    isoWithOffset(text(record, name), zone, text(record, `utc_${name}`));
  const { cost } = record.fields;
  const price = offerPrice(Array.isArray(cost) ? cost.map(String) : []);
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: record.title,
    description: text(record, 'description'),
    ...imageOf(record),
    url,
    startDate: iso('start_date'),
    endDate: iso('end_date'),
    ...locationOf(record, venue && describePlace(venue, context), url),
    ...(organizer ? { organizer: describePerson(organizer, context) } : {}),
    ...offersOf(record, price, url, context),
    performer: 'Organization',
    eventStatus: EVENT_STATUSES[choiceOf(record, 'event_status')],
    eventAttendanceMode: ATTENDANCE_MODES[choiceOf(record, 'attendance_mode')],
    ...previousStartsOf(record),
  };
}

/** → the value of a field that old records may not have. */
function choiceOf(record: Presentable, name: string): string {
  return String(readField(name, kinds[record.kind].fields[name] ?? {}, record) ?? '');
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

/** → the place, the online address (of the event's page where none is known), or both. */
function locationOf(record: Presentable, place: JsonLd | undefined, url: string): JsonLd {
  const mode = choiceOf(record, 'attendance_mode');
  if (mode === 'in_person') return place ? { location: place } : {};
  const online = { '@type': 'VirtualLocation', url: text(record, 'online_url') || url };
  return { location: mode === 'hybrid' && place ? [place, online] : online };
}

/** → the starts of dates that no longer hold, the newest first: one alone, or a list. */
function previousStartsOf(record: Presentable): JsonLd {
  const { previous_dates: dates } = record.fields;
  if (choiceOf(record, 'event_status') === 'scheduled' || !Array.isArray(dates)) return {};
  const starts = dates.filter(isJsonObject).map(({ start_date: start, timezone: zone }) => {
    return isoWithOffset(String(start), String(zone));
  });
  if (starts.length === 0) return {};
  return { previousStartDate: starts.length === 1 ? starts[0] : starts };
}

function describePlace(record: RecordCore, context: PresentContext): JsonLd {
  const { geo_lat: latitude, geo_lng: longitude } = record.fields;
  return {
    '@type': 'Place',
    name: record.title,
    description: text(record, 'description'),
    ...imageOf(record),
    url: permalinkOf(kinds[record.kind], record, context),
    address: withoutEmpty({
      '@type': 'PostalAddress',
      streetAddress: text(record, 'address'),
      addressLocality: text(record, 'city'),
      addressRegion: text(record, 'stateprovince'),
      postalCode: text(record, 'zip'),
      addressCountry: text(record, 'country'),
    }),
    ...(typeof latitude === 'number'
      ? { geo: { '@type': 'GeoCoordinates', latitude, longitude } }
      : {}),
    telephone: text(record, 'phone'),
    sameAs: text(record, 'website'),
  };
}

/** → an organizer as a Person, as the original service describes it. */
function describePerson(record: RecordCore, context: PresentContext): JsonLd {
  return {
    '@type': 'Person',
    name: record.title,
    description: text(record, 'description'),
    ...imageOf(record),
    url: permalinkOf(kinds[record.kind], record, context),
    telephone: text(record, 'phone'),
    email: text(record, 'email'),
    sameAs: text(record, 'website'),
  };
}

/** → the offer of an event that has a price, or of which something else is told. */
function offersOf(
  record: Presentable,
  price: string,
  url: string,
  context: PresentContext,
): JsonLd {
  const availability = choiceOf(record, 'availability');
  if (price === '' && availability === 'available') return {};
  const offers = {
    '@type': 'Offer',
    ...(price === '' ? {} : { price, priceCurrency: context.currency.code }),
    url,
    category: 'primary',
    availability: AVAILABILITIES[availability],
    validFrom: isoWithOffset(record.date_utc, 'UTC'),
  };
  return { offers };
}

function imageOf(record: RecordCore): JsonLd {
  const url = imageUrlOf(record);
  return url ? { image: url } : {};
}

function withoutEmpty(values: JsonLd): JsonLd {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
