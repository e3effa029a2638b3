/**
 * What the parts of a series state after a write: to the series from one of its dates on, or to the
 * whole series. Pure. Source: Contract 29.3.
 */
import { isDeepStrictEqual } from 'node:util';
import { kinds } from '../kinds/index.js';
import type { JsonObject, SeriesPart, StoredRecord } from '../kinds/record.js';
import { isSeries, rulesOf, SENT_TIMES } from '../kinds/series.js';
import { parseRecurrence } from '../time/recurrence/parse.js';
import { type Frame, frameOf, toStoredLines } from '../time/recurrence/rule.js';
import { inGroups, READ_ANEW } from './own.js';
import { differing, laterTimes, timesIn, timesStated, withoutTimes } from './part-times.js';
import { beginsAt, isSameValue, timingOf, valueAt, viewAt } from './parts.js';

/** A write that counts from a date on. */
export interface PartWrite {
  /** The series before it. */
  series: StoredRecord;
  /** The date. */
  at: string;
  by: SeriesPart['by'];
  /** The part is what is written, and nothing of what it was before. */
  isWhole?: boolean;
}

/** The dates from which a series has parts that this one made; null: all of its parts. */
export interface PartDates {
  by: SeriesPart['by'] | null;
  dates: readonly string[];
}

/** → the series without parts that these dates lack. */
export function withPartDates(series: StoredRecord, { by, dates }: PartDates): StoredRecord {
  const stays = (part: SeriesPart) => (by !== null && part.by !== by) || dates.includes(part.from);
  return withParts(series, (series.parts ?? []).filter(stays));
}

/**
 * → the series after a write that counts from one of its dates on. `after`: the state from this
 * date on, as an event; `names`: what was sent.
 */
export function withPart(
  { series, at, by, isWhole = false }: PartWrite,
  after: StoredRecord,
  names: readonly string[],
): StoredRecord {
  const begins = (part: SeriesPart) => beginsAt(part, at);
  const stated = series.parts ?? [];
  // What is whole replaces the part, and leaves those behind it.
  const parts = isWhole ? stated.filter((part) => !begins(part)) : stated;
  const before = withParts(series, parts);
  const old = parts.find(begins);
  const ends = names.includes('recurrence') && !isSeries(after);
  const rules = ends ? onceAt(frameOf(after)) : rulesOf(after);
  const wall = String(after.fields.start_date);
  const from = old?.from ?? (rules && wall < at ? wall : at);
  const earlier = parts.filter((part) => part.from < from);
  const view = viewAt(before, at);
  const told = toldNames(view, after, names);
  const times = timesStated(before, { at, view, after, rules });
  const own: SeriesPart = {
    ...{ from, by },
    ...fieldsStated(viewAt(withParts(series, earlier), at), after, {
      names: told,
      old,
      keeps: isWhole ? inGroups(names) : new Set(),
    }),
    ...(times?.own ?? (old ? timesIn(old) : {})),
  };
  const later = parts
    .filter((part) => part.from > from)
    .map((part) => (isWhole ? part : without(part, told)))
    .map((part) => (times && !isWhole ? times.ofLater(part) : part));
  const all = withoutRepeats([...earlier, own, ...later]);
  return withParts({ ...series, modified_utc: after.modified_utc }, all);
}

/** → the parts that state anything, without a time by which they move as the one before does. */
function withoutRepeats(parts: readonly SeriesPart[]): SeriesPart[] {
  let before = 0;
  const all = parts.map(({ moved, ...part }): SeriesPart => {
    const now = moved ?? (part.rules ? 0 : before);
    const isRepeat = moved === undefined || (now === before && !part.rules);
    before = now;
    return isRepeat ? part : { ...part, moved: now };
  });
  return all.filter(statesAny);
}

/** → the rules of one date. */
const onceAt = (frame: Frame): string[] =>
  toStoredLines({ rule: null, until: null, added: [frame.start], excepted: [] }, frame);

/** → what a series is from a date on without the part that begins there. */
export const partBase = ({ series, at }: Pick<PartWrite, 'series' | 'at'>): StoredRecord =>
  viewAt(
    withParts(
      series,
      (series.parts ?? []).filter((part) => !beginsAt(part, at)),
    ),
    at,
  );

/** → the series with these parts; none: without any. */
export function withParts(
  { parts: _, ...series }: StoredRecord,
  parts: readonly SeriesPart[],
): StoredRecord {
  return parts.length > 0 ? { ...series, parts } : series;
}

