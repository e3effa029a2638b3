/**
 * Wraps a port: the duration of each call is measured, and only so many calls wait for a remote
 * engine at a time, so that requests that need only the other one go on. Contract 23.
 */
import { ApiError, indexUnavailable, storeUnavailable } from './errors.js';
import type { Metrics } from './lib/metrics.js';
import { limits } from './limits.js';
import type { SearchIndex } from './search/port.js';
import type { RecordStore } from './store/port.js';

/** How the calls of a port are guarded. */
export interface Guard {
  engine: 'index' | 'store';
  metrics: Metrics;
  /** Calls that may wait for the engine at a time. */
  waitingMax: number;
  /** → the error of a call that was not made because too many wait. */
  unavailable: (cause: null) => Error;
  /** Whether the last call that ended was refused or failed. */
  isFailing: boolean;
  waiting: number;
}

/** → both ports, guarded, and whether calls of the index fail. */
export function guardPorts(
  { store, index }: { store: RecordStore; index: SearchIndex },
  { isRemote, metrics }: { isRemote: { store: boolean; index: boolean }; metrics: Metrics },
) {
  const ofIndex = guardOf('index', { isRemote: isRemote.index, metrics });
  const ofStore = guardOf('store', { isRemote: isRemote.store, metrics });
  return {
    store: guardPort(store, ofStore),
    index: guardPort(index, ofIndex),
    isIndexFailing: () => ofIndex.isFailing,
  };
}

const guardOf = (
  engine: Guard['engine'],
  { isRemote, metrics }: { isRemote: boolean; metrics: Metrics },
): Guard => ({
  engine,
  metrics,
  // An engine in this process cannot hang.
  waitingMax: isRemote ? limits.waitingCalls : Number.POSITIVE_INFINITY,
  unavailable: engine === 'index' ? indexUnavailable : storeUnavailable,
  isFailing: false,
  waiting: 0,
});

type Call = (...args: never[]) => Promise<unknown>;

/** Functions that ask the engine nothing. */
const UNGUARDED = ['close', 'advice'];

/** → the same port, guarded, and the groups of calls inside it. */
export function guardPort<Port extends object>(port: Port, guard: Guard): Port {
  return guardGroup(port, '', guard);
}

function guardGroup<Group extends object>(group: Group, prefix: string, guard: Guard): Group {
  const members = Object.entries(group).map(([name, member]: [string, unknown]) => {
    const full = `${prefix}${name}`;
    if (typeof member === 'object' && member !== null) {
      return [name, guardGroup(member, `${full}.`, guard)];
    }
    if (typeof member !== 'function' || UNGUARDED.includes(name)) return [name, member];
    return [name, guardCall(member as Call, full, guard)];
  });
  return Object.fromEntries(members) as Group;
}

/** → the call, refused at once when too many wait. The driver ends one that is not answered. */
function guardCall(call: Call, operation: string, guard: Guard): Call {
  const { engine, metrics, waitingMax, unavailable } = guard;
  return async (...args) => {
    if (guard.waiting >= waitingMax) {
      metrics.count('marquee_refused_calls_total', { engine });
      guard.isFailing = true;
      throw unavailable(null);
    }
    const startMs = performance.now();
    guard.waiting++;
    try {
      const answer = await call(...args);
      guard.isFailing = false;
      return answer;
    } catch (error) {
      guard.isFailing = error instanceof ApiError && error.status === UNAVAILABLE;
      throw error;
    } finally {
      guard.waiting--;
      const seconds = (performance.now() - startMs) / 1000;
      metrics.observe(`marquee_${engine}_query_duration_seconds`, { operation }, seconds);
    }
  };
}

const UNAVAILABLE = 503;
