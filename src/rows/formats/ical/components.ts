/**
 * The components of a calendar: VEVENT and VTIMEZONE with the known properties. Alarms and all
 * other components are skipped, with any content.
 */
import type { Issue } from '../../../errors.js';
import type { Notes } from '../../notes.js';
import { recordBytesMax, TOO_LONG } from '../../read/cuts.js';
import { isUnreadable, UNREADABLE } from '../../read/decode.js';
import {
  type LogicalLine,
  nameOfLine,
  openLines,
  type Property,
  readProperty,
  TEXTS,
} from './lines.js';

/** A component, and its omitted values. */
export interface Component {
  /** `VEVENT`, `VTIMEZONE`, or a part of the latter. */
  name: string;
  /** Where it begins, from 1. */
  line: number;
  properties: Property[];
  /** The parts of a zone. */
  parts: Component[];
  warnings: Issue[];
}

/** The fault of a component, and its UID. */
export interface ComponentFault {
  line: number;
  error: string;
  uid?: string;
}

/** → the first property of a name, or undefined. */
export const propertyOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name);

/** → the fault of an event. */
export function faultOf(event: Component, error: string): ComponentFault {
  const uid = propertyOf(event, 'uid')?.value.trim();
  return { line: event.line, error, ...(uid ? { uid } : {}) };
}

/** Receive the calendar's data outside of events. */
interface Listeners {
  /** A calendar begins. */
  begin(): void;
  /** A property of the calendar itself. */
  note(property: Property): void;
  zone(zone: Component): void;
}

const OF_EVENT = new Set(
  (
    'uid summary description x-alt-desc location geo x-apple-structured-location url categories ' +
    'organizer status x-marquee-event-status comment class conference x-google-conference ' +
    'x-microsoft-skypeteamsmeetingurl x-microsoft-onlinemeetingexternallink sequence ' +
    'last-modified dtstart dtend duration rrule rdate attach image ' +
    'exdate exrule recurrence-id x-microsoft-cdo-alldayevent'
  ).split(' '),
);

/** Without them it would be another day: they cannot be left out. */
const DECISIVE = new Set('dtstart dtend rrule rdate exdate exrule recurrence-id'.split(' '));

/** A rule of vCalendar 1.0, such as `W1 MO TH #10`. */
const OLD_RULE = /^ ?(?:[DW]|M[DP]|Y[DM])\d/i;

/** Says nothing of an event. */
const SILENT = new Set(['created', 'dtstamp']);

