/** iCalendar (RFC 5545, RFC 7986): one VEVENT a record. Contract 20.2. */
import ICAL from 'ical.js';
import { toPlainText } from '../../lib/text/plain-text.js';
import { compact, compactDate } from '../../time/recurrence/rule.js';
import { localToUtc } from '../../time/zones.js';
import { type Entry, readEntry } from './entry.js';
import type { Feed, Output } from './format.js';
import { hasClock, hasSameTimes, zoneText } from './ics-zones.js';

// Counted without the space that begins a continuation: lines have at most 75 octets.
ICAL.foldLength = 74;

// Properties that the library does not know, so that their values are escaped or kept as URIs.
Object.assign(ICAL.design.icalendar.property, {
  'x-wr-calname': { defaultType: 'text' },
  name: { defaultType: 'text' },
  image: { defaultType: 'unknown' },
  conference: { defaultType: 'unknown' },
});

/** The `event_status` that STATUS has no word for. Loads read it. */
const STATUS_PROPERTY = 'x-marquee-event-status';

/** The format `ics`. */
export const ics: Output = {
  name: 'ics',
  mediaType: 'text/calendar',
  description: 'iCalendar, for calendar programs that subscribe to a URL.',
  separator: '',
  open: (feed) => {
    const zones = new Set<string>();
    return {
      add: (record) => eventText(readEntry(record, feed), zones),
      close: ({ returned }) => {
        // A calendar must hold a component; an empty one holds the site's zone.
        const zoneNames = returned === 0 ? [feed.siteTimeZone, 'UTC'] : [...zones].sort();
        const texts = zoneNames.map(zoneText).filter((text) => text !== '');
        const blocks = returned === 0 ? texts.slice(0, 1) : texts;
        return { head: calendarHead(feed) + blocks.join(''), tail: 'END:VCALENDAR\r\n' };
      },
    };
  },
};

const END_OF_CALENDAR = 'END:VCALENDAR';

function calendarHead({ title, selfUrl }: Feed): string {
  const calendar = new ICAL.Component('vcalendar');
  const add = adderOf(calendar);
  add('version', '2.0');
  add('prodid', '-//Marquee//Events//EN');
  add('name', oneLine(title));
  add('x-wr-calname', oneLine(title));
  add('source', selfUrl, { type: 'uri' });
  add('refresh-interval', ICAL.Duration.fromString('PT1H'), { type: 'duration' });
  add('x-published-ttl', 'PT1H');
  return calendar.toString().slice(0, -END_OF_CALENDAR.length);
}

const STATUSES: Readonly<Record<string, string>> = {
  cancelled: 'CANCELLED',
  postponed: 'TENTATIVE',
};

/** The states that STATUS alone can express. */
const EXPRESSED = new Set(['scheduled', 'cancelled']);

/** → the VEVENT; adds the zone it names to `zones`. */
function eventText(entry: Entry, zones: Set<string>): string {
  const event = new ICAL.Component('vevent');
  const add = adderOf(event);
  const { uid, sequence, place, imageUrl, onlineUrl } = entry;
  add('uid', oneLine(uid));
  add('related-to', oneLine(entry.relatedTo));
  add('sequence', sequence);
  add('dtstamp', utcTime(entry.modifiedUtc));
  add('last-modified', utcTime(entry.modifiedUtc));
  add('created', utcTime(entry.publishedUtc));
  const { isAllDay, start, end, timeZone } = entry;
  const isRuled = entry.rules.length > 0;
  const isLocal =
    !isAllDay && (isRuled ? hasClock(timeZone) : hasSameTimes(timeZone, [start, end]));
  if (isLocal) zones.add(timeZone);
  addTimes(event, entry, isLocal);
  addRules(event, entry);
  const inLanguage = (field: string) => {
    const language = entry.languageOf(field);
    return language === null ? {} : { parameters: { language } };
  };
  add('summary', oneLine(entry.title), inLanguage(entry.titleField));
  const prose = entry.description === '' ? 'excerpt' : 'description';
  add('description', toPlainText(entry[prose]), inLanguage(prose));
  add('location', place.lines.map(oneLine).join(', '));
  if (place.point) add('geo', [rounded(place.point.lat), rounded(place.point.lng)]);
  add('url', entry.url);
  addCategories(event, entry);
  addOrganizer(event, entry);
  add('image', imageUrl, { type: 'uri', parameters: { display: 'BADGE' } });
  add('conference', onlineUrl, { type: 'uri', parameters: { label: 'Online' } });
  add('status', STATUSES[entry.eventStatus] ?? 'CONFIRMED');
  if (!EXPRESSED.has(entry.eventStatus)) add(STATUS_PROPERTY, entry.eventStatus);
  add('comment', toPlainText(entry.statusReason), inLanguage('event_status_reason'));
  return `${event.toString()}\r\n`;
}

