/**
 * The lowest price of a cost, for filters. A number is a price with a sign, code or name of a
 * currency that belongs to no other number, or if it is the whole value. Any other number (an age,
 * a discount, a row) is ignored. Contract 19.
 */

import { LRUCache } from 'lru-cache';
import { foldText } from '../text/words.js';
import { NUMBER, plainDecimal, plainOf } from './cost.js';
import { currencyOf, hasThousandths, type OwnCurrency } from './currency.js';

/** The lowest price: `currency` is ISO 4217; ANY_CURRENCY where it costs nothing. */
interface LowestPrice {
  amount: number;
  currency: string;
}

/** Prices are indexed in thousandths of their currency: some have three decimals. */
export const THOUSANDTHS = 1000;

/** The currency of a price of 0. */
export const ANY_CURRENCY = '*';

/** Words that say that nothing is to be paid, folded, by language. */
const FREE = wordsOf(
  'free kostenlos kostenfrei gebuhrenfrei unentgeltlich umsonst gratis frei freier gratuit ' +
    'gratuite libre gratuito gratuita libero libera libres franca livre gratuitement fri fritt ' +
    'vrije vrij ilmainen ilmaiseksi vapaa maksuton wolny bezplatny bezplatne bezplatnie darmowe ' +
    'darmowy zdarma zadarmo volny bezplatne ingyenes dijtalan besplatno besplatan slobodan ' +
    'brezplacno prost libera ucretsiz lliure doan бесплатно бесплатный свободный безкоштовно ' +
    'безкоштовний вільний свободен безплатно ελευθερη δωρεαν مجاني مجانا مجانية חינם חופשית ' +
    'ฟรี निःशुल्क मुफ्त 無料 入場無料 参加無料 参加費無料 観覧無料 免费 免費 免费入场 免費入場 무료 무료입장 ' +
    '입장무료',
);
/** Words that may accompany these, folded: the entry, articles, welcome gifts. */
const BESIDE = wordsOf(
  'entry entrance admission event is to all of charge cover der die das eintritt einlass ist ' +
    'teilnahme fur alle entree acces et a tous entrada acceso acesso evento y e o para todos ' +
    'ingresso entrata accesso toegang inkom entre intrade inntrade adgang inngang sisaanpaasy ' +
    'paasy wstep vstup a belepes ulaz vstop intrare giris sarrera вход вхід входа εισοδος ' +
    'الدخول כניסה เข้า donations donation welcome spende spenden erbeten willkommen erwunscht ' +
    'with rsvp registration required mit anmeldung erforderlich ouvert sur inscription con ' +
    'inscripcion previa',
);
/** Whole values that say it in other words, folded. */
const PHRASES = new Set(['no charge', 'no cover', 'no cover charge', 'de graca', 'mien phi']);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').map(plainOf));
}

/** → whether a whole value says that nothing is to be paid. */
function isFree(value: string): boolean {
  const plain = plainOf(value);
  const words = plain.split(' ');
  const isSaid = words.some((word) => FREE.has(word));
  return (
    PHRASES.has(plain) || (isSaid && words.every((word) => FREE.has(word) || BESIDE.has(word)))
  );
}

/** Names of currencies that are neither signs nor codes, folded. */
const NAMES = new Map<string, string>(
  Object.entries({
    ...{ euro: 'EUR', euros: 'EUR', evro: 'EUR', ευρω: 'EUR', franken: 'CHF', sfr: 'CHF' },
    ...{ eur: 'EUR', usd: 'USD', gbp: 'GBP', chf: 'CHF' },
    ...{ fr: 'CHF', stutz: 'CHF', pounds: 'GBP', yen: 'JPY', 円: 'JPY', 元: 'CNY', 원: 'KRW' },
    ...{ zloty: 'PLN', zlotych: 'PLN', us$: 'USD', руб: 'RUB', рублей: 'RUB', rupees: 'INR' },
    ...{ us: 'USD', rs: 'INR', c$: 'CAD', au$: 'AUD', s$: 'SGD', rmb: 'CNY', reais: 'BRL' },
    ...{ real: 'BRL', tl: 'TRY', лв: 'BGN', грн: 'UAH', гривень: 'UAH', บาท: 'THB' },
    ...{ korun: 'CZK', forint: 'HUF' },
  }),
);

/** Names of signs that several currencies share: the site's own, or the owner of the plain sign. */
const SIGNS = new Map([
  ['dollar', '$'],
  ['dollars', '$'],
]);

/** → the lowest price of the values of a cost; null without a price. */
export function lowestPrice(costs: readonly string[], own: OwnCurrency): LowestPrice | null {
  const key = JSON.stringify([own.symbol, own.code, ...costs]);
  const known = lowest.get(key) ?? { price: readLowest(costs, own) };
  lowest.set(key, known);
  return known.price;
}

/** The lowest prices of costs: many events have the same, and several fields are made of it. */
const lowest = new LRUCache<string, { price: LowestPrice | null }>({ max: 1000 });

function readLowest(costs: readonly string[], own: OwnCurrency): LowestPrice | null {
  const prices = costs.flatMap((value) => pricesOf(value, own));
  // The ends of a range may be a word and a price: `Free – $12`.
  const ends = costs.flatMap((value) => value.split(/\s[–—-]\s/u));
  if (ends.some(isFree) || prices.some(({ amount }) => amount === 0)) {
    return { amount: 0, currency: ANY_CURRENCY };
  }
  const [first] = prices;
  if (!first) return null;
  // Amounts of several currencies cannot be compared: the first one counts.
  const amounts = prices.filter(({ currency }) => currency === first.currency);
  return { ...first, amount: Math.min(...amounts.map((price) => price.amount)) };
}

