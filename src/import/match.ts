/**
 * The stored record that a row of a load repeats: by a key, else by content. A venue or organizer
 * repeats a record of the same name without contradictions, a term a record of the same name and
 * parent. The data for a batch is read by set. Source: Contract 16.3.
 */
import { barredIn, isSlugKey, sourceOf, uidIn } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { isSeries } from '../kinds/series.js';
import { groupBy } from '../lib/batches.js';
import { foldText } from '../lib/text/words.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { mergedAmong, repeatedOf, survivorOf } from '../records/write/duplicates.js';
import { toSlug } from '../records/write/slug.js';
import { type RecordStore, type StoredKey, titleKey } from '../store/port.js';
import { nowUtc } from '../time/now.js';
import type { LoadEntry, LoadOptions } from './entry.js';
import { isWideUid } from './entry-keys.js';
import { type Match, readKeyed } from './keyed.js';
import { agrees, findOwn, isSameStart } from './own-identity.js';

/** The records that the rows of one batch may repeat. */
export type Matches = Awaited<ReturnType<typeof openMatches>>;

/** → whether rows change the records that they repeat. */
export const isUpdating = ({ onMatch = 'update' }: Pick<LoadOptions, 'onMatch'>): boolean =>
  onMatch === 'update' || onMatch === 'merge';

/** Reads the records that the rows may repeat. */
export async function openMatches(
  deps: Pick<Deps, 'store' | 'roots' | 'now'>,
  kind: Kind,
  entries: readonly LoadEntry[],
  options: Pick<LoadOptions, 'present' | 'made' | 'onMatch'> = {},
) {
  const keyed = await readKeyed(deps, kind, entries);
  const content = await readContent(deps, kind, entries);
  await keyed.read(content.records);
  const ownOf = await findOwn(deps, kind, { entries, keyed, made: options.made });
  const byKey = (entry: LoadEntry): Match | null => {
    const { starts } = entry;
    const exact = starts && keyed.rows.get(starts.at);
    const sameStart = exact && keyed.records.get(exact.id);
    if (sameStart && !isBarred(keyed.of(sameStart), entry)) {
      return { record: sameStart, by: exact.of > 0 ? 'merged' : 'key' };
    }
    const hasSeveral = starts !== undefined && (starts.isSeveral || keyed.rows.has(starts.mark));
    for (const [at, key] of entry.keys.entries()) {
      const row = key === starts?.mark ? undefined : keyed.rows.get(key);
      const record = row && keyed.records.get(row.id);
      if (!row || !record || isSlugKey(key) || isBarred(keyed.of(record), entry)) continue;
      if (key === starts?.key && !isOfStart(deps, record, { entry, hasSeveral })) continue;
      if (at === 0 && !isOfItsSource(key) && !agrees(deps, kind, record, entry)) continue;
      if (at >= entry.strong && !mayTake(keyed.of(record), entry, options.present)) continue;
      // The line of an export belongs to the record itself, by any key.
      return { record, by: row.of > 0 && !entry.merged ? 'merged' : 'key' };
    }
    return null;
  };
  const renamed = isUpdating(options) ? namesGiven(entries, byKey) : new Map<number, string>();
  return {
    /** Adds a record as the batch will write it: a later row may repeat it. */
    add: (record: StoredRecord, { keys }: LoadEntry): void => {
      content.add(record);
      keyed.records.set(record.id, record);
      const { kind, id } = record;
      for (const key of keys.filter((name) => !keyed.rows.has(name))) {
        keyed.add({ kind, key, id, of: 0, told: null });
      }
    },
    /** → the keys of a record, also from the batch. */
    keysOf: (record: StoredRecord): readonly StoredKey[] => keyed.of(record),
    /** → the record with a key; undefined for a free key. */
    holderOf: (key: string): StoredRecord | undefined =>
      keyed.records.get(keyed.rows.get(key)?.id ?? 0),
    /** → the record that a row repeats, or null. */
    find: (entry: LoadEntry): Match | null => {
      const match = byKey(entry) ?? ownOf(entry) ?? content.find(entry, renamed);
      return match && isBarred(keyed.of(match.record), entry) ? null : match;
    },
  };
}

/**
 * → the entries that may become new records: entries without a match, and entries with a match by
 * content that an earlier row of the batch may change, so that they no longer match.
 */
export function newAmong(entries: readonly LoadEntry[], matches: Matches): LoadEntry[] {
  const matched = new Set<number>();
  return entries.filter((entry) => {
    const match = matches.find(entry);
    if (!match) return true;
    const isEarlier = matched.has(match.record.id);
    matched.add(match.record.id);
    return isEarlier && match.by === 'content';
  });
}

/**
 * → the names, folded, that rows with keys give records by ID: whatever comes first in a batch, a
 * row without a key is not about the name of before.
 */
function namesGiven(
  entries: readonly LoadEntry[],
  byKey: (entry: LoadEntry) => Match | null,
): Map<number, string> {
  const names = entries.flatMap((entry): [number, string][] => {
    const { title } = entry.payload;
    const match = title === undefined ? null : byKey(entry);
    return match?.by === 'key' ? [[match.record.id, foldText(title ?? '')]] : [];
  });
  return new Map(names);
}

