/** The filters of a page as visitors read them, each with a link that removes it. */
import { paramOf } from '../../present/links.js';
import { dayChip, FREE, PRICES, priceChip } from '../event/chips.js';
import type { PageClock } from '../event/days.js';
import { dropped, NO_FILTERS, type PageState, POINT } from '../event/state.js';
import { ANY_TIME, DATES, DAY_NAMES } from '../event/when.js';
import { HERE, type Place } from '../town/place.js';
import { type Language, useLanguage } from '../words/language.js';
import { pricesIn } from './choices.js';
import { radiusText, townIn, whenWords } from './heading.js';

interface FiltersOf {
  state: PageState;
  clock: PageClock;
  /** Titles of the records that filters name, by parameter. */
  titles: Readonly<Record<string, string>>;
  place: Place | null;
  radiusKm: number;
  /** ISO 4217 code of the site's prices. */
  currency: string;
}

/** A filter in words, and the parameters that make it. */
interface Described {
  text: string;
  names: string[];
}

/** Parameters whose values have words. */
const IN_WORDS = [
  ...['is_free', 'featured', 'recurring', 'attendance_mode', 'event_status'],
  ...['availability', 'part'],
];

/** The quick choices of days, buttons of a form; the active choice is marked. */
export function Days({ state, form }: Pick<FiltersOf, 'state'> & { form: string }) {
  const { text } = useLanguage();
  const { is, name, isRunning, sent } = state.when;
  const isAny = is === 'any' && !isRunning && sent.part === undefined;
  return (
    <nav class="days" aria-label={text('days.label')}>
      <ul>
        {[null, ...DAY_NAMES].map((choice) => (
          <Chip
            form={form}
            name="when"
            value={dayChip(choice)}
            text={text(`days.${choice ?? 'any'}`)}
            isChosen={choice ? is === 'days' && name === choice : isAny}
          />
        ))}
      </ul>
    </nav>
  );
}

interface ChipOf {
  /** The ID of its form. */
  form: string;
  name: string;
  value: string;
  text: string;
  isChosen: boolean;
}

const Chip = ({ text, isChosen, ...chip }: ChipOf) => (
  <li>
    <button type="submit" {...chip} aria-current={isChosen ? 'true' : undefined}>
      {text}
    </button>
  </li>
);

interface PricesOf extends Pick<FiltersOf, 'state' | 'currency'> {
  /** The currency of the prices to choose from, which may be another one than the site's. */
  listed: string;
}

/** Prices to choose from, which takes one tap. */
export function Prices({ state, currency, listed }: PricesOf) {
  const { text, dates } = useLanguage();
  const { is_free, cost_max, cost_currency = currency } = state.filters;
  const sign = listed === currency ? '' : listed;
  const choices = pricesIn(listed).map((price) => ({
    text: text('filters.price', { bound: 'max', price: dates.price(price, listed) }),
    value: priceChip(price, sign),
    isChosen: cost_currency === listed && Number(cost_max) === price,
  }));
  const free = { text: text('values.is_free_true'), value: FREE, isChosen: is_free === 'true' };
  return (
    <nav class="days prices" aria-label={text('event.price')}>
      <span aria-hidden="true">{text('event.price')}</span>
      <ul>
        {[free, ...choices].map((chip) => (
          <Chip form={SEARCH_FORM} name="price" {...chip} />
        ))}
      </ul>
    </nav>
  );
}

/** The ID of the form of the front page. */
export const SEARCH_FORM = 'search';

