/** The identities of records in an export, and their other names: `keys` and `merged`. */
import {
  barredIn,
  identityIn,
  isListed,
  isOfCalendar,
  keyOf,
  ownKey,
  uidIn,
  uidKey,
} from '../../kinds/identity.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';
import { groupBy, splitBy } from '../../lib/batches.js';
import { refKey } from '../../store/port.js';
import type { Deps } from '../deps.js';

/**
 * → a function that gives the columns `keys` and `merged` of a record: keys that its identity and
 * UID do not state, and the keys of each record merged into it, with the identity of its own line.
 * Keys of calendars that this system follows are left out: another system has its own calendars.
 */
export async function keyColumns(
  deps: Pick<Deps, 'store' | 'roots'>,
  records: readonly StoredRecord[],
): Promise<(record: StoredRecord, identity: string, uid: string) => JsonObject> {
  const { store } = deps;
  const [kind] = records.map((record) => record.kind);
  if (kind === undefined) return () => ({});
  const rows = await store.keys.list(kind, { ids: records.map(({ id }) => id) });
  const byId = groupBy(rows, ({ id }) => id);
  const merged = new Map<string, string>();
  const brought = [...new Set(rows.map(({ of }) => of))].filter((of) => of > 0);
  await addIdentities(deps, await store.find(kind, 'id', brought), merged);
  return ({ id }, identity, uid) => {
    const told = [keyOf(identity), uidKey(uid)];
    const byMerged = groupBy(byId.get(id) ?? [], ({ of }) => of);
    const keys = (byMerged.get(0) ?? []).flatMap(({ key }) => {
      const barred = barredIn(key);
      if (barred !== null) return `!${barred}`;
      return isListed(key) && !told.includes(key) ? key : [];
    });
    byMerged.delete(0);
    const ofMerged = [...byMerged].flatMap(([of, rows]) => {
      const external_id = merged.get(refKey({ kind, id: of }));
      const keys = rows.map(({ key }) => key).filter(isListed);
      if (external_id === undefined && keys.length === 0) return [];
      return { ...(external_id === undefined ? {} : { external_id }), keys };
    });
    // The order of keys differs between systems.
    ofMerged.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    // A UID without the key of a row means that no such key exists.
    const isUid = uidIn(keyOf(identity)) !== '';
    return {
      ...(keys.length > 0 || isUid ? { keys } : {}),
      ...(ofMerged.length > 0 ? { merged: ofMerged } : {}),
    };
  };
}

const nameOf = ({ external_id = '', keys }: { external_id?: string; keys: string[] }): string =>
  external_id || (keys[0] ?? '');

/**
 * Adds the identities of records of a kind, by `refKey`. A record without a key has the key of a
 * record merged into it, else this host and its ID, unless another record has that key.
 */
export async function addIdentities(
  { store, roots }: Pick<Deps, 'store' | 'roots'>,
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
    const named = (rows.get(record.id) ?? []).filter(({ key }) => !isOfCalendar(key));
    const [own, brought] = splitBy(named, ({ of }) => of === 0).map((some) =>
      identityIn(some.map(({ key }) => key)),
    );
    const identity = own ?? brought ?? null;
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
