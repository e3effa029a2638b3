/**
 * Days in files → dates for validation. `12/05/2026` is ambiguous: other rows of the file, or the
 * user, show its form. Contract 16.2.
 */
import { foldText } from '../../lib/text/words.js';
import { parseDateTime } from '../../time/date-times.js';
import {
  isCalendarDate,
  secondsPerDay,
  secondsToText,
  textToSeconds,
} from '../../time/wall-clock.js';

/** The part that comes first, the day or the month. */
export type DayForm = 'dmy' | 'mdy';

/** A text as a date; or the reason of its fault; or a day of two readings (`dmy`, `mdy`). */
export type ReadDay = { date: string } | { reason: string } | Readings;

interface Readings {
  dmy: string | null;
  mdy: string | null;
}

/** A time of day after a day: `20h30`, `19.30 Uhr`, `8 p.m.`. */
const CLOCK = /[ ,T]{1,3}(\d{1,2})(?:[:.](\d\d)(?: ?(?:u[hu]r|hs?))?| ?u[hu]r| ?h(?: ?(\d\d))?)$/i;
/** The text between a day and its time. */
const AT = /[ ,]{1,3}(?:(?:um|ab|from|at|à|às|a las|alle|ore|om|kl|klo|godz|г)\.?|@),? (?=\d)/i;
const HALF = /(\d) ?([ap])\. ?m\.$/i;
const POINTED = /(\d)\.(\d\d ?[ap]\.? ?m)/i;
const NOON = /[ ,]{1,3}(?:12 )?noon$/i;
const WHOLE_DAY =
  / (?:ganztägig|ganztags|all[- ]day|toute la journée|todo el día|tutto il giorno)$/i;
/** Zones after a time: `GMT`, `GMT-0500 (Eastern Standard Time)`, the zones of RFC 5322. */
const ZONE = new RegExp(
  ' ?(?:(GMT|UTC|EST|EDT|CST|CDT|MST|MDT|PST|PDT|CET|CEST)?([+-]\\d\\d:?\\d\\d)?)' +
    '(?: ?\\([^()]*\\))?$',
);
/** `(GMT+2)`, as Notion writes it. */
const HOURS = / ?\((?:GMT|UTC)([+-])(\d{1,2})\)$/;
const ZONES: Readonly<Record<string, string>> = {
  ...{ GMT: 'Z', UTC: 'Z', EST: '-05:00', EDT: '-04:00', CST: '-06:00', CDT: '-05:00' },
  ...{ MST: '-07:00', MDT: '-06:00', PST: '-08:00', PDT: '-07:00', CET: '+01:00', CEST: '+02:00' },
};
const ZONED_HALF = /(\d{1,2}):(\d\d)(:\d\d)? ?([ap])m$/i;
const WEEKDAY = /^\p{L}{2,}\.?,? +(?=\d{1,4}[./-])/u;
/** Longer texts are no dates. */
const CHARS_MAX = 80;

