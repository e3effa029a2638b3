/**
 * A simulated process, inside this one, that can be ended at a named step. After that, nothing it
 * does reaches an engine, and its calls never return.
 */
import type { Deps } from '../../src/records/deps.js';
import type { SearchIndex } from '../../src/search/port.js';
import type { RecordStore } from '../../src/store/port.js';
import { type EnginePair, type Opened, openPair, type TakenEngines } from './adapters.js';

/** Never settles. */
const forever = () => new Promise<never>(() => undefined);

/**
 * Keeps later calls from reaching an engine. An open transaction is aborted, as MongoDB does
 * when it no longer hears from a process, only sooner.
 */
function halt(name: string): never {
  throw new Error(`ended at ${name}`);
}

export interface Mortal extends Opened {
  /** Ends when it reaches the step for the `pass`th time. */
  endAt(step: string, pass?: number): void;
  /**
   * Does work until it is done or the process ends. → whether the process ended. The next work
   * belongs to a new process, which nothing of the one before reaches.
   */
  live(work: () => Promise<unknown>): Promise<boolean>;
  /** The steps it reached, in order. */
  steps: string[];
}

/** Opens a process on `engines` that uses `clock`. */
export async function openMortal(
  pair: EnginePair,
  engines: TakenEngines,
  clock: { nowMs: number },
): Promise<Mortal> {
  const state = { at: '', left: 0, isDead: false, tell: (): void => undefined };
  const steps: string[] = [];
  const failPoint = (name: string): unknown => {
    if (state.isDead) return halt(name);
    steps.push(name);
    if (name !== state.at || --state.left > 0) return null;
    state.isDead = true;
    state.tell();
    return halt(name);
  };
  const overrides: Partial<Deps> = { now: () => clock.nowMs, failPoint };
  const opened = await openPair(pair, { engines, overrides });
  const { deps } = opened;
  const isDead = () => state.isDead;
  deps.store = mortal<RecordStore>(deps.store, isDead);
  deps.index = mortal<SearchIndex>(deps.index, isDead);
  return {
    ...opened,
    clock,
    steps,
    endAt: (step, pass = 1) => Object.assign(state, { at: step, left: pass }),
    live: async (work) => {
      const died = new Promise<void>((resolve) => {
        state.tell = resolve;
      });
      state.isDead = false;
      await Promise.race([died, work()]);
      return state.isDead;
    },
  };
}

/** → the same port, whose calls never return once the process is dead. */
function mortal<T extends object>(port: T, isDead: () => boolean): T {
  const wrap = ([name, held]: [string, unknown]): [string, unknown] => {
    if (typeof held === 'object' && held !== null) return [name, mortal(held, isDead)];
    if (typeof held !== 'function' || name === 'close') return [name, held];
    return [name, (...args: unknown[]) => (isDead() ? forever() : held(...args))];
  };
  return Object.fromEntries(Object.entries(port).map(wrap)) as T;
}
