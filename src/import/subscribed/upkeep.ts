/** Runs subscribed calendars when they are due, one after the other. */
import type { Deps } from '../../records/deps.js';
import { runSource } from './run.js';
import { sources } from './source.js';

/** → begins to run what is due, unless it is at it. → true. */
export function openSources(deps: Deps): () => Promise<boolean> {
  let isBusy = false;
  const runDue = async () => {
    for (const source of await sources.list(deps)) {
      if (deps.isStopping) return;
      if (source.value.due_ms <= deps.now()) await runSource(deps, source);
    }
  };
  return async () => {
    if (isBusy) return true;
    isBusy = true;
    void runDue()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'subscribed calendars wait'))
      .finally(() => {
        isBusy = false;
      });
    return true;
  };
}