const YEAR_FIRST = /^(\d{4})[./](\d{1,2})[./](\d{1,2})(?=$|[ T])/;
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?=$|[ ,T])/;
/** A year of two digits is one where the day comes first without doubt. */
const YEAR_SHORT = /^(\d{1,2}\.\d{1,2}\.)(\d\d)(?=$|[ ,T])/;
/** `5. 12. 2026` */
/** Polish puts a sign behind the year: `5 marca 2027 r.` */
const YEAR_SIGN = /(\d{4}) r\.(?=$|[ ,])/;
const SPACED = /^(\d{1,2}\.) +(\d{1,2}\.) +(?=\d\d)/;
/** `2026年12月5日（土）午後7時30分`, `2026년 12월 5일 오후 7시`; weekdays in brackets of any language. */
const EASTERN_DAY = /^(\d{4})(?: ?[年년] ?|\. )(\d{1,2})(?: ?[月월] ?|\. )(\d{1,2})(?: ?[日일]|\.)/;
const EASTERN_CLOCK = /(\d{1,2}) ?[時时點点시](?: ?(\d{1,2}) ?[分분])?/;
const EASTERN_HALF = /(?:午前|上午|오전|(午後|下午|오후)) *(\d{1,2}:\d\d)$/;
const BRACKETED = / ?[(（]\p{L}{1,3}[)）] ?/u;
/** `5. Dezember 2026`, `Saturday, Dec 5th, 2026`, `5-Dec-26`, `5 de diciembre de 2026`. */
const NAMED = new RegExp(
  String.raw`^(?:\p{L}{2,}\.?,? +)?` +
    String.raw`(?:(\d{1,2})(?:\.|st|nd|rd|th|er)?[ /-](?:de )?(\p{L}{3,})\.?|` +
    String.raw`(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,?)[ /-](?:de )?(\d{4}|\d\d)(?=$|[ ,])`,
  'iu',
);
/** A date as the interface takes it. */
export const PLAIN = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?|T\d\d:\d\d:\d\d)?$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** → the day of a text; `{date}` of the same text in any other form. */
export function readDay(sent: string): ReadDay {
  const text = PLAIN.test(sent) ? sent : written(sent);
  const [, year = '', month = '', day = '', hour, minute, second = '00', utc = ''] =
    COMPACT.exec(text) ?? [];
  const date = dateOf(year, month, day);
  if (date !== null) {
    return { date: hour === undefined ? date : `${date}T${hour}:${minute}:${second}${utc}` };
  }
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return momentOf(text);
  const first = YEAR_FIRST.exec(text);
  if (first) return withRest(text, first[0], dateOf(first[1], first[2], first[3]));
  const last = YEAR_LAST.exec(text);
  if (!last) return { date: text };
  const [whole, half, sign, two, ofYear] = last;
  const [dmy, mdy] = [dateOf(ofYear, two, half), dateOf(ofYear, half, two)];
  // With points between them, the day comes first.
  if (sign === '.' || dmy === mdy) return withRest(text, whole, dmy);
  const rest = text.slice(whole.length).replace(/^,/, '');
  return { dmy: dmy && dmy + rest, mdy: mdy && mdy + rest };
}

/** → the date of a text by its first reading, the text in any other form; empty for no date. */
export function firstDate(text: string): string {
  const day = readDay(text);
  return 'date' in day ? day.date : 'dmy' in day ? (day.dmy ?? day.mdy ?? '') : '';
}

const withRest = (text: string, start: string, date: string | null): ReadDay =>
  date === null
    ? { reason: `is no date: "${text}"` }
    : { date: date + text.slice(start.length).replace(/^,/, '') };

/** → the text with a month as a number, a year of four digits, and the time as clocks show it. */
function written(text: string): string {
  if (text.length > CHARS_MAX) return text;
  const clocked = easternClock(
    inZone(text).replace(EASTERN_DAY, '$1/$2/$3 ').replace(BRACKETED, ' '),
  )
    .replace(/ {2,}/g, ' ')
    .trim()
    .replace(YEAR_SIGN, '$1')
    .replace(SPACED, '$1$2')
    .replace(WEEKDAY, '')
    .replace(WHOLE_DAY, '')
    .replace(NOON, ' 12:00')
    .replace(AT, ' ')
    .replace(POINTED, '$1:$2')
    .replace(
      CLOCK,
      (_, hour, minute, other) => ` ${hour.padStart(2, '0')}:${minute ?? other ?? '00'}`,
    )
    .replace(HALF, '$1 $2m')
    .replace(YEAR_SHORT, '$120$2');
  const numbered = clocked.replace(NAMED, (whole, day, month, first, second, year) => {
    const number = monthNumbers().get(foldText(month ?? first));
    if (!number) return whole;
    return `${year.length === 2 ? `20${year}` : year}-${pad(number)}-${pad(day ?? second)}`;
  });
  return numbered.replace(/^(\d{4}-\d\d-\d\d), */, '$1 ');
}

/** → the text with a clock of Chinese, Japanese or Korean as others write it. */
export const easternClock = (text: string): string =>
  text
    .replace(EASTERN_CLOCK, (_, hour, minute = '') => ` ${hour}:${minute.padStart(2, '0')}`)
    .replace(EASTERN_HALF, (_, isPast, clock) => ` ${clock} ${isPast ? 'pm' : 'am'}`);

