/** The dates of an event as people read them, on the clock of its own zone. */
import type { Answered } from '../present/answered.js';
import { textOf } from '../present/answered.js';
import { textToSeconds } from '../time/wall-clock.js';
import { isoWithOffset, utcToLocal } from '../time/zones.js';

/** → a formatter of local dates, in the words of the pages. */
const formatter = (parts: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...parts });
  return (local: string): string => format.format(new Date(`${local.slice(0, 10)}T00:00:00Z`));
};

const [day, month] = ['numeric', 'short'] as const;

const longRange = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day, month: 'long' });
const yearRange = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'UTC', day, month: 'long', year: 'numeric' },
});

/** → `14–15 March` of two days, with the year where one is not in that of `today`. */
export function dayRange(from: string, until: string, today: string): string {
  const [first, last] = [from, until].map((local) => new Date(`${local.slice(0, 10)}T00:00:00Z`));
  if (!first || !last || last < first) return `${dayText(from)} – ${dayText(until)}`;
  const isThisYear = [from, until].every((local) => otherYear(local, today) === '');
  return (isThisYear ? longRange : yearRange).formatRange(first, last);
}

/** → `Mon, 23 Nov 2026` of a local date-time. */
export const dayText = formatter({ weekday: 'short', day, month, year: 'numeric' });

const briefDay = formatter({ weekday: 'short', day, month });

/** → `Mon 23 Nov`, with its year where that is not the year of `today`. */
const shortDay = (local: string, today: string): string =>
  briefDay(local) + otherYear(local, today);

/** → `November 2026` of a local date. */
export const monthTitle = formatter({ month: 'long', year: 'numeric' });

/** → `Mon` of a local date. */
export const weekdayTitle = formatter({ weekday: 'short' });

const longDay = formatter({ weekday: 'long', day, month: 'long' });

/** → `Friday 27 November`, with its year where that is not the year of `today`. */
export const dayTitle = (local: string, today: string): string =>
  longDay(local) + otherYear(local, today);

const otherYear = (local: string, today: string): string =>
  local.slice(0, 4) === today.slice(0, 4) ? '' : ` ${local.slice(0, 4)}`;

const clock = (local: string): string => local.slice(11, 16);

/** Which dates are shown, and to whom. */
interface DatesOf {
  event: Answered;
  /** The zone of the reader's day: it is not named. */
  zone: string;
}

/** The dates of an answered event; with `isWhole`, the zone by its name, too. */
export function When({ event, zone, isWhole = false }: DatesOf & { isWhole?: boolean }) {
  const [start, end] = [textOf(event, 'start_date'), textOf(event, 'end_date')];
  const isAllDay = event.all_day === true;
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  const startText = isAllDay ? dayText(start) : `${dayText(start)}, ${clock(start)}`;
  const endText = isAllDay || !isOneDay ? dayText(end) : clock(end);
  const isPoint = isAllDay ? isOneDay : start === end;
  return (
    <>
      <Moment event={event} name="start_date" text={startText} />
      {!isPoint && ' – '}
      {!isPoint && (
        <Moment
          event={event}
          name="end_date"
          text={isAllDay || isOneDay ? endText : `${endText}, ${clock(end)}`}
        />
      )}
      {isAllDay && isOneDay && ', all day'}
      {zoneText({ event, zone }, isWhole)}
    </>
  );
}

interface TimesOf extends DatesOf {
  heading: string | null;
  today: string;
}

/** The times of an answered event in a list: of its days, those that no heading tells. */
export function Times({ event, zone, heading, today }: TimesOf) {
  const [start, end] = [textOf(event, 'start_date'), textOf(event, 'end_date')];
  const isAllDay = event.all_day === true;
  const [startDay, endDay] = [start.slice(0, 10), end.slice(0, 10)];
  // One that ends in the small hours is of the day before.
  const isOneDay = startDay === endDay || (!isAllDay && isWithinHours(start, end, NIGHT_HOURS));
  const hasBegun = heading !== null && heading !== startDay;
  return (
    <p class="times">
      {heading === null && <span class="day">{shortDay(start, today)}</span>}
      {!hasBegun && (isOneDay || !isAllDay) && (
        <strong>
          <Moment event={event} name="start_date" text={isAllDay ? 'All day' : clock(start)} />
        </strong>
      )}
      {!(isAllDay && isOneDay) && start !== end && (
        <span class="until">
          {isOneDay ? '– ' : 'until '}
          <Moment
            event={event}
            name="end_date"
            text={isOneDay ? clock(end) : shortDay(end, today)}
          />
        </span>
      )}
      <span class="until">{zoneText({ event, zone }, false)}</span>
    </p>
  );
}

const NIGHT_HOURS = 15;

const isWithinHours = (start: string, end: string, hours: number): boolean =>
  textToSeconds(end) - textToSeconds(start) <= hours * 3600;

function Moment({ event, name, text }: { event: Answered; name: string; text: string }) {
  return <time dateTime={dateTimeOf(event, name)}>{text}</time>;
}

function dateTimeOf(event: Answered, name: string): string {
  const local = textOf(event, name);
  if (event.all_day === true) return local.slice(0, 10);
  const utc = textOf(event, `utc_${name}`) || undefined;
  return isoWithOffset(local, textOf(event, 'timezone'), utc);
}

/**
 * → ` EST`; whole: ` EST (America/New_York)`; nothing where the reader's clock shows the same,
 * unless one takes part from anywhere. Earlier dates have no abbreviation.
 */
function zoneText({ event, zone }: DatesOf, isWhole: boolean): string {
  if (event.all_day === true) return '';
  const [short, name] = [textOf(event, 'timezone_abbr'), textOf(event, 'timezone')];
  const utc = textOf(event, 'utc_start_date');
  const isHere = utc !== '' && utcToLocal(utc, zone) === textOf(event, 'start_date');
  const isAnywhere = ['online', 'hybrid'].includes(textOf(event, 'attendance_mode'));
  if (isHere && !isAnywhere) return '';
  if (short === '') return ` ${name}`;
  return isWhole && short !== name ? ` ${short} (${name})` : ` ${short}`;
}
