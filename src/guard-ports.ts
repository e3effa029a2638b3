/**
 * Wraps a port: the duration of each call is measured, and what a request asks is bound by the
 * deadline of the request and by a circuit breaker. Contract 23.
 */
import { indexUnavailable, storeUnavailable } from './errors.js';
import { remainingMs, within } from './lib/deadline.js';
import type { Log } from './lib/log.js';
import type { Metrics } from './lib/metrics.js';
import { limits } from './limits.js';
import type { SearchIndex } from './search/port.js';
import type { RecordStore } from './store/port.js';
import { type Gate, openGate } from './sync/gate.js';

/** How the calls of a port are guarded. */
export interface Guard {
  engine: 'index' | 'store';
  metrics: Metrics;
  log: Log;
  /** The circuit breaker. Null: the engine is in this process and cannot hang. */
  gate: Gate | null;
  /** → the error of a call that was not answered, with its cause; null: it was not made. */
  unavailable: (cause: Error | null) => Error;
  /** Awaited past the deadline: the caller must learn the outcome. */
  awaited: readonly string[];
  waits?: Waits;
}

/** Time-outs of a call, ms. */
interface Waits {
  /** A shorter time-out is not counted as a failure. */
  judgedMs: number;
  /** Longest, of a call that tries whether the engine answers again. */
  tryMs: number;
}

const WAITS: Waits = { judgedMs: limits.judgedCallMs, tryMs: limits.triedCallMs };

interface Guarding extends Pick<Guard, 'metrics' | 'log'> {
  /** Monotonic clock, ms. */
  now: () => number;
  /** Whether an engine is asked over a network: only such a call can be given up. */
  isRemote: { store: boolean; index: boolean };
}

/** → both ports, guarded, and whether requests are refused because the index does not answer. */
export function guardPorts(
  { store, index }: { store: RecordStore; index: SearchIndex },
  { isRemote, now, metrics, log }: Guarding,
) {
  const options = { closesAfter: limits.timeOuts, pauseMaxMs: limits.timeOutPauseMaxMs };
  const gateOf = (engine: Guard['engine']) => (isRemote[engine] ? openGate(now, options) : null);
  const indexGate = gateOf('index');
  return {
    store: guardPort(store, {
      engine: 'store',
      metrics,
      log,
      gate: gateOf('store'),
      unavailable: storeUnavailable,
      // A write has time limits of its own, within which it learns whether it was made.
      awaited: ['write'],
    }),
    index: guardPort(index, {
      engine: 'index',
      metrics,
      log,
      gate: indexGate,
      unavailable: indexUnavailable,
      awaited: [],
    }),
    isIndexHanging: () => indexGate?.isFailing() === true,
  };
}

type Call = (...args: never[]) => Promise<unknown>;

/** Calls that say nothing of whether a remote engine answers. */
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
    return [name, timeCall(member as Call, full, guard)];
  });
  return Object.fromEntries(members) as Group;
}

function timeCall(call: Call, operation: string, guard: Guard): Call {
  const { engine, metrics } = guard;
  const guarded = guardCall(call, operation, guard);
  return async (...args) => {
    const startMs = performance.now();
    try {
      return await guarded(...args);
    } finally {
      const seconds = (performance.now() - startMs) / 1000;
      metrics.observe(`marquee_${engine}_query_duration_seconds`, { operation }, seconds);
    }
  };
}

/**
 * → the call, given up at the deadline of its request. After `limits.timeOuts` of these in a row,
 * calls are refused at once, and one after each pause tries. Calls without a deadline pass.
 */
function guardCall(call: Call, operation: string, guard: Guard): Call {
  const { gate, engine, metrics, unavailable, waits = WAITS } = guard;
  if (!gate) return call;
  const isAwaited = guard.awaited.includes(operation);
  return async (...args) => {
    const leftMs = remainingMs();
    if (leftMs === Number.POSITIVE_INFINITY) return probe(guard, gate, () => call(...args));
    if (leftMs <= 0) throw unavailable(new Error('the deadline of the request has passed'));
    // All others wait for the one that tries: it must be one that can be given up soon.
    const mayTry = !isAwaited && leftMs >= waits.judgedMs;
    if ((gate.isFailing() && !mayTry) || !gate.enter()) {
      metrics.count('marquee_refused_calls_total', { engine });
      throw unavailable(null);
    }
    const givenMs = gate.isFailing() ? Math.min(leftMs, waits.tryMs) : leftMs;
    const startMs = performance.now();
    const late = () => unavailable(new Error(`${engine} ${operation}: no answer in time`));
    try {
      const asked = call(...args);
      return await (isAwaited ? asked : within(asked, givenMs, late));
    } finally {
      const isLate = performance.now() - startMs >= givenMs;
      if (!isLate || givenMs >= waits.judgedMs) record(guard, gate, isLate);
    }
  };
}

/** Background work, which is never refused, also finds out that the engine answers again. */
async function probe<T>(guard: Guard, gate: Gate, call: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  const result = await call();
  if (gate.isFailing() && performance.now() - startMs < PROMPT_MS) record(guard, gate, false);
  return result;
}

/** How long such a call takes at most, ms. */
const PROMPT_MS = 1000;

function record({ engine, metrics, log }: Guard, gate: Gate, isLate: boolean): void {
  const wasFailing = gate.isFailing();
  if (!isLate) {
    gate.succeeded();
    if (wasFailing) log.info({ engine }, 'the engine answers again');
    return;
  }
  metrics.count('marquee_engine_timeouts_total', { engine });
  gate.failed();
  if (gate.isFailing() && !wasFailing) {
    log.warn({ engine }, 'the engine does not answer in time: requests are refused for a while');
  }
}
