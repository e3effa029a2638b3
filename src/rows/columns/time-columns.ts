/** Columns of the time of day, in addition to the day. Contract 16.2. */
import type { Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type Json } from '../../kinds/record.js';
import type { Row } from '../mapping.js';
import { quoted } from '../shown.js';
import { statesApart } from '../title-states.js';
import { cleanYesNo } from './clean.js';
import { firstDate, isReadable, readDay } from './days.js';
import { scalarText } from './keys.js';
import { clockIn, clockSpan, doorsIn, knownTime } from './spans.js';

/** The fields of times, with the column that may hold the time of day alone. */
export const TIME_COLUMNS = [
  ['start_date', 'start_time'],
  ['end_date', 'end_time'],
] as const;

/**
 * → the row with the time of day added to its day; a start without a time is of whole days. An end
 * without a day is on the day of its start, and is left out, with a warning, if it is no time.
 */
export function withTimes({ fields }: Kind, sent: Row, warnings: Issue[]): Row {
  if (!fields.start_date) return sent;
  // A time may be a state: `19:00 (abgesagt)`.
  const { rest: start_time, states } = statesApart(scalarText(sent.start_time)) ?? {};
  const row = withoutDoors(states ? { ...states, ...sent, start_time } : sent, warnings);
  if (TIME_COLUMNS.every(([, name]) => row[name] === undefined)) return row;
  const joined: Record<string, Json | undefined> = { ...row };
  const span = clockSpan(scalarText(row.start_time));
  let isTimed = false;
  for (const [date, time] of TIME_COLUMNS) {
    const isEnd = date === 'end_date';
    const day = scalarText(row[date]);
    const [own, ofSpan] = [scalarText(row[time]), isEnd ? span?.end : span?.start];
    const written = knownTime(isEnd ? own || (ofSpan ?? '') : (ofSpan ?? own));
    const hour = clockIn(written) ?? written;
    isTimed ||= !isEnd && hour !== '';
    delete joined[time];
    if (hour === '' || (day === '' && !isEnd)) continue;
    const fault =
      isEnd && !isTime(hour) ? 'no time' : isTimedDay(day) ? 'the day has a time' : null;
    if (fault === null) joined[date] = `${plainDay(day)} ${hour}`.trim();
    else warnings.push({ param: time, reason: `left out: ${fault}: ${quoted(own)}` });
  }
  return isTimed || row.all_day !== undefined ? joined : { ...joined, all_day: true };
}

/** → a day in digits alone, or that a database writes as its midnight, as a plain day. */
function plainDay(text: string): string {
  const day = readDay(text);
  return 'date' in day && PLAIN_DAY.test(day.date) ? day.date.slice(0, 10) : text;
}

const PLAIN_DAY = /^\d{4}-\d\d-\d\d(?:[ T]00:00(?::00(?:\.0{1,9})?)?)?$/;

/** → the row without times of doors, which are named: the start is that of the show. */
function withoutDoors(row: Row, warnings: Issue[]): Row {
  const read = TIME_COLUMNS[0].flatMap((param) => {
    const found = doorsIn(scalarText(row[param]));
    if (found === null) return [];
    warnings.push({ param, reason: `left out: no start but doors: ${quoted(found.doors)}` });
    return [[param, found.text]];
  });
  return read.length === 0 ? row : { ...row, ...Object.fromEntries(read) };
}

/** → whether a text is a day with a time other than midnight. */
const isTimedDay = (text: string): boolean => /^\d{4}-\d\d-\d\d\D.*[1-9]/.test(firstDate(text));

/** → whether a text beside a day is a time, or says that there is none. */
function isTime(text: string): boolean {
  const day = readDay(`2027-06-15 ${text}`);
  return 'date' in day && isReadable(day.date);
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
  const days = [start_date, end_date].filter(isJsonObject);
  if (days.length === 2 && days.every((day) => 'date' in day)) return true;
  const isOfDays = all_day === true || cleanYesNo(scalarText(all_day)) === true;
  const clockOf = (date: Json | undefined, time: Json | undefined) =>
    time === undefined
      ? // Rows of calendars have days already, with a space before their midnight.
        /T(.{5})/.exec(scalarText(isJsonObject(date) ? date.dateTime : date))?.[1]
      : clockIn(scalarText(time));
  const clocks = [clockOf(start_date, start_time), clockOf(end_date, end_time)];
  const isMidnight = clocks.every((clock) => /^00:00(:00)?$/.test(clock ?? ''));
  return isOfDays && isMidnight && JSON.stringify(start_date) !== JSON.stringify(end_date);
}
