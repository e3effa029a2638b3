/**
 * What other systems tell of the events of a life: a file of iCalendar, a file of rows, and what is
 * followed, a calendar, a site, a page. Their versions differ by one change each.
 */
import type { JsonObject } from '../../src/kinds/record.js';
import type { Choose } from '../faults/random.js';

/** Who tells of an event. `row`: rows without an identity. The last four are followed. */
export type Teller = 'file' | 'rows' | 'row' | Followed;
/**
 * `second`: another calendar, which calls off what it lacks; `site`: one with The Events Calendar;
 * `page`: one of HTML with JSON-LD, which removes nothing.
 */
export type Followed = 'calendar' | 'second' | 'site' | 'page';

const FOLLOWED_NAMES = ['calendar', 'second', 'site', 'page'] as const;

export const isFollowed = (teller: Teller): teller is Followed =>
  FOLLOWED_NAMES.some((name) => name === teller);

/** What is told of one event, in its last version. */
export interface Told {
  name: string;
  tellers: Teller[];
  title: string;
  /** Calendars do not tell it. */
  cost: string;
  venue: string;
  /** Of the start, on the clock of Paris. */
  hour: number;
  /** The first day is the same in all versions. */
  day: string;
  /** Of the rule; 0: a single event. */
  count: number;
  except: string[];
  /** All dates from this one on are changed, in calendars. */
  following?: { day: string; title: string } | undefined;
  /** Changed dates, by the day of the rules. A version never drops one. */
  dates: Record<string, { title: string; hour: number }>;
  /** STATUS of the series, or the single event, in calendars. */
  isCancelled: boolean;
  /** What is followed and lacks it. */
  absent: Followed[];
  /** Of its versions, in calendars: their numbers, which one begins anew; none. */
  numbers: 'rising' | 'dated' | 'none';
  sequence: number;
  modified: number;
  /** The version before. */
  older?: Told;
  /** Its UID: always the same, none, or another one at each fetch. */
  uid: 'same' | 'none' | 'new';
  /** Metres by which the pin of its place was moved. */
  moved: number;
}

export const ZONE = 'Europe/Paris';
export const HALLS = ['Hall A', 'Hall B', 'Hall C'];

/** → a day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** → the days of the rules, the exceptions left out. */
export const daysOf = ({ day, count, except }: Told): string[] =>
  Array.from({ length: count }, (_, week) => dayAfter(day, week * 7)).filter(
    (one) => !except.includes(one),
  );

const WEEKS = 5;
const UIDS: Record<string, Told['uid']> = { cbare: 'none', cnew: 'new' };
const NUMBERS: Record<string, Told['numbers']> = {
  ...{ fmany: 'rising', both: 'dated', cone: 'dated', cmany: 'rising', cmore: 'dated' },
  ...{ xone: 'rising', xmany: 'dated', dmany: 'dated' },
};
/** The place of what has no UID; its pin is told. */
const PINNED = 'Hall P';

/** → everything that is told, in its first version. */
export function firstVersion(): Told[] {
  const names: [string, Teller[], number][] = [
    ['fone', ['file'], 0],
    ['fmany', ['file'], WEEKS],
    ['fpast', ['file'], WEEKS + 1],
    ['both', ['file', 'calendar'], WEEKS],
    ['rone', ['rows'], 0],
    ['rmany', ['rows'], WEEKS],
    ['bare', ['row'], 0],
    ['cone', ['calendar'], 0],
    ['cmany', ['calendar'], WEEKS],
    ['cmore', ['calendar'], WEEKS],
    ['cbare', ['calendar'], 0],
    ['cnew', ['calendar'], 0],
    ['xone', ['calendar', 'second'], 0],
    ['xmany', ['calendar', 'second'], WEEKS],
    ['done', ['second'], 0],
    ['dmany', ['second'], WEEKS],
    ['sone', ['site'], 0],
    ['stwo', ['site'], 0],
    ['pone', ['page'], 0],
    ['ptwo', ['page'], 0],
  ];
  return names.map(([name, tellers, count], at) => ({
    ...{ name, tellers, count },
    title: `${name} v0`,
    cost: '5',
    venue: name === 'cbare' ? PINNED : (HALLS[at % HALLS.length] ?? ''),
    hour: 10 + (at % 8),
    // Of this one some dates are over.
    ...(name === 'fpast' ? { hour: 10 } : {}),
    day: name === 'fpast' ? '2026-02-18' : dayAfter('2026-04-06', at),
    except: [],
    dates: {},
    ...{ absent: [], isCancelled: false, uid: UIDS[name] ?? 'same', moved: 0 },
    ...{ numbers: NUMBERS[name] ?? 'none', sequence: 0, modified: 0 },
  }));
}

