/**
 * What the events of a life must be, by the contract alone: what sources and users said last, who
 * removed what, what a date has of its own. It knows nothing of how the service stores it.
 */
import { dayAfter, daysOf, type Followed, isFollowed, type Teller, type Told } from './told.js';

/** A venue; all events that link it share it. */
export interface Venue {
  name: string;
  city: string;
}

/** What is modelled of an event. */
export interface Values {
  title: string;
  cost: string;
  venue: Venue;
  hour: number;
  status: 'scheduled' | 'cancelled';
}

/** What a date has of its own. `day`: where it was moved to. */
export interface Own {
  values: Partial<Values> & { day?: string };
  removed: '' | 'user' | 'erased';
}

/** From a day on the dates of a series are different. `moved`: hours. */
export interface Part {
  from: string;
  by: 'user' | 'source';
  values: Partial<Values>;
  moved: number;
}

/** An event or a series. */
export interface Thing {
  name: string;
  values: Values;
  /** Of a single event; the first of a series. */
  day: string;
  /** All that take place, or would; null: a single event. */
  days: string[] | null;
  rules: Rules;
  parts: Part[];
  dates: Map<string, Own>;
  removed: '' | 'user' | 'source';
  /** The values after a source that is followed wrote last; absent: none has. */
  written?: Values;
}

/** Why a series has its days. */
export interface Rules {
  /** By the rules as they were said last. */
  days: string[];
  /** The days that these except by name. */
  except: string[];
  /** Added here, whatever the rules say. */
  extra: Set<string>;
  /** The day with which a user ended the series; '': nobody did. */
  end: string;
  /** Days that the rules lack by now, and the hour at which they were lost. */
  lost: Map<string, number>;
  /** What each teller said of rules and times. */
  said: Map<string, string>;
}

const noRules = (days: string[]): Rules => ({
  ...{
    days,
    except: [],
    end: '',
    extra: new Set<string>(),
    lost: new Map<string, number>(),
    said: new Map(),
  },
});

export type Field = keyof Values;

/** What a source that is followed does. */
export interface Telling {
  /** Runs in a row that lacked the event. */
  gone: number;
  /** What it did then, or somebody else before. */
  action: 'trash' | 'cancel' | 'keep' | '';
}

/** All that there is. */
export interface Model {
  things: Map<string, Thing>;
  venues: Venue[];
  /** Names of merged venues → the kept ones. */
  merged: Map<string, Venue>;
  /** By the keys of a file of venues; null: it was merged into another one. */
  keyed: Map<string, Venue | null>;
  /** Of an event what has told of it, in this order. */
  tellers: Map<string, Map<Followed, Telling>>;
  today: string;
}

export const emptyModel = (): Model => ({
  things: new Map(),
  venues: [],
  merged: new Map(),
  tellers: new Map(),
  keyed: new Map(),
  today: '2026-03-10',
});

/** → the venue that a name means: a living one, the one it was merged into, or a new one. */
export function venueNamed({ venues, merged }: Model, name: string): Venue {
  const known = venues.find((one) => one.name === name) ?? merged.get(name);
  if (known) return known;
  const made = { name, city: '' };
  venues.push(made);
  return made;
}

/** All that links a venue links another one instead, which has what it lacked, a key as well. */
export function mergeVenues(model: Model, kept: Venue, dropped: Venue): void {
  const follow = (values: Partial<Values>) => {
    if (values.venue === dropped) values.venue = kept;
  };
  for (const { values, parts, dates } of model.things.values()) {
    follow(values);
    for (const part of parts) follow(part.values);
    for (const own of dates.values()) follow(own.values);
  }
  for (const [name, venue] of model.merged) if (venue === dropped) model.merged.set(name, kept);
  kept.city ||= dropped.city;
  model.merged.set(dropped.name, kept);
  for (const [key, venue] of model.keyed) {
    const hasKey = [...model.keyed.values()].includes(kept);
    if (venue === dropped) model.keyed.set(key, hasKey ? null : kept);
  }
  model.venues = model.venues.filter((one) => one !== dropped);
}

