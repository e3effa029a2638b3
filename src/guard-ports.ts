/**
 * Wraps a port: the duration of each call is measured, and only so many calls wait for a remote
 * engine at a time, so that requests that need only the other one go on. Contract 23.
 */
import { ApiError, indexUnavailable, storeUnavailable } from './errors.js';
import type { Metrics } from './lib/metrics.js';

/** How the calls of a port are guarded. */
interface Guard {
  engine: 'index' | 'store';
  metrics: Metrics;
  /** Calls that may wait for the engine at a time. */
  waitingMax: number;
}

type Call = (...args: never[]) => Promise<unknown>;

/** Functions that ask the engine nothing. */
const UNGUARDED = ['close', 'advice'];
const UNAVAILABLE = 503;

/**
 * → the same port, guarded, its groups of calls included; and whether the last ended call was
 * refused or failed. A call is refused at once when too many wait; the driver ends a call without
 * an answer.
 */
export function guardPort<Port extends object>(
  port: Port,
  { engine, metrics, waitingMax }: Guard,
): { port: Port; isFailing: () => boolean } {
  const unavailable = engine === 'index' ? indexUnavailable : storeUnavailable;
  let isFailing = false;
  let waiting = 0;
  const guardCall =
    (call: Call, operation: string): Call =>
    async (...args) => {
      if (waiting >= waitingMax) {
        metrics.count('marquee_refused_calls_total', { engine });
        isFailing = true;
        throw unavailable(null);
      }
      const startMs = performance.now();
      waiting++;
      try {
        const answer = await call(...args);
        isFailing = false;
        return answer;
      } catch (error) {
        isFailing = error instanceof ApiError && error.status === UNAVAILABLE;
        throw error;
      } finally {
        waiting--;
        const seconds = (performance.now() - startMs) / 1000;
        metrics.observe(`marquee_${engine}_query_duration_seconds`, { operation }, seconds);
      }
    };
  const guardGroup = <Group extends object>(group: Group, prefix: string): Group => {
    const members = Object.entries(group).map(([name, member]: [string, unknown]) => {
      const full = `${prefix}${name}`;
      if (typeof member === 'object' && member !== null) {
        return [name, guardGroup(member, `${full}.`)];
      }
      const isCall = typeof member === 'function' && !UNGUARDED.includes(name);
      return [name, isCall ? guardCall(member as Call, full) : member];
    });
    return Object.fromEntries(members) as Group;
  };
  return { port: guardGroup(port, ''), isFailing: () => isFailing };
}
