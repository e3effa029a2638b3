/** Runs subscribed calendars when they are due, side by side: one that hangs delays no other. */
import pLimit from 'p-limit';
import type { Deps } from '../../records/deps.js';
import { runSource } from './run.js';
import { type StoredSource, sources } from './source.js';

/** Calendars that are fetched at once. */
const AT_ONCE = 4;

/** → begins to run what is due, unless it is at it. → true. */
export function openSources(deps: Deps): () => Promise<boolean> {
  let isBusy = false;
  const inTurn = pLimit(AT_ONCE);
  const runDue = async () => {
    const due = (await sources.list(deps)).filter(({ value }) => value.due_ms <= deps.now());
    const run = async (source: StoredSource) => {
      if (!deps.isStopping) await runSource(deps, source);
    };
    await Promise.all(due.map((source) => inTurn(run, source)));
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