/** → what a date has of its own, to be changed. */
export function ownOf({ dates }: Thing, day: string): Own {
  const own = dates.get(day) ?? { values: {}, removed: '' };
  dates.set(day, own);
  return own;
}

/** → the values of a date by its series and the parts of it. */
function seriesValues({ values, parts }: Thing, day: string): Values {
  const within = parts.filter(({ from }) => from <= day);
  const moved = within.at(-1)?.moved ?? 0;
  const all = Object.assign({}, values, ...within.map((part) => part.values));
  return { ...all, hour: values.hour + moved };
}

/** → the values of a date, or of a single event. */
export const valuesOf = (thing: Thing, day: string): Values & { day: string } => ({
  ...seriesValues(thing, day),
  day,
  ...thing.dates.get(day)?.values,
});

/** → whether the event, or the date of the series, is to be seen. */
export const isListed = (thing: Thing, day: string): boolean =>
  thing.removed === '' && (thing.dates.get(day)?.removed ?? '') === '';

/** → what lists show of a thing, a text for each date, sorted. */
export const listedOf = (thing: Thing): string[] =>
  (thing.days ?? [thing.day])
    .filter((day) => isListed(thing, day))
    .map((day) => wordsOf(valuesOf(thing, day)))
    .sort();

/** → values as a text: `2026-04-06 10 | fone v0 | 5 | Hall A, Gent | scheduled`. */
export const wordsOf = (values: Values & { day: string }): string => {
  const { day, hour, title, cost, venue, status } = values;
  const place = `${venue.name}, ${venue.city}`;
  return [`${day} ${String(hour).padStart(2, '0')}`, title, cost, place, status].join(' | ');
};

/** Gives a series its days; those in the past stay, unless they are excepted by name. */
export function setDays({ today }: Model, thing: Thing, hour: number): void {
  const { except, extra, lost, end } = thing.rules;
  const days = thing.rules.days.filter((day) => end === '' || day <= end);
  const before = thing.days ?? [];
  const stays = (day: string) => day <= today && !except.includes(day);
  const all = new Set([...days, ...extra, ...before.filter(stays)]);
  for (const day of before) if (!all.has(day)) lost.set(day, hour);
  for (const day of all) lost.delete(day);
  thing.days = [...all].sort();
}

/** A teller says the rules; those told before stay as they are. */
function sayRules(rules: Rules, told: Told, teller: string): void {
  const { said } = rules;
  const text = JSON.stringify([told.day, told.hour, told.count, told.except]);
  const before = said.get(teller) ?? [...said.values()][0];
  said.set(teller, text);
  if (before !== text) Object.assign(rules, { days: daysOf(told), except: [...told.except] });
}

/**
 * Values are said of a thing. One that was changed here since a source wrote it stays, where that
 * is what the source is to do; not the times of a series.
 */
function say(thing: Thing, said: Partial<Values>, teller: Teller): void {
  if (!isFollowed(teller)) {
    Object.assign(thing.values, said);
    return;
  }
  const now: Values = { ...thing.values, ...said };
  const written: Values = thing.written ?? now;
  for (const field of Object.keys(now) as Field[]) {
    const isFree = AUTHORITY[teller] === 'overwrite' || (field === 'hour' && thing.days !== null);
    const isHere = !isFree && thing.written && written[field] !== thing.values[field];
    const value = isHere ? thing.values[field] : now[field];
    Object.assign(thing.values, { [field]: value });
    // Values on which both agree are no edit any more.
    if (!isHere || value === now[field]) Object.assign(written, { [field]: value });
  }
  thing.written = { ...written };
}

