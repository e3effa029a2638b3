/** Dates, times, distances, prices in a language. Local dates are `YYYY-MM-DD HH:MM:SS`. */
import { remembered } from '../../lib/remember.js';

/** The writers of one language. */
export interface DateWords {
  /** → `Mon, 23 Nov 2026`. */
  day: (local: string) => string;
  /** → `Mon 23 Nov`, with its year if it differs from the year of `today`. */
  short: (local: string, today: string) => string;
  /** → `Friday 27 November`, with its year where `today` is of another year, or `""`. */
  long: (local: string, today: string) => string;
  /** → `14–15 March`, with the year if either day is outside the year of `today`. */
  range: (from: string, until: string, today: string) => string;
  /** → `November 2026`. */
  month: (local: string) => string;
  /** → `Mon`. */
  weekday: (local: string) => string;
  /** → `Monday`. */
  weekdayName: (local: string) => string;
  /** → `23 November`. */
  monthDay: (local: string) => string;
  /** → `23 November 2026`. */
  full: (local: string) => string;
  /** → `Mon, 23 Nov 2026, 19:00`. */
  moment: (local: string) => string;
  /** → `19:00`. */
  time: (local: string) => string;
  /** The text between two times of a day. */
  between: string;
  /** → the ends of a span of days, or of moments: `Fri, 27 Nov – ` and `Sun, 29 Nov 2026`. */
  span: (local: { from: string; until: string }, isOfDays: boolean) => [string, string];
  /** → a zone at a moment in UTC: `CET`; where its letters are not usual, `Jordan Time`. */
  zone: (zone: string, utc: string) => string;
  /** → `3.2 km`. */
  distance: (value: number, unit: string) => string;
  /** → `€20`, `€4.50`, of an ISO 4217 code. */
  price: (value: number, currency: string) => string;
}

const UTC = { timeZone: 'UTC' } as const;
const [day, month, year] = ['numeric', 'short', 'numeric'] as const;

/** → the writers of a locale. */
export function dateWords(locale: string): DateWords {
  const formatOf = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...UTC, ...parts });
  const first = FIRST[new Intl.Locale(locale).language] ?? '1';
  const written = (parts: readonly Intl.DateTimeFormatPart[]): string =>
    parts
      .map(({ type, value }) => (type === 'day' && value === '1' ? first : value))
      .join('')
      // As format() writes the space before AM.
      .replaceAll('\u202f', ' ');
  const writer = (parts: Intl.DateTimeFormatOptions) => {
    const format = formatOf(parts);
    const write = remembered((date: string) => written(format.formatToParts(atUtc(date))));
    return (local: string): string => write(local.slice(0, 10));
  };
  const either = (parts: Intl.DateTimeFormatOptions) => {
    const [near, far] = [writer(parts), writer({ ...parts, year })];
    return (local: string, today: string): string => (isSameYear(local, today) ? near : far)(local);
  };
  const ranges = (parts: Intl.DateTimeFormatOptions) => {
    const format = formatOf(parts);
    return remembered((days: string) => {
      const [first = '', last = ''] = days.split(' ');
      return written(format.formatRangeToParts(atUtc(first), atUtc(last)));
    });
  };
  const [near, far] = [ranges({ day, month: 'long' }), ranges({ day, month: 'long', year })];
  const fullDay = { weekday: 'short', day, month, year } as const;
  const full = writer(fullDay);
  const timeFormat = formatOf({ timeStyle: 'short' });
  // An hour has as many digits with a day as alone.
  const [hour] = partsOf(timeFormat.formatToParts(NOON - 3 * HOUR_MS), 'hour');
  const clock = { hour: hour?.length === 2 ? '2-digit' : 'numeric', minute: '2-digit' } as const;
  const [dayFormat, moment] = [formatOf(fullDay), formatOf({ ...fullDay, ...clock })];
  const times = timeFormat.formatRangeToParts(NOON, NOON + HOUR_MS);
  const zone = remembered((text: string) => {
    const [timeZone = '', date = '', time] = text.split(' ');
    return zoneName(locale, timeZone, atUtc(date, time));
  });
  const time = remembered((text: string) => timeFormat.format(atUtc('2000-01-01', text)));
  return {
    day: full,
    short: either({ weekday: 'short', day, month }),
    long: either({ weekday: 'long', day, month: 'long' }),
    range(from, until, today) {
      const [first, last] = [from.slice(0, 10), until.slice(0, 10)];
      if (last < first) return `${full(from)} – ${full(until)}`;
      const isNear = isSameYear(from, today) && isSameYear(until, today);
      return (isNear ? near : far)(`${first} ${last}`);
    },
    month: writer({ month: 'long', year }),
    weekday: writer({ weekday: 'short' }),
    weekdayName: writer({ weekday: 'long' }),
    monthDay: writer({ day, month: 'long' }),
    full: writer({ dateStyle: 'long' }),
    moment: (local) => written(moment.formatToParts(momentOf(local))),
    time: (local) => time(local.slice(11, 16)),
    // Japanese has the word for minutes there, too.
    between: times[endIn(times) - 1]?.value.replace(/\p{L}/gu, '') ?? ' – ',
    span({ from, until }, isOfDays) {
      const format = isOfDays ? dayFormat : moment;
      const parts = format.formatRangeToParts(momentOf(from), momentOf(until));
      const end = endIn(parts);
      return [written(parts.slice(0, end)), written(parts.slice(end))];
    },
    zone: (name, utc) => zone(`${name} ${utc.slice(0, 16)}`),
    distance: ofNumbers((value, unit) => unitFormat(locale, unit).format(value)),
    price: ofNumbers((value, currency) => priceFormat(locale, currency).format(value)),
  };
}

