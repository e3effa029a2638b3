/** The answer of a recurrence: rules, words and next dates. Source: Contract 29. */
import type { JsonObject, RecordCore, SeriesPart, StoredRecord } from '../kinds/record.js';
import { occurrenceOf, SENT_TIMES, type Stretch, stretchesOf } from '../kinds/series.js';
import { toLines } from '../time/recurrence/rule.js';
import { readStored } from '../time/recurrence/stored.js';
import {
  cutOf,
  lastTime,
  type PartRules,
  readFirst,
  timesAfter,
} from '../time/recurrence/stretches.js';
import { recurrenceText } from '../time/recurrence/text.js';
import { utcToLocal } from '../time/zones.js';
import { markers } from './markers.js';

/** Most dates that an answer names. */
const NEXT_DATES = 5;

type Series = RecordCore & Partial<Pick<StoredRecord, 'parts'>>;

/** The inputs of a series' answer, independent of the time. */
interface ToldSeries {
  id: number;
  rules: string[];
  text: string;
  first: string;
  last: string | null;
  parts: AnsweredPart[];
  stretches: [Stretch, ...Stretch[]];
}

/** The moment of an answer; absent: it is stored. `url` gives the URL of an ID. */
interface Moment {
  url: (id: number) => string;
  nowUtc?: string | undefined;
}

/**
 * → the answer; null for a single event. In a stored answer of a series it is a marker: its next
 * dates are determined when it is sent.
 */
export function presentRecurrence(
  record: Series,
  { url, nowUtc }: Moment,
): JsonObject | string | null {
  const occurrence = occurrenceOf(record);
  if (!occurrence) {
    const series = toldSeries(record);
    if (!series || nowUtc === undefined) return series && markers.series(JSON.stringify(series));
    return presentSeries(series, { url, nowUtc });
  }
  const { series, date, changed, rules, later, ...stretch } = occurrence;
  const stretches = [{ ...stretch, rules }, ...later] as const;
  const stored = readFirst(stretches);
  if (!stored) return null;
  const { lines, text } = stored;
  const answer = { series_id: series, series_url: url(series), rules: lines, text };
  const next = timesAfter(stretches, date, NEXT_DATES);
  return { ...answer, original_start_date: date, changed, next };
}

/** The end of the year before a series begins, on its clock. */
const beforeStart = ({ start }: Stretch): string =>
  `${Number(start.slice(0, 4)) - 1}-12-31 23:59:59`;

function toldSeries(record: Series): ToldSeries | null {
  const stretches = stretchesOf(record);
  const stored = stretches && readStored(stretches[0].rules, stretches[0]);
  if (!stored) return null;
  const [first = stretches[0].start] = timesAfter(stretches, beforeStart(stretches[0]), 1);
  const { id, parts: stated = [] } = record;
  const parts = stated.length > 0 ? presentParts(record, stretches) : [];
  const last = lastTime(stretches) || null;
  return { id, rules: stored.lines, text: stored.text, first, last, parts, stretches };
}

/** → the sent recurrence of a series, from the content of its marker. */
export const presentToldSeries = (json: string, moment: Moment & { nowUtc: string }): JsonObject =>
  presentSeries(JSON.parse(json), moment);

/** → the answer of a series: `next` are the dates after `nowUtc`. */
function presentSeries(
  { id, stretches, text, parts, ...series }: ToldSeries,
  { url, nowUtc }: Moment & { nowUtc: string },
): JsonObject {
  const { rules, first, last } = series;
  const now = utcToLocal(nowUtc, stretches[0].zone);
  const next = timesAfter(stretches, now < first ? beforeStart(stretches[0]) : now, NEXT_DATES);
  const told = parts.filter((part) => part.rules.length > 0);
  const current = told.findLast(({ from }) => from <= (next[0] ?? last ?? '')) ?? told[0];
  return {
    ...{ series_id: id, series_url: url(id), rules, text: current?.text ?? text },
    ...{ first, last, next },
    ...(parts.length > 0 ? { parts: parts.map((part) => ({ ...part })) } : {}),
  };
}

interface AnsweredPart {
  from: string;
  rules: string[];
  text: string;
  changed: string[];
}

function presentParts(record: Series, stretches: readonly Stretch[]): AnsweredPart[] {
  return cutsOf(record, stretches).flatMap((cut, at) => {
    const part = record.parts?.[at - 1];
    const from = part?.from ?? cut?.frame.start ?? '';
    const changed = part ? changedIn(part) : [];
    if (!cut) return part ? [{ from, rules: [], text: '', changed }] : [];
    const { recurrence, frame } = cut;
    const [rules, text] = [toLines(recurrence, frame), recurrenceText(recurrence, frame)];
    return [{ from, rules, text, changed }];
  });
}

/** → the stretches of a series as separate recurrences; null for a stretch without dates. */
export function cutsOf(
  { fields, parts = [] }: Series,
  stretches: readonly Stretch[],
): (PartRules | null)[] {
  let clock = { zone: String(fields.timezone ?? 'UTC'), isAllDay: fields.all_day === true };
  const clocks = parts.map(({ zone = clock.zone, all_day = clock.isAllDay }) => {
    clock = { zone, isAllDay: all_day };
    return clock;
  });
  const [first] = stretches;
  return cutOf(stretches, first ? [first, ...clocks] : []);
}

/** → the names of a part's changes. */
function changedIn({ fields, relations, rules, ...part }: SeriesPart): string[] {
  const { moved, length, zone, all_day } = part;
  const isMoved = [moved, length, zone, all_day].some((value) => value !== undefined);
  return [
    ...Object.keys({ ...fields, ...relations }),
    ...(isMoved ? SENT_TIMES : []),
    ...(rules ? ['recurrence'] : []),
  ].sort();
}