/** → the text with its zone as an offset; a time before an offset has 24 hours. */
function inZone(sent: string): string {
  const text = sent.replace(HOURS, (_, sign, hours) => ` GMT${sign}${pad(hours)}:00`);
  const [whole = '', name = '', offset = ZONES[name]] = ZONE.exec(text) ?? [];
  if (offset === undefined || name + offset === '') return text;
  const local = text.slice(0, text.length - whole.length);
  // Validation reads an offset after 24 hours.
  if (whole.trim() === offset && !ZONED_HALF.test(local)) return text;
  if (!/\d:\d\d|\d ?[ap]m$/i.test(local)) return text;
  return `${local.replace(ZONED_HALF, (_, hour, minute, second = '', half) => {
    const past = half.toLowerCase() === 'p' ? 12 : 0;
    return `${pad((Number(hour) % 12) + past)}:${minute}${second}`;
  })}${offset}`;
}

const pad = (number: number | string): string => String(number).padStart(2, '0');

/** The languages whose names of months are known. */
const LANGUAGES = 'en de fr es it pt nl sv da nb fi pl cs hu ru uk el tr'.split(' ');
let months: Map<string, number> | null = null;

/** → months by their names and short names, folded. No two languages differ in one. */
function monthNumbers(): ReadonlyMap<string, number> {
  if (months) return months;
  months = new Map();
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      const names = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
      for (let at = 0; at < 12; at += 1) {
        const parts = names.formatToParts(Date.UTC(2026, at, 5));
        const { value = '' } = parts.find(({ type }) => type === 'month') ?? {};
        months.set(foldText(value).replace('.', ''), at + 1);
      }
    }
  }
  return months;
}

function dateOf(year = '', month = '', day = ''): string | null {
  if (!isCalendarDate(Number(year), Number(month), Number(day))) return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Seconds or milliseconds since 1970, of the years 2000 to 2126; a year is no date. */
function momentOf(text: string): ReadDay {
  const number = Number(text);
  const ms = number > 1e11 ? number : number * 1000;
  const year = ms < 8e15 ? new Date(ms).getUTCFullYear() : 0;
  const isOfSheet = number > 30_000 && number < 80_000;
  const as = isOfSheet ? 'no date but a number of a spreadsheet; format its column' : 'no date';
  if (number < 1e8 || year < 2000 || year > 2126) return { reason: `is ${as}: "${text}"` };
  return { date: new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z') };
}

/** The forms that the days of a file allow; rows are given in their order. */
export function openForms(given: DayForm | undefined) {
  const allowed = new Set<DayForm>(given ? [given] : ['dmy', 'mdy']);
  return {
    /** Notes the form shown by an ambiguous day. */
    note({ dmy, mdy }: Readings): void {
      if (given) return;
      if (dmy === null && mdy !== null) allowed.delete('dmy');
      if (mdy === null && dmy !== null) allowed.delete('mdy');
    },
    /** → the date that a day means, or why nobody can say. */
    choose(text: string, readings: Readings): { date: string } | { reason: string } {
      const { dmy, mdy } = readings;
      const [form] = allowed;
      if (allowed.size === 1 && form !== undefined) {
        const date = readings[form];
        return date === null ? { reason: `is no date as ${form}: "${text}"` } : { date };
      }
      const alone = dmy === null ? mdy : mdy === null ? dmy : null;
      if (alone !== null) return { date: alone };
      if (dmy === null || mdy === null) return { reason: `is no date: "${text}"` };
      const both = allowed.size === 0 ? 'the file has days of both forms' : 'no row shows which';
      return {
        reason: `"${text}" is ${dmy} (dmy) or ${mdy} (mdy): ${both}; name the form (dates)`,
      };
    },
  };
}

/** → whether a text that this file wrote is a date-time of the interface. */
export const isReadable = (date: string): boolean =>
  parseDateTime(date, { zone: 'UTC', nowMs: 0 }) !== null;

/** → the day some days later; a day that no month has stays, and is refused with its row. */
export function dayAt(day: string, days: number): string {
  const seconds = textToSeconds(`${day} 00:00:00`);
  return Number.isNaN(seconds) ? day : secondsToText(seconds + days * secondsPerDay).slice(0, 10);
}