/** A source tells of an event. Rows tell the cost but no status, of dates title and times alone. */
export function applyTold(model: Model, told: Told, teller: Teller): void {
  const { name, title, cost, hour, day, count } = told;
  const hasCost = /^(?:row|site|page)/.test(teller);
  const venue = venueNamed(model, told.venue);
  const status = told.isCancelled ? 'cancelled' : 'scheduled';
  const values = {
    ...{ title, venue, hour, ...(hasCost ? { cost } : {}) },
    ...(teller.startsWith('row') ? {} : ({ status } as const)),
  };
  const before = model.things.get(name);
  const thing: Thing = before ?? {
    ...{ name, day, days: null, parts: [], removed: '', dates: new Map<string, Own>() },
    values: { cost: '', status: 'scheduled', ...values },
    rules: noRules([]),
  };
  const hourBefore = thing.values.hour;
  say(thing, values, teller);
  thing.day = day;
  if (count > 0) {
    sayRules(thing.rules, told, teller);
    setDays(model, thing, hourBefore);
  }
  if (!hasCost) {
    const { following: from } = told;
    const parts = thing.parts.filter(({ by }) => by === 'user');
    const own: Part[] = from
      ? [
          {
            from: from.day,
            by: 'source',
            // A state that the calendar does not give a part is that of the series.
            values: { title: from.title, ...(told.isCancelled ? { status: 'scheduled' } : {}) },
            moved: 0,
          },
        ]
      : [];
    thing.parts = [...parts, ...own];
  }
  if (thing.removed === 'source') thing.removed = '';
  for (const [date, said] of Object.entries(told.dates)) {
    if (!thing.days?.includes(date)) continue;
    setOwn(thing, date, 'hour', said.hour);
    const part = !hasCost && told.following && told.following.day <= date ? told.following : null;
    const { values: own } = ownOf(thing, date);
    // A calendar repeats its series in a date: those fields are as in the series here.
    if (!hasCost && said.title === (part ?? told).title) delete own.title;
    else setOwn(thing, date, 'title', said.title);
    if (!hasCost) delete own.venue;
    if (!hasCost && (part || !told.isCancelled)) delete own.status;
    else if (!hasCost) setOwn(thing, date, 'status', 'scheduled');
    delete own.day;
  }
  model.things.set(name, thing);
}

function setOwn<F extends Field>(thing: Thing, day: string, field: F, value: Values[F]): void {
  const own = ownOf(thing, day).values;
  if (seriesValues(thing, day)[field] === value) delete own[field];
  else own[field] = value;
}

/** A user writes values to a date alone. Values that it has are none that were sent. */
export function writeThis(thing: Thing, day: string, sent: Partial<Values>): void {
  for (const field of changed(thing, day, sent)) setOwn(thing, day, field, sent[field] as never);
}

/** A user writes values to a single event, or to all dates of a series. */
export function writeAll(thing: Thing, day: string, sent: Partial<Values>): void {
  for (const field of changed(thing, day, sent)) {
    if (field === 'hour') thing.values.hour += hoursMoved(thing, day, sent);
    else Object.assign(thing.values, { [field]: sent[field] });
    for (const part of thing.parts) delete part.values[field];
    delete thing.dates.get(day)?.values[field];
  }
}

/** A user writes values to a date and all that follow. */
export function writeFollowing(thing: Thing, day: string, sent: Partial<Values>): void {
  const isFirst = day === thing.days?.[0];
  if (isFirst) writeAll(thing, day, sent);
  const fields = isFirst ? [] : changed(thing, day, sent);
  if (fields.length === 0) return;
  const before = thing.parts.filter(({ from }) => from <= day).at(-1);
  if (before?.from !== day) {
    thing.parts.push({ from: day, by: 'user', values: {}, moved: before?.moved ?? 0 });
    thing.parts.sort((a, b) => (a.from < b.from ? -1 : 1));
  }
  const earlier = { ...thing, parts: thing.parts.filter(({ from }) => from < day) };
  const base = seriesValues(earlier, day);
  for (const part of thing.parts.filter(({ from }) => from >= day)) {
    for (const field of fields) {
      // A part states no value that the series has anyway, and follows it.
      const isStated = part.from === day && sent[field] !== base[field];
      if (field === 'hour') part.moved = Number(sent.hour) - thing.values.hour;
      else if (isStated) Object.assign(part.values, { [field]: sent[field] });
      else delete part.values[field];
    }
  }
  for (const field of fields) delete thing.dates.get(day)?.values[field];
}

