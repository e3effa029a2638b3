/**
 * Events, venues and organizers as they are answered. Key order is that of contract 1.1–1.3.
 */
import { kinds } from '../kinds/index.js';
import type { Json, RecordCore, StoredRecord } from '../kinds/record.js';
import { presentCost } from '../lib/cost.js';
import { dateDetails } from '../lib/date-times.js';
import { utcToLocal, zoneAbbreviation } from '../lib/zones.js';
import { type PresentContext, permalinkOf } from './context.js';
import { jsonLdOfEvent, jsonLdOfOrganizer, jsonLdOfVenue } from './json-ld.js';
import { presentTermInEvent } from './term.js';

type Presented = Record<string, unknown>;

/** → an event. Source: contract 1.1. */
export function presentEvent(record: StoredRecord, context: PresentContext): Presented {
  const { fields } = record;
  const text = (name: string) => String(fields[name] ?? '');
  const linked = (field: string) =>
    (record.relations[field] ?? []).filter((snapshot) => context.isReadable(snapshot));
  const url = permalinkOf(kinds.event, record, context);
  const [venue] = linked('venue');
  const cost = presentCost((fields.cost ?? []) as string[], context.currency);
  const presented: Presented = {
    id: record.id,
    ...globalIds(record, context),
    author: record.author,
    status: context.status(record),
    ...dates(record, context),
    url,
    rest_url: `${context.roots.api}/events/${record.id}`,
    title: record.title,
    description: text('description'),
    excerpt: text('excerpt'),
    slug: record.slug,
    image: fields.image ?? false,
    all_day: fields.all_day === true,
    ...dateWithDetails('start_date', text('start_date')),
    ...dateWithDetails('end_date', text('end_date')),
    ...dateWithDetails('utc_start_date', text('utc_start_date')),
    ...dateWithDetails('utc_end_date', text('utc_end_date')),
    timezone: text('timezone'),
    timezone_abbr: zoneAbbreviation(text('utc_start_date'), text('timezone')),
    cost: cost.cost,
    cost_details: cost.cost_details,
    website: text('website') || url,
    show_map: fields.show_map === true,
    show_map_link: fields.show_map_link === true,
    hide_from_listings: fields.hide_from_listings === true,
    sticky: fields.sticky === true,
    featured: fields.featured === true,
    categories: linked('categories').map((term) => presentTermInEvent(term, context)),
    tags: linked('tags').map((term) => presentTermInEvent(term, context)),
    venue: venue ? presentVenue(venue, context) : [],
    organizer: linked('organizer').map((organizer) => presentOrganizer(organizer, context)),
    custom_fields: [],
  };
  if (context.hasJsonLd) {
    presented.json_ld = jsonLdOfEvent(
      record,
      { venue, organizer: linked('organizer')[0] },
      context,
    );
  }
  return presented;
}

/** → a venue, empty values left out. Source: contract 1.2. */
export function presentVenue(record: RecordCore, context: PresentContext): Presented {
  const { fields } = record;
  return {
    ...withoutEmpty({
      ...postStart(record, context),
      venue: record.title,
      ...pick(fields, ['description', 'excerpt']),
      slug: record.slug,
      ...pick(fields, ['image', 'address', 'city', 'country', 'province', 'state', 'zip']),
      ...pick(fields, ['phone', 'website', 'stateprovince']),
    }),
    // 0 is a coordinate, not an empty value.
    ...(fields.geo_lat === null || fields.geo_lat === undefined
      ? {}
      : { geo_lat: fields.geo_lat, geo_lng: fields.geo_lng }),
    ...(context.hasJsonLd ? { json_ld: jsonLdOfVenue(record, context) } : {}),
    show_map: fields.show_map !== false,
    show_map_link: fields.show_map_link !== false,
    ...globalIds(record, context),
  };
}

/** → an organizer, empty values left out. Source: contract 1.3. */
export function presentOrganizer(record: RecordCore, context: PresentContext): Presented {
  const { fields } = record;
  return {
    ...withoutEmpty({
      ...postStart(record, context),
      organizer: record.title,
      ...pick(fields, ['description', 'excerpt']),
      slug: record.slug,
      ...pick(fields, ['image', 'phone', 'website', 'email']),
    }),
    ...(context.hasJsonLd ? { json_ld: jsonLdOfOrganizer(record, context) } : {}),
    ...globalIds(record, context),
  };
}

function postStart(record: RecordCore, context: PresentContext): Presented {
  return {
    id: record.id,
    author: record.author,
    status: context.status(record),
    ...dates(record, context),
    url: permalinkOf(kinds[record.kind], record, context),
  };
}

function dates(record: RecordCore, context: PresentContext): Presented {
  return {
    date: record.date,
    date_utc: record.date_utc,
    modified: utcToLocal(record.modified_utc, context.siteTimeZone),
    modified_utc: record.modified_utc,
  };
}

function dateWithDetails(name: string, value: string): Presented {
  return { [name]: value, [`${name}_details`]: dateDetails(value) };
}

function globalIds(record: RecordCore, { roots }: PresentContext): Presented {
  const globalId = `${roots.global}?id=${record.id}`;
  return { global_id: globalId, global_id_lineage: [globalId] };
}

function pick(fields: Record<string, Json>, names: string[]): Presented {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

function withoutEmpty(presented: Presented): Presented {
  return Object.fromEntries(Object.entries(presented).filter(([, value]) => Boolean(value)));
}
