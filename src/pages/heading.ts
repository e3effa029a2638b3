/** The heading of a list, which is its title, too: `Jazz in Berlin this weekend`. */
import { dayRange, dayText, monthTitle } from './dates.js';
import { dayOf, type PageClock } from './days.js';
import type { Place } from './place.js';
import type { PageState } from './state.js';
import type { DayName, When } from './when.js';

interface Listed {
  state: PageState;
  clock: PageClock;
  /** Titles of the records that filters name, by parameter. */
  titles: Readonly<Record<string, string>>;
  place: Place | null;
}

/** → what is listed, where and when, as far as filters say it. */
export function headingFor(listed: Listed): string {
  const { filters, when } = listed.state;
  const { search, is_free: isFree } = filters;
  const { categories, tags, organizer } = listed.titles;
  const words = search === undefined ? '' : `“${search}”`;
  const all = when.isRunning ? 'Exhibitions and markets' : "What's on";
  const what = [categories ?? tags ?? '', words].filter(Boolean).join(': ') || all;
  const time = whenText(when, listed.clock);
  const parts = [what, whereOf(listed), organizer && `by ${organizer}`, time];
  const more = [isFree === 'true' && 'free', when.is === 'past' && 'past events'];
  return [parts.filter(Boolean).join(' '), ...more].filter(Boolean).join(', ');
}

function whereOf({ state, titles, place }: Listed): string {
  const { city } = state.filters;
  if (titles.venue) return `at ${titles.venue}`;
  if (place) return `${place.short === 'you' ? 'near' : 'in'} ${place.short}`;
  return city ? `in ${city}` : '';
}

const NAMES: Readonly<Record<DayName, string>> = {
  today: 'today',
  tonight: 'tonight',
  tomorrow: 'tomorrow',
  weekend: 'this weekend',
  week: 'in the next 7 days',
};

/** → when a list is, as a heading ends: `this weekend`, `on 14 March`; `""`: at any time. */
export function whenText(when: When, clock: PageClock): string {
  if (when.is === 'month') return `in ${monthTitle(when.month || dayOf('today', clock))}`;
  if (when.is === 'any') return '';
  if (when.name) return NAMES[when.name];
  const [from, until] = [dayOf(when.from, clock), dayOf(when.until, clock)];
  const today = dayOf('today', clock);
  if (from && until) {
    return from === until ? `on ${dayText(from)}` : dayRange(from, until, today);
  }
  return [from && `from ${dayText(from)}`, until && `until ${dayText(until)}`]
    .filter(Boolean)
    .join(' ');
}
