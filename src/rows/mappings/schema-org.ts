/**
 * schema.org: an event or a place as JSON-LD, in a list, a `@graph`, an ItemList, a DataFeed or a
 * page of HTML, or one a line. Prices keep the currency that the offer names.
 */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { firstUrl, foldKeys } from '../columns/clean.js';
import { textsByLanguage } from '../columns/languages.js';
import type { Tools } from '../columns/tools.js';
import type { Mapping, Row } from '../mapping.js';
import { quoted } from '../shown.js';
import { statusWith } from '../title-states.js';
import {
  absentSeries,
  all,
  identifierOf,
  namesOf,
  plainNode,
  unescaped,
  withSeries,
} from './json-ld.js';
import { readSchedule } from './schedule.js';
import { availabilityOf, costOf } from './schema-org-offers.js';
import { organizerOf, placeOf, placesOf } from './schema-org-places.js';
import { timesOf } from './schema-org-times.js';

const source = (what: string) => ({
  title: `schema.org, ${what} as JSON-LD`,
  url: 'https://schema.org',
  licence: 'that of the publisher',
});

/** Types below Event, and types of OpenActive. */
const EVENT = /^(?:.*event|eventseries|.*festival|hackathon|courseinstance|scheduledsession|slot)$/;

/** Types that go around events and places on a page. */
const AROUND =
  /^(?:.*page|website|breadcrumblist|itemlist|organization|person|imageobject|.*action)$/;

/** The mapping of events, of any type below Event. */
export const schemaOrgEvents: Mapping = {
  name: 'schema-org-events',
  kind: 'event',
  source: source('events'),
  isLike: (row) => '@type' in row || /schema\.org/.test(JSON.stringify(row['@context'] ?? '')),
  passBy(sent) {
    const row = plainNode(sent as JsonObject);
    const types = namesOf(row['@type']);
    const hasTime = ['startDate', 'eventSchedule'].some((name) => row[name] !== undefined);
    const isEvent = types.some((type) => EVENT.test(type) && !/series$/.test(type));
    return types.length === 0 || hasTime || isEvent ? null : types.join(', ');
  },
  key: (row) => [nameOf(row), startsOf(row.startDate)[0]],
  sharedKey(row) {
    const name = identifierOf(plainNode(row as JsonObject));
    return name === undefined ? null : [name];
  },
  former(row, { leaveOut }) {
    const [name, starts] = [nameOf(row), startsOf(row.previousStartDate)];
    if (starts.length > FORMER_MAX) {
      leaveOut('previousStartDate', `all but the first ${FORMER_MAX}`);
    }
    return starts.slice(0, FORMER_MAX).map((start) => [name, start]);
  },
  isPartial: (row) => absentSeries(plainNode(row as JsonObject)) !== undefined,
  payload(sent, tools) {
    const row = withSeries(plainNode(sent as JsonObject));
    const { text, prose, url, list } = tools;
    const shown = isJsonObject(row.workPresented) ? row.workPresented.name : null;
    const title = text(row.name) ?? text(shown);
    const { venue, onlineUrl, isOnline } = placesOf(row.location, tools);
    const schedules = all(row.eventSchedule);
    const scheduled = readSchedule(schedules[0]);
    if (schedules.length > 1) {
      tools.leaveOut('recurrence', 'all but the first of several schedules');
    }
    if (schedules.length > 0 && !scheduled) {
      tools.leaveOut('recurrence', 'the schedule has no day, or a frequency without a rule');
    }
    if (row.previousStartDate !== undefined)
      tools.leaveOut(
        'previous_dates',
        `of an event that is new here: ${quoted(row.previousStartDate)}`,
      );
    const absent = absentSeries(row);
    if (absent) tools.leaveOut('superEvent', `the series is not here: ${quoted(absent)}`);
    const modes = namesOf(row.eventAttendanceMode);
    if (startsOf(sent.startDate).length > 1) {
      tools.leaveOut('start_date', `all but the first of ${quoted(sent.startDate)}`);
    }
    for (const name of NOT_TAKEN) if (row[name] !== undefined) tools.notTaken(name);
    return {
      title: textsByLanguage(row.name) ?? title,
      description: textsByLanguage(row.description) ?? prose(unescaped(row.description)),
      language: languageOf(row.inLanguage, tools),
      ...(scheduled
        ? { ...timesOf(scheduled.start, scheduled.end ?? scheduled.start, undefined) }
        : timesOf(text(row.startDate), text(row.endDate), text(row.duration))),
      timezone: scheduled?.timezone,
      recurrence: scheduled?.recurrence,
      website: url(row.url),
      image: imageOf(row, tools),
      tags: list(row.keywords),
      event_status: statusOf(row.eventStatus, title, tools),
      attendance_mode:
        modeOf(modes, tools) ?? (isOnline ? (venue ? 'hybrid' : 'online') : undefined),
      online_url: onlineUrl,
      cost: costOf(row),
      availability: availabilityOf(row, tools),
      venue,
      organizer: all(row.organizer).flatMap((organizer) => organizerOf(organizer, tools) ?? []),
    };
  },
};