const hoursMoved = (thing: Thing, day: string, { hour }: Partial<Values>): number =>
  Number(hour) - valuesOf(thing, day).hour;

const changed = (thing: Thing, day: string, sent: Partial<Values>): Field[] => {
  const now = valuesOf(thing, day);
  return (Object.keys(sent) as Field[]).filter((field) => sent[field] !== now[field]);
};

/** What becomes of values that were changed here. */
export const AUTHORITY: Record<Followed, 'fields' | 'overwrite'> = {
  ...{ calendar: 'fields', second: 'overwrite', site: 'fields', page: 'overwrite' },
};

/** An event gets a status in the name of a source. */
function act(thing: Thing, status: Values['status']): void {
  writeAll(thing, thing.days ? '' : thing.day, { status });
  if (thing.written) thing.written = { ...thing.written, status };
}

/** What becomes of an event that a source lacks twice. */
export const POLICY: Record<Followed, 'trash' | 'cancel' | 'keep'> = {
  ...{ calendar: 'trash', second: 'cancel', site: 'trash', page: 'keep' },
};

const isLiving = ({ gone }: Telling): boolean => gone < 2;

/** One run of a source: what it has, and what it has lacked twice. */
export function applyRun(model: Model, all: readonly Told[], teller: Followed): void {
  for (const told of all) {
    const tellers = model.tellers.get(told.name) ?? new Map<Followed, Telling>();
    if (told.absent.includes(teller)) miss(model.things.get(told.name), teller, tellers);
    else {
      model.tellers.set(told.name, tellers);
      has(model, told, teller, tellers);
    }
  }
}

/** A source has an event. Of several the first one that has it writes it. */
function has(model: Model, told: Told, teller: Followed, tellers: Map<Followed, Telling>): void {
  const thing = model.things.get(told.name);
  const wasCalledOff = tellers.get(teller)?.action === 'cancel';
  if (thing && wasCalledOff && thing.values.status === 'cancelled') {
    act(thing, 'scheduled');
  }
  tellers.set(teller, { gone: 0, action: '' });
  const [writer] = [...tellers].find(([, one]) => isLiving(one)) ?? [];
  if (!thing || writer === teller) applyTold(model, told, teller);
}

/** A source lacks an event: it goes, once, unless another one has it. */
function miss(thing: Thing | undefined, teller: Followed, tellers: Map<Followed, Telling>): void {
  const own = tellers.get(teller);
  if (!own) return;
  own.gone += 1;
  if (!thing || isLiving(own) || own.action) return;
  if (thing.removed === 'user' || POLICY[teller] === 'keep') own.action = 'keep';
  else if ([...tellers.values()].some(isLiving)) return;
  else if (POLICY[teller] === 'trash') thing.removed = 'source';
  else if (thing.removed === '') {
    act(thing, 'cancelled');
  }
  // What a user brings back then stays, whoever lacks it.
  for (const [name, one] of tellers) {
    if (!isLiving(one) && (own.action === '' || one === own)) one.action ||= POLICY[name];
  }
}

/** → a thing that a user makes. `count`: of its weekly dates; 0: a single event. */
export function thingMade(name: string, values: Values, day: string, count: number): Thing {
  const days = Array.from({ length: count }, (_, week) => dayAfter(day, week * 7));
  return {
    ...{ name, values, day, parts: [], dates: new Map<string, Own>(), removed: '' as const },
    ...{ days: count === 0 ? null : days, rules: noRules(days) },
  };
}
