/**
 * What the events of a life must be, by the contract alone: what sources and users said last, who
 * removed what, what a date has of its own. It knows nothing of how the service stores it.
 */
import { dayAfter, daysOf, type Told } from './told.js';

/** A venue; all events that link it share it. */
export interface Venue {
  name: string;
}

/** What is modelled of an event. */
export interface Values {
  title: string;
  cost: string;
  venue: Venue;
  hour: number;
}

/** What a date has of its own. `day`: where it was moved to. */
export interface Own {
  values: Partial<Values> & { day?: string };
  removed: '' | 'user' | 'erased';
}

/** From a day on the dates of a series are different. `moved`: hours. */
export interface Part {
  from: string;
  values: Partial<Values>;
  moved: number;
}

/** An event or a series. */
export interface Thing {
  name: string;
  values: Values;
  /** Of a single event; the first of a series. */
  day: string;
  /** By the rules; null: a single event. */
  days: string[] | null;
  parts: Part[];
  dates: Map<string, Own>;
  removed: '' | 'user' | 'source';
}

export type Field = keyof Values;

/** All that there is. */
export interface Model {
  things: Map<string, Thing>;
  venues: Venue[];
  /** Names of merged venues → the kept ones. */
  merged: Map<string, Venue>;
  /** Runs in a row that lacked an event of the calendar. */
  absences: Map<string, number>;
}

export const emptyModel = (): Model => ({
  things: new Map(),
  venues: [],
  merged: new Map(),
  absences: new Map(),
});

/** → the venue that a name means: a living one, the one it was merged into, or a new one. */
export function venueNamed({ venues, merged }: Model, name: string): Venue {
  const known = venues.find((one) => one.name === name) ?? merged.get(name);
  if (known) return known;
  const made = { name };
  venues.push(made);
  return made;
}

/** All that links a venue links another one instead. */
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
  model.merged.set(dropped.name, kept);
  model.venues = model.venues.filter((one) => one !== dropped);
}

/** → what a date has of its own, to be changed. */
export function ownOf({ dates }: Thing, day: string): Own {
  const own = dates.get(day) ?? { values: {}, removed: '' };
  dates.set(day, own);
  return own;
}

/** → the values of a date by its series and the parts of it. */
export function seriesValues({ values, parts }: Thing, day: string): Values {
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

/** → values as a text: `2026-04-06 10 | fone v0 | 5 | Hall A`. */
export const wordsOf = ({ day, hour, title, cost, venue }: Values & { day: string }): string =>
  [`${day} ${String(hour).padStart(2, '0')}`, title, cost, venue.name].join(' | ');

/** A source tells of an event. `hasCost`: rows tell the cost, and of dates title and times alone. */
export function applyTold(model: Model, told: Told, hasCost: boolean): void {
  const { name, title, cost, hour, day, count } = told;
  const venue = venueNamed(model, told.venue);
  const values = { title, venue, hour, ...(hasCost ? { cost } : {}) };
  const before = model.things.get(name);
  const thing: Thing = before ?? {
    ...{ name, day, days: null, parts: [], removed: '', dates: new Map<string, Own>() },
    values: { cost: '', ...values },
  };
  Object.assign(thing.values, values);
  thing.day = day;
  thing.days = count > 0 ? daysOf(told) : null;
  if (thing.removed === 'source') thing.removed = '';
  for (const [date, said] of Object.entries(told.dates)) {
    if (!thing.days?.includes(date)) continue;
    // What the date repeats of its series is none of its own.
    setOwn(thing, date, 'title', said.title);
    setOwn(thing, date, 'hour', said.hour);
    if (!hasCost) setOwn(thing, date, 'venue', venue);
    delete ownOf(thing, date).values.day;
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
    thing.parts.push({ from: day, values: {}, moved: before?.moved ?? 0 });
    thing.parts.sort((a, b) => (a.from < b.from ? -1 : 1));
  }
  const moved = fields.includes('hour') ? hoursMoved(thing, day, sent) : 0;
  for (const part of thing.parts.filter(({ from }) => from >= day)) {
    part.moved += moved;
    for (const field of fields) {
      if (field === 'hour') continue;
      if (part.from === day) Object.assign(part.values, { [field]: sent[field] });
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

/** One run of the calendar: what it has, and what it has lacked twice. */
export function applyRun(model: Model, all: readonly Told[]): void {
  for (const told of all) {
    if (!told.isAbsent) {
      model.absences.set(told.name, 0);
      applyTold(model, told, false);
      continue;
    }
    const times = model.absences.get(told.name);
    if (times === undefined) continue;
    model.absences.set(told.name, times + 1);
    const thing = model.things.get(told.name);
    // The step to missing removes, and no later one.
    if (times === 1 && thing?.removed === '') thing.removed = 'source';
  }
}

/** → a thing that a user makes. `count`: of its weekly dates; 0: a single event. */
export const thingMade = (name: string, values: Values, day: string, count: number): Thing => ({
  ...{ name, values, day, parts: [], dates: new Map<string, Own>(), removed: '' as const },
  days: count === 0 ? null : Array.from({ length: count }, (_, week) => dayAfter(day, week * 7)),
});
