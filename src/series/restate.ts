/**
 * The parts of a series after a write: to the series from one of its dates on, or to the whole
 * series. Pure. Source: Contract 29.3.
 */
import { kinds } from '../kinds/index.js';
import type { JsonObject, SeriesPart, StoredRecord } from '../kinds/record.js';
import { isSeries, rulesOf, SENT_TIMES } from '../kinds/series.js';
import { omit } from '../lib/omit.js';
import { isSamePattern, isSameRule, withTimeOf } from '../time/recurrence/change.js';
import { type Frame, frameOf, toStoredLines } from '../time/recurrence/rule.js';
import { readStored } from '../time/recurrence/stored.js';
import { withLocalUntil } from './except.js';
import { inGroups, READ_ANEW } from './own.js';
import {
  beginningsOn,
  earlier,
  renamedBy,
  ruledAnew,
  secondsBetween,
  timesIn,
  timesRuled,
  timesSaid,
  withoutRepeats,
  withoutTimes,
  withTimesSaid,
} from './part-times.js';
import {
  beginsAt,
  endedPart,
  isSameValue,
  partAt,
  partsOf,
  timingOf,
  valueAt,
  viewAt,
} from './parts.js';

/** A write that counts from a date on. */
export interface PartWrite {
  /** The series before it. */
  series: StoredRecord;
  /** The date. */
  at: string;
  by: SeriesPart['by'];
  /** The write replaces the whole part. */
  isWhole?: boolean;
  /** By how many seconds its dates begin later than its rules state. */
  moved?: number | undefined;
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
 * → the series after a write that applies from one of its dates on. `after`: the state from this
 * date on, as an event; `names`: the sent fields.
 */
export function withPart(
  { series, at, by, isWhole = false, moved = 0 }: PartWrite,
  after: StoredRecord,
  names: readonly string[],
): StoredRecord {
  const begins = (part: SeriesPart) => beginsAt(part, at);
  const stated = series.parts ?? [];
  // A whole part is replaced, and does not affect later parts.
  const parts = isWhole ? stated.filter((part) => !begins(part)) : stated;
  const before = withParts(series, parts);
  const old = parts.find(begins);
  const ends = names.includes('recurrence') && !isSeries(after);
  const rules = ends ? onceAt(frameOf(after)) : rulesOf(after);
  const view = viewAt(before, at);
  const said = { ...timesSaid(at, view, after), ...(rules && timesRuled(after, rules)) };
  const isAnew = !rules && old?.rules !== undefined && said.all_day !== undefined;
  const { stretch } = partAt(partsOf(before), old?.from ?? at) ?? endedPart(before);
  const anew = isAnew ? ruledAnew(stretch, after, said.zone) : {};
  const times = { ...(old && !rules ? timesIn(old) : {}), ...said, ...anew };
  const first = old?.from ?? at;
  // No date of its rules is before it.
  const from = earlier(first, times.start ?? first);
  const kept = parts.filter((part) => part.from < from);
  const told = toldNames(view, after, names);
  const restated: SeriesPart = {
    ...{ from, by },
    ...fieldsStated(viewAt(withParts(series, kept), at), after, {
      names: told,
      old,
      keeps: isWhole ? inGroups(names) : new Set(),
    }),
    ...times,
    ...(rules ? { moved } : {}),
  };
  const behind = parts.filter((part) => part.from > from && part !== old);
  const delta = secondsBetween(view.fields.start_date, after.fields.start_date);
  const { isAllDay } = timingOf(view.fields);
  const write = { times: said, after, delta, renamed: 0, isAllDay, hasRules: isAnew };
  const later = isWhole
    ? behind
    : withTimesSaid(before, behind, write).map((part) => without(part, told));
  const all = [restated, ...later];
  // Local dates are kept whatever rules another system sends.
  const whole =
    !isWhole && said.all_day !== undefined
      ? withLocalUntil(series, all.find((part) => part.rules)?.from)
      : series;
  const left = withoutRepeats(series, [...kept, ...all]);
  return withParts({ ...whole, modified_utc: after.modified_utc }, left);
}

/** → the rules of one date. */
const onceAt = (frame: Frame): string[] =>
  toStoredLines({ rule: null, until: null, added: [frame.start], excepted: [] }, frame);

/** → the state of a series from a date on, without the part that begins there. */
export const partBase = ({ series, at }: Pick<PartWrite, 'series' | 'at'>): StoredRecord =>
  viewAt(
    withParts(
      series,
      (series.parts ?? []).filter((part) => !beginsAt(part, at)),
    ),
    at,
  );

/** → the series with these parts. */
function withParts(before: StoredRecord, parts: readonly SeriesPart[]): StoredRecord {
  const series = omit(before, ['parts']);
  return parts.length > 0 ? { ...series, parts } : series;
}

/**
 * → a series after a write to the whole of it. `names`: the sent fields, which apply to all parts;
 * a load states the series alone, and keeps the parts made here.
 */
export function withSeriesWrite(
  before: StoredRecord,
  after: StoredRecord,
  names: readonly string[],
): StoredRecord {
  if (!before.parts || !isSeries(after)) return withParts(after, []);
  const told = toldNames(before, after, names);
  const [from, to] = [frameOf(before), frameOf(after)];
  const isOfAll = names.length > 0;
  const said = isOfAll ? omit(timesSaid(from.start, before, after), ['moved']) : {};
  const end = names.includes('recurrence') ? otherTimesFrom(before, after) : before.parts.length;
  const parts = withTimesSaid(before, before.parts.slice(0, end), {
    ...{ times: said, after, hasRules: false },
    delta: isOfAll ? secondsBetween(from.start, to.start) : 0,
    renamed: renamedBy(from, to),
    isAllDay: from.isAllDay,
  });
  const all = [...parts, ...before.parts.slice(end).map(withoutTimes)];
  const begins = beginningsOn(before.parts, all, [from, to]);
  const left = all.map((part, at) => ({ ...without(part, told), from: begins[at] ?? part.from }));
  const until = said.all_day === undefined ? undefined : left.find(({ rules }) => rules)?.from;
  return withParts(withLocalUntil(after, until), withoutRepeats(after, left));
}

/**
 * → the number of the first part that loses its rules and times after a user sent other rules: 0
 * for another pattern; for another end the first part with rules of its own; Infinity: no part.
 */
function otherTimesFrom(before: StoredRecord, after: StoredRecord): number {
  const frames = [frameOf(before), frameOf(after)] as const;
  const [was, is] = [before, after].map(
    (series, at) => readStored(rulesOf(series) ?? [], frames[at] ?? frames[0])?.recurrence,
  );
  const old = was && withTimeOf(was, ...frames);
  if (!old || !is || isSameRule(old, is)) return Number.POSITIVE_INFINITY;
  const ruled = (before.parts ?? []).findIndex(({ rules }) => rules);
  if (!isSamePattern(old, is)) return 0;
  return ruled < 0 ? Number.POSITIVE_INFINITY : ruled;
}

/** Not part of a part's fields. */
const NOT_STATED = new Set([...SENT_TIMES, 'recurrence', 'scope', 'slug', 'uid', 'sequence']);
const DERIVED = new Set(['utc_start_date', 'utc_end_date', 'previous_dates', ...NOT_STATED]);

/** → the fields of a write: the sent fields, and fields that changed with them. */
function toldNames(
  before: StoredRecord,
  after: StoredRecord,
  names: readonly string[],
): Set<string> {
  const sent = names.flatMap((name) => READ_ANEW[name] ?? [name]);
  const all = ['title', 'author', 'status', 'date', 'date_utc'];
  const changed = [...all, ...Object.keys({ ...after.fields, ...after.relations })].filter(
    (name) => !isSameValue(valueAt(before, name), valueAt(after, name)),
  );
  const told = names.length > 0 ? inGroups([...sent, ...changed]) : new Set<string>();
  return new Set([...told].filter((name) => !DERIVED.has(name)));
}

/** → the fields and links of a part: the sent fields that differ from the previous part. */
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

/** → the part without some of its fields. */
function without(part: SeriesPart, names: ReadonlySet<string>): SeriesPart {
  const { fields, relations } = part;
  return { ...part, fields: omit(fields, [...names]), relations: omit(relations, [...names]) };
}
