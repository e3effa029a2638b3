/** An index that fails as a test wants; all other calls go to the real one. */
import type { SearchIndex } from '../../src/search/port.js';
import type { SyncDeps } from '../../src/sync/deps.js';

/** Replaces the real index with a faulty one. → a function that restores it. */
export function breakIndex(
  deps: Pick<SyncDeps, 'index'>,
  faults: (real: SearchIndex) => Partial<SearchIndex>,
): () => void {
  const real = deps.index;
  deps.index = { ...real, ...faults(real) };
  return () => {
    deps.index = real;
  };
}

/** An engine that does not answer writes. */
export const down = (): Partial<SearchIndex> => {
  const fail = async () => {
    throw new Error('connection refused');
  };
  return { put: fail };
};
