/** The heading of a list, which is its title, too: `Jazz in Berlin this weekend`. */
import { paramOf } from '../../present/links.js';
import type { Deps } from '../../records/deps.js';
import { dayOf, type PageClock, todayOf } from '../event/days.js';
import type { PageState } from '../event/state.js';
import type { When } from '../event/when.js';
import { HERE, type Place } from '../town/place.js';
import type { Language } from '../words/language.js';
import { radiusIn } from './choices.js';

interface Listed {
  language: Language;
  state: PageState;
  clock: PageClock;
  /** Titles of the records that filters name, by parameter. */
  titles: Readonly<Record<string, string>>;
  place: Place | null;
  config: Pick<Deps['config'], 'currencyCode' | 'geoRadiusKm'>;
  /** The town of the page; absent: from the filters. */
  town?: string;
}

/** → the heading of a list: its events, place and time, as in its filters. */
export function headingFor({
  language,
  state,
  clock,
  titles,
  place,
  config,
  ...rest
}: Listed): string {
  const { filters, when } = state;
  const category = titles.categories ?? titles.tags ?? '';
  const { search = '' } = filters;
  const city = rest.town ?? filters.city ?? townIn(filters);
  const form = category && search ? 'both' : category ? 'category' : search ? 'search' : 'none';
  const topic = language.text('list.topic', { form, category, search });
  const near = place && (place === HERE ? 'here' : 'near');
  const where = titles.venue ? 'at' : (near ?? (city ? 'in' : 'none'));
  return language.text('list.heading', {
    what: topic ? 'topic' : when.isRunning ? 'running' : 'none',
    topic,
    where,
    place: titles.venue ?? place?.short ?? city,
    radius: radiusText(state, config, language),
    organized: titles.organizer ? 'yes' : 'no',
    by: titles.organizer ?? '',
    ...whenWords(when, clock, language),
    free: filters.is_free === 'true' ? 'yes' : filters.cost_max ? 'price' : 'no',
    price: priceOf(filters, config.currencyCode, language),
    past: when.is === 'past' ? 'yes' : 'no',
  });
}

/** → the radius around the point of a list, by default the site's. */
export function radiusText(
  { filters, unit }: Pick<PageState, 'filters' | 'unit'>,
  { geoRadiusKm }: Pick<Deps['config'], 'geoRadiusKm'>,
  { dates }: Language,
): string {
  return dates.distance(Number(filters.geoloc_radius ?? radiusIn(unit, geoRadiusKm)), unit);
}

const priceOf = (
  { cost_max, cost_currency }: PageState['filters'],
  currency: string,
  { dates }: Language,
): string => (cost_max ? dates.price(Number(cost_max), cost_currency ?? currency) : '');

/** → the town of a list, by its shortest spelling, or `""`. */
export function townIn(filters: PageState['filters']): string {
  const spellings = Object.entries(filters).filter(([name]) => paramOf(name) === 'town');
  const [first = ''] = spellings.map(([, value]) => value).sort((a, b) => a.length - b.length);
  return first;
}

/** → when a list is, as messages take it: the name of its days, or their dates in words. */
export function whenWords(when: When, clock: PageClock, { dates }: Language) {
  const [from, until] = [dayOf(when.from, clock), dayOf(when.until, clock)];
  const today = todayOf(clock);
  if (when.is === 'month') return { time: 'month', days: dates.month(when.month || today) };
  if (when.is === 'any') return { time: 'none', days: '' };
  if (when.is === 'days' && when.name) return { time: when.name, days: '' };
  if (from && from === until) return { time: 'day', days: dates.long(from, today) };
  if (from && until) return { time: 'range', days: dates.range(from, until, today) };
  if (from) return { time: 'from', days: dates.long(from, today) };
  return until ? { time: 'until', days: dates.long(until, today) } : { time: 'none', days: '' };
}
