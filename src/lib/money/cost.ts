/**
 * The cost of an event: parses the raw values that are stored, and formats them for responses.
 * Rules: Contract 1.7 and the cost row of 4.3. Where they leave a choice, the code here never
 * shows an amount or a currency that the author did not write.
 */

import { LRUCache } from 'lru-cache';
import { foldText } from '../text/words.js';

/** Maximum number of values in one cost. */
export const COST_VALUES_MAX = 20;
/** Longest value, in characters. */
export const COST_VALUE_LENGTH_MAX = 100;

/** A currency symbol and its position; the configured default applies to bare numbers. */
export interface CostStyle {
  symbol: string;
  position: 'prefix' | 'postfix';
}

/** A number of a value, with the text written before and after it. */
interface Price {
  before: string;
  number: string;
  after: string;
  amount: number;
}

/** A parsed raw value. `whole`: `prices` cover the complete text. */
interface Reading {
  text: string;
  prices: Price[];
  whole: boolean;
}

/** Digits, or groups of digits joined by single separators; `.50` has no digit before its point. */
export const NUMBER = /(?:(?<=^|[\s\p{Sc}])\.)?\d+(?:[.,]\d+|['’ ]\d{3}(?!\d))*/gu;
/**
 * Groups of three digits with one kind of separator (in India, of two before the last three),
 * optionally decimals after another.
 */
const GROUPED =
  /^[1-9](?:\d{0,2}([., '’])(?:\d{3}\1)*\d{3}(?:(?!\1)[.,]\d+)?|\d?(?:,\d\d)+,\d{3}(?:\.\d+)?)$/;
const PLAIN = /^(?:\d+(?:[.,]\d+)?|\.\d+)$/;
/** Separators of prices: commas and semicolons outside numbers, dashes and slashes between two. */
const SEPARATOR =
  /;|(?<!\d),|,(?!\d)|(?<=[\d\p{Sc}] ?\p{L}* ?)[-\u2010-\u2015/](?= ?\p{L}* ?[\d\p{Sc}])/u;

/**
 * A cost from a payload → its raw values, as stored. A text or number becomes one value, a list one
 * value for each item. Empty values are dropped; `""` and `[]` give `[]` (no cost). `null` when
 * invalid: any other type, a nested list, a number without plain decimal notation, more than 20
 * values, or a value of more than 100 characters. A text with commas is one value. Contract 4.3.
 */
export function parseCost(input: unknown): string[] | null {
  const items: unknown[] = Array.isArray(input) ? input : [input];
  if (items.length > COST_VALUES_MAX) return null;
  const values: string[] = [];
  for (const item of items) {
    if (typeof item !== 'string' && typeof item !== 'number') return null;
    const value = String(item).trim();
    if (typeof item === 'number' && !/^-?\d+(?:\.\d+)?$/.test(value)) return null;
    if (value.length > COST_VALUE_LENGTH_MAX) return null;
    if (value !== '') values.push(value);
  }
  return values;
}

/**
 * Stored values → {cost, cost_details}. Contract 1.1, 1.7. Details the contract leaves open:
 * - A number keeps its notation ("9,99", "1,000") and the text around it ("20 USD", "from $5"). The
 * default style is added only when no value has any such text.
 * - `values` lists the keys of values without a number ("Pay what you can" → "pay-what-you-can") in
 * their order, then the distinct numbers by ascending amount. The first text is also the lower end
 * of the range: "Free", "20$" → `Free – 20$`.
 * - `currency_symbol` is the currency symbol at the number with adjacent letters ("US$"); without a
 * symbol the whole text, provided it has letters and is on one side. Symbol and position are `""`
 * unless all numbers share them; the default style is never reported.
 * - The ends of a range within a text share its symbol: "10-20€" is 10€ – 20€.
 * - A single value with text beyond its prices ("$5 kids $10 adults") is shown as stored.
 */
export function presentCost(values: string[], style: CostStyle) {
  const readings = values.map((value) => known.memo(value));
  const texts = readings.filter(({ prices }) => prices.length === 0).map(({ text }) => text);
  const prices = distinctAscending(readings.flatMap((reading) => reading.prices));
  const sign = commonSign(readings.flatMap((reading) => reading.prices));
  const keys = texts.map((text) => plainOf(text).replaceAll(' ', '-')).filter(Boolean);
  return {
    cost: showCost(readings, texts, prices, style),
    cost_details: {
      currency_symbol: sign?.symbol ?? '',
      currency_code: '',
      currency_position: sign?.position ?? '',
      values: [...new Set([...keys, ...prices.map(({ number }) => number)])],
    },
  };
}

/**
 * The lowest amount of stored values as a plain decimal ("1,000" → "1000", "9,99" → "9.99"), for
 * the price of a json_ld offer; `""` when no value has a number. Contract 1.1.
 */
export function offerPrice(values: string[]): string {
  const lowest = distinctAscending(values.flatMap((value) => known.memo(value).prices))[0];
  return lowest === undefined ? '' : plainDecimal(lowest.number);
}

function showCost(readings: Reading[], texts: string[], prices: Price[], style: CostStyle): string {
  const [only] = readings;
  if (readings.length === 1 && only !== undefined && !only.whole) return only.text;
  const bare = readings.every((reading) => reading.whole && reading.prices.every(isBare));
  const ends = [...texts, ...prices.map((price) => showPrice(price, bare ? style : null))];
  const [first, last] = [ends.at(0) ?? '', ends.at(-1) ?? ''];
  return first === last ? first : `${first} – ${last}`;
}

/** A price as text. `style` is applied to the number; `null` shows the price as written. */
function showPrice(price: Price, style: CostStyle | null): string {
  if (price.amount === 0) return 'Free';
  if (style === null) return `${price.before}${price.number}${price.after}`.trim();
  const { symbol, position } = style;
  return position === 'prefix' ? `${symbol}${price.number}` : `${price.number}${symbol}`;
}

/** The readings of values: many events have the same ones, and each is read for two fields. */
const known = new LRUCache<string, Reading>({ max: 1000, memoMethod: readValue });

/** A raw value → its prices. "10,20,30" is three; a text at one of several applies to all. */
function readValue(value: string): Reading {
  const text = value.trim().replace(/\s+/g, ' ');
  const pieces = text
    .replace(NUMBER, (run) => (isNumber(run) ? run : run.replaceAll(',', ';')))
    .split(SEPARATOR)
    .filter((piece) => piece.trim() !== '');
  const read = pieces.map(readPiece);
  const prices = read.flat();
  const whole = prices.length === 0 || read.every(({ length }) => length === 1);
  const [sign, other] = prices.filter((price) => !isBare(price));
  if (!whole || !sign || other) return { text, prices, whole };
  const shared = prices.map(({ number }) => priceOf(sign.before, number, sign.after));
  return { text, prices: shared, whole };
}

/** → the prices in a piece of a value. Of several nobody knows which text belongs to which. */
function readPiece(piece: string): Price[] {
  const runs = piece.match(NUMBER) ?? [];
  const numbers = runs.flatMap((run) => (isNumber(run) ? [run] : (run.match(/\d+/g) ?? [])));
  const isOne = numbers.length === 1;
  return numbers.map((number) => {
    const [before = '', after = ''] = isOne ? piece.split(number) : [];
    return priceOf(before.trimStart(), number, after.trimEnd());
  });
}

function priceOf(before: string, number: string, after: string): Price {
  return { before, number, after, amount: Number(plainDecimal(number)) };
}

function isNumber(run: string): boolean {
  return PLAIN.test(run) || GROUPED.test(run);
}

/**
 * The number with a decimal point and no other separator. A single separator before exactly three
 * digits groups thousands ("1,000" and "1.000" are 1000, but "0.500" is 0.5); any other single
 * separator is a decimal point. So is any single separator of a currency with thousandths.
 */
export function plainDecimal(number: string, hasThousandths = false): string {
  const separators = number.match(/\D/g) ?? [];
  const last = separators.at(-1) ?? '';
  const isGrouped = GROUPED.test(number) && !(hasThousandths && separators.length === 1);
  const hasDecimals = isGrouped ? last !== separators[0] : last !== '';
  if (!hasDecimals) return number.replace(/\D/g, '');
  const at = number.lastIndexOf(last);
  return `${number.slice(0, at).replace(/\D/g, '') || '0'}.${number.slice(at + 1)}`;
}

/** The symbol and position that all prices share, or `null`. */
function commonSign(prices: Price[]): CostStyle | null {
  const [first, ...rest] = prices.map(signOf);
  if (first === undefined || first === null) return null;
  const isCommon = rest.every(
    (sign) => sign?.symbol === first.symbol && sign.position === first.position,
  );
  return isCommon ? first : null;
}

function signOf({ before, after }: Price): CostStyle | null {
  const touching = /\p{L}*\p{Sc}\p{L}*/u;
  const [prefix, postfix] = [touching.exec(before), touching.exec(after)];
  if (prefix !== null) return { symbol: prefix[0], position: 'prefix' };
  if (postfix !== null) return { symbol: postfix[0], position: 'postfix' };
  const [left, right] = [before.trim(), after.trim()];
  if ((left === '') === (right === '') || !/\p{L}/u.test(left + right)) return null;
  return { symbol: left + right, position: left === '' ? 'postfix' : 'prefix' };
}

function distinctAscending(prices: Price[]): Price[] {
  const byAmount = new Map<number, Price>();
  for (const price of prices) {
    if (!byAmount.has(price.amount)) byAmount.set(price.amount, price);
  }
  return [...byAmount.values()].sort((a, b) => a.amount - b.amount);
}

function isBare({ before, after }: Price): boolean {
  return before.trim() === '' && after.trim() === '';
}

/** → the text folded, its signs as spaces. */
export function plainOf(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
