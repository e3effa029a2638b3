/** The dates of an event as people read them, on the clock of its own zone. */
import type { Answered } from '../../present/answered.js';
import { textOf } from '../../present/answered.js';
import { textToSeconds } from '../../time/wall-clock.js';
import { isoWithOffset, utcToLocal } from '../../time/zones.js';
import { type Language, useLanguage } from '../words/language.js';

/** The shown dates, and their reader. */
interface DatesOf {
  event: Answered;
  /** The zone of the reader's day: it is not named. */
  zone: string;
}

/** The dates of an answered event. */
export function When({ event, zone }: DatesOf) {
  const language = useLanguage();
  const { dates, parts } = language;
  const [start, end] = [textOf(event, 'start_date'), textOf(event, 'end_date')];
  const isAllDay = event.all_day === true;
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  const isPoint = isAllDay ? isOneDay : start === end;
  const [startText, endText] = isOneDay
    ? [isAllDay ? dates.day(start) : dates.moment(start), dates.time(end)]
    : dates.span({ from: start, until: end }, isAllDay);
  const first = <Moment event={event} name="start_date" text={startText} />;
  return (
    <>
      {isAllDay && isOneDay ? parts('dates.dayAllDay', { day: first }) : first}
      {!isPoint && isOneDay && dates.between}
      {!isPoint && <Moment event={event} name="end_date" text={endText} />}
      {zoneText({ event, zone }, language)}
    </>
  );
}

interface TimesOf extends DatesOf {
  heading: string | null;
  today: string;
}

/** The times of an answered event in a list, without the day of the heading. */
export function Times({ event, zone, heading, today }: TimesOf) {
  const language = useLanguage();
  const { dates, text, parts } = language;
  const [start, end] = [textOf(event, 'start_date'), textOf(event, 'end_date')];
  const isAllDay = event.all_day === true;
  const [startDay, endDay] = [start.slice(0, 10), end.slice(0, 10)];
  // An event that ends in the small hours belongs to the day before.
  const isOneDay = startDay === endDay || (!isAllDay && isWithinHours(start, end, NIGHT_HOURS));
  const zoneOf = zoneText({ event, zone }, language);
  const isOn = startDay < today && endDay >= today;
  // Without a day above it, a running event shows only its end, too.
  const hasBegun = !isOneDay && (heading === null ? isOn : heading !== startDay);
  return (
    <p class="times">
      {heading === null && !hasBegun && <span class="day">{dates.short(start, today)}</span>}
      {!hasBegun && (isOneDay || !isAllDay) && (
        <strong>
          <Moment
            event={event}
            name="start_date"
            text={isAllDay ? text('dates.allDay') : dates.time(start)}
          />
        </strong>
      )}
      {!(isAllDay && isOneDay) && start !== end && (
        <span class="until">
          {isOneDay ? (
            <>
              {'– '}
              <Moment event={event} name="end_date" text={dates.time(end)} />
            </>
          ) : (
            parts('dates.until', {
              day: <Moment event={event} name="end_date" text={dates.short(end, today)} />,
            })
          )}
        </span>
      )}
      {zoneOf && <span class="until">{zoneOf}</span>}
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
 * → ` CET`; nothing where the reader's clock shows the same, unless one takes part from anywhere.
 * Earlier dates have no moment.
 */
function zoneText({ event, zone }: DatesOf, { dates }: Language): string {
  if (event.all_day === true) return '';
  const [name, utc] = [textOf(event, 'timezone'), textOf(event, 'utc_start_date')];
  // An offset, `UTC+2`, is its own abbreviation.
  const hasName = !['', name].includes(textOf(event, 'timezone_abbr'));
  const isHere = utc !== '' && utcToLocal(utc, zone) === textOf(event, 'start_date');
  const isAnywhere = ['online', 'hybrid'].includes(textOf(event, 'attendance_mode'));
  if (isHere && !isAnywhere) return '';
  return ` ${hasName ? dates.zone(name, utc) : name}`;
}
