/** What the form offers to choose from: values, and their texts. */
import type { Counts } from './category-counts.js';
import type { Language, MessageName } from './language.js';
import type { PageState } from './state.js';

/** Radii to choose from, km. */
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

/** → the radii, the default one first. */
export function radiusChoices(
  chosen = '',
  radiusKm: number,
  { unit, language }: { unit: string; language: Language },
): string[][] {
  const { distance } = language.dates;
  const radii = RADII.filter((radius) => radius !== radiusKm).map(String);
  const all = chosen && !radii.includes(chosen) ? [...radii, chosen] : radii;
  const sorted = all.toSorted((one, other) => Number(one) - Number(other));
  return [
    ['', distance(radiusKm, 'km')],
    ...sorted.map((radius) => [radius, distance(Number(radius), unit)]),
  ];
}

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
