/**
 * Work that no request asks for, on a timer and when another process has left some: retries of the
 * sync, spreads and links left over, records that are due, an index of other settings. Every
 * process does it; claims in the store keep them out of each other's way. Started by main.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../limits.js';
import { drain } from '../sync/drain.js';
import { settleIndex } from '../sync/settle.js';
import type { Deps } from './deps.js';
import { publishDue } from './publish-due.js';
import { resumeLinks, resumeSpreads } from './resume.js';

/** Starts it. `isSettled`: the index has the texts of these settings. → how to stop it. */
export async function startUpkeep(
  deps: Deps,
  isSettled: boolean,
): Promise<{ stop: () => Promise<void> }> {
  const state = { isSettled, isStopped: false, isWoken: false, wakeUp: nothing };
  const wake = () => {
    state.isWoken = true;
    state.wakeUp();
  };
  const unwatch = await deps.store.watch(wake);
  const loop = async () => {
    while (!state.isStopped) {
      if (!state.isWoken) {
        await sleep((wakeUp) => {
          state.wakeUp = wakeUp;
        });
      }
      state.isWoken = false;
      if (state.isStopped) return;
      if (!state.isSettled && deps.gate.isOpen()) state.isSettled = await settleIndex(deps);
      await work(deps);
    }
  };
  const running = loop();
  return {
    stop: async () => {
      state.isStopped = true;
      wake();
      await unwatch?.();
      // An engine that hangs must not keep the process: what is cut off here is done by the next.
      const timer = new AbortController();
      const late = pause(limits.stopTimeoutMs, undefined, { signal: timer.signal });
      await Promise.race([running, late.catch(nothing)]);
      timer.abort();
    },
  };
}

const nothing = (): void => undefined;

/** One round. Never throws: what fails is tried again in the next. */
async function work(deps: Deps): Promise<void> {
  try {
    await resumeSpreads(deps);
    await resumeLinks(deps);
    await publishDue(deps);
    if (deps.gate.isOpen()) await drain(deps);
  } catch (error) {
    deps.log.error({ err: error }, 'upkeep failed; will retry');
  }
}

async function sleep(onWake: (resolve: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, limits.drainEveryMs);
    onWake(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
