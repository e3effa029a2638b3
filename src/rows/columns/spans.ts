/**
 * Times of day as people write them, and texts that hold a start and an end: `19-21 Uhr`, `5.–7.
 * Dezember 2027`, `du 30 juin au 2 juillet 2027`. Contract 16.2.
 */
import { dayAt, easternClock, firstDate, PLAIN } from './days.js';

/** Longer texts are no times. */
const CHARS_MAX = 80;

const FROM =
  /^(?:um|ab|von|at|from|à|de|dès|desde|a las|alle|dalle|ore|vanaf|från|fra|kl\.?|od|@) (?=\d)/i;
const UNIT = '(?: ?(?:u[hu]r|uur|u|hrs?|h|horas?|heures?|ore))?';
const CLOCK = new RegExp(
  String.raw`^(\d{1,2})(?:[:.,hu](\d\d))?(?::(\d\d))?(?:${UNIT}| ?([ap])\.? ?m\.?)$`,
  'i',
);
const DIGITS = /^(\d{1,2})(\d\d)$/;
/** The day that programs write before a time without one. */
const NO_DAY = /^(?:1899-12-3[01]|1900-01-0[01])[ T]/;
/** Ends that nobody knows, `8 pm til late`, and whole texts that say so of a time. */
const OPEN = /(?: ?[-–—]| (?:til|till|until|bis|to)) ?(?:late|open end|ende offen|close)$/i;
const UNKNOWN = /^(?:tb[acd]|n\/a|\?+|-+|late|open end|ende offen|close)$/i;

/** → the text of a time as far as somebody knows it; empty where nobody does. */
export function knownTime(sent: string): string {
  const text = sent.trim();
  return text.length > CHARS_MAX ? text : text.replace(UNKNOWN, '').replace(OPEN, '');
}

