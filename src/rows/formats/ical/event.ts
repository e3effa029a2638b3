/**
 * A VEVENT → a row in our own field names. Missing values are null, so that a later load clears
 * them. Unreadable values are left out, with a warning.
 */
import { decodeHTMLStrict } from 'entities';
import type { Issue } from '../../../errors.js';
import type { JsonObject } from '../../../kinds/record.js';
import type { SourceVersion } from '../../../kinds/telling.js';
import { limits } from '../../../limits.js';
import { cleanProse, cleanText, cleanUrl } from '../../columns/clean.js';
import { unescaped } from '../../mappings/json-ld.js';
import { statesOf, statusWith } from '../../title-states.js';
import { type Component, propertyOf } from './components.js';
import { textOf, valuesOf } from './lines.js';
import { placeOf } from './place.js';
import { recurrenceOf } from './recurrence.js';
import { readTime } from './time.js';
import { readTimes } from './times.js';
import type { Calendar } from './zones.js';

/** A row, and its omitted values. */
export interface EventRow {
  row: JsonObject;
  warnings: Issue[];
  revision: SourceVersion;
  /** It changes all dates of its series from `recurrence_id` on. */
  isFollowing?: boolean;
}

/** → the row of a VEVENT, or the reason of its fault. */
export function rowOfEvent(event: Component, calendar: Calendar): EventRow | { error: string } {
  const times = readTimes(event, calendar);
  if ('error' in times) return times;
  const warnings = [...event.warnings, ...times.warnings];
  const recurrence = recurrenceOf(event, { ...times, warnings }, calendar);
  if ('error' in recurrence) return recurrence;
  const { row: ruled, ...range } = recurrence;
  const read = readerOf(event, calendar);
  const row = { ...factsOf(event, calendar, { read, warnings }), ...times.row, ...ruled };
  const place = placeOf(event, read('location'), warnings);
  const whole = { ...row, online_url: null, attendance_mode: null, ...place };
  return { row: whole, warnings, revision: revisionOf(event, warnings), ...range };
}

/** → reads a plain text of a property, or `""`. */
type Read = (name: string) => string;

/** Other programs write HTML in plain texts: its entities are decoded once. */
function readerOf(event: Component, { isOurs }: Calendar): Read {
  return (name) => {
    const text = textOf(propertyOf(event, name)?.value ?? '');
    return isOurs ? text : decodeHTMLStrict(onceEscaped(text));
  };
}

/** → a text that was escaped twice as it was: its line ends are all a backslash and n. */
const onceEscaped = (text: string): string =>
  text.includes('\n') || !/\\[nN,;]/.test(text) ? text : textOf(text);

function revisionOf(event: Component, warnings: Issue[]): SourceVersion {
  const said = (name: string) => propertyOf(event, name)?.value.trim() ?? '';
  const modified = said('last-modified');
  const isTime = modified === '' || readTime(modified) !== null;
  if (!isTime) warnings.push({ param: 'last-modified', reason: 'left out: is no date' });
  return { sequence: Number(said('sequence')) || 0, modified: isTime ? modified : '' };
}

function factsOf(
  event: Component,
  { isCancelled, isOurs }: Calendar,
  { read, warnings }: { read: Read; warnings: Issue[] },
): JsonObject {
  const uid = textOf(propertyOf(event, 'uid')?.value ?? '').trim();
  if (uid === '') {
    warnings.push({ param: 'uid', reason: 'missing: known again by its title, start and venue' });
  }
  const title = cleanText(read('summary'));
  const status = isCancelled ? 'cancelled' : eventStatusOf(read);
  const eventStatus = isOurs ? status : (statusWith(title, status) ?? status);
  const state = read('status').trim().slice(0, 40);
  if (!/^(?:CONFIRMED)?$/i.test(state) && eventStatus === 'scheduled') {
    warnings.push({ param: 'status', reason: `${state}: loaded as an event that takes place` });
  }
  const sent = descriptionOf(event);
  const description = cleanProse(isOurs ? sent : String(unescaped(onceEscaped(sent))));
  const tags = event.properties
    .filter(({ name }) => name === 'categories')
    .flatMap(({ value }) => valuesOf(value).map(textOf))
    .map((tag) => cleanText(isOurs ? tag : decodeHTMLStrict(tag)));
  const named = [...new Set(tags.filter((tag) => tag !== ''))];
  const fit = named.filter(({ length }) => length <= limits.slugChars);
  const categories = fit.slice(0, limits.relationItems);
  if (categories.length < named.length) {
    const lost = `${named.length - categories.length} of ${named.length}: too long, or too many`;
    warnings.push({ param: 'categories', reason: `left out: ${lost}` });
  }
  const isPublic = ['', 'PUBLIC'].includes(read('class').trim().toUpperCase());
  return {
    ...(uid === '' ? {} : { external_id: `ical:${uid}` }),
    title,
    description: description || null,
    ...(isPublic ? {} : { status: 'private' }),
    event_status: eventStatus,
    // A comment on an event that takes place as planned is not a reason.
    ...(eventStatus === 'scheduled' ? {} : { event_status_reason: reasonOf(read) }),
    website: urlIn(read('url').trim(), 'url', warnings),
    ...imageOf(event, warnings),
    categories,
    organizer: organizerOf(event, isOurs, warnings),
  };
}

