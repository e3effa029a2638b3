/** Columns of the time of day, in addition to the day. Contract 16.2. */
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type Json } from '../../kinds/record.js';
import type { Row } from '../mapping.js';
import { cleanYesNo } from './clean.js';
import { scalarText } from './keys.js';
import { clockIn, clockSpan } from './spans.js';

/** The fields of times, with the column that may hold the time of day alone. */
export const TIME_COLUMNS = [
  ['start_date', 'start_time'],
  ['end_date', 'end_time'],
] as const;

/**
 * → the row with the time of day added to its day; a start without a time is of whole days. An end
 * without a day is on the day of its start.
 */
export function withTimes({ fields }: Kind, row: Row): Row {
  if (!fields.start_date || TIME_COLUMNS.every(([, name]) => row[name] === undefined)) return row;
  const joined: Record<string, Json | undefined> = { ...row };
  const span = clockSpan(scalarText(row.start_time));
  for (const [date, time] of TIME_COLUMNS) {
    const day = scalarText(row[date]);
    const [own, ofSpan] = [scalarText(row[time]), date === 'end_date' ? span?.end : span?.start];
    const written = date === 'end_date' ? own || (ofSpan ?? '') : (ofSpan ?? own);
    const hour = clockIn(written) ?? written;
    if (hour !== '' && (day !== '' || date === 'end_date')) joined[date] = `${day} ${hour}`.trim();
    delete joined[time];
  }
  const isTimed = scalarText(row.start_time) !== '';
  return isTimed || row.all_day !== undefined ? joined : { ...joined, all_day: true };
}

/** → the columns of the fields: a time may be in the column of its day or in its own. */
export function withTimeColumns(
  row: Row,
  columns: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> | undefined {
  const timed = TIME_COLUMNS.filter(([, time]) => row[time] !== undefined);
  if (timed.length === 0) return columns;
  const shown = timed.map(([date, time]) => {
    const names = [date, time].filter((name) => row[name] !== undefined);
    return [date, names.map((name) => columns?.[name] ?? name).join(', ')];
  });
  return { ...columns, ...Object.fromEntries(shown) };
}

/** → whether an event of whole days ends with the midnight after them, as Outlook writes it. */
export function isToMidnight(row: Row): boolean {
  const { all_day, start_date, end_date, start_time, end_time } = row;
  if (isJsonObject(start_date) && isJsonObject(end_date)) {
    return 'date' in start_date && 'date' in end_date;
  }
  const isOfDays = all_day === true || cleanYesNo(scalarText(all_day)) === true;
  const clocks = [start_time, end_time].map((time) => clockIn(scalarText(time)) ?? '');
  return (
    isOfDays && start_date !== end_date && clocks.every((clock) => /^00:00(:00)?$/.test(clock))
  );
}
