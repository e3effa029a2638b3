/**
 * The keys of merged records: the survivor has them, with the ID of the record that brought them,
 * so that they return to this record when it is restored. Contract 18.1.
 */
import { barredIn, idKey, slugKey } from '../../kinds/identity.js';
import type { StoredRecord } from '../../kinds/record.js';
import type { Change, KeyWrite, StoredKey } from '../../store/port.js';
import type { Deps } from '../deps.js';

/**
 * → the keys that a survivor gets from dropped records, each with its former record, and the keys
 * that it loses.
 */
export function mergedKeys(
  survivor: StoredRecord,
  dropped: readonly StoredRecord[],
  stored: readonly StoredKey[],
): Required<Pick<Change, 'keys' | 'lost'>> {
  const keysOf = (record: StoredRecord) =>
    stored.filter(({ id, key }) => id === record.id && barredIn(key) === null);
  const taken = dropped.flatMap((record): KeyWrite[] => [
    { key: idKey(record.id), how: 'take', of: record.id },
    ...(record.slug === ''
      ? []
      : [{ key: slugKey(record.slug), how: 'take' as const, of: record.id }]),
    ...keysOf(record).map(({ key, of }) => ({ key, how: 'take' as const, of: of || record.id })),
  ]);
  const survivorKey = idKey(survivor.id);
  return { keys: taken.filter(({ key }) => key !== survivorKey), lost: [survivorKey] };
}

/**
 * → the change, by which a merged record gets its keys back where it is taken out of the trash:
 * they lead to it alone.
 */
export async function returnedKeys(
  { store }: Pick<Deps, 'store'>,
  before: StoredRecord,
  change: Change,
): Promise<Change> {
  const { record, keys = [], lost = [] } = change;
  if (!before.removed || record.removed) return change;
  const rows = await store.keys.list(record.kind, { of: [record.id] });
  const named = [idKey(record.id), slugKey(record.slug)];
  const returned = rows.map(({ key }) => key).filter((key) => !named.includes(key));
  return {
    ...change,
    keys: [...keys, ...returned.map((key) => ({ key, how: 'take' as const }))],
    lost: [...lost, ...rows.map(({ key }) => key).filter((key) => named.includes(key))],
  };
}
