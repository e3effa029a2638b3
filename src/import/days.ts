/**
 * Days as files write them → dates that validation reads. `12/05/2026` is one of two days: which
 * one, the other rows of the file show, or who loads it says. Contract 16.2.
 */
import { isCalendarDate } from '../time/wall-clock.js';

/** Which comes first, the day or the month. */
export type DayForm = 'dmy' | 'mdy';

/** A text as a date; or why it is none; or a day of two readings (`dmy`, `mdy`). */
export type ReadDay = { date: string } | { reason: string } | Readings;

interface Readings {
  dmy: string | null;
  mdy: string | null;
}

const YEAR_FIRST = /^(\d{4})[./](\d{1,2})[./](\d{1,2})(?=$|[ T])/;
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?=$|[ ,T])/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z?))?$/;

/** → what a text says; `{date}` of the same text where it is none of these forms. */
export function readDay(text: string): ReadDay {
  const [, year = '', month = '', day = '', hour, minute, second = '00', utc] =
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
  const [whole, one, sign, two, ofYear] = last;
  const [dmy, mdy] = [dateOf(ofYear, two, one), dateOf(ofYear, one, two)];
  // Where points stand between them, the day comes first.
  if (sign === '.' || dmy === mdy) return withRest(text, whole, dmy);
  const rest = text.slice(whole.length).replace(/^,/, '');
  return { dmy: dmy && dmy + rest, mdy: mdy && mdy + rest };
}

const withRest = (text: string, start: string, date: string | null): ReadDay =>
  date === null ? { reason: `is no date: "${text}"` } : { date: date + text.slice(start.length) };

function dateOf(year = '', month = '', day = ''): string | null {
  if (!isCalendarDate(Number(year), Number(month), Number(day))) return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Seconds or milliseconds since 1970, of the years 2000 to 2126; a year is no date. */
function momentOf(text: string): ReadDay {
  const number = Number(text);
  const ms = number > 1e11 ? number : number * 1000;
  const year = ms < 8e15 ? new Date(ms).getUTCFullYear() : 0;
  if (number < 1e8 || year < 2000 || year > 2126) return { reason: `is no date: "${text}"` };
  return { date: new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z') };
}

/** Which forms the days of a file allow; rows are given in their order. */
export function openForms(given: DayForm | undefined) {
  const allowed = new Set<DayForm>(given ? [given] : ['dmy', 'mdy']);
  return {
    /** Notes what a day that could be two shows. */
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
