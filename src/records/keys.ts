/** The keys of a record, for operators: a wrong match can be undone. Contract 16.3. */
import { barKey, barredIn, keyOf } from '../kinds/identity.js';
import type { RecordRef, StoredKey } from '../store/port.js';
import type { Deps } from './deps.js';

/** → the keys of a record in the order in which it got them; `!KEY`: rows with it never match. */
export async function listKeys(
  { store }: Pick<Deps, 'store'>,
  { kind, id }: RecordRef,
): Promise<StoredKey[]> {
  if (!(await store.get(kind, { id }))) throw new Error(`There is no ${kind} ${id}.`);
  const rows = await store.keys.list(kind, { ids: [id] });
  return rows.map((row) => {
    const barred = barredIn(row.key);
    return barred === null ? row : { ...row, key: `!${barred}` };
  });
}

/**
 * Takes a key from a record. A row with it never matches the record again, unless `!KEY` itself is
 * removed. Throws when the record, or the key, is not there.
 */
export async function removeKey(
  deps: Pick<Deps, 'store'>,
  record: RecordRef,
  text: string,
): Promise<void> {
  const { kind, id } = record;
  const isBar = text.startsWith('!');
  const key = keyOf(isBar ? text.slice(1) : text);
  const stored = isBar ? barKey(id, key) : key;
  const rows = await deps.store.keys.list(kind, { keys: [stored] });
  await listKeys(deps, record);
  if (!rows.some((row) => row.id === id)) throw new Error(`The ${kind} ${id} has no key ${text}.`);
  const writes = isBar ? [] : [{ key: barKey(id, key), how: 'claim' as const, id }];
  await deps.store.keys.write(kind, { lost: [stored], writes });
}