/** The filters in force. */
export function ActiveFilters(props: FiltersOf) {
  const { state } = props;
  const language = useLanguage();
  const filters = describeFilters(props, language);
  if (filters.length === 0) return null;
  const without = (names: string[]) => state.link(dropped(names));
  return (
    <ul class="filters" aria-label={language.text('filters.label')}>
      {filters.map(({ text, names }) => (
        <li key={text}>
          <a href={without(names)}>
            <span class="hidden">{language.text('filters.remove')} </span>
            <bdi>{text}</bdi>
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      <li>
        <a href={without(Object.keys(state.filters))}>{language.text('filters.clear')}</a>
      </li>
    </ul>
  );
}

function describeFilters(props: FiltersOf, language: Language): Described[] {
  const { state, titles, place, radiusKm } = props;
  const { filters } = state;
  const radius = radiusText(state, { geoRadiusKm: radiusKm }, language);
  const near: Described[] = place
    ? [
        {
          text:
            place === HERE
              ? language.text('filters.withinYou', { radius })
              : language.text('filters.within', { radius, place: place.name }),
          names: [...POINT, ...orderBy(state, 'distance'), ...orderBy(state, 'best')],
        },
      ]
    : [];
  const rest = Object.entries(filters)
    .filter(([name]) => ![...NO_FILTERS, ...DATES, ...PRICES].includes(name))
    .filter(([name]) => !(place && POINT.includes(name)) && paramOf(name) !== 'town')
    .map(
      ([name, value]): Described => ({
        text: describeOne(name, titles[name] ?? value, language),
        names: name === 'search' ? [name, ...orderBy(state, 'relevance')] : [name],
      }),
    );
  return [
    ...near,
    ...describeTown(filters, language),
    ...describeWhen(props, language),
    ...describePrice(props, language),
    ...rest,
  ];
}

/** → the bounds of the price; the currency follows the last bound. */
function describePrice({ state, currency }: FiltersOf, { text, dates }: Language): Described[] {
  const { cost_currency = currency, ...filters } = state.filters;
  const bounds = ['cost_min', 'cost_max'].filter((name) => filters[name] !== undefined);
  return bounds.map((name) => ({
    text: text('filters.price', {
      bound: name === 'cost_max' ? 'max' : 'min',
      price: dates.price(Number(filters[name]), cost_currency),
    }),
    names: [name, ...(bounds.length === 1 ? ['cost_currency'] : [])],
  }));
}

/** A town is one filter, in however many spellings. */
function describeTown(filters: PageState['filters'], { text }: Language): Described[] {
  const names = Object.keys(filters).filter((name) => paramOf(name) === 'town');
  if (names.length === 0) return [];
  return [{ text: text('filters.named', { param: 'city', value: townIn(filters) }), names }];
}

function describeWhen({ state, clock }: FiltersOf, language: Language): Described[] {
  const { is, name, sent, isRunning } = state.when;
  const { text } = language;
  const { time, days } = whenWords(state.when, clock, language);
  const inDays =
    is !== 'days' ? '' : name ? text(`days.${name}`) : text('filters.time', { time, days });
  const whole = is === 'past' ? text('filters.past') : inDays;
  const hasPart = sent.part !== undefined && name !== 'tonight';
  return [
    ...(whole ? [{ text: whole, names: Object.keys(ANY_TIME) }] : []),
    ...(hasPart ? [{ text: describeOne('part', sent.part ?? '', language), names: ['part'] }] : []),
    ...(isRunning ? [{ text: text('filters.running'), names: ['running'] }] : []),
  ];
}

/** Parameters in the heading of a list. */
const IN_HEADING = [
  ...['search', 'categories', 'tags', 'venue', 'organizer', 'city', 'town', 'is_free'],
];

/** → the filters that the heading of a list leaves out. */
export const besideHeading = (
  { filters }: PageState,
  titles: Readonly<Record<string, string>>,
  language: Language,
): string[] =>
  Object.entries(filters)
    .filter(([name]) => ![...NO_FILTERS, ...DATES, ...POINT, ...PRICES].includes(name))
    .filter(([name]) => !IN_HEADING.includes(paramOf(name)))
    .map(([name, value]) => describeOne(name, titles[name] ?? value, language));

function describeOne(name: string, value: string, { text, textOr, list }: Language): string {
  if (name === 'geoloc_bbox') return text('filters.area');
  const param = paramOf(name);
  if (!IN_WORDS.includes(param)) return text('filters.named', { param, value });
  const names = value.split(',').map((one) => one.trim());
  const flag = { true: 'true', 1: 'true', false: 'false', 0: 'false' }[value];
  if (flag) return textOr(`values.${param}_${flag}`, value);
  return list.format(names.map((one) => textOr(`values.${one}`, one)));
}

/** The order of a filter, when chosen. */
const orderBy = ({ filters }: PageState, order: string): string[] =>
  filters.orderby === order ? ['orderby', 'order'] : [];