/** Most former starts of an event that are read: each key is looked up. */
const FORMER_MAX = 100;

/** Data about an event without a field here. */
const NOT_TAKEN = ['performer', 'maximumAttendeeCapacity'];

/** → the URL of the first image that has one. */
function imageOf({ image }: JsonObject, { notTaken }: Tools): string | undefined {
  const urls = all(image).map((one) => (isJsonObject(one) ? (one.url ?? one.contentUrl) : one));
  const url = firstUrl(urls.filter((text) => typeof text === 'string').join(' '));
  if (url === undefined && urls.length > 0) notTaken('image');
  return url;
}

/** → the tag of a language, `de-AT`; a language object may have it as its name. */
function languageOf(value: Json | undefined, { notTaken }: Tools): string | undefined {
  const { alternateName, name } = isJsonObject(value) ? value : {};
  const names = [value, alternateName, name].filter((one) => typeof one === 'string');
  const tag = names.find((one) => /^[a-z]{2,3}(?:[-_][a-z0-9]+)*$/i.test(one));
  if (value !== undefined && !tag) notTaken('inLanguage');
  return tag?.replaceAll('_', '-');
}

/** The mapping of places, of any type below Place. */
export const schemaOrgPlaces: Mapping = {
  name: 'schema-org-places',
  kind: 'venue',
  source: source('places'),
  isLike: schemaOrgEvents.isLike,
  passBy(sent) {
    const row = plainNode(sent as JsonObject);
    const types = namesOf(row['@type']);
    const isNone = types.some((type) => AROUND.test(type) || EVENT.test(type));
    return isNone && row.address === undefined ? types.join(', ') : null;
  },
  key: (row) => [identifierOf(plainNode(row as JsonObject))],
  payload: (row, tools) => placeOf(plainNode(row as JsonObject), tools),
};

/** → starts as they are written, in small letters. */
const startsOf = (value: Json | undefined): (Json | undefined)[] =>
  foldKeys(all(value).map((start) => (isJsonObject(start) ? start['@value'] : start)));

/** → the identity of an event without its start: shows of a run share a URL. */
const nameOf = (row: Row): Json | undefined => {
  const node = plainNode(row as JsonObject);
  const { name, ...above } = withSeries(node);
  return identifierOf(node) ?? foldKeys([node.name ?? identifierOf(above) ?? name])[0];
};

/** States, in the order in which they count. */
const STATES = ['cancelled', 'postponed', 'moved_online', 'rescheduled', 'scheduled'];

/**
 * → the state of an event that may have several, or an unknown name. `title`: programs write
 * `scheduled` while people write the real state into the title.
 */
export function statusOf(
  value: Json | undefined,
  title: string | undefined,
  { text }: Pick<Tools, 'text'>,
): string | undefined {
  const names = namesOf(value);
  const has = (word: string) => names.some((name) => name.includes(word));
  // Names are one word, which may be `eventcanceled`.
  const state = STATES.find((name) => has(name.replace(/_|led$/g, '')));
  return statusWith(title, state ?? text(names[0]));
}

function modeOf(names: readonly string[], { leaveOut }: Tools): string | undefined {
  const has = (start: RegExp) => names.some((name) => start.test(name));
  const [isOnline, isHere] = [has(/^(?:online|virtual)/), has(/^(?:offline|inperson)/)];
  if (has(/^(?:mixed|hybrid)/) || (isOnline && isHere)) return 'hybrid';
  if (!isOnline && !isHere && names.length > 0)
    leaveOut('attendance_mode', names.join(', ').slice(0, 100));
  return isOnline ? 'online' : isHere ? 'offline' : undefined;
}
