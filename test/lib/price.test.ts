/** The lowest price of a cost. Contract 19. */
import { describe, expect, test } from 'vitest';
import { lowestPrice } from '../../src/lib/money/price.js';

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
  // A sign belongs to the one number that it touches; a bare number beside it is no price.
  ['Day 1 $50, Day 2 $80', '50 USD'],
  ['Day 1 - $50', '50 USD'],
  ['Zone 2 €30', '30 EUR'],
  ['Category 1 €45 / Category 2 €35', '35 EUR'],
  ['2-for-1 $20', '20 USD'],
  ['Platz 1 CHF 90', '90 CHF'],
  ['Reihe 1 € 40, Reihe 2 € 30', '30 EUR'],
  ['Ticket 1 20 €', '20 EUR'],
  ['5 € 10 €', '5 EUR'],
  ['Row 2 20€ Row 3 15€', '15 EUR'],
  ['2 x £8', '8 GBP'],
  ['Kids are $7 and adults are $10', '7 USD'],
  ['All 10 kids', null],
  ['Cup 2 €5', '5 EUR'],
  ['10/15/20 €', '10 EUR'],
  ['10,- / 8,- €', '8 EUR'],
  ['12 eur', '12 EUR'],
  // Decimals as they are written.
  ['12.500 JOD', '12.5 JOD'],
  ['KWD 1,250.750', '1250.75 KWD'],
  ['12,500 TND', '12.5 TND'],
  ['12.500 €', '12500 EUR'],
  ['.50', '0.5 USD'],
  ['$.50', '0.5 USD'],
  ['.50 €', '0.5 EUR'],
  ['50p', '0.5 GBP'],
  ['75¢', '0.75 USD'],
  ['50 p', null],
];

/** Values on sites of other currencies. */
const OWN: [value: string, symbol: string, code: string, price: string | null][] = [
  ['50 kr', 'kr', 'SEK', '50 SEK'],
  ['50 Kr.', 'kr.', 'DKK', '50 DKK'],
  ['50 kr', 'NOK', 'NOK', '50 NOK'],
  ['kr 50,-', 'kr', 'NOK', '50 NOK'],
  ['50 kr', '€', 'EUR', null],
  ['S/ 20, niños S/ 10', 'S/', 'PEN', '10 PEN'],
  ['20 $', 'CA$', 'CAD', '20 CAD'],
  ['¥20', '¥', 'CNY', '20 CNY'],
  ['12.500', 'JD', 'JOD', '12.5 JOD'],
  ['5.250 JD', 'JD', 'JOD', '5.25 JOD'],
  ['12.500 – 15.000', 'د.ت', 'TND', '12.5 TND'],
  ['12.500 د.ت', 'د.ت', 'TND', '12.5 TND'],
];

describe('the lowest price of a cost', () => {
  test.each(COSTS)('%s', (values, expected) => {
    const price = lowestPrice(values === '' ? [] : values.split('|'), own);
    expect(price ? `${price.amount} ${price.currency}` : null).toBe(expected);
  });

  test.each(OWN)('%s where the site has %s for %s', (value, symbol, code, expected) => {
    const price = lowestPrice([value], { symbol, code });
    expect(price ? `${price.amount} ${price.currency}` : null).toBe(expected);
  });

  test('a value of 100 signs is read at once', () => {
    for (const value of ['1-'.repeat(50), '1 €'.repeat(33), '$'.repeat(100)]) {
      expect(lowestPrice(Array(20).fill(value), own)?.amount ?? 1).toBe(1);
    }
  });
});
