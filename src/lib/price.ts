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
/** What may stand beside one, folded: the entry, articles, that gifts are welcome. */
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

/** → the text folded, its signs as spaces. */
function plainOf(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
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
    ...{ fr: 'CHF', stutz: 'CHF', pounds: 'GBP', yen: 'JPY', 円: 'JPY', 元: 'CNY', 원: 'KRW' },
    ...{ zloty: 'PLN', zlotych: 'PLN', us$: 'USD', руб: 'RUB', рублей: 'RUB', rupees: 'INR' },
    ...{
      us: 'USD',
      rs: 'INR',
      c$: 'CAD',
      au$: 'AUD',
      s$: 'SGD',
      rmb: 'CNY',
      reais: 'BRL',
      real: 'BRL',
    },
    ...{
      tl: 'TRY',
      лв: 'BGN',
      грн: 'UAH',
      гривень: 'UAH',
      บาท: 'THB',
      korun: 'CZK',
      forint: 'HUF',
    },
  }),
);

/** Names of signs that several currencies have: the site's own, or the one that has the sign. */
const SIGNS = new Map([
  ['dollar', '$'],
  ['dollars', '$'],
]);

/** → the lowest price of the values of a cost; null: none of them is a price. */
export function lowestPrice(costs: readonly string[], own: OwnCurrency): LowestPrice | null {
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

interface Found {
  /** ISO 4217; null: no currency stands beside it. */
  currency: string | null;
  amount: number;
  from: number;
  to: number;
}

function pricesOf(value: string, site: OwnCurrency): LowestPrice[] {
  const found = [...value.matchAll(NUMBER)].map((match): Found => {
    const [from, to] = [match.index, match.index + match[0].length];
    const amount = Number(plainDecimal(match[0]));
    return { currency: currencyBeside(value, from, to, site), amount, from, to };
  });
  shareSigns(value, found);
  const [from, to = from, ...others] = found;
  const isRange = from && to && others.length === 0 && from.amount <= to.amount;
  if (isRange && isWhole(value, from, to)) for (const one of found) one.currency ??= site.code;
  return found.flatMap(({ currency, amount }) => (currency === null ? [] : [{ currency, amount }]));
}

/** → whether a number, or two with a dash, is all that a value holds, but for `,-` behind it. */
const isWhole = (value: string, first: Found, last: Found): boolean =>
  value.slice(0, first.from).trim() === '' &&
  /^\s*(?:[-–—]\s*)?$/u.test(value.slice(first.to, Math.max(first.to, last.from))) &&
  /^\s*(?:[.,]?[-–—]+)?\s*$/u.test(value.slice(last.to));

/** The ends of a range have one sign: `10-20 €`. */
function shareSigns(value: string, found: Found[]): void {
  for (const [at, amount] of found.entries()) {
    const next = found[at + 1];
    if (!next || !/^\s*[-–—/]\s*$/u.test(between(value, amount, next))) continue;
    amount.currency ??= next.currency;
    next.currency ??= amount.currency;
  }
}

/** → what stands between two numbers, without the sign of the first or the second. */
const between = (value: string, amount: Found, next: Found): string =>
  value
    .slice(amount.to, next.from)
    .replaceAll(/[\p{Sc}\p{L}]+/gu, (text) =>
      amount.currency === null || next.currency === null ? '' : text,
    );

function currencyBeside(value: string, from: number, to: number, site: OwnCurrency): string | null {
  const [before = ''] = /[\p{L}\p{Sc}]+\.?\s?$/u.exec(value.slice(0, from)) ?? [];
  const [after = ''] = /^(?:[.,][-–—]+)?\s?[\p{L}\p{Sc}]+/u.exec(value.slice(to)) ?? [];
  for (const text of [before, after]) {
    const sign = text.replaceAll(/[\s.,–—-]/gu, '');
    if (sign === '') continue;
    const name = foldText(sign);
    const code = NAMES.get(name) ?? currencyOf(SIGNS.get(name) ?? sign.normalize('NFKC'), site);
    if (code !== null) return code;
  }
  return null;
}
