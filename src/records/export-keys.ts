/** The column `keys` of an export: what names a record beside its identity. Contract 18.2. */
import {
  barredIn,
  isForeign,
  isRowKey,
  isSlugKey,
  keyOf,
  uidIn,
  uidKey,
} from '../kinds/identity.js';
import type { StoredRecord } from '../kinds/record.js';
import { groupBy } from '../lib/batches.js';
import type { Deps } from './deps.js';

/**
 * → a function that gives the keys of one of the records that its line does not tell by its
 * identity and its UID; null: there are none. Keys of merged records stay: they name others.
 */
export async function listedKeys(
  { store }: Pick<Deps, 'store'>,
  records: readonly StoredRecord[],
): Promise<(record: StoredRecord, identity: string, uid: string) => string[] | null> {
  const [kind] = records.map((record) => record.kind);
  const ids = records.map(({ id }) => id);
  const rows = kind === undefined ? [] : await store.keys.list(kind, { ids });
  const byId = groupBy(
    rows.filter(({ of }) => of === 0),
    ({ id }) => id,
  );
  return ({ id }, identity, uid) => {
    const told = [keyOf(identity), uidKey(uid)];
    const keys = (byId.get(id) ?? []).flatMap(({ key }) => {
      const barred = barredIn(key);
      if (barred !== null) return `!${barred}`;
      const isListed = isForeign(key) || uidIn(key) !== '' || isRowKey(key) || isSlugKey(key);
      return isListed && !told.includes(key) ? key : [];
    });
    // A UID without the key of a row says that there is none.
    const isUid = uidIn(keyOf(identity)) !== '';
    return keys.length > 0 || isUid ? keys : null;
  };
}
