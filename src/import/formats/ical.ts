/**
 * iCalendar (RFC 5545): the events of any number of calendars, of any size. Each VEVENT is cut out
 * as the file is read and parsed by itself, so that a faulty one costs itself alone. A zone that
 * the file describes counts for the events behind it.
 */
import { type Cut, type Cutter, cutTexts, recordBytesMax, TOO_LONG, toCut } from '../cuts.js';
import type { Format, RowItem } from './format.js';
import { rowOfEvent } from './ical-event.js';
import { type CalendarRow, inPart, partsOfSeries, type SeriesPart } from './ical-following.js';
import { changedRow } from './ical-recurrence.js';
import { type Calendar, openZones, zoneNamed } from './ical-zones.js';

/** iCalendar files, as events. */
export const ical: Format = {
  name: 'ical',
  extensions: ['ics', 'ical', 'icalendar'],
  mediaTypes: ['text/calendar'],
  holds: 'event',
  isLike: (start) => /^\s*BEGIN:VCALENDAR/i.test(start),
  async *read(texts, { zone }) {
    const defaultZone = zoneOf(zone ?? '');
    const calendar: Calendar = { zones: openZones(), zone: defaultZone, isCancelled: false };
    const begin = () => Object.assign(calendar, { zone: defaultZone, isCancelled: false });
    const note = (line: string) => {
      const [, name = '', value = ''] = /^([\w-]+)[^:]*:(.*)$/.exec(line) ?? [];
      if (/^X-WR-TIMEZONE$/i.test(name)) calendar.zone = zoneOf(value) ?? calendar.zone;
      if (/^METHOD$/i.test(name)) calendar.isCancelled = /^CANCEL$/i.test(value.trim());
    };
    const series = openSeries();
    const cutter = cutComponents({ begin, note, zone: (text) => calendar.zones.add(text) });
    for await (const cuts of cutTexts(texts, cutter)) {
      for (const cut of cuts) {
        const item =
          'error' in cut ? cut : { line: cut.line, ...rowOfEvent(parseable(cut.text), calendar) };
        const now = 'error' in item ? { ...item, ...uidIn(cut) } : series.take(item);
        if (now) yield now;
      }
    }
    yield* series.end();
  },
};

/** → the UID of an event that cannot be read, where its text shows one. */
function uidIn(cut: Cut): { uid?: string } {
  const [, uid] = ('text' in cut && /^UID(?:;[^:\n]*)?:(.+)$/im.exec(cut.text)) || [];
  return uid === undefined ? {} : { uid: uid.trim() };
}

/** Longest text of the series and changed dates that are in memory until the end, characters. */
const seriesCharsMax = 32 * 1024 * 1024;

/**
 * → gives each row on, but series and changed dates at the end: a date of all may be changed behind
 * its series, and what it has in common with it is not its own.
 */
function openSeries() {
  const seriesOf = new Map<string, string>();
  const following = new Map<string, string[]>();
  const changed: string[] = [];
  let chars = 0;
  const textOf = (item: CalendarRow): string | null => {
    const text = JSON.stringify(item);
    chars += text.length;
    return chars <= seriesCharsMax ? text : null;
  };
  return {
    take(item: CalendarRow): RowItem | null {
      const { external_id: key, recurrence, recurrence_id: date } = item.row;
      if (!date && (!recurrence || key === undefined)) return item;
      const text = textOf(item);
      if (date) {
        if (text === null) return { line: item.line, error: 'too many changed dates in one file' };
        const before = following.get(String(key)) ?? [];
        if (item.isFollowing) following.set(String(key), before);
        (item.isFollowing ? before : changed).push(text);
        return null;
      }
      const before = seriesOf.get(String(key));
      if (text === null) seriesOf.delete(String(key));
      else seriesOf.set(String(key), text);
      if (text === null) return item;
      // Of several versions of a series, the last one has the changed dates.
      return before === undefined ? null : rowIn(before);
    },
    *end(): Generator<RowItem> {
      for (const [key, text] of seriesOf) {
        const { parts, lost } = partsOfSeries(rowIn(text), (following.get(key) ?? []).map(rowIn));
        following.delete(key);
        seriesOf.set(key, JSON.stringify(parts));
        yield* parts.map(({ item }) => item);
        yield* lost;
      }
      for (const { line } of [...following.values()].flat().map(rowIn)) {
        yield { line, error: 'a change of all following dates of a series that the file lacks' };
      }
      for (const text of changed) {
        const item = rowIn(text);
        const parts: SeriesPart[] = JSON.parse(seriesOf.get(String(item.row.external_id)) ?? '[]');
        const { row, series } = inPart(item.row, parts);
        yield { ...item, ...changedRow(row, series) };
      }
    },
  };
}

