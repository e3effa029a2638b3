/** The backoff before the index: pauses that grow, are random, and end. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { type Backoff, openBackoff } from '../../src/sync/backoff.js';

const FIRST = limits.pushPauseMs;
const LAST = limits.pushPauseMaxMs;

/** A backoff with a clock and a random number controlled by the test. */
function given(random = 0): { backoff: Backoff; clock: { nowMs: number; random: number } } {
  const clock = { nowMs: 1000, random };
  const backoff = openBackoff(
    () => clock.nowMs,
    () => clock.random,
  );
  return { clock, backoff };
}

/** → how long the backoff lasts after a failure now, ms. */
function pauseOf(backoff: Backoff, clock: { nowMs: number }): number {
  const startMs = clock.nowMs;
  backoff.failed();
  while (!backoff.isOver()) clock.nowMs++;
  return clock.nowMs - startMs;
}

describe('pauses', () => {
  it('is over at first, and not failing', () => {
    const { backoff } = given();
    expect([backoff.isOver(), backoff.isFailing()]).toEqual([true, false]);
  });

  it.each([
    ['shortest', 0, 0.5],
    ['longest', 1, 1],
  ])('double up to the longest, with the %s random part', (_, random, part) => {
    const { backoff, clock } = given(random);
    const pauses = Array.from({ length: 12 }, () => pauseOf(backoff, clock));
    const wanted = pauses.map((__, at) => Math.min(FIRST * 2 ** at, LAST) * part);
    expect(pauses).toEqual(wanted);
    expect(pauses.at(-1)).toBe(LAST * part);
  });

  it('are random between half and full length', () => {
    const pauses = new Set<number>();
    for (let step = 0; step <= 10; step++) {
      const { backoff, clock } = given(step / 10);
      pauses.add(pauseOf(backoff, clock));
    }
    expect(Math.min(...pauses)).toBe(FIRST / 2);
    expect(Math.max(...pauses)).toBe(FIRST);
    expect(pauses.size).toBe(11);
  });

  it('stay limited after any number of failures', () => {
    const { backoff, clock } = given(1);
    for (let failure = 0; failure < 5000; failure++) {
      backoff.failed();
      clock.nowMs += LAST;
    }
    expect(pauseOf(backoff, clock)).toBe(LAST);
  });

  it('count pushes that fail together as one failure', () => {
    const { backoff, clock } = given(1);
    for (let writer = 0; writer < 40; writer++) backoff.failed();
    clock.nowMs += FIRST;
    expect(backoff.isOver()).toBe(true);
    expect(pauseOf(backoff, clock)).toBe(FIRST * 2);
  });

  it('end with a success, and start again from the shortest', () => {
    const { backoff, clock } = given(1);
    for (let failure = 0; failure < 5; failure++) pauseOf(backoff, clock);
    backoff.failed();
    expect([backoff.isOver(), backoff.isFailing()]).toEqual([false, true]);
    backoff.succeeded();
    expect([backoff.isOver(), backoff.isFailing()]).toEqual([true, false]);
    expect(pauseOf(backoff, clock)).toBe(FIRST);
    expect(backoff.isFailing()).toBe(true);
  });
});
