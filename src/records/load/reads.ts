/**
 * What a batch of a load reads of the records it links, read once: hundreds of rows name the same
 * few terms and places. Between reading and writing they may change as they might anyway; a write
 * that links checks once more (load-write.ts).
 */
import type { Kind } from '../../kinds/kind.js';
import type { RecordStore } from '../../store/port.js';
import type { Deps } from '../deps.js';

/** → deps for the reads of one batch: records of other kinds are looked up once each. */
export function remembering(deps: Deps, kind: Kind): Deps {
  if (kind.relations.length === 0) return deps;
  const { store } = deps;
  const gets = new Map<string, ReturnType<RecordStore['get']>>();
  const finds = new Map<string, ReturnType<RecordStore['find']>>();
  const once = <T>(held: Map<string, T>, key: unknown, read: () => T): T => {
    const text = JSON.stringify(key);
    const found = held.get(text) ?? read();
    held.set(text, found);
    return found;
  };
  return {
    ...deps,
    store: {
      ...store,
      get: (of, key) =>
        of === kind.name ? store.get(of, key) : once(gets, [of, key], () => store.get(of, key)),
      find: (of, by, values, limit) =>
        of === kind.name
          ? store.find(of, by, values, limit)
          : once(finds, [of, by, values, limit], () => store.find(of, by, values, limit)),
    },
  };
}
