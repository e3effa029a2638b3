/** Ports that are guarded: calls are timed, and only so many wait. Contract 23. */
import { describe, expect, it } from 'vitest';
import { ApiError, indexUnavailable } from '../src/errors.js';
import { guardPort } from '../src/guard-ports.js';
import { openMetrics } from '../src/lib/metrics.js';
import { linesOf } from './support/metrics.js';

/** A port whose calls the test answers, guarded; two of them may wait. */
function given() {
  const waiting: { answer: () => void; fail: (error: Error) => void }[] = [];
  const call = (value: number): Promise<number> =>
    new Promise((resolve, reject) => {
      waiting.push({ answer: () => resolve(value), fail: reject });
    });
  const port = { layout: 'text', read: call, group: { list: call }, close: async () => 'closed' };
  const metrics = openMetrics();
  const guard = guardPort(port, { engine: 'index', metrics, waitingMax: 2 });
  return { guarded: guard.port, guard, metrics, waiting };
}

describe('a guarded port', () => {
  it('answers as before, groups included, and times each call by its name', async () => {
    const { guarded, metrics, waiting } = given();
    expect(guarded.layout).toBe('text');
    const both = [guarded.read(1), guarded.group.list(2)];
    for (const { answer } of waiting) answer();
    expect(await Promise.all(both)).toEqual([1, 2]);
    const counted = 'marquee_index_query_duration_seconds_count';
    expect(linesOf(await metrics.text(), counted)).toEqual({
      'operation="read"': 1,
      'operation="group.list"': 1,
    });
  });

  it('refuses a call while too many wait, without a line in the log, until one has ended', async () => {
    const { guarded, guard, metrics, waiting } = given();
    const first = guarded.read(1);
    const second = guarded.group.list(2);
    const error = (await guarded.read(3).catch((one: unknown) => one)) as ApiError;
    expect([error.status, error.code, error.cause ?? null]).toEqual([
      503,
      'search_index_unavailable',
      null,
    ]);
    expect([waiting.length, guard.isFailing()]).toEqual([2, true]);
    expect(await guarded.close()).toBe('closed');
    waiting[0]?.answer();
    expect([await first, guard.isFailing()]).toEqual([1, false]);
    const fourth = guarded.read(4);
    for (const { answer } of waiting) answer();
    expect(await Promise.all([second, fourth])).toEqual([2, 4]);
    expect(linesOf(await metrics.text(), 'marquee_refused_calls_total')).toEqual({
      'engine="index"': 1,
    });
  });

  it('is failing after a call that the engine did not answer, not after a refusal', async () => {
    const { guarded, guard, waiting } = given();
    for (const [error, isFailing] of [
      [new ApiError(409, 'conflict', 'x'), false],
      [indexUnavailable(new Error('timed out')), true],
      [new ApiError(409, 'conflict', 'x'), false],
    ] as const) {
      const read = guarded.read(1);
      waiting.at(-1)?.fail(error);
      await expect(read).rejects.toBe(error);
      expect(guard.isFailing()).toBe(isFailing);
    }
  });
});
