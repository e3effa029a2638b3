/**
 * Chips: buttons of a form that choose days or a price by one tap. Values that are typed or chosen
 * in the form are sent with them. Contract 26.1.
 */
import type { JsonObject } from '../../kinds/record.js';
import { ANY_TIME, DAY_NAMES, type DayName, toDays } from './when.js';

/** Parameters that chips send. */
export const CHIPS = ['when', 'price'];

/** Parameters of prices. */
export const PRICES = ['cost_min', 'cost_max', 'cost_currency'];

/** The chip of days that are not chosen. */
const ANY = 'any';

/** → the value of the chip of days with a name; null: any. */
export const dayChip = (name: DayName | null): string => name ?? ANY;

/** The chip of free events. */
export const FREE = 'free';

/** → the value of the chip of a price; `currency` is `""` for the site's own. */
export const priceChip = (amount: number, currency: string): string =>
  `${amount} ${currency}`.trim();

/** → the changes that chips send, `null` to drop a parameter; none where there is no such chip. */
export function chosenBy({ when, price }: JsonObject): Record<string, string | null> {
  const name = DAY_NAMES.find((one) => one === when);
  const [, amount, currency = null] = /^(\d{1,9})(?: ([A-Z]{3}))?$/.exec(String(price)) ?? [];
  const noPrice = { is_free: null, cost_min: null, cost_max: null, cost_currency: null };
  return {
    ...(when === ANY ? ANY_TIME : name ? toDays(name) : {}),
    ...(price === FREE ? { ...noPrice, is_free: 'true' } : {}),
    ...(amount ? { ...noPrice, cost_max: amount, cost_currency: currency } : {}),
  };
}