/** The type of an image attachment, within the length of its parameters. */
const [IMAGE_TYPE, PARAMS_CHARS] = [/;fmttype="?image\//i, 200];

/** Deepest nesting inside of a component: alarms have one level. */
const LEVELS_MAX = 20;

/** The component under way. */
interface Open extends Component {
  chars: number;
  /** Why it cannot be read. */
  fault: string | null;
  /** The name of the property before. */
  last: string;
}

/** → takes the text of a file in pieces, and gives the events that end in each. */
export function openComponents({ begin, note, zone }: Listeners, notes: Notes | undefined) {
  let line = 0;
  const lines = openLines();
  let isCalendar = false;
  let events = 0;
  let hasOthers = false;
  let open: Open | null = null;
  /** Names of components inside of the open one. */
  let inner: string[] = [];

  const finish = (error: string | null): (Component | ComponentFault)[] => {
    if (!open) return [];
    const component = open;
    [open, inner] = [null, []];
    if (component.name === 'VTIMEZONE' && error === null && component.fault === null) {
      zone(component);
    }
    const isOther = !['VEVENT', 'VTIMEZONE'].includes(component.name);
    hasOthers ||= isOther;
    if (isOther) notes?.add(component.name.slice(0, 40), 'not taken over, in calendars');
    if (component.name !== 'VEVENT' && error === null) return [];
    events += 1;
    const reason = error ?? component.fault;
    return [reason === null ? component : faultOf(component, reason)];
  };
  const beginOf = (name: string): (Component | ComponentFault)[] => {
    const isNext = name === 'VEVENT' || name === 'VCALENDAR';
    const cut = isNext && open ? finish(`no END:${open.name} before the next component`) : [];
    if (name === 'VCALENDAR') {
      isCalendar = true;
      begin();
    } else if (!open) open = opened(name, line);
    else if (inner.length < LEVELS_MAX) {
      inner.push(name);
      if (open.name === 'VTIMEZONE') open.parts.push(opened(name, line));
    }
    return cut;
  };
  const endOf = (name: string): (Component | ComponentFault)[] => {
    if (name === open?.name && !inner.includes(name)) return finish(null);
    if (inner.includes(name)) inner = inner.slice(0, inner.lastIndexOf(name));
    else if (name === 'VCALENDAR' && open) return finish(`no END:${open.name}`);
    return [];
  };
  const takeLine = ({ text, at }: LogicalLine): (Component | ComponentFault)[] => {
    line = at;
    const [, said, called = ''] = /^\s*(BEGIN|END)\s*:\s*([\w-]+)\s*$/i.exec(text) ?? [];
    if (said) return (/^b/i.test(said) ? beginOf : endOf)(called.toUpperCase());
    if (text.trim() === '') return [];
    if (!open) {
      const property = readProperty(text);
      if (property) note(property);
    } else if (open.name === 'VEVENT' && inner.length === 0) addLine(open, text, notes);
    else if (open.name === 'VTIMEZONE') addOfZone(open, text, inner.length > 0);
    return [];
  };
  return {
    take: (chunk: string) => lines.take(chunk).flatMap(takeLine),
    end(): (Component | ComponentFault)[] {
      const cuts = lines.end().flatMap(takeLine);
      if (open) return [...cuts, ...finish(`the file ends inside this ${open.name}`)];
      if (events > 0) return cuts;
      if (!isCalendar && line > 0) return [{ line: 1, error: 'not an iCalendar file' }];
      return hasOthers ? [{ line: 1, error: 'holds no event, but other components' }] : [];
    },
  };
}

const opened = (name: string, line: number): Open => ({
  ...{ name, line, properties: [], parts: [], warnings: [] },
  ...{ chars: 0, fault: null, last: '' },
});

function addLine(event: Open, text: string, notes: Notes | undefined): void {
  const name = nameOfLine(text);
  const used = name ?? event.last;
  if (name === null && !TEXTS.has(event.last)) {
    const reason = `left out: no property of RFC 5545: "${text.slice(0, 40)}"`;
    event.warnings.push({ param: 'line', reason });
    return;
  }
  event.last = used;
  const isOther = used === 'attach' && !IMAGE_TYPE.test(text.slice(0, PARAMS_CHARS));
  if (isOther || !OF_EVENT.has(used)) {
    if (!SILENT.has(used)) notes?.add(used, 'not taken over, in events');
    return;
  }
  event.chars += text.length;
  if (event.chars > recordBytesMax) event.fault = TOO_LONG;
  if (isUnreadable(text)) event.fault ??= UNREADABLE;
  if (event.fault !== null) return;
  const before = event.properties.at(-1);
  if (name === null) {
    if (before?.name !== used) return;
    before.value += `\\n${text}`;
    event.warnings.push({ param: used, reason: 'goes on in a line that is no property' });
    return;
  }
  const property = readProperty(text);
  if (property && used === 'rrule' && OLD_RULE.test(property.value)) {
    const reason = `left out: a rule of vCalendar 1.0: "${property.value.slice(0, 40)}"`;
    event.warnings.push({ param: used, reason });
  } else if (property) event.properties.push(property);
  else if (DECISIVE.has(used)) event.fault = `${used}: not as RFC 5545 writes it`;
  else event.warnings.push({ param: used, reason: 'left out: not as RFC 5545 writes it' });
}

function addOfZone(zone: Open, text: string, isPart: boolean): void {
  zone.chars += text.length;
  if (zone.chars > recordBytesMax) zone.fault = TOO_LONG;
  const property = zone.fault === null ? readProperty(text) : null;
  if (property) (isPart ? zone.parts.at(-1) : zone)?.properties.push(property);
}
