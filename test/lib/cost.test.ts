// Tables of raw costs: the stored text, the shown text, and the price of an offer.
// The first rows of each table are the examples of Contract 1.7 and 4.3.

import { describe, expect, it, test } from 'vitest';
import { type CostStyle, offerPrice, parseCost, presentCost } from '../../src/lib/money/cost.js';
import { fc } from '../support/seed.js';

const dollar: CostStyle = { symbol: '$', position: 'prefix' };
const euro: CostStyle = { symbol: '€', position: 'postfix' };

describe('parseCost', () => {
  test.each<[unknown, string[] | null]>([
    ['20$', ['20$']],
    ['', []],
    [[], []],
    [
      ['0$', '20$', '30$'],
      ['0$', '20$', '30$'],
    ],
    ['10,20,30', ['10,20,30']],
    ['  $5 ', ['$5']],
    [' ', []],
    [20, ['20']],
    [0, ['0']],
    [9.5, ['9.5']],
    [
      [10, '20', ''],
      ['10', '20'],
    ],
    [[''], []],
    ['x'.repeat(100), ['x'.repeat(100)]],
    ['x'.repeat(101), null],
    [Array(20).fill('1'), Array(20).fill('1')],
    [Array(21).fill('1'), null],
    [null, null],
    [undefined, null],
    [true, null],
    [{ cost: 1 }, null],
    [[['1']], null],
    [['1', null], null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [1e21, null],
  ])('%j → %j', (input, expected) => {
    expect(parseCost(input)).toEqual(expected);
  });
});

type Row = [
  values: string[],
  cost: string,
  symbol: string,
  position: string,
  numbers: string[],
  offer: string,
];

const rows: Row[] = [
  [['20$'], '20$', '$', 'postfix', ['20'], '20'],
  [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', ['0', '20', '30'], '0'],
  [['$23'], '$23', '$', 'prefix', ['23'], '23'],
  [['23'], '$23', '', '', ['23'], '23'],
  [[], '', '', '', [], ''],
  [['10,20,30'], '$10 – $30', '', '', ['10', '20', '30'], '10'],
  [['$10,$20,$30'], '$10 – $30', '$', 'prefix', ['10', '20', '30'], '10'],
  [['$10, 20€'], '$10 – 20€', '', '', ['10', '20'], '10'],
  [['0'], 'Free', '', '', ['0'], '0'],
  [['0.00 €'], 'Free', '€', 'postfix', ['0.00'], '0.00'],
  [['Free'], 'Free', '', '', ['free'], ''],
  [['Pay what you can!'], 'Pay what you can!', '', '', ['pay-what-you-can'], ''],
  [['Gratuité'], 'Gratuité', '', '', ['gratuite'], ''],
  [['無料'], '無料', '', '', ['無料'], ''],
  [['?'], '?', '', '', [], ''],
  [['Free', '20$'], 'Free – 20$', '$', 'postfix', ['free', '20'], '20'],
  [['Free', '0'], 'Free', '', '', ['free', '0'], '0'],
  [['Free', '20'], 'Free – $20', '', '', ['free', '20'], '20'],
  [['9.99'], '$9.99', '', '', ['9.99'], '9.99'],
  [['9,99 €'], '9,99 €', '€', 'postfix', ['9,99'], '9.99'],
  [['1,000'], '$1,000', '', '', ['1,000'], '1000'],
  [['$1,000.50'], '$1,000.50', '$', 'prefix', ['1,000.50'], '1000.50'],
  [['1.000,50 €'], '1.000,50 €', '€', 'postfix', ['1.000,50'], '1000.50'],
  [['1 000 kr'], '1 000 kr', 'kr', 'postfix', ['1 000'], '1000'],
  [['1\u00a0000\u202f€'], '1 000 €', '€', 'postfix', ['1 000'], '1000'],
  [['1,000,000'], '$1,000,000', '', '', ['1,000,000'], '1000000'],
  [["CHF 1'000"], "CHF 1'000", 'CHF', 'prefix', ["1'000"], '1000'],
  [['1’250.50 CHF'], '1’250.50 CHF', 'CHF', 'postfix', ['1’250.50'], '1250.50'],
  [['₹1,00,000'], '₹1,00,000', '₹', 'prefix', ['1,00,000'], '100000'],
  [
    ['₹12,34,567.50', '₹999'],
    '₹999 – ₹12,34,567.50',
    '₹',
    'prefix',
    ['999', '12,34,567.50'],
    '999',
  ],
  [['0.500'], '$0.500', '', '', ['0.500'], '0.500'],
  [['9.99,19.99'], '$9.99 – $19.99', '', '', ['9.99', '19.99'], '9.99'],
  [['100', '20', '3'], '$3 – $100', '', '', ['3', '20', '100'], '3'],
  [['1,000', '999'], '$999 – $1,000', '', '', ['999', '1,000'], '999'],
  [['20', '20.00'], '$20', '', '', ['20'], '20'],
  [['20$', '20$'], '20$', '$', 'postfix', ['20'], '20'],
  [['$20', '30€'], '$20 – 30€', '', '', ['20', '30'], '20'],
  [['$20', '30$'], '$20 – 30$', '', '', ['20', '30'], '20'],
  [['20', '30$'], '20 – 30$', '', '', ['20', '30'], '20'],
  [['20 USD', '30 USD'], '20 USD – 30 USD', 'USD', 'postfix', ['20', '30'], '20'],
  [['US$ 5'], 'US$ 5', 'US$', 'prefix', ['5'], '5'],
  [['10-20€'], '10€ – 20€', '€', 'postfix', ['10', '20'], '10'],
  [['$10 – $30'], '$10 – $30', '$', 'prefix', ['10', '30'], '10'],
  [['EUR 10/20'], 'EUR 10 – EUR 20', 'EUR', 'prefix', ['10', '20'], '10'],
  [['30-10'], '$10 – $30', '', '', ['10', '30'], '10'],
  [['from $20'], 'from $20', '$', 'prefix', ['20'], '20'],
  [['20 per person'], '20 per person', 'per person', 'postfix', ['20'], '20'],
  [['$5 kids $10 adults'], '$5 kids $10 adults', '', '', ['5', '10'], '5'],
  [['Free for kids, $10 adults'], 'Free for kids, $10 adults', '$', 'prefix', ['10'], '10'],
  [['Adults 10', 'Kids 5'], 'Kids 5 – Adults 10', '', '', ['5', '10'], '5'],
  [['Doors 10:30'], 'Doors 10:30', '', '', ['10', '30'], '10'],
  [['20+'], '20+', '', '', ['20'], '20'],
  [['10,'], '$10', '', '', ['10'], '10'],
  [[' $  20 '], '$ 20', '$', 'prefix', ['20'], '20'],
  [['Sliding', 'Donation'], 'Sliding – Donation', '', '', ['sliding', 'donation'], ''],
];

describe('presentCost and offerPrice', () => {
  test.each(rows)('%j → %j', (values, cost, symbol, position, numbers, offer) => {
    expect(presentCost(values, dollar)).toEqual({
      cost,
      cost_details: {
        currency_symbol: symbol,
        currency_code: '',
        currency_position: position,
        values: numbers,
      },
    });
    expect(offerPrice(values)).toBe(offer);
  });

  test.each<[string[], string]>([
    [['20'], '20€'],
    [['0', '20', '30'], 'Free – 30€'],
    [['$20'], '$20'],
  ])('%j with a currency sign behind → %j', (values, cost) => {
    expect(presentCost(values, euro).cost).toBe(cost);
  });

  it('accepts any stored text', () => {
    const text = fc.string({
      unit: fc.constantFrom('1', '0', '23', ',', '.', ' ', '-', '$', '€', 'kr', ';', '/', 'Free'),
      maxLength: 100,
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (input) => {
        const values = parseCost(input);
        fc.pre(values !== null);
        const { cost, cost_details: details } = presentCost(values, dollar);
        expect(cost === '').toBe(values.length === 0);
        const amounts = details.values.map((value) => offerPrice([value])).filter((v) => v !== '');
        expect(amounts).toEqual([...amounts].sort((a, b) => Number(a) - Number(b)));
        expect(offerPrice(values)).toBe(amounts[0] ?? '');
        expect(amounts.every((amount) => /^\d+(\.\d+)?$/.test(amount))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
