/** The answer of a recurrence: rules, words and next dates. Source: Contract 29. */
import type { JsonObject, RecordCore, SeriesPart, StoredRecord } from '../kinds/record.js';
import { occurrenceOf, SENT_TIMES, type Stretch, stretchesOf } from '../kinds/series.js';
import { toLines } from '../time/recurrence/rule.js';
import { readStored } from '../time/recurrence/stored.js';
import { type Cut, cutOf, lastTime, readFirst, timesAfter } from '../time/recurrence/stretches.js';
import { recurrenceText } from '../time/recurrence/text.js';
import { utcToLocal } from '../time/zones.js';

/** Most dates that an answer names. */
const NEXT_DATES = 5;

type Series = RecordCore & Partial<Pick<StoredRecord, 'parts'>>;

/**
 * → the answer; null for a single event. Of a series, `next` are the dates after `nowUtc`; without
 * it, the first ones. `url` gives the URL of an ID.
 */
export function presentRecurrence(
  record: Series,
  { url, nowUtc }: { url: (id: number) => string; nowUtc?: string },
): JsonObject | null {
  const occurrence = occurrenceOf(record);
  if (!occurrence) return presentSeries(record, { url, nowUtc });
  const { series, date, changed, rules, later, ...stretch } = occurrence;
  const stretches = [{ ...stretch, rules }, ...later] as const;
  const stored = readFirst(stretches);
  if (!stored) return null;
  const { lines, text } = stored;
  const answer = { series_id: series, series_url: url(series), rules: lines, text };
  const next = timesAfter(stretches, date, NEXT_DATES);
  return { ...answer, original_start_date: date, changed, next };
}

function presentSeries(
  record: Series,
  { url, nowUtc }: { url: (id: number) => string; nowUtc: string | undefined },
): JsonObject | null {
  const stretches = stretchesOf(record);
  const stored = stretches && readStored(stretches[0].rules, stretches[0]);
  if (!stored) return null;
  const { start, zone } = stretches[0];
  const yearBefore = `${Number(start.slice(0, 4)) - 1}-12-31 23:59:59`;
  const [first = start] = timesAfter(stretches, yearBefore, 1);
  const now = nowUtc === undefined ? yearBefore : utcToLocal(nowUtc, zone);
  const next = timesAfter(stretches, now < first ? yearBefore : now, NEXT_DATES);
  const last = lastTime(stretches) || null;
  const { id, parts: stated = [] } = record;
  const parts = stated.length > 0 ? presentParts(record, stretches) : [];
  const current = parts.findLast(({ from }) => from <= (next[0] ?? last ?? '')) ?? parts[0];
  const answer = { series_id: id, series_url: url(id), rules: stored.lines };
  return {
    ...answer,
    text: current?.text ?? stored.text,
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
    if (!cut) return [];
    const { recurrence, frame } = cut;
    const lines = toLines(recurrence, frame);
    const text = recurrenceText(recurrence, frame);
    const from = part?.from ?? frame.start;
    return [{ from, rules: lines, text, changed: part ? changedIn(part) : [] }];
  });
}

/** → the stretches of a series as recurrences of their own; null: one has no dates. */
export function cutsOf(
  { fields, parts = [] }: Series,
  stretches: readonly Stretch[],
): (Cut | null)[] {
  let clock = { zone: String(fields.timezone ?? 'UTC'), isAllDay: fields.all_day === true };
  const clocks = parts.map(({ zone = clock.zone, all_day = clock.isAllDay }) => {
    clock = { zone, isAllDay: all_day };
    return clock;
  });
  const [first] = stretches;
  return cutOf(stretches, first ? [first, ...clocks] : []);
}

/** → the names of what a part changes. */
function changedIn({ fields, relations, rules, ...part }: SeriesPart): string[] {
  const { moved, length, zone, all_day } = part;
  const isMoved = [moved, length, zone, all_day].some((value) => value !== undefined);
  return [
    ...Object.keys({ ...fields, ...relations }),
    ...(isMoved ? SENT_TIMES : []),
    ...(rules ? ['recurrence'] : []),
  ].sort();
}
