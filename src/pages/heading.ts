/** The heading of a list, which is its title, too: `Jazz in Berlin this weekend`. */
import { dayOf, type PageClock } from './days.js';
import type { Language } from './language.js';
import { HERE, type Place } from './place.js';
import type { PageState } from './state.js';
import type { When } from './when.js';

interface Listed {
  language: Language;
  state: PageState;
  clock: PageClock;
  /** Titles of the records that filters name, by parameter. */
  titles: Readonly<Record<string, string>>;
  place: Place | null;
}

/** → what is listed, where and when, as far as filters say it. */
export function headingFor({ language, state, clock, titles, place }: Listed): string {
  const { filters, when } = state;
  const category = titles.categories ?? titles.tags ?? '';
  const { search = '', city = '' } = filters;
  const form = category && search ? 'both' : category ? 'category' : search ? 'search' : 'none';
  const topic = language.text('list.topic', { form, category, search });
  const where = titles.venue ? 'at' : place === HERE ? 'here' : place || city ? 'in' : 'none';
  return language.text('list.heading', {
    what: topic ? 'topic' : when.isRunning ? 'running' : 'none',
    topic,
    where,
    place: titles.venue ?? place?.short ?? city,
    organized: titles.organizer ? 'yes' : 'no',
    by: titles.organizer ?? '',
    ...whenWords(when, clock, language),
    free: filters.is_free === 'true' ? 'yes' : 'no',
    past: when.is === 'past' ? 'yes' : 'no',
  });
}

/** → when a list is, as messages take it: the name of its days, or their dates in words. */
export function whenWords(when: When, clock: PageClock, { dates }: Language) {
  const [from, until] = [dayOf(when.from, clock), dayOf(when.until, clock)];
  const today = dayOf('today', clock);
  if (when.is === 'month') return { time: 'month', days: dates.month(when.month || today) };
  if (when.is === 'any') return { time: 'none', days: '' };
  if (when.is === 'days' && when.name) return { time: when.name, days: '' };
  if (from && from === until) return { time: 'day', days: dates.day(from) };
  if (from && until) return { time: 'range', days: dates.range(from, until, today) };
  if (from) return { time: 'from', days: dates.day(from) };
  return until ? { time: 'until', days: dates.day(until) } : { time: 'none', days: '' };
}
