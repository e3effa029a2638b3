/** Dates, times and distances as a language writes them. Local dates are `YYYY-MM-DD HH:MM:SS`. */

/** The writers of one language. */
export interface DateWords {
  /** → `Mon, 23 Nov 2026`. */
  day: (local: string) => string;
  /** → `Mon 23 Nov`, with its year where that is not the year of `today`. */
  short: (local: string, today: string) => string;
  /** → `Friday 27 November`, with its year where that is not the year of `today`. */
  long: (local: string, today: string) => string;
  /** → `14–15 March` of two days, with the year where one is not in that of `today`. */
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
  /** → `3.2 km`. */
  distance: (value: number, unit: string) => string;
}

const UTC = { timeZone: 'UTC' } as const;
const [day, month, year] = ['numeric', 'short', 'numeric'] as const;

/** → the writers of a locale. */
export function dateWords(locale: string): DateWords {
  const formatOf = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...UTC, ...parts });
  const writer = (parts: Intl.DateTimeFormatOptions) => {
    const format = formatOf(parts);
    return (local: string): string => format.format(atUtc(local.slice(0, 10)));
  };
  const either = (parts: Intl.DateTimeFormatOptions) => {
    const [near, far] = [writer(parts), writer({ ...parts, year })];
    return (local: string, today: string): string => (isSameYear(local, today) ? near : far)(local);
  };
  const [near, far] = [formatOf({ day, month: 'long' }), formatOf({ day, month: 'long', year })];
  const full = writer({ weekday: 'short', day, month, year });
  const time = formatOf({ timeStyle: 'short' });
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const moment = formatOf({ weekday: 'short', day, month, year, ...clock });
  const units = new Map<string, Intl.NumberFormat>();
  return {
    day: full,
    short: either({ weekday: 'short', day, month }),
    long: either({ weekday: 'long', day, month: 'long' }),
    range(from, until, today) {
      const [first, last] = [atUtc(from.slice(0, 10)), atUtc(until.slice(0, 10))];
      if (last < first) return `${full(from)} – ${full(until)}`;
      const isNear = isSameYear(from, today) && isSameYear(until, today);
      return (isNear ? near : far).formatRange(first, last);
    },
    month: writer({ month: 'long', year }),
    weekday: writer({ weekday: 'short' }),
    weekdayName: writer({ weekday: 'long' }),
    monthDay: writer({ day, month: 'long' }),
    full: writer({ dateStyle: 'long' }),
    moment: (local) => moment.format(atUtc(local.slice(0, 10), local.slice(11, 16))),
    time: (local) => time.format(atUtc(local.slice(0, 10), local.slice(11, 16))),
    distance(value, unit) {
      const format = units.get(unit) ?? unitFormat(locale, unit);
      units.set(unit, format);
      return format.format(value);
    },
  };
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

const UNITS: Readonly<Record<string, string>> = { mi: 'mile', m: 'meter' };