/** What must stay as it is in the next version. */
interface Fixed {
  /** Days that were erased here: no changed date is told of them. */
  erased: string[];
  /** From this day on the dates have values of their own here; '': none has. */
  partFrom: string;
  /** What is followed and may lose it now, or have it again; null: nothing. */
  mayLack: Followed | null;
}

/** Changes what is told in one thing. → what it was. `serial`: makes titles new. */
export function nextVersion(told: Told, fixed: Fixed, choose: Choose, serial: number): string {
  const { older: _, ...older } = structuredClone(told);
  const change = changeOf(told, fixed, choose, serial);
  const isAnew = told.numbers === 'dated' && choose.chance(0.3);
  Object.assign(told, { older, sequence: isAnew ? 0 : told.sequence + 1, modified: serial });
  return change;
}

function changeOf(told: Told, fixed: Fixed, choose: Choose, serial: number): string {
  const set = (values: Partial<Told>) => () => {
    Object.assign(told, values);
    return JSON.stringify(values);
  };
  const isBare = told.tellers.includes('row') || told.uid !== 'same';
  const changes: (() => string | null)[] = [];
  if (told.uid === 'none') changes.push(set({ moved: (told.moved + 30) % 90 }));
  if (/row|site|page/.test(told.tellers.join())) changes.push(set({ cost: `${serial}` }));
  // Title, start and venue are all that tells who a row without an identity is.
  if (!isBare) {
    changes.push(set({ title: `${told.name} v${serial}` }), set({ venue: choose.of(HALLS) }));
  }
  const isMoving = !isBare && told.name !== 'fpast';
  if (isMoving) changes.push(set({ hour: told.hour === 18 ? 9 : told.hour + 1 }));
  if (told.count > 0) changes.push(...changesOfRules(told, fixed, choose, serial));
  if (!/row|site|page/.test(told.tellers.join())) {
    changes.push(set({ isCancelled: !told.isCancelled }));
  }
  const { mayLack } = fixed;
  if (mayLack) {
    const others = told.absent.filter((one) => one !== mayLack);
    const absent = told.absent.includes(mayLack) ? others : [...others, mayLack];
    changes.push(set({ absent }), set({ absent }));
  }
  return changes.length === 0 ? 'nothing' : (choose.of(changes)() ?? 'nothing');
}

function changesOfRules(told: Told, fixed: Fixed, choose: Choose, serial: number) {
  const isFree = (day: string) =>
    told.dates[day] === undefined && !fixed.erased.includes(day) && told.following?.day !== day;
  const follow = () => {
    const days = daysOf(told).slice(1).filter(isFree);
    if (told.following || fixed.partFrom !== '' || days.length === 0) {
      told.following = undefined;
      return 'nothing from a date on';
    }
    told.following = { day: choose.of(days), title: `${told.name} f${serial}` };
    return `from ${told.following.day} on ${told.following.title}`;
  };
  const changeDate = () => {
    const days = daysOf(told).filter(
      (day) => !fixed.erased.includes(day) && (fixed.partFrom === '' || day < fixed.partFrom),
    );
    if (days.length === 0) return null;
    const day = choose.of(days);
    const title = choose.chance(0.6) ? `${told.name} d${serial}` : told.title;
    told.dates[day] = { title, hour: told.hour + choose.between(0, 1) };
    return `date ${day} ${JSON.stringify(told.dates[day])}`;
  };
  const except = () => {
    if (told.except.length > 0 && choose.chance(0.5)) return `has again ${told.except.pop()}`;
    const days = daysOf(told).slice(1).filter(isFree);
    if (days.length < 2) return null;
    const day = choose.of(days);
    told.except.push(day);
    return `except ${day}`;
  };
  const count = () => {
    const last = dayAfter(told.day, (told.count - 1) * 7);
    const isShorter = told.count > 3 && choose.chance(0.5) && isFree(last);
    told.count += isShorter ? -1 : 1;
    if (isShorter) told.except = told.except.filter((day) => day !== last);
    return `count ${told.count}`;
  };
  const isOfCalendars = !told.tellers.some((teller) => /^row/.test(teller));
  return [changeDate, changeDate, except, except, count, ...(isOfCalendars ? [follow] : [])];
}

const two = (value: number) => String(value).padStart(2, '0');
const basic = (day: string, hour: number) => `${day.replaceAll('-', '')}T${two(hour)}0000`;

/** → the UID of an event; `fetch`: what makes it another one at each fetch. */
function uidLines({ name, uid }: Told, fetch: string): string[] {
  if (uid === 'none') return [];
  return [`UID:${name}-${uid === 'new' ? fetch : 'identity'}@club.example`];
}

