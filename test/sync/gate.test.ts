/** The gate before the index: pauses that grow, are random, and end. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { type Gate, type GateOptions, openGate } from '../../src/sync/gate.js';

const FIRST = limits.pushPauseMs;
const LAST = limits.pushPauseMaxMs;

/** A gate with a clock and a random number controlled by the test. */
function given(
  random = 0,
  options: GateOptions = {},
): { gate: Gate; clock: { nowMs: number; random: number } } {
  const clock = { nowMs: 1000, random };
  return {
    clock,
    gate: openGate(() => clock.nowMs, { random: () => clock.random, ...options }),
  };
}

/** → how long the gate stays closed after a failure now, ms. */
function pauseOf(gate: Gate, clock: { nowMs: number }): number {
  const startMs = clock.nowMs;
  gate.failed();
  while (!gate.isOpen()) clock.nowMs++;
  return clock.nowMs - startMs;
}

describe('entering', () => {
  const closed = () => {
    const { gate, clock } = given(1, { closesAfter: 3, pauseMaxMs: FIRST * 2 });
    for (let failure = 0; failure < 3; failure++) {
      expect([gate.enter(), gate.enter(), gate.isFailing()]).toEqual([true, true, false]);
      gate.failed();
    }
    return { gate, clock };
  };

  it('ends with the last tolerated failure, for the pause', () => {
    const { gate, clock } = closed();
    expect([gate.isFailing(), gate.isOpen(), gate.enter()]).toEqual([true, false, false]);
    clock.nowMs += FIRST - 1;
    expect(gate.enter()).toBe(false);
  });

  it('is for one at a time after the pause, until it failed or succeeded', () => {
    const { gate, clock } = closed();
    clock.nowMs += FIRST;
    expect([gate.enter(), gate.enter()]).toEqual([true, false]);
    gate.failed();
    expect(gate.enter()).toBe(false);
    for (let failure = 0; failure < 4; failure++) {
      clock.nowMs += FIRST * 2;
      expect([gate.enter(), gate.enter()]).toEqual([true, false]);
      gate.failed();
    }
    clock.nowMs += FIRST * 2;
    expect(gate.enter()).toBe(true);
    gate.succeeded();
    expect([gate.enter(), gate.enter(), gate.isFailing()]).toEqual([true, true, false]);
  });

  it('is free again after a success between the failures', () => {
    const { gate } = given(1, { closesAfter: 2 });
    for (let round = 0; round < 5; round++) {
      gate.failed();
      gate.succeeded();
    }
    expect([gate.enter(), gate.isFailing()]).toEqual([true, false]);
  });
});

describe('pauses', () => {
  it('is open at first, and not failing', () => {
    const { gate } = given();
    expect([gate.isOpen(), gate.isFailing()]).toEqual([true, false]);
  });

  it.each([
    ['shortest', 0, 0.5],
    ['longest', 1, 1],
  ])('double up to the longest, with the %s random part', (_, random, part) => {
    const { gate, clock } = given(random);
    const pauses = Array.from({ length: 12 }, () => pauseOf(gate, clock));
    const wanted = pauses.map((__, at) => Math.min(FIRST * 2 ** at, LAST) * part);
    expect(pauses).toEqual(wanted);
    expect(pauses.at(-1)).toBe(LAST * part);
  });

  it('are random between half and full length', () => {
    const pauses = new Set<number>();
    for (let step = 0; step <= 10; step++) {
      const { gate, clock } = given(step / 10);
      pauses.add(pauseOf(gate, clock));
    }
    expect(Math.min(...pauses)).toBe(FIRST / 2);
    expect(Math.max(...pauses)).toBe(FIRST);
    expect(pauses.size).toBe(11);
  });

  it('stay limited after any number of failures', () => {
    const { gate, clock } = given(1);
    for (let failure = 0; failure < 5000; failure++) {
      gate.failed();
      clock.nowMs += LAST;
    }
    expect(pauseOf(gate, clock)).toBe(LAST);
  });

  it('count pushes that fail together as one failure', () => {
    const { gate, clock } = given(1);
    for (let writer = 0; writer < 40; writer++) gate.failed();
    clock.nowMs += FIRST;
    expect(gate.isOpen()).toBe(true);
    expect(pauseOf(gate, clock)).toBe(FIRST * 2);
  });

  it('end with a success, and start again from the shortest', () => {
    const { gate, clock } = given(1);
    for (let failure = 0; failure < 5; failure++) pauseOf(gate, clock);
    gate.failed();
    expect([gate.isOpen(), gate.isFailing()]).toEqual([false, true]);
    gate.succeeded();
    expect([gate.isOpen(), gate.isFailing()]).toEqual([true, false]);
    expect(pauseOf(gate, clock)).toBe(FIRST);
    expect(gate.isFailing()).toBe(true);
  });
});