/** A sign, code or name of a currency at a number. */
interface Sign {
  /** ISO 4217. */
  code: string;
  /** Where its letters begin in the gap between two numbers. */
  at: number;
  isTouching: boolean;
  /** The divisor from its numbers to amounts of the currency: 100 for pence. */
  units: number;
}

/** A number of a value. */
interface Amount {
  number: string;
  sign: Sign | null;
}

/** → the prices in a value. A sign belongs to one number; numbers without a sign are left out. */
function pricesOf(value: string, site: OwnCurrency): LowestPrice[] {
  const isRead = /^[\p{L}\p{Sc}]*$/u.test(site.symbol);
  const text = isRead ? value : value.replaceAll(site.symbol, site.code);
  const numbers = [...text.matchAll(NUMBER)];
  const ends = numbers.map((match) => match.index + match[0].length);
  const gaps = [0, ...ends].map((from, at) => text.slice(from, numbers[at]?.index));
  const signs = signsIn(gaps, site);
  const amounts = numbers.map(([number], at): Amount => {
    return { number, sign: signs[at]?.before ?? signs[at + 1]?.behind ?? null };
  });
  shareSigns(amounts, gaps);
  if (amounts.length > 0 && isWhole(amounts, gaps, site)) {
    const own = { code: site.code, at: 0, isTouching: false, units: 1 };
    for (const amount of amounts) amount.sign ??= own;
  }
  return amounts.flatMap(({ number, sign }) => (sign ? [priceOf(number, sign)] : []));
}

const priceOf = (number: string, { code, units }: Sign): LowestPrice => ({
  amount: Number(plainDecimal(number, hasThousandths(code))) / units,
  currency: code,
});

/** The signs between two numbers: after the first number, and before the second. */
interface GapSigns {
  behind: Sign | null;
  before: Sign | null;
}

/** → the signs in the gaps of a value: before its first number, between two, after the last. */
function signsIn(gaps: readonly string[], site: OwnCurrency): GapSigns[] {
  const signs = gaps.map((gap, at): GapSigns => {
    const behind = at === 0 ? null : signBehind(gap, site);
    const before = at === gaps.length - 1 ? null : signBefore(gap, site);
    if (behind?.at !== before?.at || behind?.isTouching === before?.isTouching) {
      return { behind, before };
    }
    // A sign between two numbers belongs to the number that it touches.
    return behind?.isTouching ? { behind, before: null } : { behind: null, before };
  });
  // If it touches both or neither, it belongs to the side of the value's other signs.
  const isBehind = signs.some(({ behind, before }) => behind && !before);
  return signs.map(({ behind, before }) => {
    if (behind?.at !== before?.at) return { behind, before };
    return isBehind ? { behind, before: null } : { behind: null, before };
  });
}

function signBefore(gap: string, site: OwnCurrency): Sign | null {
  const found = /([\p{L}\p{Sc}]+)\.?(\s?)$/u.exec(gap);
  const code = codeOf(found?.[1] ?? '', site);
  if (!found || code === null) return null;
  return { code, at: found.index, isTouching: found[2] === '', units: 1 };
}

function signBehind(gap: string, site: OwnCurrency): Sign | null {
  const [, between = '', letters = ''] = BEHIND.exec(gap) ?? [];
  const [at, isTouching] = [between.length, between === ''];
  // A letter alone is no word: `50 p` may be anything.
  const whole = isTouching || letters !== 'p' ? HUNDREDTHS_OF.get(letters) : undefined;
  const code = codeOf(whole ?? letters, site);
  return code === null ? null : { code, at, isTouching, units: whole === undefined ? 1 : 100 };
}

/** A sign after a number, which may have a dash in place of decimals: `10,- €`. */
const BEHIND = /^((?:[.,][-–—]+)?\s?)([\p{L}\p{Sc}]+)/u;

/** Signs of hundredths, by the sign of the whole. */
const HUNDREDTHS_OF = new Map([
  ['p', '£'],
  ['pence', '£'],
  ['¢', '$'],
]);

/** → the currency of letters or a sign; null when unknown or shared by several. */
function codeOf(letters: string, site: OwnCurrency): string | null {
  if (letters === '') return null;
  const name = foldText(letters);
  return NAMES.get(name) ?? currencyOf(SIGNS.get(name) ?? letters.normalize('NFKC'), site);
}

/** → whether a number, or a range of two, is the whole value, apart from a final `,-`. */
function isWhole(amounts: readonly Amount[], gaps: readonly string[], site: OwnCurrency): boolean {
  const [first = '', ...others] = gaps;
  const [last = '', between] = others.toReversed();
  const [from = 0, to = from] = amounts.map(({ number }) =>
    Number(plainDecimal(number, hasThousandths(site.code))),
  );
  return (
    amounts.length <= 2 &&
    from <= to &&
    first.trim() === '' &&
    (between === undefined || DASH.test(between)) &&
    /^\s*(?:[.,]?[-–—]+)?\s*$/u.test(last)
  );
}

const DASH = /^\s*[-–—]\s*$/u;
const DASH_OR_SLASH = /^(?:[.,][-–—]+)?\s*[-–—/]\s*$/u;

/** The ends of a range share a sign, before or after both: `10-20 €`. */
function shareSigns(amounts: readonly Amount[], gaps: readonly string[]): void {
  const share = (from: number, to: number) => {
    const [amount, other] = [amounts[from], amounts[to]];
    if (!amount || !other || !DASH_OR_SLASH.test(gaps[Math.max(from, to)] ?? '')) return;
    amount.sign ??= other.sign;
  };
  for (const at of amounts.keys()) share(at, at - 1);
  for (const at of [...amounts.keys()].reverse()) share(at, at + 1);
}