/** → `HH:MM` or `HH:MM:SS` of a text in a column of times; null when the text is no time. */
export function clockIn(sent: string): string | null {
  if (sent.length > CHARS_MAX) return null;
  const text = easternClock(sent.trim().replace(NO_DAY, '')).trim().replace(FROM, '');
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

const MONTH = /^(\p{L}{3,20}\.?) (\d{1,2}) ?[-–—] ?(\d{1,2})(,? \d{4})$/u;
const ISO = /^(\d{4}-?\d\d-?\d\d[^/ ]*)\/(\d[^/ ]*)$/;
const HOUR = String.raw`\d{1,2}(?:[:.,hu]\d\d)?(?::\d\d)?(?: ?[ap]\.?m\.?|${UNIT})`;
const CLOCKS = new RegExp(
  `^(?:(?:von|from|de|dalle|van|between|tussen) )?(${HOUR}) ?` +
    `(?:[-–—]|bis|to|until|till?|à|a|alle|tot|and|en) ?(${HOUR})$`,
  'i',
);
const TIMED = /^(.*\d)[ ,T|–-]{1,3}((?:(?:von|from) )?\d[^,T]{0,30}(?:[-–—]|bis|to)[^,T]{0,20})$/i;
/** `2027-12-05 09:00-05:00` has an offset. */
const OFFSET = /^\d{4}-.*\d-(?:0\d|1[0-4]):?\d\d$/;
/** Between the days of a span, and between two days that follow each other. */
const BETWEEN = / (?:bis|to|until|till?|through|thru|au|al?|t\/m|tot) | ?[-–—→] ?/gi;
const NEXT = / ?[/&+|·•] ?| (?:und|and|et|y|e|en) /gi;
const OPENING = /^(?:vom|von|from|du|del|dal|van) (?=.*\d)/i;

/** → the two times of day of a text such as `19-21 Uhr`, as `HH:MM`; null for any other text. */
export function clockSpan(text: string): { start: string; end: string } | null {
  const [, opens = '', closes = ''] = text.length > CHARS_MAX ? [] : (CLOCKS.exec(text) ?? []);
  const [start, end] = [clockIn(withHalf(opens, closes)), clockIn(closes)];
  const isTwo = / (?:and|en) /i.test(text) && !/^(?:between|tussen) /i.test(text);
  return start && end && !isTwo ? { start, end } : null;
}

const DOORS =
  '(?<!\\p{L})(?:doors?(?: open)?|einlass|türöffnung|ouverture des portes|portes|zaal open|' +
  'deuren(?: open)?|apertura porte|apertura puertas|puertas|portas)(?!\\p{L})';
const AT_DOORS = ':? ?(?:at |um |ab |à |a |om )?';
/** The doors before their time, or behind it. */
const DOORS_AT = new RegExp(
  `${DOORS}${AT_DOORS}(${HOUR})(?!\\d)|(?<![\\d.:-])(${HOUR}) ${DOORS}(?!${AT_DOORS}\\d)`,
  'iu',
);
const SHOW =
  /(?:show|beginn|starts?|music|concert|konzert|début|spectacle|aanvang|inizio|inicio|início):?/iu;
const SIGNS = /^[ ,;/|()]{1,9}|[ ,;/|()]{1,9}$/g;

/** → a text without the time of its doors, unless it is the only time; null without doors. */
export function doorsIn(sent: string): { text: string; doors: string } | null {
  const found = sent.length > CHARS_MAX ? null : DOORS_AT.exec(sent);
  if (!found) return null;
  const [doors, first, second = ''] = found;
  const parts = [sent.slice(0, found.index), sent.slice(found.index + doors.length)];
  const [before = '', after = ''] = parts.map((part) => part.replace(SHOW, ' ').replace(SIGNS, ''));
  const opens = clockIn(first ?? second);
  const times = [after, before, firstDate(before).slice(11)];
  const [start] = times.flatMap((time) => clockIn(time) ?? clockSpan(time)?.start ?? []);
  if (opens === null || (after !== '' && !start) || (start && start < opens)) return null;
  return { text: `${before} ${start ? after : opens}`.trim(), doors };
}

interface Span {
  start: string;
  end: string;
}

/** → the two texts of a span; null when the text is one time or no time. */
export function spanIn(sent: string): Span | null {
  if (sent.length > CHARS_MAX || PLAIN.test(sent)) return null;
  const text = sent.trim().replace(OPENING, '').replace('<->', ' – ');
  const [, month, from, to, year] = MONTH.exec(text) ?? [];
  if (year !== undefined) return { start: `${month} ${from}${year}`, end: `${month} ${to}${year}` };
  const [, begin, close] = ISO.exec(text) ?? [];
  if (begin !== undefined && close !== undefined) return { start: begin, end: close };
  if (OFFSET.test(text) || dayIn(text) !== null) return null;
  const [, day = '', hours = ''] = TIMED.exec(text) ?? [];
  const clocks = clockSpan(hours);
  if (clocks && dayIn(day) !== null) return { start: `${day} ${clocks.start}`, end: clocks.end };
  return partedBy(text, BETWEEN) ?? partedBy(text, NEXT);
}

/** → the first two parts of a text that are days, the end also a time of day. */
function partedBy(text: string, signs: RegExp): Span | null {
  for (const { 0: sign, index } of text.matchAll(signs)) {
    const [left, right] = [text.slice(0, index), text.slice(index + sign.length)];
    const isApart = sign.startsWith(' ') && sign.endsWith(' ');
    const isTimed = isApart && isDay(left) && clockAlone(right) !== null;
    // A sign before the only time of a day is no span; two times may be two events.
    const isAlone = /[^\p{L}\d ]/u.test(sign) && dayIn(left) !== null;
    if (isTimed && isAlone) return { start: `${left} ${right}`, end: '' };
    if (isTimed && signs !== NEXT) return { start: left, end: right };
    if (!isDay(right)) continue;
    const start = signs === NEXT || !isDay(left) ? completed(left, right) : left;
    const [first, last] = [dayIn(start ?? ''), dayIn(right)];
    // Two days that do not follow each other are no span.
    const isSpan = signs !== NEXT || (first && last && dayAt(first, 1) === last);
    if (start !== null && isSpan) return { start, end: right };
  }
  return null;
}

/** → the day of a span whose month or year stands behind its end: `30.04.`, `5`, `June 30`. */
function completed(left: string, right: string): string | null {
  for (const { index } of right.matchAll(/[ .,/-]/g)) {
    const tail = right.slice(left.endsWith('.') && right[index] === '.' ? index + 1 : index);
    const [first, last] = [dayIn(left + tail), dayIn(right)];
    if (first === null) continue;
    if (last === null || first <= last) return left + tail;
    // A span over the end of a year names the later year alone.
    const year = Number(first.slice(0, 4));
    return (left + tail).replace(String(year), String(year - 1));
  }
  return null;
}

/** → a text that is a day without a time, as `YYYY-MM-DD`, by its first reading; or null. */
function dayIn(text: string): string | null {
  const date = firstDate(text);
  return /^\d{4}-\d\d-\d\d$/.test(date) ? date : null;
}

/** → the first of two hours with the half of the day from the second: `7-9 pm`. */
function withHalf(first: string, second: string): string {
  const half = /([ap])\.?m\.?$/i.exec(second)?.[1]?.toLowerCase();
  if (!half || /m\.?$/i.test(first)) return first;
  const [from, to] = [first, second].map((text) => Number.parseInt(text, 10) % 12);
  const isSame = Number(from) <= Number(to);
  return `${first} ${isSame ? half : half === 'p' ? 'a' : 'p'}m`;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(firstDate(text));