function urlIn(text: string, param: string, warnings: Issue[]): string | null {
  const url = cleanUrl(text);
  if (url === null && text !== '') warnings.push({ param, reason: 'left out: not usable as url' });
  return url;
}

/** → the first image, as RFC 7986 or an attachment names it; its bytes are not taken. */
function imageOf({ properties }: Component, warnings: Issue[]): JsonObject {
  const images = properties.filter(({ name }) => name === 'image' || name === 'attach');
  const [image] = images.flatMap(({ value }) => {
    const address = textOf(value).trim();
    return /^https?:/i.test(address) ? (urlIn(address, 'image', warnings) ?? []) : [];
  });
  return image === undefined ? {} : { image };
}

/** → the description, else its HTML variant, which some programs write alone. */
function descriptionOf(event: Component): string {
  const plain = textOf(propertyOf(event, 'description')?.value ?? '');
  if (plain.trim() !== '') return plain;
  const html = textOf(propertyOf(event, 'x-alt-desc')?.value ?? '');
  const [, body = html] = /<body[^<>]*>([\s\S]*?)(?:<\/body>|$)/i.exec(html) ?? [];
  return body;
}

/** The states that our own calendars add to STATUS, which has no word for them. */
const OWN_STATES = ['postponed', 'rescheduled', 'moved_online'];

function eventStatusOf(read: Read): string {
  const ours = read('x-marquee-event-status').trim().toLowerCase();
  const state = statesOf(read('status'))?.event_status;
  return state ?? (OWN_STATES.includes(ours) ? ours : 'scheduled');
}

const reasonOf = (read: Read): string =>
  cleanText(read('comment')).slice(0, REASON_CHARS).toWellFormed();

/** Longest reason of a state, characters. */
const REASON_CHARS = 1000;

/** → a name as it was before The Events Calendar wrote it like a part of a URL. */
function outOfUrl(name: string): string {
  try {
    return /\s/.test(name) ? name : decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Longest name of an organizer, and longest e-mail address (RFC 5321), characters. */
const [NAME_CHARS, ADDRESS_CHARS] = [200, 320];

/** Addresses at which nobody reads. */
const NOBODY = /^(?:no|do-?not)[-_.]?reply|@group\.calendar\.google\.com$/i;

/** → an organizer with a name; an address alone must not be published. */
function organizerOf(event: Component, isOurs: boolean, warnings: Issue[]): JsonObject | null {
  const property = propertyOf(event, 'organizer');
  const address = property?.value.trim() ?? '';
  // Some write the name in the place of the address.
  const sent = property?.params.get('cn') ?? (/[:/]/.test(address) ? '' : textOf(address));
  if (sent.length > NAME_CHARS || address.length > ADDRESS_CHARS) {
    warnings.push({ param: 'organizer', reason: 'left out: its name or address is too long' });
    return null;
  }
  const name = cleanText(isOurs ? sent : decodeHTMLStrict(outOfUrl(sent)));
  if (!property || name === '' || name.includes('@')) return null;
  const [, email] = /^mailto:([^\s@]+@[^\s@.]+\.[^\s@]+)$/i.exec(address) ?? [];
  return { organizer: name, ...(email === undefined || NOBODY.test(email) ? {} : { email }) };
}
