/** What the offers of schema.org say of prices and tickets. */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { COST_VALUE_LENGTH_MAX, COST_VALUES_MAX } from '../../lib/cost.js';
import type { Tools } from '../tools.js';
import { all, namesOf } from './json-ld.js';

/** → the offers, those of an AggregateOffer beside it. */
const offersIn = (value: Json | undefined): JsonObject[] =>
  all(value).flatMap((offer) =>
    isJsonObject(offer) ? [offer, ...all(offer.offers).filter(isJsonObject)] : [],
  );

/** → the prices of all offers, each with its currency; undefined: none names a price. */
export function costOf(
  { offers, isAccessibleForFree }: JsonObject,
  { isOneOf }: Tools,
): string[] | undefined {
  const prices = offersIn(offers).flatMap(({ priceSpecification, ...own }) => {
    const offer = isJsonObject(priceSpecification ?? null)
      ? { ...(priceSpecification as JsonObject), ...own }
      : own;
    const { price, lowPrice, highPrice, priceCurrency } = offer;
    const currency = typeof priceCurrency === 'string' ? ` ${priceCurrency.trim()}` : '';
    return (
      [price, lowPrice, highPrice]
        .filter((one) => typeof one === 'number' || typeof one === 'string')
        .map((one) => String(one).trim())
        .filter((one) => one !== '')
        // Nothing costs nothing in any currency.
        .map((one) =>
          Number(one) === 0 ? '0' : `${one}${currency}`.slice(0, COST_VALUE_LENGTH_MAX),
        )
    );
  });
  const isFree = isAccessibleForFree !== undefined && isOneOf(isAccessibleForFree, 'true', 'yes');
  const distinct = [...new Set(prices)].slice(0, COST_VALUES_MAX);
  if (distinct.length > 0) return distinct;
  return isFree ? ['0'] : undefined;
}

/** What ItemAvailability says of tickets, best first. Other values say nothing of them. */
const AVAILABILITIES: readonly [name: string, availability: string][] = [
  ['instock', 'available'],
  ['onlineonly', 'available'],
  ['instoreonly', 'available'],
  ['presale', 'available'],
  ['limitedavailability', 'limited'],
  ['preorder', 'not_on_sale'],
  ['outofstock', 'not_on_sale'],
  ['soldout', 'sold_out'],
];

/** → the availability of the best offer; undefined: no offer names one. */
export function availabilityOf(offers: Json | undefined): string | undefined {
  const names = offersIn(offers).flatMap(({ availability }) => namesOf(availability));
  return AVAILABILITIES.find(([name]) => names.includes(name))?.[1];
}