/**
 * → a series after a write to the whole of it. `names`: what was sent, which counts for all parts;
 * a load says what the series is, and leaves the parts that were made here.
 */
export function withSeriesWrite(
  before: StoredRecord,
  after: StoredRecord,
  names: readonly string[],
): StoredRecord {
  if (!before.parts || !isSeries(after)) return withParts(after, []);
  const told = toldNames(before, after, names);
  const [from, to] = [frameOf(before), frameOf(after)];
  const timing = differing(timingOf(before.fields), timingOf(after.fields));
  const isOther = names.includes('recurrence') && !hasSamePattern(before, after);
  const parts = before.parts.map((one): SeriesPart => {
    const part = without({ ...one, from: onClock(one.from, from, to) }, told);
    if (isOther) return withoutTimes(part);
    return names.length > 0 ? laterTimes(part, timing, 0) : part;
  });
  return withParts(after, withoutRepeats(parts));
}

/** → the date of a series whose time of day is another now: as its rules, it moves along. */
function onClock(date: string, from: Frame, to: Frame): string {
  const [old, now] = [from.start.slice(10), to.start.slice(10)];
  return old !== now && date.slice(10) === old ? `${date.slice(0, 10)}${now}` : date;
}

/** → whether two series recur alike: they may end elsewhere, and have other exceptions. */
function hasSamePattern(before: StoredRecord, after: StoredRecord): boolean {
  const patternOf = (series: StoredRecord) => {
    const { recurrence } = parseRecurrence(rulesOf(series) ?? [], frameOf(series), Infinity);
    return recurrence?.rule && { ...recurrence.rule, count: null };
  };
  return isDeepStrictEqual(patternOf(before), patternOf(after));
}

/** What a part is not about. */
const NOT_STATED = new Set([...SENT_TIMES, 'recurrence', 'scope', 'slug', 'uid', 'sequence']);
const DERIVED = new Set(['utc_start_date', 'utc_end_date', 'previous_dates', ...NOT_STATED]);

/** → the fields that a write is about: those sent, and those that became others with them. */
function toldNames(
  before: StoredRecord,
  after: StoredRecord,
  names: readonly string[],
): Set<string> {
  const sent = names.flatMap((name) => READ_ANEW[name] ?? [name]);
  const all = ['title', 'author', 'status', 'date', 'date_utc'];
  const others = [...all, ...Object.keys({ ...after.fields, ...after.relations })].filter(
    (name) => !isSameValue(valueAt(before, name), valueAt(after, name)),
  );
  const told = names.length > 0 ? inGroups([...sent, ...others]) : new Set<string>();
  return new Set([...told].filter((name) => !DERIVED.has(name)));
}

/** → what a part states of fields and links: of those sent what differs from the part before. */
function fieldsStated(
  base: StoredRecord,
  after: StoredRecord,
  {
    names,
    old,
    keeps,
  }: { names: ReadonlySet<string>; old: SeriesPart | undefined; keeps: ReadonlySet<string> },
): Pick<SeriesPart, 'fields' | 'relations'> {
  const { fields, relations } = old ? without(old, names) : { fields: {}, relations: {} };
  const linked = new Set(kinds[base.kind].relations.map(({ field }) => field));
  const isOther = (name: string) => !isSameValue(valueAt(base, name), valueAt(after, name));
  const differs = [...names].filter((name) => keeps.has(name) || isOther(name));
  const groups = [...inGroups(differs)].filter((name) => !DERIVED.has(name));
  const values = groups.filter((name) => !linked.has(name));
  return {
    fields: {
      ...fields,
      ...(Object.fromEntries(values.map((name) => [name, valueAt(after, name)])) as JsonObject),
    },
    relations: {
      ...relations,
      ...Object.fromEntries(
        groups.flatMap((name) => (linked.has(name) ? [[name, after.relations[name] ?? []]] : [])),
      ),
    },
  };
}

/** → the part without what it states of some fields. */
function without(part: SeriesPart, names: ReadonlySet<string>): SeriesPart {
  const left = <T>(values: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
  return { ...part, fields: left(part.fields), relations: left(part.relations) };
}

const statesAny = ({ fields, relations, from: _, by: __, ...times }: SeriesPart): boolean =>
  Object.keys({ ...fields, ...relations, ...times }).length > 0;
