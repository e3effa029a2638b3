/**
 * Times of day as people write them, and texts that hold a start and an end: `19-21 Uhr`, `5.–7.
 * Dezember 2027`, `Dec 5-7, 2027`. Contract 16.2.
 */
import { readDay } from './days.js';

/** Longer texts are no times. */
const CHARS_MAX = 80;

const FROM = /^(?:um|ab|von|at|from|dès|desde|dalle|vanaf|från|fra|od|@) (?=\d)/i;
const CLOCK = /^(\d{1,2})(?:[:.h](\d\d))?(?::(\d\d))?(?: ?(?:u[hu]r|hrs?|h)| ?([ap])\.? ?m\.?)?$/i;
const DIGITS = /^(\d{1,2})(\d\d)$/;

/** → `HH:MM` or `HH:MM:SS` of a text in a column of times; null when the text is no time. */
export function clockIn(sent: string): string | null {
  if (sent.length > CHARS_MAX) return null;
  const text = sent.trim().replace(FROM, '');
  if (/^(?:12 )?noon$/i.test(text)) return '12:00';
  const [, written = '', minute = '00', second, half] = CLOCK.exec(text) ?? DIGITS.exec(text) ?? [];
  const isPast = half?.toLowerCase() === 'p';
  const hour = half ? (Number(written) % 12) + (isPast ? 12 : 0) : Number(written);
  const isClock = written !== '' && hour <= 24 && Number(minute) < 60;
  if (!isClock || (half && !(Number(written) >= 1 && Number(written) <= 12))) return null;
  return [String(hour).padStart(2, '0'), minute, ...(second ? [second] : [])].join(':');
}

/** → the time of day of a text that names no day; null for digits alone, which may be a year. */
export const clockAlone = (text: string): string | null =>
  /^\d+$/.test(text) ? null : clockIn(text);

const DAYS = /^(\d{1,2})\.? ?[-–—] ?(\d{1,2})(\.? (?:de )?\p{L}{3,20}\.? \d{4})$/u;
const MONTH = /^(\p{L}{3,20}\.?) (\d{1,2}) ?[-–—] ?(\d{1,2})(,? \d{4})$/u;
const ISO = /^(\d{4}-?\d\d-?\d\d[^/ ]*)\/(\d[^/ ]*)$/;
const HOUR = String.raw`\d{1,2}(?:[:.]\d\d)?(?::\d\d)?(?: ?(?:uhr|h|[ap]\.?m\.?))?`;
const CLOCKS = new RegExp(`^(?:von |from )?(${HOUR}) ?(?:[-–—]|bis|to) ?(${HOUR})$`, 'i');
const TIMED = /^(.*\d)[ ,T]{1,3}((?:(?:von|from) )?\d[^,T]{0,30}(?:[-–—]|bis|to)[^,T]{0,20})$/i;
/** `2027-12-05 09:00-05:00` has an offset. */
const OFFSET = /^\d{4}-.*\d-(?:0\d|1[0-4]):?\d\d$/;
const BETWEEN = / (?:[-–—]|bis|to|until|till) /i;

/** → the two times of day of a text such as `19-21 Uhr`, as `HH:MM`; null for any other text. */
export function clockSpan(text: string): { start: string; end: string } | null {
  const [, opens = '', closes = ''] = text.length > CHARS_MAX ? [] : (CLOCKS.exec(text) ?? []);
  const [start, end] = [clockIn(withHalf(opens, closes)), clockIn(closes)];
  return start && end ? { start, end } : null;
}

/** → the two texts of a span; null when the text is one time or no time. */
export function spanIn(sent: string): { start: string; end: string } | null {
  const text = sent.trim();
  if (text.length > CHARS_MAX) return null;
  const [, first, last, rest] = DAYS.exec(text) ?? [];
  if (rest !== undefined) return { start: first + rest, end: last + rest };
  const [, month, from, to, year] = MONTH.exec(text) ?? [];
  if (year !== undefined) return { start: `${month} ${from}${year}`, end: `${month} ${to}${year}` };
  const [, begin, close] = ISO.exec(text) ?? [];
  if (begin !== undefined && close !== undefined) return { start: begin, end: close };
  const [, day = '', hours = ''] = OFFSET.test(text) ? [] : (TIMED.exec(text) ?? []);
  const clocks = clockSpan(hours);
  if (clocks && isDay(day)) return { start: `${day} ${clocks.start}`, end: clocks.end };
  const [start = '', end, ...more] = text.split(BETWEEN);
  if (end === undefined || more.length > 0 || !isDay(start)) return null;
  return isDay(end) || clockAlone(end) !== null ? { start, end } : null;
}

/** → the first of two hours with the half of the day from the second: `7-9 pm`. */
function withHalf(first: string, second: string): string {
  const half = /([ap])\.?m\.?$/i.exec(second)?.[1]?.toLowerCase();
  if (!half || /m\.?$/i.test(first)) return first;
  const [from, to] = [first, second].map((text) => Number.parseInt(text, 10) % 12);
  const isSame = Number(from) <= Number(to);
  return `${first} ${isSame ? half : half === 'p' ? 'a' : 'p'}m`;
}

function isDay(text: string): boolean {
  const day = readDay(text);
  return 'dmy' in day || ('date' in day && /^\d{4}-\d\d-\d\d/.test(day.date));
}
