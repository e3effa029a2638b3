/**
 * Changed dates of series (RECURRENCE-ID): rows of their differences from the series. Changes of
 * all dates from one on (RANGE=THISANDFUTURE) are parts of the series, as `scope=following` makes
 * them. Contract 17.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../../kinds/record.js';
import { SENT_TIMES } from '../../../kinds/series.js';
import { splitBy } from '../../../lib/batches.js';
import { omit } from '../../../lib/omit.js';
import { isBlank } from '../../../lib/text/text.js';
import { limits } from '../../../limits.js';
import { secondsToText, textToSeconds } from '../../../time/wall-clock.js';
import type { RowItem } from '../format.js';
import type { EventRow } from './event.js';
import { dateOfRow, frameOfRow, hasDate, isDateOf } from './recurrence.js';

/** A row and its line. */
export type CalendarRow = EventRow & { line: number };

/** A part of a series: the row as it is in it, and its first date on the clock of the series. */
interface FollowingPart {
  item: CalendarRow;
  at: string;
}

/** The parts of a series, ascending; the first has the row of the series. */
export type PartsOfSeries = [FollowingPart, ...FollowingPart[]];

/**
 * → the parts of a series, whose `changes` are rows of all following dates; the row of the first
 * one states them all. `lost`: changes that make no part, and why.
 */
export function partsOfSeries(
  series: CalendarRow,
  changes: readonly CalendarRow[],
): { parts: PartsOfSeries; lost: RowItem[] } {
  const first: FollowingPart = { item: series, at: frameOfRow(series.row).start };
  // Of several changes from the same date on, the last one counts.
  const byDate = [...new Map(changes.map((item) => [dateOnClock(item.row, series.row), item]))];
  byDate.sort(([a], [b]) => (a < b ? -1 : 1));
  const [dated, undated] = splitBy(byDate, ([at]) =>
    isDateOf(series.row.recurrence, frameOfRow(series.row), at),
  );
  const taken = dated.slice(0, limits.seriesParts);
  const parts: PartsOfSeries = [first];
  const stated = taken.map(([at, item]) => {
    const before = parts.at(-1) ?? first;
    const row: JsonObject = isBlank(item.row.title)
      ? { ...before.item.row, ...item.row }
      : item.row;
    const part = { item: { ...item, row }, at };
    parts.push(part);
    return { from: at, line: item.line, ...statedBy(part, before) };
  });
  const revisions = [series, ...taken.map(([, item]) => item)].map(({ revision }) => revision);
  const sequence = Math.max(...revisions.map((revision) => revision.sequence));
  const [modified = ''] = revisions
    .map((revision) => revision.modified)
    .sort((a, b) => (a < b ? 1 : -1));
  const row = { ...series.row, source_parts: stated };
  parts[0] = { ...first, item: { ...series, row, revision: { sequence, modified } } };
  const over = dated.slice(limits.seriesParts);
  const lost = [
    ...over.map(([, { line }]) => ({ line, error: TOO_MANY })),
    ...undated.map(([, { line }]) => ({ line, error: NO_DATE })),
  ];
  return { parts, lost };
}

const NO_DATE = 'the series has no such date, from which all are changed';

const TOO_MANY = `more than ${limits.seriesParts} changes of all following dates in one series`;

/** → the columns in which a part differs from its predecessor; null for a missing value. */
function statedBy({ item: { row }, at }: FollowingPart, before: FollowingPart): JsonObject {
  const columns = omit(row, ['recurrence_id', 'recurrence', 'external_id']);
  const old = before.item.row;
  const isMoved =
    movedBy({ row, at }) !== movedBy({ row: old, at: before.at }) ||
    lengthOf(row) !== lengthOf(old) ||
    !isDeepStrictEqual([row.all_day, row.timezone], [old.all_day, old.timezone]);
  const names = new Set([...Object.keys(columns), ...Object.keys(old)]);
  for (const name of [...NOT_STATED, ...(isMoved ? [] : SENT_TIMES)]) names.delete(name);
  const differs = [...names].filter(
    (name) => SENT_TIMES.includes(name) || !isDeepStrictEqual(row[name] ?? null, old[name] ?? null),
  );
  return Object.fromEntries(differs.map((name) => [name, row[name] ?? null]));
}

/** Columns of the series alone. */
const NOT_STATED = ['external_id', 'recurrence', 'recurrence_id', 'source_parts', 'uid', 'status'];

/** → by how much the first date of a part was moved, s on the clock. */
const movedBy = ({ row, at }: { row: JsonObject; at: string }): number =>
  textToSeconds(String(row.start_date)) - textToSeconds(at);

/** A changed date in a series. */
interface Placed {
  /** On the clock of the series, by its rules. */
  date: string;
  /** The series has it. */
  isGiven: boolean;
  /** The time at which its part has it, the row of the part, and the key of the series. */
  time: string;
  part: JsonObject;
  external_id: Json;
}

function placedIn(row: JsonObject, parts: PartsOfSeries): Placed {
  const [first] = parts;
  const { external_id = null, recurrence, ...whole } = first.item.row;
  const date = dateOnClock(row, first.item.row);
  const { item, at } = parts.findLast(({ at }) => at <= date) ?? first;
  const isGiven = hasDate(recurrence, frameOfRow(whole), date) === true;
  const time = secondsToText(textToSeconds(date) + movedBy({ row: item.row, at }));
  return { date, isGiven, time, part: item.row, external_id };
}

/** → the date that a row changes, on the clock of its series. */
const dateOnClock = (row: JsonObject, series: JsonObject): string =>
  dateOfRow(series, String(row.recurrence_id));

/**
 * → the row of a changed date in the first series with this date, and the columns in which it
 * equals its part; null without a series.
 */
export function changedRow(sent: JsonObject, series: readonly PartsOfSeries[]) {
  const placed = series.map((parts) => placedIn(sent, parts));
  const place = placed.find(({ isGiven }) => isGiven) ?? placed[0];
  if (!place) return null;
  const { date, time, part, external_id } = place;
  // Without a title, or called off, it states only its own values.
  const isPartial = isBlank(sent.title) || sent.event_status === 'cancelled';
  const stated = isPartial ? withFieldsOf(sent, part) : sent;
  const row: JsonObject = { ...stated, external_id };
  const isMoved =
    row.start_date !== time ||
    row.all_day !== part.all_day ||
    row.timezone !== part.timezone ||
    lengthOf(row) !== lengthOf(part);
  const names = Object.keys(omit({ ...part, ...row }, [...OF_SERIES, 'recurrence_id']));
  const shared = names.filter((name) =>
    SENT_TIMES.includes(name) ? !isMoved : isDeepStrictEqual(row[name] ?? null, part[name] ?? null),
  );
  const fields = names.map((name) => [name, row[name] ?? null] as const);
  return { row: { ...Object.fromEntries(fields), recurrence_id: date }, shared };
}

/** Members of the row of a series that no date has. */
const OF_SERIES = ['recurrence', 'source_parts'] as const;

function withFieldsOf(row: JsonObject, series: JsonObject): JsonObject {
  const filled = Object.entries(row).filter(([, value]) => !isBlank(value));
  const fields = omit(series, [...OF_SERIES, 'start_date', 'end_date']);
  return { ...fields, ...Object.fromEntries(filled) };
}

/** → how long the event of a row lasts, s. */
const lengthOf = ({ start_date, end_date }: JsonObject): number =>
  textToSeconds(String(end_date ?? start_date)) - textToSeconds(String(start_date));
