/**
 * The month view: a table of days, each with its number of events and some titles. They come with
 * the list of the month. Source: Contract 26.6.
 */
import { invalidParams } from '../../errors.js';
import { type Answered, textOf } from '../../present/answered.js';
import type { ListRequest } from '../../records/list/list.js';
import { weekIn } from '../../time/week.js';
import { addDays, type PageClock, todayOf } from '../event/days.js';
import type { PageList } from '../event/page-list.js';
import { dropped, isParted, type MonthDays, NOT_IN_MONTH, type PageState } from '../event/state.js';
import { ANY_TIME, toSpan } from '../event/when.js';
import { RecordLink } from '../site/crumbs.js';
import { shortened } from '../site/document.js';
import type { PageRoots } from '../site/paths.js';
import { useLanguage } from '../words/language.js';
import { RunningLink } from './listing.js';

/** Titles of a day. */
const TITLES = 3;

/** Longest title in a day, characters. */
const TITLE_CHARS = 60;

/** → the month that a page shows; null: it shows a list. Throws `rest_invalid_param`. */
export function monthOf({ when }: PageState, clock: PageClock): MonthDays | null {
  if (when.is !== 'month') return null;
  const month = when.month || todayOf(clock).slice(0, 7);
  if (!/^[12]\d{3}-(0[1-9]|1[0-2])$/.test(month)) {
    throw invalidParams([{ param: 'month', reason: 'Must be a month, YYYY-MM.' }]);
  }
  return [`${month}-01`, addDays(`${neighbour(month, 1)}-01`, -1)];
}

/** The changes of a link that drops the order and the position of a list. */
const NO_ORDER = dropped(NOT_IN_MONTH);

/** A day with its number of events, and the first of them. */
interface Day {
  day: string;
  total: number;
  answered: Answered[];
}

/** → the options of a page's list: a month counts its days. */
export const listedAs = (state: PageState, month: MonthDays | null) =>
  month ? { days: daysIn(month) } : { isParted: isParted(state) };

const daysIn = ([first, last]: MonthDays): ListRequest['days'] => ({
  first: Date.parse(`${first}T00:00:00Z`) / 1000,
  count: Number(last.slice(8)),
  each: TITLES,
});

interface MonthProps {
  month: MonthDays;
  list: PageList;
  state: PageState;
  roots: PageRoots;
  clock: PageClock;
}

/** The table of a month, and the ways to the months around it. */
export function MonthTable({ month: [first, last], list, state, roots, clock }: MonthProps) {
  const { text, dates } = useLanguage();
  const days = list.days.map((one, at): Day => ({ ...one, day: addDays(first, at) }));
  const today = todayOf(clock);
  const weeks = weeksOf(days, weekIn(clock.zone).firstDay);
  const names = weeks.find((week) => week.every(Boolean)) ?? [];
  return (
    <>
      {list.running.total > 0 && (
        <p class="running">
          <RunningLink {...{ list, state }} days={{ ...NO_ORDER, ...toSpan(first, last) }} />
        </p>
      )}
      <nav class="bar months" aria-label={text('month.label')}>
        <MonthLink month={neighbour(first, -1)} rel="prev" state={state} />
        <a
          class="button"
          href={state.link({ ...NO_ORDER, ...ANY_TIME, view: 'month' })}
          aria-current={today.startsWith(first.slice(0, 7)) ? 'true' : undefined}
        >
          {text('days.today')}
        </a>
        <MonthLink month={neighbour(first, 1)} rel="next" state={state} />
      </nav>
      {days.every(({ total }) => total === 0) && <p>{text('month.none')}</p>}
      <table class="month">
        <caption class="hidden">{dates.month(first)}</caption>
        <thead>
          <tr>
            {names.map((day) => (
              <th scope="col" key={day?.day}>
                {day && dates.weekday(day.day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)?.day} class={isOver(week, today) ? 'over' : undefined}>
              {week.map((day) =>
                day ? <Cell {...{ day, today, state, roots }} /> : <td class="empty" />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** → weeks of seven days, null for days of other months. */
function weeksOf(days: readonly Day[], firstDay: number): (Day | null)[][] {
  const weekday = new Date(`${days[0]?.day}T00:00:00Z`).getUTCDay();
  const before = (weekday - firstDay + 7) % 7;
  const all = [...Array(before).fill(null), ...days];
  while (all.length % 7 !== 0) all.push(null);
  return Array.from({ length: all.length / 7 }, (_, week) => all.slice(week * 7, week * 7 + 7));
}

/** → whether all days of a week are past. */
const isOver = (week: readonly (Day | null)[], today: string): boolean =>
  week.every((one) => one === null || one.day < today);

const titleOf = (event: Answered) => shortened(textOf(event, 'title'), TITLE_CHARS);

type CellOf = Pick<MonthProps, 'state' | 'roots'> & { day: Day; today: string };

function Cell({ day: { day, total, answered }, today, state, roots }: CellOf) {
  const { text, dates, comma } = useLanguage();
  const kind = [total === 0 && 'empty', day < today && 'past', day === today && 'today'];
  const name = (
    <>
      <span class="weekday">{dates.weekday(day)} </span>
      {Number(day.slice(8))}
    </>
  );
  if (total === 0) return <td class={kind.filter(Boolean).join(' ')}>{name}</td>;
  const link = state.link({ ...NO_ORDER, ...toSpan(day, day) });
  return (
    <td class={kind.filter(Boolean).join(' ')}>
      <a class="number" href={link}>
        {name} <span class="total">{text('list.count', { count: total })}</span>
        <span class="hidden">{comma + dates.long(day, today)}</span>
      </a>
      <ul>
        {answered.map((event) => (
          <li key={textOf(event, 'id')}>
            <RecordLink {...{ of: event, name: 'title', text: titleOf(event), roots }} />
          </li>
        ))}
      </ul>
    </td>
  );
}

function MonthLink(props: { month: string; rel: 'prev' | 'next'; state: PageState }) {
  const { month, rel, state } = props;
  const { dates } = useLanguage();
  return (
    <a
      class="button"
      rel={rel}
      href={state.link({ ...NO_ORDER, ...ANY_TIME, view: 'month', month })}
    >
      {rel === 'prev' && <span aria-hidden="true">‹</span>}
      <span class="when-wide">{dates.month(`${month}-01`)}</span>
      {rel === 'next' && <span aria-hidden="true">›</span>}
    </a>
  );
}

/** → the month before or after, `2026-12`, of a day or a month. */
function neighbour(text: string, step: number): string {
  const [year = 0, month = 0] = text.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + step)).toISOString().slice(0, 7);
}
