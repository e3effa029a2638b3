/**
 * Deps for a dry run of a load: the load itself, whose writes end in memory. Later rows see the
 * last `limits.dryRunBytes` of earlier unmade writes.
 */

import { LRUCache } from 'lru-cache';
import type { KindName, StoredRecord } from '../kinds/record.js';
import { slugOf } from '../kinds/visibility.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import {
  type FindBy,
  type RecordRef,
  type RecordStore,
  refKey,
  type StoredKey,
  titleKey,
} from '../store/port.js';

/** Where the IDs of a dry run begin: far above any real ID. */
const FIRST_ID = 2 ** 48;

/** → whether an ID comes from a dry run: no record has it. */
export const isTriedId = (id: number): boolean => id > FIRST_ID;

/** → deps that read the store and write nothing. */
export function dryDeps<T extends Deps>(deps: T): T {
  const { store } = deps;
  const tried = openTried();
  let lastId = FIRST_ID;
  const dry: RecordStore = {
    ...store,
    async get(kind, key) {
      const [by, value] = 'id' in key ? (['id', key.id] as const) : (['slug', key.slug] as const);
      const record = tried.find(kind, by, value) ?? (await store.get(kind, key));
      return record && tried.newest(record);
    },
    async find(kind, by, values, limit) {
      const stored = await store.find(kind, by, values, limit);
      const all = [...stored, ...values.flatMap((value) => tried.find(kind, by, value) ?? [])];
      const byId = new Map(all.map((record) => [record.id, tried.newest(record)]));
      return [...byId.values()].sort((a, b) => a.id - b.id).slice(0, limit);
    },
    nextIds: async (_space, count) => Array.from({ length: count }, () => ++lastId),
    async write(changes) {
      for (const { record, creates = [], keys = [] } of changes) {
        for (const written of [...creates, record]) tried.add(written);
        for (const { key } of keys) tried.name(record, key);
      }
      return { conflicts: [], written: [], entries: [] };
    },
    outbox: { ...store.outbox, renew: async () => undefined },
    documents: { ...store.documents, swap: async () => true },
    keys: {
      list: async (kind, query) => {
        const stored = await store.keys.list(kind, query);
        return 'keys' in query ? [...stored, ...query.keys.flatMap(tried.keyIn(kind))] : stored;
      },
      write: async (kind, { writes = [] }) => {
        for (const { id, key } of writes) tried.name({ kind, id }, key);
      },
    },
  };
  return { ...deps, store: dry };
}

/** The records that a dry run would have written, by ID and by the keys that rows name. */
function openTried() {
  // As text a record takes a fraction of the memory.
  const records = new LRUCache<string, string>({
    maxSize: limits.dryRunBytes,
    sizeCalculation: (text) => text.length,
  });
  const read = (key: string): StoredRecord | null => {
    const text = records.get(key);
    return text === undefined ? null : (JSON.parse(text) as StoredRecord);
  };
  const ids = new LRUCache<string, number>({ max: limits.dryRunKeys });
  const keyOf = (kind: KindName, by: FindBy, value: string | number) =>
    `${kind} ${by} ${by === 'title' ? titleKey(`${value}`) : value}`;
  return {
    add(record: StoredRecord): void {
      const { kind, id, title } = record;
      records.set(refKey(record), JSON.stringify(record));
      ids.set(keyOf(kind, 'slug', slugOf(record)), id);
      ids.set(keyOf(kind, 'title', title), id);
    },
    name: ({ kind, id }: RecordRef, key: string) => ids.set(keyOf(kind, 'key', key), id),
    /** → the key, if a record was given it. */
    keyIn:
      (kind: KindName) =>
      (key: string): StoredKey[] => {
        const id = ids.get(keyOf(kind, 'key', key));
        return id === undefined ? [] : [{ kind, key, id, of: 0, told: null }];
      },
    find(kind: KindName, by: FindBy, value: string | number): StoredRecord | null {
      const id = by === 'id' ? Number(value) : ids.get(keyOf(kind, by, value));
      return id === undefined ? null : read(refKey({ kind, id }));
    },
    newest: (record: StoredRecord): StoredRecord => read(refKey(record)) ?? record,
  };
}
