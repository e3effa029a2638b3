/** schema.org descriptions of single records. Source: contract 1.1, json_ld. */
import { kinds } from '../kinds/index.js';
import type { RecordCore } from '../kinds/record.js';
import { offerPrice } from '../lib/cost.js';
import { isoWithOffset } from '../lib/zones.js';
import { type PresentContext, permalinkOf } from './context.js';

type JsonLd = Record<string, unknown>;

const text = (record: RecordCore, name: string) => String(record.fields[name] ?? '');

/** → an Event, with its place, first organizer and offer when there are some. */
export function jsonLdOfEvent(
  record: RecordCore,
  linked: { venue: RecordCore | undefined; organizer: RecordCore | undefined },
  context: PresentContext,
): JsonLd {
  const url = permalinkOf(kinds.event, record, context);
  const zone = text(record, 'timezone');
  const iso = (name: string) =>
    isoWithOffset(text(record, name), zone, text(record, `utc_${name}`));
  const price = offerPrice((record.fields.cost ?? []) as string[]);
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: record.title,
    description: text(record, 'description'),
    ...imageOf(record),
    url,
    startDate: iso('start_date'),
    endDate: iso('end_date'),
    ...(linked.venue ? { location: jsonLdOfVenue(linked.venue, context) } : {}),
    ...(linked.organizer ? { organizer: jsonLdOfOrganizer(linked.organizer, context) } : {}),
    ...(price === '' ? {} : { offers: offerOf(record, price, url, context) }),
    performer: 'Organization',
  };
}

/** → a Place. */
export function jsonLdOfVenue(record: RecordCore, context: PresentContext): JsonLd {
  const { geo_lat: latitude, geo_lng: longitude } = record.fields;
  return {
    '@type': 'Place',
    name: record.title,
    description: text(record, 'description'),
    ...imageOf(record),
    url: permalinkOf(kinds.venue, record, context),
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

/** → a Person, as the real service says of organizers. */
export function jsonLdOfOrganizer(record: RecordCore, context: PresentContext): JsonLd {
  return {
    '@type': 'Person',
    name: record.title,
    description: text(record, 'description'),
    ...imageOf(record),
    url: permalinkOf(kinds.organizer, record, context),
    telephone: text(record, 'phone'),
    email: text(record, 'email'),
    sameAs: text(record, 'website'),
  };
}

function offerOf(record: RecordCore, price: string, url: string, context: PresentContext): JsonLd {
  return {
    '@type': 'Offer',
    price,
    priceCurrency: context.currency.code,
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom: isoWithOffset(record.date_utc, 'UTC'),
  };
}

function imageOf(record: RecordCore): JsonLd {
  const image = record.fields.image as { url?: string } | null | undefined;
  return image?.url ? { image: image.url } : {};
}

function withoutEmpty(values: JsonLd): JsonLd {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
