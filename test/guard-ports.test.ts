/** Ports that are guarded: deadlines, the circuit breaker, what passes without them. Contract 23. */
import { describe, expect, it } from 'vitest';
import { ApiError, indexUnavailable } from '../src/errors.js';
import { type Guard, guardPort } from '../src/guard-ports.js';
import { remainingMs, withDeadline, within, withoutDeadline } from '../src/lib/deadline.js';
import { silentLog } from '../src/lib/log.js';
import { openMetrics } from '../src/lib/metrics.js';
import { openGate } from '../src/sync/gate.js';
import { linesOf } from './support/metrics.js';

/** Short ones, so that the tests are. */
const WAITS = { judgedMs: 0, tryMs: 20 };

const never = () => new Promise<never>(() => undefined);

/** A port whose answers the test decides, guarded. */
function given(overrides: Partial<Guard> = {}) {
  const clock = { nowMs: 0 };
  const calls: string[] = [];
  const engine = { isHanging: false };
  const metrics = openMetrics();
  const gate = openGate(() => clock.nowMs, { closesAfter: 3, pauseMaxMs: 500, random: () => 1 });
  const call = (name: string) => async (value: number) => {
    calls.push(name);
    return engine.isHanging ? never() : value;
  };
  const port = {
    layout: 'text',
    read: call('read'),
    write: call('write'),
    group: { list: call('group.list') },
    fail: async () => {
      throw new ApiError(409, 'x', 'x');
    },
    close: call('close'),
  };
  const guarded = guardPort(port, {
    engine: 'index',
    metrics,
    log: silentLog,
    gate,
    unavailable: indexUnavailable,
    awaited: ['write'],
    waits: WAITS,
    ...overrides,
  });
  return { guarded, calls, engine, clock, metrics, gate };
}

/** → the error of a call, null without one; its deadline is far away. */
const errorOf = (work: () => Promise<unknown>, ms = 60_000) =>
  withDeadline(ms, work).then(
    () => null,
    (error: ApiError) => error,
  );

/** → the same of a call that hangs: its deadline is near. */
const lateError = (work: () => Promise<unknown>) => errorOf(work, 5);

const DOWN = { status: 503, code: 'search_index_unavailable' };

