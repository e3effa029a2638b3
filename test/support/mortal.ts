/**
 * A process that can be ended at a named step, inside this one: from there on nothing it does
 * reaches an engine any more, and nobody hears of it again. Called by tests of crashes.
 */
import type { Deps } from '../../src/records/deps.js';
import type { SearchIndex } from '../../src/search/port.js';
import type { RecordStore } from '../../src/store/port.js';
import { type EnginePair, type Opened, openPair, type TakenEngines } from './adapters.js';

/** Settles never. */
const forever = () => new Promise<never>(() => undefined);

/**
 * Nothing that is tried after this reaches an engine. The transaction it may stand in is ended, as
 * MongoDB ends that of a process it hears nothing of, only sooner.
 */
function halt(name: string): never {
  throw new Error(`ended at ${name}`);
}

export interface Mortal extends Opened {
  /** Ends at the `pass`th time it comes to the step. */
  endAt(step: string, pass?: number): void;
  /**
   * Does work until its end, or that of the process. → whether the process ended. The next work is
   * that of a new process, which nothing of the one before reaches.
   */
  live(work: () => Promise<unknown>): Promise<boolean>;
  /** Steps it came to, in order. */
  steps: string[];
}

/** Opens a process on `engines`, whose clock is `clock`. */
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

/** → the same port, whose calls never come back once the process is dead. */
function mortal<T extends object>(port: T, isDead: () => boolean): T {
  const wrap = ([name, held]: [string, unknown]): [string, unknown] => {
    if (typeof held === 'object' && held !== null) return [name, mortal(held, isDead)];
    if (typeof held !== 'function' || name === 'close') return [name, held];
    return [name, (...args: unknown[]) => (isDead() ? forever() : held(...args))];
  };
  return Object.fromEntries(Object.entries(port).map(wrap)) as T;
}
