/** What the form offers to choose from: values, and their texts. */
import { isDistanceUnit, metersIn } from '../../lib/place/geo.js';
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
    ...(search && !hasPlace ? ([['best', 'orders.best']] as [string, MessageName][]) : []),
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
const LARGER: Readonly<Record<string, number>> = {
  ...{ CZK: 10, DKK: 10, INR: 10, MXN: 10, NOK: 10, SEK: 10, THB: 10, ZAR: 10 },
  ...{ HUF: 100, ISK: 100, JPY: 100, KRW: 1000, CLP: 1000 },
};

/** → the prices up to which a list may be, in a currency. */
export const pricesIn = (currency: string): number[] =>
  PRICES.map((price) => price * (LARGER[currency] ?? 1));

/** → the categories that have events, and the chosen ones. */
export function categoryChoices(
  categories: Counts,
  chosen = '',
  { title, all }: { title: string; all: string },
): string[][] {
  const shown = categories.flatMap(({ slug = '', name = '', count }) =>
    slug === '' || count === 0 ? [] : [[slug, `${name} (${count})`]],
  );
  // What is chosen may have no events at the moment, or be several.
  const isListed = chosen === '' || shown.some(([slug]) => slug === chosen);
  return [['', all], ...shown, ...(isListed ? [] : [[chosen, title]])];
}
