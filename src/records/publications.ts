/** When the next future record becomes public: until then, the clock alone changes no answer. */
import type { Deps } from './deps.js';

/** The next publication, read from the store once for each state of the records. */
export interface Publications {
  /**
   * → the time of the first publication after `afterMs`; infinite: none is due. `changes` is the
   * number of changes that the caller has seen. In a failure of the store: a second at most.
   * Both in ms since the epoch.
   */
  nextMs(afterMs: number, changes: number): Promise<number>;
}

interface Read {
  changes: number;
  /** When other processes may have added one that comes earlier. */
  staleMs: number;
  next: Promise<number | null>;
}

/** → the memory of the next publication. */
export function openPublications(deps: Deps): Publications {
  let last: Read | null = null;
  const isCurrent = ({ changes, staleMs }: Read, seen: number) =>
    changes === seen && (deps.seesAllWrites || deps.now() < staleMs);
  return {
    async nextMs(afterMs, changes) {
      try {
        if (last && isCurrent(last, changes)) {
          const known = (await last.next) ?? Number.POSITIVE_INFINITY;
          if (known > afterMs) return known;
        }
        const next = deps.store.outbox.nextPublication(afterMs);
        const staleMs = deps.now() + deps.config.keepAnswersSeconds * 1000;
        last = { changes, staleMs, next };
        return (await next) ?? Number.POSITIVE_INFINITY;
      } catch {
        last = null;
        return afterMs + 1000;
      }
    },
  };
}