/** To 6 decimals, as the RFC asks; smaller numbers would be written with an exponent. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 || 0;

interface Added {
  /** The type of the value, where it is not the property's own. */
  type?: string;
  parameters?: Record<string, string>;
}

/** → a function that adds a property, unless its text is empty. */
function adderOf(component: InstanceType<typeof ICAL.Component>) {
  return (name: string, value: unknown, { type, parameters = {} }: Added = {}): void => {
    if (value === '') return;
    const property = new ICAL.Property(name, component);
    if (type) property.resetType(type);
    property.setValue((typeof value === 'string' ? clean(value) : value) as string);
    for (const [key, text] of Object.entries(parameters)) property.setParameter(key, text);
    component.addProperty(property);
  };
}

/**
 * All-day events have dates, the end being the day after the last. Other times are wall-clock times
 * of a zone, or UTC where the zone's VTIMEZONE would give another instant.
 */
function addTimes(
  component: InstanceType<typeof ICAL.Component>,
  { isAllDay, start, end, timeZone }: Entry,
  isLocal: boolean,
): void {
  const add = adderOf(component);
  const inZone = isLocal ? { parameters: { tzid: timeZone } } : {};
  const timeOf = ({ local, utc }: Entry['start']) => (isLocal ? localTime(local) : utcTime(utc));
  if (!isAllDay) {
    add('dtstart', timeOf(start), inZone);
    // An end at the start is not written: an end must be later.
    if (end.utc > start.utc) add('dtend', timeOf(end), inZone);
    return;
  }
  add('dtstart', dateOf(start.local), { type: 'date' });
  const dayAfter = dateOf(end.local < LAST_DAY ? end.local : LAST_DAY);
  dayAfter.adjust(1, 0, 0, 0);
  if (end.local >= start.local) add('dtend', dayAfter, { type: 'date' });
}

/**
 * The rules of a series, or the date of a changed date, on the clock of the series: days of the
 * week and hours are counted there, and would differ in UTC.
 */
function addRules(component: InstanceType<typeof ICAL.Component>, entry: Entry): void {
  const { rules, start, ofSeries } = entry;
  const { isAllDay, timeZone } = ofSeries ?? entry;
  const isLocal = !isAllDay && hasClock(timeZone);
  const dateValue = ({ date }: { date: string }) =>
    isAllDay ? `;VALUE=DATE:${compactDate(date)}` : `:${compact(date)}`;
  const startLine = `RDATE${dateValue({ date: start.local })}`;
  const isRuled = rules.some((line) => line.startsWith('RRULE'));
  const isNamed = rules.some((line) => line.includes(startLine.replace(/^.*:/, '')));
  // Some programs ignore the start of an event with dates and without a rule.
  const dates = rules.length > 0 && !isRuled && !isNamed ? [startLine, ...rules] : rules;
  const lines = ofSeries ? [`RECURRENCE-ID${dateValue(ofSeries)}`] : dates;
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z-]+)(.*)$/s.exec(line) ?? [];
    const isInZone = isLocal && name !== 'RRULE';
    const zoned = isInZone ? `${name};TZID="${timeZone}"${rest}` : `${name}${inUtc(rest)}`;
    component.addProperty(ICAL.Property.fromString(zoned));
  }
  /** → the times of a line in UTC where DTSTART is in UTC. */
  function inUtc(text: string): string {
    if (isLocal || isAllDay) return text;
    return text.replace(/\b(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\b(?!Z)/g, (_, ...parts) => {
      const [y, m, d, h, min, s] = parts.map(String);
      const { utc } = localToUtc(`${y}-${m}-${d} ${h}:${min}:${s}`, timeZone);
      return `${compact(utc)}Z`;
    });
  }
}

/** There is a day after it. */
const LAST_DAY = '9999-12-30';

const dateOf = (text: string) => ICAL.Time.fromDateString(text.slice(0, 10));
const localTime = (text: string) => ICAL.Time.fromDateTimeString(text.replace(' ', 'T'));
const utcTime = (text: string) => localTime(`${text}Z`);

function addCategories(component: InstanceType<typeof ICAL.Component>, { categories }: Entry) {
  if (categories.length === 0) return;
  const property = new ICAL.Property('categories', component);
  property.setValues(categories.map(({ name }) => oneLine(name)));
  component.addProperty(property);
}

/** The first organizer who has an address; the address is not checked when it is stored. */
function addOrganizer(component: InstanceType<typeof ICAL.Component>, { organizers }: Entry): void {
  const organizer = organizers.find(({ email }) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(email));
  if (!organizer) return;
  const address = organizer.email.split('@').map(encodeURIComponent).join('@');
  adderOf(component)('organizer', `mailto:${address}`, {
    parameters: { cn: oneLine(organizer.name) },
  });
}

/** → the text on one line. */
const oneLine = (text: string): string =>
  clean(text).replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));

// Control characters are not part of a text in iCalendar; other line ends would break its lines.
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '');