describe('a guarded port', () => {
  it('answers as before, groups included, and times each call by its name', async () => {
    const { guarded, metrics } = given();
    expect(guarded.layout).toBe('text');
    expect(await guarded.read(1)).toBe(1);
    expect(await withDeadline(60_000, () => guarded.group.list(2))).toBe(2);
    await expect(guarded.fail()).rejects.toMatchObject({ status: 409 });
    const counted = 'marquee_index_query_duration_seconds_count';
    expect(linesOf(await metrics.text(), counted)).toEqual({
      'operation="read"': 1,
      'operation="group.list"': 1,
      'operation="fail"': 1,
    });
  });

  it('gives up a call at the deadline, and makes none after it', async () => {
    const { guarded, engine, calls } = given();
    engine.isHanging = true;
    const error = await lateError(async () => {
      await guarded.read(1).catch(() => undefined);
      return guarded.read(2);
    });
    expect(error).toMatchObject(DOWN);
    expect(calls).toEqual(['read']);
  });

  it('refuses calls after three time-outs; then one at a time tries, until one is answered', async () => {
    const { guarded, engine, clock, calls, metrics } = given();
    engine.isHanging = true;
    for (let late = 0; late < 3; late++) {
      expect((await lateError(() => guarded.read(1)))?.cause).toBeInstanceOf(Error);
    }
    expect(calls).toHaveLength(3);
    const refused = await errorOf(() => guarded.read(1));
    expect(refused).toMatchObject({ ...DOWN, headers: { 'Retry-After': '5' } });
    // No cause: a line in the log for each would hide what matters.
    expect(refused?.cause ?? null).toBeNull();
    expect(calls).toHaveLength(3);
    clock.nowMs += 500;
    const read = () => guarded.read(1);
    const both = await Promise.all([lateError(read), errorOf(read)]);
    expect(both.map((error) => error?.cause instanceof Error)).toEqual([true, false]);
    expect(calls).toHaveLength(4);
    engine.isHanging = false;
    clock.nowMs += 500;
    expect(await errorOf(() => guarded.read(1))).toBeNull();
    expect(await errorOf(() => guarded.group.list(1))).toBeNull();
    const text = await metrics.text();
    expect(linesOf(text, 'marquee_engine_timeouts_total')).toEqual({ 'engine="index"': 4 });
    expect(linesOf(text, 'marquee_refused_calls_total')).toEqual({ 'engine="index"': 2 });
  });

  it('the one that tries is given up soon, and is never a write', async () => {
    const { guarded, engine, clock, calls } = given();
    engine.isHanging = true;
    for (let late = 0; late < 3; late++) await lateError(() => guarded.read(1));
    clock.nowMs += 500;
    expect(await errorOf(() => guarded.write(1))).toMatchObject(DOWN);
    // Its deadline is a minute away.
    expect((await errorOf(() => guarded.read(1)))?.cause).toBeInstanceOf(Error);
    expect(calls).toEqual(['read', 'read', 'read', 'read']);
    clock.nowMs += 500;
    engine.isHanging = false;
    expect(await errorOf(() => guarded.write(1))).toMatchObject(DOWN);
    expect(await errorOf(() => guarded.read(1))).toBeNull();
    expect(await errorOf(() => guarded.write(1))).toBeNull();
  });

  it('does not count a call that was given little time, and does not try with it', async () => {
    const { guarded, engine, clock, calls, gate, metrics } = given({
      waits: { judgedMs: 250, tryMs: 300 },
    });
    engine.isHanging = true;
    for (let late = 0; late < 4; late++) {
      expect((await lateError(() => guarded.read(1)))?.cause).toBeInstanceOf(Error);
    }
    expect(gate.isFailing()).toBe(false);
    expect(linesOf(await metrics.text(), 'marquee_engine_timeouts_total')).toEqual({});
    for (let late = 0; late < 3; late++) gate.failed();
    clock.nowMs += 500;
    expect((await lateError(() => guarded.read(1)))?.cause ?? null).toBeNull();
    expect(calls).toHaveLength(4);
    engine.isHanging = false;
    expect(await errorOf(() => guarded.read(1))).toBeNull();
  });

  it('counts no error that is an answer', async () => {
    const { guarded, gate } = given();
    for (let round = 0; round < 5; round++) await errorOf(() => guarded.fail());
    expect([gate.isFailing(), await errorOf(() => guarded.read(1))]).toEqual([false, null]);
  });

  it('waits for the outcome of a write, and counts it as late', async () => {
    let finish = (): void => undefined;
    const slow = () =>
      new Promise<string>((resolve) => {
        finish = () => resolve('written');
      });
    const { gate } = given();
    const port = { write: slow };
    const { guarded } = { guarded: guardPort(port, guardOf(gate)) };
    for (let late = 0; late < 3; late++) {
      expect(gate.isFailing()).toBe(false);
      const write = withDeadline(1, () => guarded.write());
      await withDeadline(0, async () => within(never(), 5, () => new Error()).catch(() => null));
      finish();
      expect(await write).toBe('written');
    }
    expect(gate.isFailing()).toBe(true);
  });

  it('lets calls without a deadline pass; one that is answered ends the refusals', async () => {
    const { guarded, engine, calls, gate } = given();
    engine.isHanging = true;
    for (let late = 0; late < 3; late++) await lateError(() => guarded.read(1));
    engine.isHanging = false;
    expect(gate.isFailing()).toBe(true);
    expect(await guarded.read(7)).toBe(7);
    expect(gate.isFailing()).toBe(false);
    expect(await withDeadline(5, () => withoutDeadline(() => guarded.read(8)))).toBe(8);
    expect(calls).toHaveLength(5);
  });

  it('has no bound when its engine cannot hang', async () => {
    const { guarded } = given({ gate: null });
    expect(await withDeadline(-1, () => guarded.read(3))).toBe(3);
  });
});

const guardOf = (gate: Guard['gate']): Guard => ({
  engine: 'store',
  metrics: openMetrics(),
  log: silentLog,
  gate,
  unavailable: indexUnavailable,
  awaited: ['write'],
  waits: WAITS,
});

describe('a deadline', () => {
  it('follows every asynchronous step, and ends with its work', async () => {
    expect(remainingMs()).toBe(Number.POSITIVE_INFINITY);
    await withDeadline(60_000, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      expect(remainingMs()).toBeGreaterThan(0);
      expect(remainingMs()).toBeLessThanOrEqual(60_000);
      expect(withoutDeadline(remainingMs)).toBe(Number.POSITIVE_INFINITY);
    });
    expect(remainingMs()).toBe(Number.POSITIVE_INFINITY);
  });
});
