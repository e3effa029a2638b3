/**
 * Keys that 2.0 stored in small letters. A row with such a key in its own case finds the record by
 * the small letters, if title or start agree and no row of the load has the small letters; then the
 * record gets the key in its case, with its source's statements. A row of a file that 2.0 exported
 * finds the record after that. Contract 16.3.
 */
import { barredIn, foldedKey, isForeign } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { groupBy } from '../lib/batches.js';
import type { Deps } from '../records/deps.js';
import { type StoredKey, titleKey } from '../store/port.js';
import type { LoadEntry, LoadOptions } from './entry.js';
import { isSameStart } from './own-identity.js';

type KeyDeps = Pick<Deps, 'store' | 'now'>;

/** The data of a row that may have been stored in small letters. */
export interface Spelled extends Pick<LoadEntry, 'keys'> {
  payload: Pick<LoadEntry['payload'], 'title' | 'values'>;
}

/** Keys in small letters that a load remembers. */
const FOLDED_MAX = 200_000;

/** → the entries, each with the keys that its record has; stored keys get the case of the rows. */
export async function inStoredCase(
  deps: KeyDeps,
  kind: Kind,
  entries: readonly LoadEntry[],
  { folded = new Set(), present }: Pick<LoadOptions, 'folded' | 'present'>,
): Promise<readonly LoadEntry[]> {
  const name = (key: string) => `${kind.name} ${key}`;
  const plain = entries.flatMap(keysOf).filter((key) => isForeign(key) && isFolded(key));
  for (const key of plain) if (folded.size < FOLDED_MAX) folded.add(name(key));
  const spelled = entries.map((entry) => ({ ...entry, keys: keysOf(entry) }));
  await renameFolded(deps, kind, spelled, (key) => folded.has(name(key)) || !!present?.has(key));
  return present ? entries : await withCase(deps, kind, entries, plain);
}

const keysOf = ({ keys, starts }: LoadEntry): string[] =>
  starts ? [...new Set([...keys, starts.at, starts.mark])] : [...keys];

/** → whether a key may be in small letters: it has letters, and no capitals. */
const isFolded = (key: string): boolean =>
  key === key.toLowerCase() && isSpelled(key.slice(key.indexOf(':')));

const isSpelled = (text: string): boolean => text !== text.toUpperCase();

/** Renames stored keys in small letters as the rows have them. `isExact`: a row has the old one. */
export async function renameFolded(
  { store, now }: KeyDeps,
  kind: Kind,
  rows: readonly Spelled[],
  isExact: (folded: string) => boolean,
): Promise<void> {
  const asked = rows.flatMap((row) =>
    row.keys
      .filter((key) => isForeign(key) && key !== key.toLowerCase() && !isExact(key.toLowerCase()))
      .map((key) => ({ row, key, folded: key.toLowerCase() })),
  );
  if (asked.length === 0) return;
  const keys = new Set(asked.flatMap(({ key, folded }) => [key, folded]));
  const stored = await store.keys.list(kind.name, { keys: [...keys] });
  const holders = new Map(stored.map((row) => [row.key, row]));
  const wanted = asked.filter(({ key, folded }) => !holders.has(key) && holders.has(folded));
  const { records, held } = await readHolders(
    store,
    kind,
    wanted.flatMap(({ folded }) => holders.get(folded)?.id ?? []),
  );
  // If two rows match, the record goes to the row with more equal fields.
  const names = new Map<string, { key: string; agreed: number }>();
  for (const { row, key, folded } of wanted) {
    const record = records.get(holders.get(folded)?.id ?? 0);
    if (!record || (held.get(record.id) ?? []).some((other) => barredIn(other.key) === key))
      continue;
    const agreed = agreedIn({ now }, kind, record, row);
    if (agreed > (names.get(folded)?.agreed ?? 0)) names.set(folded, { key, agreed });
  }
  for (const all of held.values()) {
    // The order of keys says which source was first.
    const from = all.findIndex(({ key }) => names.has(key));
    if (from < 0) continue;
    const writes = all.slice(from).flatMap((row) => {
      const { key = row.key } = names.get(row.key) ?? {};
      return { ...row, key, how: 'claim' as const };
    });
    const lost = all.slice(from).map(({ key }) => key);
    const former = lost.filter((key) => names.has(key));
    const aliases = former.map((key) => ({
      key: foldedKey(key),
      id: all[from]?.id ?? 0,
      how: 'offer' as const,
    }));
    await store.keys.write(kind.name, { lost, writes: [...writes, ...aliases] });
  }
}

/** → the entries; a key in small letters becomes the key with the record's present case. */
async function withCase(
  deps: KeyDeps,
  kind: Kind,
  entries: readonly LoadEntry[],
  plain: readonly string[],
): Promise<readonly LoadEntry[]> {
  const { store } = deps;
  const asked = [...new Set(plain)].flatMap((key) => [key, foldedKey(key)]);
  if (asked.length === 0) return entries;
  const rows = new Map(
    (await store.keys.list(kind.name, { keys: asked })).map((row) => [row.key, row]),
  );
  const former = new Set(plain.filter((key) => !rows.has(key) && rows.has(foldedKey(key))));
  if (former.size === 0) return entries;
  const ids = [...former].flatMap((key) => rows.get(foldedKey(key))?.id ?? []);
  const { records, held } = await readHolders(store, kind, ids);
  const inLoad = new Set(entries.flatMap(({ keys }) => keys));
  return entries.map((entry) => {
    const keys = entry.keys.map((key) => {
      const record = former.has(key) && records.get(rows.get(foldedKey(key))?.id ?? 0);
      if (!record || agreedIn(deps, kind, record, entry) === 0) return key;
      const [now = key, ...more] = (held.get(record.id) ?? [])
        .map((row) => row.key)
        .filter((other) => isForeign(other) && other.toLowerCase() === key);
      return more.length > 0 || inLoad.has(now) ? key : now;
    });
    return { ...entry, keys };
  });
}

/** → records by ID, and all their keys. */
async function readHolders(store: Deps['store'], { name }: Kind, ids: readonly number[]) {
  const all = [...new Set(ids)];
  const found = all.length > 0 ? await store.find(name, 'id', all) : [];
  const keys: StoredKey[] = all.length > 0 ? await store.keys.list(name, { ids: all }) : [];
  return {
    records: new Map(found.map((record) => [record.id, record])),
    held: groupBy(keys, ({ id }) => id),
  };
}

/** → in how much a row agrees with a record: title, start. */
function agreedIn(deps: Pick<Deps, 'now'>, kind: Kind, record: StoredRecord, row: Spelled): number {
  const { title = '' } = row.payload;
  const isTitle = title !== '' && titleKey(title) === titleKey(record.title);
  const isStart = kind.window !== undefined && isSameStart(deps, record, row);
  return Number(isTitle) + Number(isStart);
}
