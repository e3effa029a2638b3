/** The lowest price of a cost. Contract 19. */
import { describe, expect, test } from 'vitest';
import { lowestPrice } from '../../src/lib/price.js';

const own = { symbol: '$', code: 'USD' };

const COSTS: [values: string, price: string | null][] = [
  ['10', '10 USD'],
  ['$10', '10 USD'],
  ['10$', '10 USD'],
  ['US$ 10', '10 USD'],
  ['CA$12.50', '12.5 CAD'],
  ['10 €', '10 EUR'],
  ['€10', '10 EUR'],
  ['9,99 €', '9.99 EUR'],
  ['1.000 €', '1000 EUR'],
  ['10,- €', '10 EUR'],
  ['15,-', '15 USD'],
  ['10–20 €', '10 EUR'],
  ['€10-20', '10 EUR'],
  ['10€ - 20€', '10 EUR'],
  ['20 EUR / 15 EUR', '15 EUR'],
  ['EUR 12', '12 EUR'],
  ['12 Euro', '12 EUR'],
  ['Fr. 25.-', '25 CHF'],
  ['CHF 25.–', '25 CHF'],
  ['£5', '5 GBP'],
  ['45 zł', '45 PLN'],
  ['300 Kč', '300 CZK'],
  ['¥1,500', '1500 JPY'],
  ['1500円', '1500 JPY'],
  ['₹500', '500 INR'],
  ['R$ 30', '30 BRL'],
  // Of one of several countries: which is not told.
  ['100 kr', null],
  ['100 SEK', '100 SEK'],
  ['ab 18 Jahren 10 €', '10 EUR'],
  ['6-12 Jahre 5 €, Erwachsene 9 €', '5 EUR'],
  ['18+', null],
  ['ages 6 to 12', null],
  ['20% off', null],
  ['3 tokens', null],
  ['Pay what you can', null],
  ['kids under 6 free, adults $10', '10 USD'],
  ['Free|$20', '0 *'],
  ['0', '0 *'],
  ['0 €', '0 *'],
  ['0-18 years $5', '5 USD'],
  ...[
    ...['Free', 'free!', 'kostenlos', 'gratis', 'Eintritt frei', 'entrée libre', 'Gratuit'],
    ...['Entrada libre', 'Ingresso gratuito', 'fri entré', '無料', '免费', 'Вход свободный'],
    ...['Der Eintritt ist frei.', 'Admission is free', 'Entrée libre et gratuite'],
    ...['Eintritt frei, Spenden erbeten', 'Entrada libre y gratuita', 'Wstęp bezpłatny'],
    ...['Vstup volný', 'Ελεύθερη είσοδος', 'Вхід вільний', 'الدخول مجاني', 'כניסה חופשית'],
  ].map((text): [string, string] => [text, '0 *']),
  ['alcohol-free', null],
  ['nicht kostenlos', null],
  ['Freiwillige Spende', null],
  ['Free – $12', '0 *'],
  ['10-20', '10 USD'],
  ['20-10', null],
  ['20 dollars', '20 USD'],
  ['20 US-Dollar', '20 USD'],
  ['C$15', '15 CAD'],
  ['AU$30', '30 AUD'],
  ['S$15', '15 SGD'],
  ['￥3,000', '3000 JPY'],
  ['300 грн', '300 UAH'],
  ['40 reais', '40 BRL'],
  ['10 constructor', null],
  ['10 __proto__', null],
  ['100 TL', '100 TRY'],
  ['300 บาท', '300 THB'],
  ['', null],
];

describe('the lowest price of a cost', () => {
  test.each(COSTS)('%s', (values, expected) => {
    const price = lowestPrice(values === '' ? [] : values.split('|'), own);
    expect(price ? `${price.amount} ${price.currency}` : null).toBe(expected);
  });

  test('a value of 100 signs is read at once', () => {
    for (const value of ['1-'.repeat(50), '1 €'.repeat(33), '$'.repeat(100)]) {
      expect(lowestPrice(Array(20).fill(value), own)?.amount ?? 1).toBe(1);
    }
  });
});
