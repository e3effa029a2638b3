/**
 * iCalendar (RFC 5545): the events of any number of calendars, of any size. Each VEVENT is read by
 * itself, property by property, so that a faulty one costs itself alone.
 */
import { isCalendar } from '../../read/unfold.js';
import type { Format, FormatOptions, RowItem } from '../format.js';
import { type Component, type ComponentFault, faultOf, openComponents } from './components.js';
import { rowOfEvent } from './event.js';
import type { Property } from './lines.js';
import { openVersions } from './versions.js';
import { type Calendar, openZones } from './zones.js';

/** iCalendar files, as events. */
export const ical: Format = {
  name: 'ical',
  extensions: ['ics', 'ical', 'icalendar'],
  mediaTypes: ['text/calendar'],
  holds: 'event',
  isLike: isCalendar,
  async *read(texts, options) {
    const calendar = openCalendar(options);
    const begin = () => Object.assign(calendar, AT_BEGIN);
    const note = ({ name, value }: Property) => {
      if (name === 'x-wr-timezone') calendar.zoneId = value.trim();
      if (name === 'method') calendar.isCancelled = /^CANCEL$/i.test(value.trim());
      if (name === 'prodid') calendar.isOurs = value.trim() === OUR_PRODID;
    };
    const components = openComponents({ begin, note, zone: calendar.zones.add }, options.notes);
    const versions = openVersions(options.notes);
    const rowsOf = function* (parts: (Component | ComponentFault)[]): Generator<RowItem> {
      for (const part of parts) {
        const row = 'error' in part ? part : rowOfEvent(part, calendar);
        if (!('error' in row)) yield* versions.take({ line: part.line, ...row });
        else yield 'error' in part ? part : faultOf(part, row.error);
      }
    };
    for await (const text of texts) yield* rowsOf(components.take(text));
    yield* rowsOf(components.end());
    yield* versions.end();
  },
};

/** The program name in our own calendars. */
const OUR_PRODID = '-//Marquee//Events//EN';

/** What a calendar is before its first line says more. */
const AT_BEGIN = { zoneId: '', isCancelled: false, isOurs: false };

const openCalendar = ({ zone, siteZone, window }: FormatOptions): Calendar => ({
  ...AT_BEGIN,
  zones: openZones(),
  given: [zone, siteZone].flatMap((name) => name ?? []),
  window: window ?? { from: '0001-01-01 00:00:00', to: '0001-01-01 00:00:00' },
});
