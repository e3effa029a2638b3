/** Runs due sources concurrently: a hanging source delays no other. */
import pLimit from 'p-limit';
import type { Deps } from '../records/deps.js';
import { runSource } from './run.js';
import { type StoredSource, sources } from './source.js';

/** Sources that are run at once. */
const AT_ONCE = 4;

/** → a function that starts due sources that are not running. → true. */
export function openSources(deps: Deps): () => Promise<boolean> {
  const atWork = new Set<number>();
  const inTurn = pLimit(AT_ONCE);
  const run = async (source: StoredSource) => {
    try {
      if (!deps.isStopping) await runSource(deps, source);
    } catch (error) {
      deps.log.warn({ err: error, source: source.id }, 'a source waits');
    } finally {
      atWork.delete(source.id);
    }
  };
  return async () => {
    const all = await sources.list(deps).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'sources wait');
      return [];
    });
    for (const source of all) {
      if (source.value.due_ms > deps.now() || atWork.has(source.id)) continue;
      atWork.add(source.id);
      void inTurn(run, source);
    }
    return true;
  };
}
