/** The days of rows in the form that their file has. */
import { limits } from '../../limits.js';
import type { LoadFault, LoadItem, LoadRecord } from '../items.js';
import { quoted, withValues } from '../shown.js';
import { type DayForm, dayAt, isReadable, openForms, type ReadDay, readDay } from './days.js';
import { clockAlone, clockIn, spanIn } from './spans.js';

const FIELDS = ['start_date', 'end_date'] as const;

/**
 * → the items with dates for validation; an invalid or ambiguous date is a fault. From the first
 * ambiguous day on, items wait for rows that show its form.
 */
export async function* withDates(
  items: AsyncIterable<LoadItem>,
  given: DayForm | undefined,
): AsyncGenerator<LoadItem> {
  const forms = openForms(given);
  let waiting: string[] | null = null;
  let bytes = 0;
  let rows = 0;
  const dated = (item: LoadItem) => ('issues' in item ? item : datedBy(item, forms));
  const left = function* (): Generator<LoadItem> {
    for (const text of waiting ?? []) yield dated(JSON.parse(text));
    waiting = null;
  };
  for await (const sent of items) {
    const item = 'issues' in sent ? sent : withSpan(sent);
    rows += 1;
    const days = 'issues' in item ? [] : daysOf(item);
    for (const day of days) if ('dmy' in day) forms.note(day);
    const isShowing = rows <= limits.formRows && bytes <= limits.mergedBytes && !given;
    if (isShowing && (waiting || days.some((day) => 'dmy' in day))) {
      const text = JSON.stringify(item);
      bytes += text.length;
      waiting = [...(waiting ?? []), text];
      continue;
    }
    yield* left();
    yield dated(item);
  }
  yield* left();
}

/** → the item with the start and the end that one text holds; an end of its own counts. */
function withSpan(item: LoadRecord): LoadRecord {
  const span = spanIn(textOf(item.payload.start_date) ?? '');
  if (!span) return item;
  const end = textOf(item.payload.end_date) || span.end;
  const days = { start_date: span.start, ...(end === '' ? {} : { end_date: end }) };
  return { ...item, payload: { ...item.payload, ...days } };
}

function daysOf({ payload }: LoadRecord): ReadDay[] {
  return FIELDS.flatMap((field) => {
    const text = textOf(payload[field]);
    return text === null ? [] : readDay(text);
  });
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : null;

function datedBy(item: LoadRecord, forms: ReturnType<typeof openForms>): LoadRecord | LoadFault {
  const payload = { ...item.payload };
  const [line = 0] = item.lines;
  const issues: LoadFault['issues'] = [];
  const warnings = [...item.warnings];
  for (const field of FIELDS) {
    const sent = textOf(payload[field]);
    if (sent === null || sent === '') continue;
    const clock = field === 'end_date' ? clockAlone(sent) : null;
    const text = clock === null ? sent : endAt(clock, textOf(payload.start_date) ?? '');
    const day = readDay(text);
    const read = 'dmy' in day ? forms.choose(text, day) : day;
    const isEnd = field === 'end_date';
    if ('date' in read && (!isEnd || isReadable(read.date))) {
      payload[field] = read.date;
      continue;
    }
    const reason = 'date' in read ? `no time: ${quoted(sent)}` : read.reason;
    if (!isEnd) issues.push({ param: field, reason });
    else {
      delete payload.end_date;
      warnings.push({ line, param: field, reason: `left out: ${reason}` });
    }
  }
  if (issues.length > 0) {
    return { lines: item.lines, issues: withValues(issues, item), externalId: item.externalId };
  }
  // An event without a time of day is of whole days, unless the row says otherwise.
  const [start = '', till = start] = FIELDS.map((field) => textOf(payload[field]) ?? undefined);
  const isPassed = item.isToMidnight && till.slice(0, 10) > start.slice(0, 10);
  const end = isPassed ? dayAt(till.slice(0, 10), -1) : till;
  if (isPassed) payload.end_date = end;
  if (isDay(start) && isDay(end)) payload.all_day ??= true;
  // If the start has a time, a later day as its end is the last day; the same day says nothing.
  const isLater = isDay(end) && /^\d{4}-\d\d-\d\d./.test(start) && end > start.slice(0, 10);
  if (isLater) payload.end_date = `${end}T23:59:59${OFFSET.exec(start)?.[0] ?? ''}`;
  if (isBefore(end, start)) {
    warnings.push({ line, param: 'end_date', reason: `left out: is before the start: ${end}` });
  }
  return { ...item, payload, warnings };
}

/** → the end of a time alone: on the day of the start, or on the next where it is earlier. */
function endAt(clock: string, start: string): string {
  const [, day = '', hour = '', half = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d{1,2}:\d\d|\d{1,2}(?= ?[ap]m))(?::\d\d)?(.*)$/i.exec(start) ?? [];
  const began = clockIn(hour + (/^ ?[ap]m/i.exec(half)?.[0] ?? ''));
  if (began === null) return clock;
  return `${clock < began ? dayAt(day, 1) : day} ${clock}${OFFSET.exec(start)?.[0] ?? ''}`;
}

const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;
const CLOCK = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)?$/i;

/** → whether a time is before another with the same offset; other texts are not compared. */
function isBefore(one: string, other: string): boolean {
  const [, oneDay, oneTime, oneOffset] = CLOCK.exec(one) ?? [];
  const [, day, time, offset] = CLOCK.exec(other) ?? [];
  if (oneDay === undefined || day === undefined || oneOffset !== offset) return false;
  return `${oneDay} ${oneTime}` < `${day} ${time}`;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);
