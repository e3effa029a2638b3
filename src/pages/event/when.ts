/**
 * The time of a page's list, read once from the parameters of its URL: coming, past, days, or a
 * month. Its parameters for lists, links and feeds come from here. Contract 26.1.
 */
import type { JsonObject } from '../../kinds/record.js';
import { omit } from '../../lib/omit.js';

/** Days with a name, in the order of the choices. */
export const DAY_NAMES = ['today', 'tonight', 'tomorrow', 'weekend', 'week'] as const;
/** A name of these. */
export type DayName = (typeof DAY_NAMES)[number];

/** When a list is. */
export interface When {
  is: 'any' | 'past' | 'days' | 'month';
  /** Of days: their name, if they have one. */
  name: DayName | null;
  /** Of days: the first and the last, as date words of the interface; `""`: open. */
  from: string;
  until: string;
  /** Of a month: `2026-12`; `""`: the present one. */
  month: string;
  /** Only running events, which began before. */
  isRunning: boolean;
  /** Parameters of dates as they were sent. */
  sent: Readonly<Record<string, string>>;
}

/** The parameters of days with a name. */
const NAMED: Readonly<Record<DayName, Readonly<Record<string, string>>>> = {
  today: { overlaps: 'today,today' },
  tonight: { day: 'tonight' },
  tomorrow: { overlaps: 'tomorrow,tomorrow' },
  weekend: { overlaps: 'weekend,weekend' },
  week: { overlaps: 'today,+6 days' },
};

/** The parameters of the past. */
const PAST = { ends_before: 'now', strict_dates: 'true', order: 'desc' } as const;

/** How far back subscriptions go: past events do not vanish from people's calendars. */
const BACK = '-14 days';

/** The last day that lists know. */
const FOREVER = '9999-12-31';

/** Parts of a day that are tonight, in feeds. */
const EVENING = 'evening,night';

const SHARP = ['starts_before', 'starts_after', 'ends_before', 'ends_after'];

/** Parameters that choose days. */
const DAYS = ['overlaps', 'day', 'start_date', 'end_date', ...SHARP];

/** All parameters of dates. */
export const DATES = [...DAYS, 'part', 'clock', 'strict_dates', 'running'];

/** → the time of the parameters of a URL. The parameters of a feed mean the time of its page. */
export function readWhen(texts: Readonly<Record<string, string>>): When {
  const sent = Object.fromEntries(Object.entries(texts).filter(([name]) => DATES.includes(name)));
  const { overlaps = '', day = '', start_date = '', end_date = '' } = sent;
  const [first = '', last = ''] = overlaps.split(',');
  const when = {
    name: nameOf(sent),
    from: first || day || start_date,
    until: (last || day || end_date).replace(FOREVER, ''),
    month: '',
    // A month shows them as a line.
    isRunning: sent.running === 'only' && texts.view !== 'month',
    sent,
  };
  if (texts.view === 'month') return { ...when, is: 'month', month: texts.month ?? '' };
  if (sent.ends_before !== undefined) return { ...when, is: 'past' };
  const chosen = DAYS.filter((name) => sent[name] !== undefined);
  const isAny = chosen.every((name) => name === 'ends_after') && isOpen(sent.ends_after);
  return { ...when, is: isAny ? 'any' : 'days' };
}

const isOpen = (after: string | undefined): boolean =>
  after === undefined || after === 'now' || after === BACK;

function nameOf({ overlaps, day, part }: Readonly<Record<string, string>>): DayName | null {
  if (day === 'today' && part === EVENING) return 'tonight';
  if (overlaps === `${BACK},today` && part === EVENING) return 'tonight';
  // A feed ends as its page, and begins earlier.
  const moved = (dates: string | undefined) => dates?.replace(/^[^,]*,/, `${BACK},`);
  const name = DAY_NAMES.find((one) => {
    const { overlaps: dates, day: named } = NAMED[one];
    if (named !== undefined) return named === day;
    return overlaps !== undefined && (overlaps === dates || overlaps === moved(dates));
  });
  return name ?? null;
}

/** → the changes of a link that leads to days with a name; null: to any. */
export const toDays = (name: DayName | null): Record<string, string | null> => ({
  ...ANY_TIME,
  ...(name ? NAMED[name] : {}),
});

/** The changes of a link that removes dates: to coming events. The past has its own order. */
export const ANY_TIME: Readonly<Record<string, null>> = Object.fromEntries(
  [...DATES, 'view', 'month', 'order'].map((name) => [name, null]),
);

/** The changes of a link that leads to the past. */
export const TO_PAST: Readonly<Record<string, string | null>> = { ...ANY_TIME, ...PAST };

/** The changes of a link to the days from one to another. */
export const toSpan = (from: string, until: string): Record<string, string | null> => ({
  ...ANY_TIME,
  overlaps: `${from || 'today'},${until || FOREVER}`,
});

/** → the parameters of a page's list. `month` is the first and last day of a month. */
export function listDates(when: When, month: readonly [string, string] | null): JsonObject {
  const dates = { clock: 'local', ...datesOf(when, month) };
  // Running events need a first moment, before which they began.
  const hasStart = ['ends_after', 'overlaps', 'day', 'start_date', 'starts_after'].some(
    (name) => name in dates,
  );
  if (!hasStart || when.is === 'past') return dates;
  return { ...dates, running: when.isRunning ? 'only' : 'hide' };
}

function datesOf({ is, sent }: When, month: readonly [string, string] | null): JsonObject {
  const dates = omit(sent, ['running']);
  if (month) return { overlaps: month.join(',') };
  if (is === 'any') return { ...dates, ends_after: 'now', strict_dates: 'true' };
  if (is === 'past') {
    // For past events of some days, all of the last day is meant.
    const isWhole = 'overlaps' in dates || 'end_date' in dates;
    return { order: PAST.order, ...(isWhole ? omit(dates, ['strict_dates']) : dates) };
  }
  const { start_date, end_date } = dates;
  return {
    ...dates,
    ...(start_date && !end_date ? { starts_before: '9999-12-30' } : {}),
    ...(end_date && Object.keys(dates).every((name) => name === 'end_date' || !DAYS.includes(name))
      ? { overlaps: `today,${FOREVER}` }
      : {}),
  };
}

/** → the dates of a page's feeds: as shown, with running events, from 14 days ago on. */
export function feedDates(when: When, month: readonly [string, string] | null): JsonObject {
  const dates = omit(listDates(when, month), ['running']);
  if (when.isRunning) return { ...dates, running: 'only' };
  if (when.is === 'any') return { ...dates, ends_after: BACK };
  if (!when.name || month) return dates;
  if (when.name === 'tonight') {
    return { ...omit(dates, ['day']), overlaps: `${BACK},today`, part: EVENING };
  }
  return { ...dates, overlaps: `${BACK},${NAMED[when.name].overlaps?.split(',')[1]}` };
}
