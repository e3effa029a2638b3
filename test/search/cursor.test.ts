/** Cursors: they survive encoding, foreign ones are null, and they belong to one query. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/kinds/record.js';
import { sortKey } from '../../src/lib/text/words.js';
import { decodeCursor, encodeCursor, fingerprintOf } from '../../src/search/cursor.js';
import { fc } from '../support/seed.js';

const cursor = fc.record({
  nowMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  keys: fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((key) => !Object.is(key, -0)),
      fc.constant(null),
    ),
    { maxLength: 4 },
  ),
  id: fc.nat(),
  fingerprint: fc.stringMatching(/^[\w-]{8}$/),
  corrected: fc.option(fc.string({ unit: 'grapheme', minLength: 1 })),
});

const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('cursor', () => {
  test('any position survives encoding, to the last bit', () => {
    fc.assert(
      fc.property(cursor, (one) => {
        const text = encodeCursor(one);
        expect(text).toMatch(/^[\w-]+$/);
        expect(decodeCursor(text)).toEqual(one);
      }),
      { numRuns: 1000 },
    );
  });

  test('any text is a cursor or null, never an error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.json().map((text) => encoded(text)),
        ),
        (text) => {
          const one = decodeCursor(text) ?? decodeCursor(encoded(`[0,${text},1,"f",null]`));
          if (one !== null) expect(Number.isSafeInteger(one.id)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('the longest possible sort key gives a cursor of less than 400 characters', () => {
    const key = sortKey('\u{1f3bb}"'.repeat(1000));
    const one = {
      nowMs: 253_402_300_799_999,
      keys: [key],
      id: Number.MAX_SAFE_INTEGER,
      fingerprint: 'abcdefgh',
      corrected: null,
    };
    expect(encodeCursor(one).length).toBeLessThan(400);
    expect(decodeCursor(encodeCursor(one))).toEqual(one);
  });

  test.each([
    ['empty', ''],
    ['too few parts', encoded('[0,[3],1]')],
    ['no base64url', '!'],
    ['time after all dates', encoded('[1e15,[3],1,"f",null]')],
    ['time before all records', encoded('[-1,[3],1,"f",null]')],
    ['ID not a safe integer', encoded('[0,[3],1e300,"f",null]')],
    ['no list', encoded('[0,3,1,"f",null]')],
    ['no JSON', encoded('[0,[three],1,"f",null]')],
    ['an infinite number', encoded('[0,[1e999],1,"f",null]')],
    ['a list in a list', encoded('[0,[[3]],1,"f",null]')],
    ['no fingerprint', encoded('[0,[3],1,null,null]')],
    ['a number instead of the text', encoded('[0,[3],1,"f",7]')],
  ])('%s: null', (_, text) => {
    expect(decodeCursor(text)).toBeNull();
  });
});

describe('fingerprint', () => {
  const base = { search: 'jazz', categories: [1, 2], orderby: 'title' };
  const of = (values: JsonObject, kind = 'event') => fingerprintOf(kind, values);

  test('the same for every order of parameters', () => {
    const { search, ...others } = base;
    expect(of({ ...others, search })).toBe(of(base));
  });

  test.each(['page', 'per_page', 'cursor', 'fields', 'facets'])('%s is not a filter', (name) => {
    expect(of({ ...base, [name]: 'x' })).toBe(of(base));
  });

  test.each([
    ['another filter', { ...base, venue: [3] }],
    ['another value', { ...base, search: 'jam' }],
    ['another order', { ...base, orderby: 'date' }],
    ['another direction', { ...base, order: 'desc' }],
    ['fewer filters', { search: 'jazz' }],
    ['another type', { ...base, categories: ['1', '2'] }],
  ])('%s: a different fingerprint', (_, values) => {
    expect(of(values)).not.toBe(of(base));
  });

  test('another kind: a different fingerprint', () => {
    expect(of(base, 'venue')).not.toBe(of(base));
  });
});
