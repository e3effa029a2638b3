/** The records that the keys of a batch name, and all the keys of these. */
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Deps } from '../records/deps.js';
import type { StoredKey } from '../store/port.js';
import type { LoadEntry } from './entry.js';

/** A record that a row repeats. */
export interface Match {
  record: StoredRecord;
  /**
   * By a key; by this host and the record's ID; by what names a record that was merged into it; or
   * by its content.
   */
  by: 'key' | 'own' | 'merged' | 'content';
}

/** The keys that rows name, and those of the records that have them. */
export type KeyedRecords = Awaited<ReturnType<typeof readKeyed>>;

/** → what the keys of the rows name; more may be added. */
export async function readKeyed(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  entries: readonly LoadEntry[],
) {
  const rows = new Map<string, StoredKey>();
  const byId = new Map<number, StoredKey[]>();
  const add = (row: StoredKey) => {
    rows.set(row.key, row);
    const others = byId.get(row.id) ?? [];
    if (!others.some(({ key }) => key === row.key)) byId.set(row.id, [...others, row]);
  };
  const ofStarts = entries.flatMap(({ starts }) => (starts ? [starts.at, starts.mark] : []));
  const names = [...new Set([...entries.flatMap(({ keys }) => keys), ...ofStarts])];
  const found = names.length > 0 ? await store.keys.list(kind.name, { keys: names }) : [];
  const ids = [...new Set(found.map(({ id }) => id))];
  const records = new Map<number, StoredRecord>();
  const read = async (some: readonly StoredRecord[]) => {
    if (some.length === 0) return;
    for (const record of some) records.set(record.id, record);
    const ids = some.map(({ id }) => id);
    for (const row of await store.keys.list(kind.name, { ids })) add(row);
  };
  await read(await store.find(kind.name, 'id', ids));
  return {
    rows,
    records,
    add,
    /** Reads the keys of more records. */
    read,
    of: ({ id }: StoredRecord): readonly StoredKey[] => byId.get(id) ?? [],
  };
}
