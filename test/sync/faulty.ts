/** An index that fails as a test wants it to; what it does not fail in, the real one does. */
import type { SearchIndex } from '../../src/search/port.js';
import type { SyncDeps } from '../../src/sync/push.js';

/** Puts a faulty index in the place of the real one. → a way back. */
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
