/**
 * Changes of all dates from one on (RECURRENCE-ID with RANGE=THISANDFUTURE): the series of the file
 * as several ones, as `scope=following` makes them. Contract 17.
 */
import type { JsonObject } from '../../kinds/record.js';
import { movedTo, splitAt } from '../../time/recurrence/change.js';
import { datesWithin } from '../../time/recurrence/dates.js';
import { parseRecurrence } from '../../time/recurrence/parse.js';
import { compact, type Frame, type Recurrence, toStoredLines } from '../../time/recurrence/rule.js';
import { secondsToText, textToSeconds } from '../../time/wall-clock.js';
import { inZone } from '../../time/zones.js';
import type { RowItem } from './format.js';
import type { EventRow } from './ical-event.js';
import { frameOfRow } from './ical-recurrence.js';

/** A row and its line. */
export type CalendarRow = EventRow & { line: number };

/** A part of a series: its row, and the date from which it counts, on the clock of the series. */
export interface SeriesPart {
  item: CalendarRow;
  at: string;
}

/** Most changes of all following dates in a series: each has its dates counted. */
const CHANGES_MAX = 20;

/**
 * → the parts of a series, whose `changes` are rows of all following dates, ascending. The first
 * has the key of the series; the keys of the others name their first date as well, so that a later
 * load finds them again. `lost`: changes that make no part, and why.
 */
export function partsOfSeries(
  series: CalendarRow,
  changes: readonly CalendarRow[],
): { parts: SeriesPart[]; lost: RowItem[] } {
  const frame = frameOfRow(series.row);
  const { recurrence } = parseRecurrence(series.row.recurrence, frame);
  const whole = [{ item: series, at: frame.start }];
  if (!recurrence || changes.length === 0) return { parts: whole, lost: lostOf(changes, NO_DATE) };
  if (changes.length > CHANGES_MAX) return { parts: whole, lost: lostOf(changes, TOO_MANY) };
  try {
    const { parts, lost } = split({ item: series, at: frame.start, recurrence }, frame, changes);
    return { parts: parts.map((part, index) => rowOf(part, frame, { series, index })), lost };
  } catch {
    // The library gives up after many steps without a date; the load refuses such a series.
    return { parts: whole, lost: lostOf(changes, NO_DATE) };
  }
}

const NO_DATE = 'the series has no such date, from which all are changed';
const TOO_MANY = `more than ${CHANGES_MAX} changes of all following dates in one series`;
const NO_RULE = 'moves all following dates to days that no rule gives: send them as an event';

const lostOf = (changes: readonly CalendarRow[], error: string): RowItem[] =>
  changes.map(({ line }) => ({ line, error }));

/** A part with its rules as they were before it moved. */
interface RuledPart extends SeriesPart {
  recurrence: Recurrence;
}

function split(first: RuledPart, frame: Frame, changes: readonly CalendarRow[]) {
  const parts = [first];
  const lost: RowItem[] = [];
  // Of several changes from the same date on, the last one counts.
  const byDate = new Map(changes.map((item) => [dateOnClock(item.row, first.item.row), item]));
  for (const [at, item] of [...byDate].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const part = parts.at(-1) ?? first;
    const partFrame = { ...frame, start: part.at };
    if (datesWithin(part.recurrence, partFrame, { from: at, to: at }).length === 0) {
      lost.push(...lostOf([item], NO_DATE));
      continue;
    }
    const { before, after } = splitAt(part.recurrence, partFrame, at);
    if (!movedTo(after, { ...frame, start: at }, frameOfRow(item.row))) {
      lost.push(...lostOf([item], NO_RULE));
      continue;
    }
    if (at === part.at) parts.pop();
    else part.recurrence = before;
    parts.push({ item, at, recurrence: after });
  }
  return { parts, lost };
}

function rowOf(
  { item, at, recurrence }: RuledPart,
  frame: Frame,
  { series, index }: { series: CalendarRow; index: number },
): SeriesPart {
  const { recurrence_id: _, ...fields } = item.row;
  const to = frameOfRow(fields);
  const moved = movedTo(recurrence, { ...frame, start: at }, to) ?? recurrence;
  const external_id = `${series.row.external_id}${index === 0 ? '' : `/${compact(at)}`}`;
  const row = { ...fields, external_id, recurrence: toStoredLines(moved, to) };
  return { item: { ...item, row }, at };
}

/** → the row of a changed date as one of the part that has it, and the row of this part. */
export function inPart(
  row: JsonObject,
  parts: readonly SeriesPart[],
): { row: JsonObject; series: JsonObject | null } {
  const [first] = parts;
  if (!first) return { row, series: null };
  const date = dateOnClock(row, first.item.row);
  const { item, at } = parts.findLast((part) => part.at <= date) ?? first;
  const series = item.row;
  const moved = textToSeconds(String(series.start_date)) - textToSeconds(at);
  const recurrence_id = secondsToText(textToSeconds(date) + moved);
  return { row: { ...row, external_id: series.external_id ?? null, recurrence_id }, series };
}

/** → the date that a row changes, on the clock of its series. */
function dateOnClock(row: JsonObject, series: JsonObject): string {
  const date = String(row.recurrence_id);
  const [from, to] = [frameOfRow(row), frameOfRow(series)];
  return from.isAllDay || to.isAllDay ? date : inZone(date, from.zone, to.zone);
}