/** → what a teller says in the form of a calendar. `head`: a line that makes it another text. */
export function calendarText(all: readonly Told[], head = ''): string {
  const lines = all.flatMap((one) => eventLines(one, head));
  const parts = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...(head ? [head] : []), ...lines];
  return [...parts, 'END:VCALENDAR', ''].join('\r\n');
}

function eventLines(told: Told, head: string): string[] {
  const lines = (title: string, day: string, hour: number, more: string[]) => [
    'BEGIN:VEVENT',
    ...uidLines(told, head.replace(/\W/g, '-')),
    `SUMMARY:${title}`,
    `DTSTART;TZID=${ZONE}:${basic(day, hour)}`,
    'DURATION:PT2H',
    `LOCATION:${told.venue}`,
    ...versionLines(told),
    ...(told.uid === 'none' ? [`GEO:${51 + told.moved / 111_000};3.7`] : []),
    ...more,
    'END:VEVENT',
  ];
  const { count, day, hour } = told;
  const state = told.isCancelled ? ['STATUS:CANCELLED'] : [];
  const except = told.except.map((one) => `EXDATE;TZID=${ZONE}:${basic(one, hour)}`);
  const rules = count === 0 ? [] : [`RRULE:FREQ=WEEKLY;COUNT=${count}`, ...except];
  const dates = Object.entries(told.dates).flatMap(([one, value]) =>
    lines(value.title, one, value.hour, [`RECURRENCE-ID;TZID=${ZONE}:${basic(one, hour)}`]),
  );
  const from = told.following;
  const range = from && `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=${ZONE}:${basic(from.day, hour)}`;
  const following = from && range ? lines(from.title, from.day, hour, [range]) : [];
  return [...lines(told.title, day, hour, [...state, ...rules]), ...following, ...dates];
}

function versionLines({ numbers, sequence, modified }: Told): string[] {
  const time = `${two(Math.floor(modified / 60))}${two(modified % 60)}`;
  const dated = numbers === 'dated' ? [`LAST-MODIFIED:20260101T00${time}Z`] : [];
  return numbers === 'none' ? [] : [`SEQUENCE:${sequence}`, ...dated];
}

/** → wall-clock times of an event of two hours. */
export const timesAt = (day: string, hour: number): JsonObject => ({
  start_date: `${day} ${two(hour)}:00:00`,
  end_date: `${day} ${two(hour + 2)}:00:00`,
});

/** → what is told in rows of our own columns, as NDJSON. */
export const rowsText = (all: readonly Told[]): string =>
  all
    .flatMap(rowsOf)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');

function rowsOf(told: Told): JsonObject[] {
  const { name, tellers, title, cost, venue, day, hour, count, except } = told;
  const key: JsonObject = tellers.includes('row') ? {} : { external_id: `crm:${name}` };
  const exceptions = except.map((one) => `EXDATE:${basic(one, hour)}`);
  const recurrence = [`FREQ=WEEKLY;COUNT=${count}`, ...exceptions];
  const dates = Object.entries(told.dates).map(([one, value]) => ({
    ...key,
    recurrence_id: String(timesAt(one, hour).start_date),
    title: value.title,
    ...timesAt(one, value.hour),
  }));
  const rules: JsonObject = count > 0 ? { recurrence } : {};
  const row = { ...key, title, cost, venue: { venue }, timezone: ZONE, ...timesAt(day, hour) };
  return [{ ...row, ...rules }, ...dates];
}

/** → what a site with The Events Calendar answers. */
export function siteText(all: readonly Told[]): string {
  const events = all.map(({ name, title, cost, venue, day, hour }) => ({
    ...{ id: Buffer.from(name).readUInt32BE(), global_id: `site?id=${name}`, title, cost },
    ...{ venue: { venue }, timezone: ZONE, ...timesAt(day, hour) },
  }));
  return JSON.stringify({ events, rest_url: '/', total: events.length, total_pages: 1 });
}

/** → a page of HTML with the events as JSON-LD. */
export function pageText(all: readonly Told[]): string {
  const nodes = all.map(({ name, title, cost, venue, day, hour }) => ({
    ...{ '@type': 'Event', name: title, url: `https://page.example/${name}` },
    ...{ startDate: `${day}T${two(hour)}:00+02:00`, endDate: `${day}T${two(hour + 2)}:00+02:00` },
    ...{ location: { '@type': 'Place', name: venue }, offers: { price: cost } },
  }));
  return `<!doctype html><script type="application/ld+json">${JSON.stringify(nodes)}</script>`;
}
