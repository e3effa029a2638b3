/** The records that the keys of a batch name, and all the keys of these. */
import { namedWithin } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Deps } from '../records/deps.js';
import type { StoredKey } from '../store/port.js';
import type { LoadEntry } from './entry.js';

/** A record that a row repeats. */
export interface Match {
  record: StoredRecord;
  /**
   * By a key; by this host and the record's ID; by a name of a merged record; or by its content.
   */
  by: 'key' | 'own' | 'merged' | 'content';
}

/** The keys that rows name, and all keys of their records. */
export type KeyedRecords = Awaited<ReturnType<typeof readKeyed>>;

/** → the keys of the rows, with their records; more may be added. */
export async function readKeyed(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  entries: readonly LoadEntry[],
) {
  const rows = new Map<string, StoredKey>();
  const byId = new Map<number, StoredKey[]>();
  const add = (row: StoredKey) => {
    rows.set(row.key, row);
    const stored = byId.get(row.id) ?? [];
    if (!stored.some(({ key }) => key === row.key)) byId.set(row.id, [...stored, row]);
  };
  const ofStarts = entries.flatMap(({ starts }) => (starts ? [starts.at, starts.mark] : []));
  const named = entries.flatMap(({ keys }) => keys);
  const ofSeries = named.flatMap((key) => namedWithin(key)?.series ?? []);
  const names = [...new Set([...named, ...ofSeries, ...ofStarts])];
  const found = names.length > 0 ? await store.keys.list(kind.name, { keys: names }) : [];
  const ids = [...new Set(found.map(({ id }) => id))];
  const records = new Map<number, StoredRecord>();
  const read = async (chunk: readonly StoredRecord[]) => {
    if (chunk.length === 0) return;
    for (const record of chunk) records.set(record.id, record);
    const ids = chunk.map(({ id }) => id);
    for (const row of await store.keys.list(kind.name, { ids })) add(row);
  };
  await read(await store.find(kind.name, 'id', ids));
  // A dry run knows the keys of its unmade records by their names alone.
  for (const row of found) if (records.has(row.id)) add(row);
  return {
    rows,
    records,
    add,
    /** Reads the keys of more records. */
    read,
    of: ({ id }: StoredRecord): readonly StoredKey[] => byId.get(id) ?? [],
  };
}
