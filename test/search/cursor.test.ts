/** Cursors: what goes in comes out; what is none of ours is null; what a cursor belongs to. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor, fingerprintOf } from '../../src/search/cursor.js';

const cursor = fc.record({
  walk: fc.string({ unit: 'grapheme' }),
  nowMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  key: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((key) => !Object.is(key, -0)),
    fc.constant(null),
  ),
  id: fc.nat(),
  fingerprint: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' }),
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('cursor', () => {
  test('any place in a walk survives its text, to the last bit', () => {
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
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(encoded)), (text) => {
        const one = decodeCursor(text);
        if (one === null) return;
        expect(typeof one.walk === 'string' && Number.isSafeInteger(one.id)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['empty', ''],
    ['no base64url', 'a+b/'],
    ['no JSON', 'abcd'],
    ['no list', encoded({ walk: 1 })],
    ['too short', encoded(['1', 2, 3, 4])],
    ['too long', encoded(['1', 2, 3, 4, 'f', 6])],
    ['walk no text', encoded([1, 2, 3, 4, 'f'])],
    ['walk too long', encoded(['1'.repeat(10_000), 2, 3, 4, 'f'])],
    ['time no integer', encoded(['1', '2', 3, 4, 'f'])],
    ['time beyond all dates', encoded(['1', 9e15, 3, 4, 'f'])],
    ['time before all records', encoded(['1', -1, 3, 4, 'f'])],
    ['key a list', encoded(['1', 2, [3], 4, 'f'])],
    ['key a boolean', encoded(['1', 2, true, 4, 'f'])],
    ['ID no integer', encoded(['1', 2, 3, 4.5, 'f'])],
    ['no fingerprint', encoded(['1', 2, 3, 4, null])],
  ])('%s: null', (_, text) => {
    expect(decodeCursor(text)).toBeNull();
  });
});

describe('fingerprint', () => {
  const base = { search: 'jazz', categories: [1, 2], orderby: 'title' };
  const of = (values: Record<string, unknown>, kind = 'event') => fingerprintOf(kind, values);

  test('the same whatever order parameters came in', () => {
    const { search, ...others } = base;
    expect(of({ ...others, search })).toBe(of(base));
  });

  test.each(['page', 'per_page', 'cursor', 'fields', 'facets'])('%s is no filter', (name) => {
    expect(of({ ...base, [name]: 'x' })).toBe(of(base));
  });

  test.each([
    ['another filter', { ...base, venue: [3] }],
    ['another value', { ...base, search: 'jam' }],
    ['another order', { ...base, orderby: 'date' }],
    ['another direction', { ...base, order: 'desc' }],
    ['fewer filters', { search: 'jazz' }],
    ['another type', { ...base, categories: ['1', '2'] }],
  ])('%s: another one', (_, values) => {
    expect(of(values)).not.toBe(of(base));
  });

  test('another kind: another one', () => {
    expect(of(base, 'venue')).not.toBe(of(base));
  });
});
