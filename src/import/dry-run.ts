/**
 * Deps for a dry run of a load: reads see the real store, writes go to a scratch store and are read
 * back from there. A dry run is therefore the load itself, with the same counts. Nothing reaches
 * the store or the index.
 */
import type { KindName, StoredRecord } from '../kinds/record.js';
import type { Deps } from '../records/deps.js';
import type { FindBy, RecordStore } from '../store/port.js';

/** Where the IDs of a dry run begin: far above any real ID. */
const FIRST_ID = 2 ** 48;

/** → whether an ID is one that a dry run gave: no record has it. */
export const isTriedId = (id: number): boolean => id > FIRST_ID;

/** → deps that write to `scratch`, an empty store that the caller opens and closes. */
export function dryDeps<T extends Deps>(deps: T, scratch: RecordStore): T {
  return {
    ...deps,
    store: overlay(deps.store, scratch),
    index: { ...deps.index, put: async () => [] },
    pushes: async () => undefined,
  };
}

function overlay(base: RecordStore, scratch: RecordStore): RecordStore {
  let lastId = FIRST_ID;
  const idsTried = async (kind: KindName, ids: number[]) =>
    new Set((await scratch.find(kind, 'id', ids)).map(({ id }) => id));
  return {
    ...base,
    async get(kind, key) {
      const tried = await scratch.get(kind, key);
      if (tried) return tried;
      const found = await base.get(kind, key);
      return found && (await idsTried(kind, [found.id])).has(found.id) ? null : found;
    },
    async find(kind: KindName, by: FindBy, values, limit): Promise<StoredRecord[]> {
      const tried = await scratch.find(kind, by, values, limit);
      const found = await base.find(kind, by, values, limit);
      const ids = found.map(({ id }) => id);
      const over = ids.length > 0 ? await idsTried(kind, ids) : new Set<number>();
      return [...found.filter(({ id }) => !over.has(id)), ...tried]
        .sort((one, other) => one.id - other.id)
        .slice(0, limit);
    },
    async nextIds(_space, count) {
      return Array.from({ length: count }, () => ++lastId);
    },
    async takenSlugs(kind, slugs) {
      const taken = await base.takenSlugs(kind, slugs);
      for (const slug of await scratch.takenSlugs(kind, slugs)) taken.add(slug);
      return taken;
    },
    // The scratch store does not know the revision of a stored record, so it inserts it as new.
    async write(changes, options) {
      const known = await Promise.all(
        changes.map(({ record }) => scratch.get(record.kind, { id: record.id })),
      );
      return scratch.write(
        changes.map((change, at) => ({ ...change, expected: known[at]?.revision ?? 0 })),
        options,
      );
    },
    outbox: scratch.outbox,
    geocodes: { ...scratch.geocodes, get: base.geocodes.get },
    images: {
      ...scratch.images,
      get: async (id) => (await scratch.images.get(id)) ?? (await base.images.get(id)),
      findByUrl: async (url) =>
        (await scratch.images.findByUrl(url)) ?? (await base.images.findByUrl(url)),
    },
  };
}
