/** The event: the kind that holds the others. Contract 1.1, 3.2. */
import { limits } from '../../limits.js';
import { type Field, readField } from '../field.js';
import { defineKind } from '../kind.js';
import type { StoredRecord } from '../record.js';
import { seriesIdOf } from '../series.js';
import * as index from './event-index.js';
import {
  globalIdFields,
  placeOf,
  postFamily,
  postFields,
  postOrders,
  slugField,
  textLanguages,
  textOf,
  titleField,
} from './family.js';

const { id, ...afterIds } = postFields;
const text: Field = { stored: 'text', answered: 'text', isEmptied: true };
const localized = { isLocalized: true };
const time: Field = { stored: 'times', answered: 'value' };
const derivedTime: Field = { ...time, isDerived: true };
/** With new times these count as sent: whole days, and earlier dates of rescheduled events. */
const withTimes = { readWith: ['start_date', 'end_date', 'timezone'] };
const flag: Field = { stored: 'value', initial: false, answered: 'flag' };

/** → the line of a text with a few possible values, `initial` by default. */
const choice = (initial: string, stored: Field['stored'] = 'value'): Field => ({
  stored,
  initial,
  answered: 'value',
  isEmptied: true,
  index: { type: 'keyword' },
});

const attendanceMode = choice('in_person', 'attendanceMode');
const isOnline = (record: StoredRecord) =>
  readField('attendance_mode', attendanceMode, record) === 'online';

/**
 * → the line of a relation: answered by the rule `answered`, indexed by the IDs it links, searched
 * by the names of the linked records.
 */
const relation = (field: string, answered: 'linked' | 'terms', weight: number): Field => ({
  answered,
  isEmptied: true,
  searched: { weight, read: index.namesOf(field, answered === 'terms' ? 'name' : field) },
  index: {
    type: 'integer',
    isMany: true,
    read: (record) => (record.relations[field] ?? []).map(({ id }) => id),
  },
});

