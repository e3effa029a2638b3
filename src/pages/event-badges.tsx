/** What sets an event apart: its state as a banner, and notes of a few words. */
import { type Answered, textOf } from '../present/answered.js';
import { utcToSeconds } from '../time/date-times.js';

const STATES: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  rescheduled: 'New date',
  moved_online: 'Moved online',
};

const MODES: Readonly<Record<string, string>> = { online: 'Online', hybrid: 'Also online' };

const AVAILABILITIES: Readonly<Record<string, string>> = {
  limited: 'Few tickets left',
  not_on_sale: 'Not on sale',
};

/** Longest price in a list, characters. */
const PRICE_CHARS = 60;

/** → the moment from which an answered event is over, ms: its end is in its last second. */
export const overFromMs = (event: Answered): number =>
  (utcToSeconds(textOf(event, 'utc_end_date')) + 1) * 1000;

/** → whether an answered event does not take place, or not as it was announced. */
export const isOff = (event: Answered): boolean =>
  ['cancelled', 'postponed'].includes(textOf(event, 'event_status'));

/** The state of an answered event; with `hasReason`, why. Nothing where all is as planned. */
export function Banner(props: { event: Answered; nowMs: number; hasReason?: boolean }) {
  const { event, nowMs, hasReason = false } = props;
  const state = STATES[textOf(event, 'event_status')];
  const isOver = overFromMs(event) <= nowMs;
  const isSoldOut = textOf(event, 'availability') === 'sold_out';
  const texts = [state, isOver && 'Over', !isOff(event) && !isOver && isSoldOut && 'Sold out'];
  const shown = texts.filter(Boolean);
  const reason = hasReason ? textOf(event, 'event_status_reason') : '';
  if (shown.length === 0 && reason === '') return null;
  return (
    <p class={state || isSoldOut ? 'banner' : 'banner calm'}>
      {shown.length > 0 && <strong>{shown.join(' · ')}</strong>}
      {reason && (
        <>
          {' '}
          <span dir="auto">{reason}</span>
        </>
      )}
    </p>
  );
}

/** → what is to be said of the tickets of an answered event; `""`: nothing. */
export const ticketsText = (event: Answered): string =>
  isOff(event) ? '' : (AVAILABILITIES[textOf(event, 'availability')] ?? '');

/** Price, tickets and the way to attend an answered event, where there is anything to say. */
export function Notes({ event }: { event: Answered }) {
  const cost = textOf(event, 'cost');
  const isMoved = textOf(event, 'event_status') === 'moved_online';
  const notes = [
    ['price', cost.length > PRICE_CHARS ? undefined : cost],
    ['tickets', ticketsText(event)],
    ['mode', isMoved ? undefined : MODES[textOf(event, 'attendance_mode')]],
  ].filter((note): note is [string, string] => Boolean(note[1]));
  return notes.map(([name, text]) => (
    <li class={name} key={name}>
      <bdi>{text}</bdi>
    </li>
  ));
}
