/** The marks of an event: its state as a banner, and notes of a few words. */
import { type Answered, isAnswered, languageOf, textOf } from '../../present/answered.js';
import { utcToSeconds } from '../../time/date-times.js';
import { secondsPerDay, textToSeconds } from '../../time/wall-clock.js';
import { type Language, type MessageName, useLanguage } from '../words/language.js';

const STATES: Readonly<Record<string, MessageName>> = {
  cancelled: 'values.cancelled',
  postponed: 'values.postponed',
  rescheduled: 'values.rescheduled',
  moved_online: 'values.moved_online',
};

const MODES: Readonly<Record<string, MessageName>> = {
  online: 'values.online',
  hybrid: 'values.hybrid',
};

const AVAILABILITIES: Readonly<Record<string, MessageName>> = {
  limited: 'values.limited',
  not_on_sale: 'values.not_on_sale',
};

/** Longest price in a list, characters. */
const PRICE_CHARS = 60;

/** → the moment from which an answered event is over, ms: its end is in its last second. */
export const overFromMs = (event: Answered): number =>
  (utcToSeconds(textOf(event, 'utc_end_date')) + 1) * 1000;

/** → the moment from which an answered event runs, ms: the day after its start, on its clock. */
export function runsFromMs(event: Answered): number {
  const ofDay = textToSeconds(textOf(event, 'start_date')) % secondsPerDay;
  return (utcToSeconds(textOf(event, 'utc_start_date')) - ofDay + secondsPerDay) * 1000;
}

/** → whether an answered event does not take place, or not as it was announced. */
export const isOff = (event: Answered): boolean =>
  ['cancelled', 'postponed'].includes(textOf(event, 'event_status'));

/** The state of an answered event; with `hasReason`, why. Nothing where all is as planned. */
export function Banner(props: { event: Answered; nowMs: number; hasReason?: boolean }) {
  const { event, nowMs, hasReason = false } = props;
  const { text } = useLanguage();
  const state = STATES[textOf(event, 'event_status')];
  const isOver = overFromMs(event) <= nowMs;
  const isSoldOut = textOf(event, 'availability') === 'sold_out';
  const isFull = !isOff(event) && !isOver && isSoldOut;
  const shown = [
    ...(state ? [text(state)] : []),
    ...(isOver ? [text('values.ended')] : []),
    ...(isFull ? [text('values.sold_out')] : []),
  ];
  const reason = hasReason ? textOf(event, 'event_status_reason') : '';
  if (shown.length === 0 && reason === '') return null;
  return (
    <p class={state || isSoldOut ? 'banner' : 'banner calm'}>
      {shown.length > 0 && <strong>{shown.join(' · ')}</strong>}
      {reason && (
        <>
          {' '}
          <span dir="auto" lang={languageOf(event, 'event_status_reason')}>
            {reason}
          </span>
        </>
      )}
    </p>
  );
}

/** → the state of an answered event's tickets; `""` when it needs no note. */
export function ticketsText(event: Answered, { text }: Language): string {
  const state = AVAILABILITIES[textOf(event, 'availability')];
  return state && !isOff(event) ? text(state) : '';
}

/** → the price of an answered event, nothing to pay in the language of the page. */
export function priceText(event: Answered, { text }: Language): string {
  const { cost_details: details } = event;
  const values = isAnswered(details) && Array.isArray(details.values) ? details.values : [];
  const isFree = values.length > 0 && values.every((value) => Number(value) === 0);
  // A text with more than the number is kept.
  const cost = textOf(event, 'cost');
  return isFree && /^\P{L}*(?:free\P{L}*)?$/iu.test(cost) ? text('values.is_free_true') : cost;
}

/** Price, tickets and the way to attend an answered event, where there is anything to say. */
export function Notes({ event }: { event: Answered }) {
  const language = useLanguage();
  const cost = priceText(event, language);
  const mode = MODES[textOf(event, 'attendance_mode')];
  const isMoved = textOf(event, 'event_status') === 'moved_online';
  const notes = [
    ['featured', event.featured === true ? language.text('values.featured_true') : undefined],
    ['price', cost.length > PRICE_CHARS ? undefined : cost],
    ['tickets', ticketsText(event, language)],
    ['mode', isMoved || !mode ? undefined : language.text(mode)],
  ].filter((note): note is [string, string] => Boolean(note[1]));
  return notes.map(([name, text]) => (
    <li class={name} key={name}>
      <bdi>{text}</bdi>
    </li>
  ));
}
