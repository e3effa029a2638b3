/** The prices and tickets in the offers of schema.org. */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { COST_VALUE_LENGTH_MAX, COST_VALUES_MAX } from '../../lib/money/cost.js';
import type { Tools } from '../columns/tools.js';
import { all, namesOf } from './json-ld.js';

/** → the offers, with the offers inside an AggregateOffer. */
const offersIn = (value: Json | undefined): JsonObject[] =>
  all(value).flatMap((offer) =>
    isJsonObject(offer) ? [offer, ...all(offer.offers).filter(isJsonObject)] : [],
  );

/** → the prices of all offers, each with its currency; undefined without a price. */
export function costOf({ offers, isAccessibleForFree }: JsonObject): string[] | undefined {
  const prices = offersIn(offers).flatMap(({ priceSpecification, ...own }) => {
    const offer = isJsonObject(priceSpecification) ? { ...priceSpecification, ...own } : own;
    const { price, lowPrice, highPrice, minPrice, maxPrice, priceCurrency } = offer;
    const currency = typeof priceCurrency === 'string' ? ` ${priceCurrency.trim()}` : '';
    return (
      [price, lowPrice, highPrice, minPrice, maxPrice]
        .filter((one) => typeof one === 'number' || typeof one === 'string')
        .map((one) => String(one).trim())
        .filter((one) => one !== '')
        // Nothing costs nothing in any currency; a text may name its own.
        .map((one) => (Number(one) === 0 ? '0' : /\p{L}|\p{Sc}/u.test(one) ? one : one + currency))
        .map((one) => one.slice(0, COST_VALUE_LENGTH_MAX))
    );
  });
  const [isFree] = namesOf(String(isAccessibleForFree ?? '')).map((name) =>
    /^(true|yes)$/.test(name),
  );
  const distinct = [...new Set(prices)].slice(0, COST_VALUES_MAX);
  if (distinct.length > 0) return distinct;
  return isFree ? ['0'] : undefined;
}

/**
 * The values of ItemAvailability, best first; with pre-orders, tickets are on sale. Other values
 * say nothing about tickets.
 */
const AVAILABILITIES: readonly [name: string, availability: string][] = [
  ['instock', 'available'],
  ['onlineonly', 'available'],
  ['instoreonly', 'available'],
  ['presale', 'available'],
  ['preorder', 'available'],
  ['limitedavailability', 'limited'],
  ['soldout', 'sold_out'],
  ['outofstock', 'not_on_sale'],
  ['discontinued', 'not_on_sale'],
];

/**
 * → the availability of the best offer, if places are left; undefined when no offer names a value,
 * or when the only other offers are gone.
 */
export function availabilityOf(event: JsonObject, { leaveOut }: Tools): string | undefined {
  const { offers, remainingAttendeeCapacity } = event;
  if (isUsedUp(remainingAttendeeCapacity)) return 'sold_out';
  const stated = offersIn(offers).flatMap(({ availability, inventoryLevel, offers: within }) => {
    const names = isUsedUp(inventoryLevel) ? ['soldout'] : namesOf(availability);
    return names.length > 0 || within === undefined ? [names] : [];
  });
  const names = stated.flat();
  const found = AVAILABILITIES.find(([name]) => names.includes(name))?.[1];
  const isOpen = stated.some((ofOffer) => ofOffer.length === 0);
  if (names.length > 0 && (!found || (isOpen && GONE.has(found)))) {
    leaveOut('availability', names.join(', ').slice(0, 100));
    return undefined;
  }
  return found;
}

/** Another offer may still be available. */
const GONE = new Set(['sold_out', 'not_on_sale']);

/** → whether a number, also as a text or a quantity, is zero or less. */
function isUsedUp(value: Json | undefined): boolean {
  const quantity = isJsonObject(value) ? value.value : value;
  return /^(?:0|-\d+)(?:\.0+)?$/.test(String(quantity ?? '').trim());
}
