/** The choices of the form: values, and their texts. */
import { ANY_CURRENCY, lowestPrice } from '../../lib/money/price.js';
import { isDistanceUnit, metersIn } from '../../lib/place/geo.js';
import { textOf } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';
import type { PageList } from '../event/page-list.js';
import type { PageState } from '../event/state.js';
import type { Counts } from '../site/category-counts.js';
import type { Language, MessageName } from '../words/language.js';

/** Radii to choose from, in the unit of the page. */
const RADII = [5, 10, 25, 50, 100, 250];

/** → the orders that a list may have, with their messages. */
export function ordersOf(
  filters: PageState['filters'],
  hasPlace: boolean,
): [value: string, name: MessageName][] {
  const { search } = filters;
  const placed: [string, MessageName][] = [
    ['', 'orders.best'],
    ['start_date', 'orders.start_date'],
    ['distance', 'orders.distance'],
    ['day', 'orders.day'],
  ];
  return [
    ...(hasPlace ? placed : ([['', 'orders.start_date']] as [string, MessageName][])),
    ...(search && !hasPlace ? ([['best', 'orders.bestMatch']] as [string, MessageName][]) : []),
    ...(search ? ([['relevance', 'orders.relevance']] as [string, MessageName][]) : []),
    ['title', 'orders.title'],
  ];
}

/** → the default radius in a unit, whole. */
export const radiusIn = (unit: string, radiusKm: number): number =>
  isDistanceUnit(unit) ? Math.round((radiusKm * metersIn.km) / metersIn[unit]) : radiusKm;

/** → the radii, the default one first. */
export function radiusChoices(
  chosen = '',
  radiusKm: number,
  { unit, language }: { unit: string; language: Language },
): string[][] {
  const { distance } = language.dates;
  const standard = radiusIn(unit, radiusKm);
  const radii = RADII.filter((radius) => radius !== standard).map(String);
  const all = chosen && !radii.includes(chosen) ? [...radii, chosen] : radii;
  const sorted = all.toSorted((one, other) => Number(one) - Number(other));
  return [
    ['', distance(standard, unit)],
    ...sorted.map((radius) => [radius, distance(Number(radius), unit)]),
  ];
}

/** Prices to choose from, in most currencies. */
const PRICES = [10, 20, 50];

/** Currencies whose numbers are larger, and how much. */
const LARGER: Readonly<Record<number, string>> = {
  5: 'AED BRL ILS MAD MYR PLN QAR RON SAR',
  10: 'CNY CZK DKK HKD INR MDL MXN NOK SEK THB TRY UAH UYU ZAR',
  50: 'BDT DOP DZD EGP KES PHP RUB TWD',
  100: 'ARS CRC HUF ISK JPY LKR NGN PKR RSD XAF XOF',
  1000: 'CLP COP IQD KRW MMK TZS UGX',
  10000: 'IDR LBP UZS VND',
};

const factors = new Map(
  Object.entries(LARGER).flatMap(([factor, codes]) =>
    codes.split(' ').map((code) => [code, Number(factor)] as const),
  ),
);

/**
 * → the currency of the prices to choose from: the filter's, else the site's, unless all listed
 * prices are in other currencies.
 */
export function currencyOf(
  { site: { currency } }: Pick<Deps, 'site'>,
  { highlights, answered, running }: Pick<PageList, 'highlights' | 'answered' | 'running'>,
  { filters }: Pick<PageState, 'filters'>,
): string {
  const listed = [...highlights, ...answered, ...running.answered].flatMap((event) => {
    const code = lowestPrice([textOf(event, 'cost')], currency)?.currency ?? ANY_CURRENCY;
    return code === ANY_CURRENCY ? [] : [code];
  });
  if (filters.cost_currency) return filters.cost_currency;
  const [first = currency.code] = listed;
  return listed.includes(currency.code) ? currency.code : first;
}

/** → the prices up to which a list may be, in a currency. */
export const pricesIn = (currency: string): number[] =>
  PRICES.map((price) => price * (factors.get(currency) ?? 1));

/** → the categories that have events. */
export const categoryChoices = (categories: Counts): string[][] =>
  categories.flatMap(({ slug = '', name = '', count }) =>
    slug === '' || count === 0 ? [] : [[slug, `${name} (${count})`]],
  );
