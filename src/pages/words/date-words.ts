/** Dates, times, distances, prices in a language. Local dates are `YYYY-MM-DD HH:MM:SS`. */

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
  /** The text between the ends of a span: of times on a day, and of days. */
  between: Readonly<Record<'times' | 'days', string>>;
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
  const writer = (parts: Intl.DateTimeFormatOptions) => {
    const format = formatOf(parts);
    const write = remembered((date) => format.format(atUtc(date)));
    return (local: string): string => write(local.slice(0, 10));
  };
  const either = (parts: Intl.DateTimeFormatOptions) => {
    const [near, far] = [writer(parts), writer({ ...parts, year })];
    return (local: string, today: string): string => (isSameYear(local, today) ? near : far)(local);
  };
  const ranges = (parts: Intl.DateTimeFormatOptions) => {
    const format = formatOf(parts);
    return remembered((days) => {
      const [first = '', last = ''] = days.split(' ');
      return format.formatRange(atUtc(first), atUtc(last));
    });
  };
  const [near, far] = [ranges({ day, month: 'long' }), ranges({ day, month: 'long', year })];
  const full = writer({ weekday: 'short', day, month, year });
  const timeFormat = formatOf({ timeStyle: 'short' });
  // An hour has as many digits with a day as alone.
  const [hour] = partsOf(timeFormat.formatToParts(NOON - 3 * HOUR_MS), 'hour');
  const clock = { hour: hour?.length === 2 ? '2-digit' : 'numeric', minute: '2-digit' } as const;
  const moment = formatOf({ weekday: 'short', day, month, year, ...clock });
  const betweenIn = (format: Intl.DateTimeFormat, ms: number): string => {
    const parts = format.formatRangeToParts(NOON, NOON + ms);
    const ends = parts.findIndex(({ source }) => source === 'endRange');
    // Japanese has the word for minutes there, too.
    return parts[ends - 1]?.value.replace(/\p{L}/gu, '') ?? ' – ';
  };
  const zone = remembered((text) => {
    const [timeZone = '', date = '', time] = text.split(' ');
    return zoneName(locale, timeZone, atUtc(date, time));
  });
  const time = remembered((text) => timeFormat.format(atUtc('2000-01-01', text)));
  const units = new Map<string, Intl.NumberFormat>();
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
    moment: (local) => moment.format(atUtc(local.slice(0, 10), local.slice(11, 16))),
    time: (local) => time(local.slice(11, 16)),
    between: { times: betweenIn(timeFormat, HOUR_MS), days: betweenIn(moment, 72 * HOUR_MS) },
    zone: (name, utc) => zone(`${name} ${utc.slice(0, 16)}`),
    distance: ofNumbers((value, unit) => {
      const format = units.get(unit) ?? unitFormat(locale, unit);
      units.set(unit, format);
      return format.format(value);
    }),
    price: ofNumbers((value, currency) => priceFormat(locale, currency).format(value)),
  };
}

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

/** Most texts that a writer remembers: any number may be sent. */
const TEXTS_MAX = 1000;

/** → the same writer, which remembers its last texts: pages have the same few again and again. */
function remembered(write: (text: string) => string) {
  const texts = new Map<string, string>();
  return (from: string): string => {
    const text = texts.get(from) ?? write(from);
    if (texts.size >= TEXTS_MAX) texts.clear();
    texts.set(from, text);
    return text;
  };
}

/** → the same of numbers with a unit. */
function ofNumbers(write: (value: number, unit: string) => string) {
  const read = remembered((key) => {
    const [value = '', unit = ''] = key.split(' ');
    return write(Number(value), unit);
  });
  return (value: number, unit: string): string => read(`${value} ${unit}`);
}

const atUtc = (date: string, time = '00:00'): Date => new Date(`${date}T${time}:00Z`);

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
