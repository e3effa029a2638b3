/**
 * The lowest price of a cost, for filters. A number is a price beside a sign, code or name of a
 * currency, or where it is the whole value; any other number (an age, a discount) is none.
 * Contract 19.
 */
import { NUMBER, plainDecimal } from './cost.js';
import { currencyOf, type OwnCurrency } from './currency.js';
import { foldText } from './words.js';

/** The lowest price: `currency` is ISO 4217; ANY_CURRENCY where it costs nothing. */
export interface LowestPrice {
  amount: number;
  currency: string;
}

/** Prices are indexed in hundredths of their currency. */
export const HUNDREDTHS = 100;

/** The currency of what is free. */
export const ANY_CURRENCY = '*';

/** Whole values that say that nothing is to be paid, folded. */
const FREE = new Set(
  [
    ...['free', 'free entry', 'free admission', 'free of charge', 'no charge', 'no cover'],
    ...['kostenlos', 'kostenfrei', 'gratis', 'frei', 'eintritt frei', 'freier eintritt'],
    ...['gratuit', 'gratuite', 'entree libre', 'entree gratuite', 'acces libre'],
    ...['gratuito', 'gratuita', 'entrada libre', 'entrada gratuita'],
    ...['ingresso gratuito', 'ingresso libero', 'entrata libera', 'entrada franca', 'de graca'],
    ...['fri entre', 'gratis intrade', 'fri adgang', 'gratis adgang', 'gratis inngang'],
    ...['gratis toegang', 'vrije toegang', 'toegang gratis', 'gratis entree', 'ilmainen'],
    ...['vapaa paasy', 'wstep wolny', 'bezplatny', 'bezplatnie', 'za darmo', 'vstup zdarma'],
    ...['zdarma', 'бесплатно', 'вход свободный', 'безкоштовно', 'ucretsiz', 'مجاني'],
    ...['無料', '入場無料', '免费', '免費', '무료'],
  ].map(plainOf),
);

/** → the text folded, its signs as spaces. */
function plainOf(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Names of currencies that are neither signs nor codes, folded. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ euro: 'EUR', euros: 'EUR', evro: 'EUR', ευρω: 'EUR', franken: 'CHF', sfr: 'CHF' },
  ...{ fr: 'CHF', stutz: 'CHF', pounds: 'GBP', yen: 'JPY', 円: 'JPY', 元: 'CNY', 원: 'KRW' },
  ...{
    zloty: 'PLN',
    zlotych: 'PLN',
    us$: 'USD',
    руб: 'RUB',
    рублей: 'RUB',
    rupees: 'INR',
    rs: 'INR',
  },
};

/** → the lowest price of the values of a cost; null: none of them is a price. */
export function lowestPrice(values: readonly string[], own: OwnCurrency): LowestPrice | null {
  if (values.some((value) => FREE.has(plainOf(value))))
    return { amount: 0, currency: ANY_CURRENCY };
  const prices = values.flatMap((value) => pricesOf(value, own));
  const [first] = prices;
  if (!first) return null;
  // Amounts of several currencies cannot be compared: the first one counts.
  const amounts = prices.filter(({ currency }) => currency === first.currency);
  const amount = Math.min(...amounts.map((price) => price.amount));
  const isFree = prices.some((price) => price.amount === 0);
  return isFree ? { amount: 0, currency: ANY_CURRENCY } : { ...first, amount };
}

interface Found {
  /** ISO 4217; null: no currency stands beside it. */
  currency: string | null;
  amount: number;
  from: number;
  to: number;
}

function pricesOf(value: string, own: OwnCurrency): LowestPrice[] {
  const found = [...value.matchAll(NUMBER)].map((match): Found => {
    const [from, to] = [match.index, match.index + match[0].length];
    const amount = Number(plainDecimal(match[0]));
    return { currency: currencyBeside(value, from, to, own), amount, from, to };
  });
  const [only] = found;
  if (only && found.length === 1 && isWhole(value, only)) only.currency ??= own.code;
  shareSigns(value, found);
  return found.flatMap(({ currency, amount }) => (currency === null ? [] : [{ currency, amount }]));
}

/** → whether a number is all that a value holds, but for `,-` behind it. */
const isWhole = (value: string, { from, to }: Found): boolean =>
  value.slice(0, from).trim() === '' && /^\s*(?:[.,]?[-–—]+)?\s*$/u.test(value.slice(to));

/** The ends of a range have one sign: `10-20 €`. */
function shareSigns(value: string, found: Found[]): void {
  for (const [at, one] of found.entries()) {
    const next = found[at + 1];
    if (!next || !/^\s*[-–—/]\s*$/u.test(between(value, one, next))) continue;
    one.currency ??= next.currency;
    next.currency ??= one.currency;
  }
}

/** → what stands between two numbers, without the sign of the first or the second. */
const between = (value: string, one: Found, next: Found): string =>
  value
    .slice(one.to, next.from)
    .replaceAll(/[\p{Sc}\p{L}]+/gu, (text) =>
      one.currency === null || next.currency === null ? '' : text,
    );

function currencyBeside(value: string, from: number, to: number, own: OwnCurrency): string | null {
  const [before = ''] = /[\p{L}\p{Sc}]+\.?\s?$/u.exec(value.slice(0, from)) ?? [];
  const [after = ''] = /^(?:[.,][-–—]+)?\s?[\p{L}\p{Sc}]+/u.exec(value.slice(to)) ?? [];
  for (const text of [before, after]) {
    const sign = text.replaceAll(/[\s.,–—-]/gu, '');
    if (sign === '') continue;
    const code = NAMES[foldText(sign)] ?? currencyOf(sign, own);
    if (code !== null) return code;
  }
  return null;
}