/** → whether somebody has said that a row is not this record. */
function isBarred(stored: readonly StoredKey[], { keys }: LoadEntry): boolean {
  return stored.some(({ key }) => {
    const barred = barredIn(key);
    return barred !== null && keys.includes(barred);
  });
}

/** → whether a record has the start of a row that shares its name, or may be moved to it. */
function isOfStart(
  deps: Pick<Deps, 'now'>,
  record: StoredRecord,
  { entry, hasSeveral }: { entry: LoadEntry; hasSeveral: boolean },
): boolean {
  if (isSameStart(deps, record, entry)) return true;
  const isOver = !isSeries(record) && String(record.fields.utc_end_date ?? '') < nowUtc(deps);
  return !hasSeveral && !(entry.starts?.isFinal && isOver);
}

/** → whether a key suffices alone: many calendars have the same short UIDs. */
const isOfItsSource = (key: string): boolean => uidIn(key) === '' || isWideUid(uidIn(key));

/**
 * → whether a key that does not identify a row may find a record: the record has no identity of the
 * row's own source, or the fetch lacks that identity.
 */
function mayTake(
  stored: readonly StoredKey[],
  { keys: [first = ''] }: LoadEntry,
  present: LoadOptions['present'],
): boolean {
  const source = sourceOf(first);
  if (source === null) return true;
  const ofSource = stored.filter(({ key, of }) => of === 0 && sourceOf(key) === source);
  return ofSource.every(({ key }) => present !== undefined && !present.has(key));
}

/** The records that rows may repeat by content. */
async function readContent(deps: Pick<Deps, 'store'>, kind: Kind, entries: readonly LoadEntry[]) {
  const byName = new Map<string, Map<number, StoredRecord>>();
  const nameOf = new Map<number, string>();
  const add = (record: StoredRecord) => {
    if (!isMatchedByContent(kind)) return;
    const name = foldText(record.title);
    // An earlier row may have given it another name.
    const before = nameOf.get(record.id);
    if (before !== undefined && before !== name) byName.get(before)?.delete(record.id);
    nameOf.set(record.id, name);
    const named = byName.get(name) ?? new Map<number, StoredRecord>();
    byName.set(name, named.set(record.id, record));
  };
  const asked = entries.filter((entry) => isContentAsked(kind, entry));
  const titled = await readNamed(
    deps,
    kind,
    asked.flatMap(({ payload }) => payload.title ?? []),
  );
  for (const record of titled) add(record);
  const mergedByName = groupBy(await mergedAmong(deps, kind, titled), ({ record }) =>
    foldText(record.title),
  );
  const find = (entry: LoadEntry, renamed: ReadonlyMap<number, string>): Match | null => {
    if (!isContentAsked(kind, entry)) return null;
    const { title = '', values } = entry.payload;
    const name = foldText(title);
    const named = [...(byName.get(name)?.values() ?? [])];
    const isOfName = ({ id }: StoredRecord) => (renamed.get(id) ?? name) === name;
    const record = repeatedOf(kind, named.filter(isOfName), values, true);
    if (record) return { record, by: 'content' };
    const survivor = survivorOf(kind, mergedByName.get(name) ?? [], values, true);
    return survivor && { record: survivor, by: 'merged' };
  };
  return { add, find, records: titled };
}

const isTerm = ({ family }: Kind): boolean => family.name === 'term';

const isMatchedByContent = (kind: Kind): boolean =>
  kind.duplicateFields !== undefined || isTerm(kind);

/** Names of terms are unique, so a term with a key is also looked for by its name. */
const isContentAsked = (kind: Kind, { keys }: LoadEntry): boolean =>
  isTerm(kind) || (keys.length === 0 && isMatchedByContent(kind));

/**
 * → the records of these names. The store compares case alone; a slug is folded like a name, so a
 * name in other accents is found by it unless others of the name came before.
 */
async function readNamed(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  titles: readonly string[],
): Promise<StoredRecord[]> {
  const named = await findTitled(store, kind, titles, limits.loadCandidates);
  const slugs = [...groupBy(titles, toSlug).keys()];
  const most = titles.length + limits.duplicateCandidates;
  return [...named, ...(await store.find(kind.name, 'slug', slugs, most))];
}

/**
 * → the records of these titles, the oldest `each` of a frequent title: names are not unique, and
 * records of a name must not crowd out others.
 */
export async function findTitled(
  store: RecordStore,
  { name }: Kind,
  titles: readonly string[],
  each: number,
): Promise<StoredRecord[]> {
  const keys = [...groupBy(titles, titleKey).keys()];
  const most = keys.length + limits.duplicateCandidates;
  const all = await store.find(name, 'title', keys, most);
  if (all.length < most) return all;
  const twins: StoredRecord[] = [];
  for (const key of keys) twins.push(...(await store.find(name, 'title', [key], each)));
  return twins;
}
