/**
 * Remembers the reads of linked records within one batch of a load: hundreds of rows name the same
 * few terms and venues. A linked record may change meanwhile: the push after the write compares
 * snapshots with their originals again (upkeep/outbox.ts).
 */
import type { Kind } from '../../kinds/kind.js';
import type { RecordStore } from '../../store/port.js';
import type { Deps } from '../deps.js';

/** → deps for one batch, in which each record of another kind is looked up only once. */
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
