/** The identities of records in an export, and the column `keys`: what else names a record. */
import {
  barredIn,
  identityIn,
  isForeign,
  isOfCalendar,
  isRowKey,
  isSlugKey,
  keyOf,
  ownKey,
  uidIn,
  uidKey,
} from '../kinds/identity.js';
import type { StoredRecord } from '../kinds/record.js';
import { groupBy } from '../lib/batches.js';
import { refKey } from '../store/port.js';
import type { Deps } from './deps.js';

/**
 * → a function that gives the keys of one of the records that its line does not tell by its
 * identity and its UID; null: there are none. Keys of merged records stay: they name others; so do
 * those of calendars that this system is subscribed to: another one has calendars of its own.
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
      if (isOfCalendar(key)) return [];
      const isListed = isForeign(key) || uidIn(key) !== '' || isRowKey(key) || isSlugKey(key);
      return isListed && !told.includes(key) ? key : [];
    });
    // A UID without the key of a row says that there is none.
    const isUid = uidIn(keyOf(identity)) !== '';
    return keys.length > 0 || isUid ? keys : null;
  };
}

/**
 * Adds the identities of records of a kind, by `refKey`. A record without one gets that of this
 * host and its ID, unless another record has it.
 */
export async function addIdentities(
  { store, roots }: Deps,
  records: readonly StoredRecord[],
  keys: Map<string, string>,
): Promise<void> {
  const [kind] = records.map((record) => record.kind);
  if (kind === undefined) return;
  const rows = groupBy(
    await store.keys.list(kind, { ids: records.map(({ id }) => id) }),
    ({ id }) => id,
  );
  const keyless: { ref: string; key: string }[] = [];
  for (const record of records) {
    const named = (rows.get(record.id) ?? []).filter(({ of }) => of === 0).map(({ key }) => key);
    const identity = identityIn(named.filter((key) => !isOfCalendar(key)));
    if (identity !== null) keys.set(refKey(record), identity);
    else keyless.push({ ref: refKey(record), key: ownKey(roots.host, record.id) });
  }
  for (let left = keyless; left.length > 0; ) {
    const wanted = left.map(({ key }) => key);
    const stored = new Set((await store.keys.list(kind, { keys: wanted })).map(({ key }) => key));
    for (const { ref, key } of left) if (!stored.has(key)) keys.set(ref, key);
    left = left.filter(({ key }) => stored.has(key)).map((row) => ({ ...row, key: `${row.key}+` }));
  }
}