/** The event kind, which links all others. */
export const event = defineKind({
  name: 'event',
  route: 'events',
  family: postFamily,
  schema: 'posts/event.json',
  listSchema: 'queries/event-list.json',
  itemSchema: 'queries/event-item.json',
  titleField: 'title',
  permalink: 'event',
  fields: {
    id,
    ...globalIdFields,
    ...afterIds,
    rest_url: { answered: 'restUrl' },
    title: { ...titleField, searched: { weight: 32 } },
    description: { ...text, ...localized, isHtml: true, searched: { weight: 1 } },
    excerpt: { ...text, ...localized, isHtml: true, searched: { weight: 1 } },
    slug: slugField,
    image: { stored: 'image', answered: 'image' },
    all_day: { ...time, ...withTimes, answered: 'flag' },
    start_date: { ...time, utc: 'utc_start_date' },
    start_date_details: { answered: 'dateDetails', of: 'start_date' },
    end_date: { ...time, utc: 'utc_end_date' },
    end_date_details: { answered: 'dateDetails', of: 'end_date' },
    utc_start_date: { ...derivedTime, index: { as: 'start', type: 'date' } },
    utc_start_date_details: { answered: 'dateDetails', of: 'utc_start_date' },
    utc_end_date: { ...derivedTime, index: { as: 'end', type: 'date', read: index.endOf('utc') } },
    utc_end_date_details: { answered: 'dateDetails', of: 'utc_end_date' },
    timezone: time,
    timezone_abbr: { answered: 'zoneAbbreviation', of: 'timezone' },
    cost: {
      stored: 'cost',
      answered: 'cost',
      isEmptied: true,
      index: { as: 'is_free', type: 'free' },
    },
    cost_details: { answered: 'costDetails', of: 'cost' },
    price_from: { index: { type: 'price', read: index.costOf } },
    currency: { index: { type: 'currency', read: index.costOf } },
    website: { stored: 'text', answered: 'website', isEmptied: true },
    show_map: flag,
    show_map_link: flag,
    hide_from_listings: {
      ...flag,
      index: { as: 'hidden', type: 'integer', read: index.hiddenState },
    },
    sticky: flag,
    featured: { ...flag, index: { type: 'boolean' } },
    categories: relation('categories', 'terms', 2),
    tags: relation('tags', 'terms', 2),
    venue: relation('venue', 'linked', 16),
    organizer: relation('organizer', 'linked', 4),
    custom_fields: { answered: 'emptyList' },
    json_ld: { answered: 'jsonLd' },
    event_status: { ...choice('scheduled'), ...withTimes },
    event_status_reason: { ...text, ...localized, stored: 'statusReason' },
    previous_dates: {
      stored: 'previousDates',
      initial: [],
      answered: 'value',
      isDerived: true,
    },
    attendance_mode: attendanceMode,
    online_url: { stored: 'text', answered: 'onlineUrl', isEmptied: true },
    availability: choice('available'),
    language: { ...text, stored: 'value', isOptional: true, index: { type: 'keyword' } },
    is_online: { index: { type: 'boolean', read: isOnline } },
    uid: { answered: 'uid' },
    sequence: { initial: 0, answered: 'value' },
    text_languages: textLanguages,
    recurrence: { stored: 'recurrence', answered: 'recurrence', isDerived: true, isEmptied: true },
    day: {
      index: { type: 'siteDay', read: (record) => textOf(record, 'utc_start_date') },
    },
    part: { index: { type: 'keyword', read: index.partOfDay } },
    month: {
      index: { type: 'keyword', read: (record) => textOf(record, 'start_date').slice(0, 7) },
    },
    local_start: { index: { type: 'date', read: (record) => textOf(record, 'start_date') } },
    local_end: { index: { type: 'date', read: index.endOfDays } },
    lasting: { index: { type: 'boolean', read: index.isLasting } },
    city: {
      index: { type: 'folded', read: index.venueText('city') },
      searched: { weight: 8, read: (record) => [{ text: index.venueText('city')(record) }] },
    },
    country: { index: { type: 'folded', read: index.venueText('country') } },
    town: { index: { type: 'folded', read: index.townText } },
    post_parent: { index: { type: 'integer', read: seriesIdOf } },
    before_start: { index: { type: 'integer', read: index.secondsBefore('start') } },
    before_end: { index: { type: 'integer', read: index.secondsBefore('end') } },
    recurring: { index: { type: 'boolean', read: (record) => seriesIdOf(record) > 0 } },
  },
  relations: [
    { field: 'venue', target: 'venue', isMany: false, inline: 'object' },
    { field: 'organizer', target: 'organizer', isMany: true, inline: 'object' },
    { field: 'categories', target: 'category', isMany: true, inline: 'name' },
    { field: 'tags', target: 'tag', isMany: true, inline: 'name' },
  ],
  searchMode: 'anyField',
  addressOf: (record) => (isOnline(record) ? undefined : index.venueOf(record)),
  place: (record) => placeOf(isOnline(record) ? undefined : index.venueOf(record)),
  filters: {
    ...index.termFilters,
    venue: { filter: 'related', field: 'venue', target: 'venue' },
    organizer: { filter: 'related', field: 'organizer', target: 'organizer' },
    featured: { filter: 'equals', field: 'featured' },
    post_parent: { filter: 'existing', field: 'post_parent' },
    recurring: { filter: 'equals', field: 'recurring' },
    include: { filter: 'include' },
    city: { filter: 'anyOf', field: 'city', isFolded: true },
    country: { filter: 'anyOf', field: 'country', isFolded: true },
    town: { filter: 'anyOf', field: 'town', isFolded: true },
    modified_after: { filter: 'modifiedAfter' },
    event_status: { filter: 'anyOf', field: 'event_status' },
    attendance_mode: { filter: 'anyOf', field: 'attendance_mode' },
    availability: { filter: 'anyOf', field: 'availability' },
    language: { filter: 'anyOf', field: 'language' },
    is_free: { filter: 'equals', field: 'is_free' },
    cost_min: { filter: 'price', bound: 'gte' },
    cost_max: { filter: 'price', bound: 'lte' },
    part: { filter: 'anyOf', field: 'part' },
  },
  orders: {
    ...postOrders,
    start_date: { by: 'field', field: 'start', direction: 'asc' },
    end_date: { by: 'field', field: 'end', direction: 'asc' },
    distance: { by: 'distance', direction: 'asc' },
    day: { by: 'day', direction: 'asc' },
    best: { by: 'best', direction: 'desc' },
  },
  defaultOrder: 'start_date',
  window: index.window,
  collapsedBy: { start: 'before_start', end: 'before_end' },
  ranked: {
    day: 'day',
    featured: 'featured',
    last: { field: 'event_status', values: ['cancelled', 'postponed'] },
  },
  facets: {
    categories: { field: 'categories', target: 'category' },
    tags: { field: 'tags', target: 'tag' },
    venue: { field: 'venue', target: 'venue' },
    organizer: { field: 'organizer', target: 'organizer' },
    city: { field: 'city' },
    town: { field: 'town', valuesMax: limits.towns },
    month: { field: 'month' },
    event_status: { field: 'event_status' },
    attendance_mode: { field: 'attendance_mode' },
    availability: { field: 'availability' },
    language: { field: 'language' },
    post_parent: { field: 'post_parent' },
  },
  tiles: 'venue',
  suggests: { event: (record) => record.title },
  toldApartBy: 'start_date',
  isNotFound: true,
  isSlugLate: true,
  identifiedBy: [
    'start_date',
    ...['id', 'external_id', 'venue', 'address', 'city'].map((name) => `venue.${name}`),
  ],
  capability: 'posts',
  hiddenField: 'hidden',
  onlineField: 'is_online',
  loadedFields: ['uid', 'sequence', 'previous_dates'],
  changeCount: {
    field: 'sequence',
    of: ['all_day', 'utc_start_date', 'utc_end_date', 'timezone', 'venue', 'event_status'],
    // Calendars show where an event is: Contract 20.2.
    shown: { venue: ['address', 'city', 'zip', 'country', 'geo_lat', 'geo_lng'] },
  },
  schemaOrg: 'Event',
  formats: ['ics', 'atom', 'rss', 'geojson', 'jsonld'],
  lightFields: [
    ...['id', 'url', 'title', 'start_date', 'end_date', 'timezone', 'all_day', 'cost'],
    ...['categories.slug', 'venue.id', 'venue.venue', 'venue.city', 'distance'],
  ],
});