/** The first day of a month, where a language does not write its number. */
const FIRST: Readonly<Record<string, string>> = { fr: '1er' };

/** → the place of the end among the parts of a range. */
const endIn = (parts: readonly Intl.DateTimeRangeFormatPart[]): number =>
  parts.findIndex(({ source }) => source === 'endRange');

const NOON = Date.UTC(2026, 2, 10, 12);
const HOUR_MS = 3600_000;

const partsOf = (parts: readonly Intl.DateTimeFormatPart[], type: string): string[] =>
  parts.flatMap((part) => (part.type === type ? part.value : []));

/** → `MEZ` where a language has letters for a zone, else `Jordanien (Ortszeit)`. */
function zoneName(locale: string, timeZone: string, at: Date): string {
  const named = (timeZoneName: 'short' | 'shortGeneric'): string => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName });
    return partsOf(format.formatToParts(at), 'timeZoneName')[0] ?? timeZone;
  };
  const short = named('short');
  return /\d/.test(short) ? named('shortGeneric') : short;
}

/** → the same writer, which remembers its last texts: pages have the same few again and again. */
function ofNumbers(write: (value: number, unit: string) => string) {
  const read = remembered((key: string) => {
    const [value = '', unit = ''] = key.split(' ');
    return write(Number(value), unit);
  });
  return (value: number, unit: string): string => read(`${value} ${unit}`);
}

const atUtc = (date: string, time = '00:00'): Date => new Date(`${date}T${time}:00Z`);

const momentOf = (local: string): Date => atUtc(local.slice(0, 10), local.slice(11, 16));

const isSameYear = (local: string, today: string): boolean =>
  local.slice(0, 4) === today.slice(0, 4);

const unitFormat = (locale: string, unit: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[unit] ?? 'kilometer',
    maximumFractionDigits: 1,
  });

const priceFormat = (locale: string, currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    trailingZeroDisplay: 'stripIfInteger',
  } as Intl.NumberFormatOptions);

const UNITS: Readonly<Record<string, string>> = { mi: 'mile', m: 'meter' };
