/** The dates of an event as people read them, on the clock of its own zone. */
import type { Answered } from '../present/answered.js';
import { textOf } from '../present/answered.js';
import { isoWithOffset } from '../time/zones.js';

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** → `Mon, 23 Nov 2026` of a local date-time. */
export const dayText = (local: string): string =>
  FORMAT.format(new Date(`${local.slice(0, 10)}T00:00:00Z`));

const clock = (local: string): string => local.slice(11, 16);

/** The dates of an answered event; with `isWhole`, the zone by its name, too. */
export function When({ event, isWhole = false }: { event: Answered; isWhole?: boolean }) {
  const [start, end] = [textOf(event, 'start_date'), textOf(event, 'end_date')];
  const isAllDay = event.all_day === true;
  const isOneDay = start.slice(0, 10) === end.slice(0, 10);
  const moment = (name: string, text: string) => (
    <time dateTime={dateTimeOf(event, name, isAllDay)}>{text}</time>
  );
  const startText = isAllDay ? dayText(start) : `${dayText(start)}, ${clock(start)}`;
  const endText = isAllDay || !isOneDay ? dayText(end) : clock(end);
  const isPoint = isAllDay ? isOneDay : start === end;
  return (
    <>
      {moment('start_date', startText)}
      {!isPoint && ' – '}
      {!isPoint && moment('end_date', isAllDay || isOneDay ? endText : `${endText}, ${clock(end)}`)}
      {isAllDay && isOneDay && ', all day'}
      {!isAllDay && ` ${zoneText(event, isWhole)}`}
    </>
  );
}

function dateTimeOf(event: Answered, name: string, isAllDay: boolean): string {
  const local = textOf(event, name);
  if (isAllDay) return local.slice(0, 10);
  const utc = textOf(event, `utc_${name}`) || undefined;
  return isoWithOffset(local, textOf(event, 'timezone'), utc);
}

/** → `EST`; whole: `EST (America/New_York)`. Earlier dates have no abbreviation. */
function zoneText(event: Answered, isWhole: boolean): string {
  const [short, name] = [textOf(event, 'timezone_abbr'), textOf(event, 'timezone')];
  if (short === '') return name;
  return isWhole && short !== name ? `${short} (${name})` : short;
}
