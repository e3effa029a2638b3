/** What sets an event apart, in a few words: its state, online, tickets, price, over. */
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
  sold_out: 'Sold out',
  not_on_sale: 'Not on sale',
};

/** Longest price in a list, characters. */
const PRICE_CHARS = 60;

/** → the moment from which an answered event is over, ms: its end is in its last second. */
export const overFromMs = (event: Answered): number =>
  (utcToSeconds(textOf(event, 'utc_end_date')) + 1) * 1000;

/** The badges of an answered event. */
export function Badges({ event, nowMs }: { event: Answered; nowMs: number }) {
  const state = textOf(event, 'event_status');
  const cost = textOf(event, 'cost');
  const badges = [
    ['state', STATES[state]],
    ['over', overFromMs(event) <= nowMs ? 'Over' : undefined],
    ['mode', state === 'moved_online' ? undefined : MODES[textOf(event, 'attendance_mode')]],
    ['tickets', AVAILABILITIES[textOf(event, 'availability')]],
    ['price', cost.length > PRICE_CHARS ? undefined : cost],
  ].filter((badge): badge is [string, string] => Boolean(badge[1]));
  if (badges.length === 0) return null;
  return (
    <ul class="badges">
      {badges.map(([name, text]) => (
        <li class={name} key={name}>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}
