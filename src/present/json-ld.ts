/** schema.org descriptions of single records. Source: Contract 1.1, json_ld. */
import { kinds } from '../kinds/index.js';
import { imageUrlOf, type RecordCore } from '../kinds/record.js';
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
    ...(venue ? { location: describePlace(venue, context) } : {}),
    ...(organizer ? { organizer: describePerson(organizer, context) } : {}),
    ...(price === '' ? {} : { offers: offerOf(record, price, url, context) }),
    performer: 'Organization',
  };
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
  const url = imageUrlOf(record);
  return url ? { image: url } : {};
}

function withoutEmpty(values: JsonLd): JsonLd {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