const rowIn = (text: string): CalendarRow => JSON.parse(text);

function zoneOf(id: string) {
  const name = zoneNamed(id);
  return name === null ? null : { name };
}

/** ical.js takes a line end of LF; a tab may fold a line as well as a space. */
const parseable = (text: string): string =>
  text
    .replaceAll('\n\t', '\n ')
    .replaceAll(PLAIN_DAY, '$1;VALUE=DATE$2:$3')
    .replaceAll(NO_RULE, '');

/** A day whose line does not say that it is none of a time, as many calendars have it. */
const PLAIN_DAY =
  /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE)((?:;(?!VALUE=)[^:;\n]*)*):(\d{8})(?=\n|$)/gim;

/** A rule without any part, as some calendars have it for what does not recur. */
const NO_RULE = /^RRULE: *\n/gim;

/** Receive what a cutter finds beside events. */
interface Listeners {
  /** A calendar begins. */
  begin(): void;
  /** A line of the calendar itself. */
  note(line: string): void;
  /** The text of a VTIMEZONE. */
  zone(text: string): void;
}

/** The component under way; its lines are null once it is too long. */
interface OpenComponent {
  name: string;
  line: number;
  lines: string[] | null;
  chars: number;
}

/** → a cutter that gives the text of each VEVENT, line ends LF. */
function cutComponents(listeners: Listeners): Cutter {
  const components = openComponents(listeners);
  let rest = '';
  return (chunk, isEnd) => {
    const text = rest + chunk;
    // A CR at the end may be the first half of a line end.
    const whole = isEnd || !text.endsWith('\r') ? text : text.slice(0, -1);
    const lines = whole.split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '') + text.slice(whole.length);
    const cuts = lines.flatMap((line) => components.take(line));
    if (rest.length > recordBytesMax) {
      components.hold(rest);
      // The line goes on for long: its beginning does not matter any more.
      rest = ' ';
    }
    if (!isEnd) return cuts;
    return [...cuts, ...(rest === '' ? [] : components.take(rest)), ...components.end()];
  };
}

/** → takes the lines of a file, and gives the events that they end. */
function openComponents({ begin, note, zone }: Listeners) {
  let line = 0;
  let isCalendar = false;
  let events = 0;
  let hasOthers = false;
  let open: OpenComponent | null = null;

  const finish = ({ name, line: first, lines }: OpenComponent): Cut[] => {
    open = null;
    if (name === 'VTIMEZONE') zone((lines ?? []).join('\n'));
    if (name !== 'VEVENT') {
      hasOthers ||= name !== 'VTIMEZONE';
      return [];
    }
    events += 1;
    return [lines ? toCut(first, lines.join('\n')) : { line: first, error: TOO_LONG }];
  };
  return {
    take(text: string): Cut[] {
      line += 1;
      const [, said = '', called = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(text) ?? [];
      const verb = said.toUpperCase();
      const name = called.toUpperCase();
      if (open) {
        hold(open, text);
        return verb === 'END' && name === open.name ? finish(open) : [];
      }
      if (verb === 'BEGIN' && name === 'VCALENDAR') {
        isCalendar = true;
        begin();
      } else if (verb === 'BEGIN') {
        open = { name, line, lines: [], chars: 0 };
        hold(open, text);
      } else if (verb === '') note(text);
      return [];
    },
    hold(text: string): void {
      if (open) hold(open, text);
    },
    end(): Cut[] {
      if (open) return [{ line: open.line, error: `the file ends inside this ${open.name}` }];
      if (events > 0) return [];
      if (!isCalendar && line > 0) return [{ line: 1, error: 'not an iCalendar file' }];
      return hasOthers ? [{ line: 1, error: 'holds no event, but other components' }] : [];
    },
  };
}

function hold(open: OpenComponent, text: string): void {
  open.chars += text.length + 1;
  if (open.chars > recordBytesMax) open.lines = null;
  else open.lines?.push(text);
}
