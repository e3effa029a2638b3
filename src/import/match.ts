/**
 * Which stored record a row of a load repeats: by its key, else by content. A venue or organizer
 * repeats one of the same name that nothing contradicts, a term one of the same name and parent.
 * What a batch depends on is read by set. Source: Contract 16.3.
 */
import { identityOf, isPart, uidOfKey } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { occurrenceOf } from '../kinds/series.js';
import { groupBy } from '../lib/batches.js';
import { foldText } from '../lib/words.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { mergedAmong, repeatedOf, survivorOf } from '../records/write/duplicates.js';
import { toSlug } from '../records/write/slug.js';
import { aliasKey, externalIdsOf } from '../store/aliases.js';
import { type RecordStore, titleKey } from '../store/port.js';
import type { LoadEntry } from './entry.js';

/** A record that a row repeats. */
export interface Match {
  record: StoredRecord;
  /**
   * By the key of the row; by this host and the record's ID; by the key or the content of a record
   * that was merged into it; or by its content.
   */
  by: 'key' | 'own' | 'alias' | 'content';
}

/** The records that the rows of one batch may repeat. */
export type Matches = Awaited<ReturnType<typeof openMatches>>;

/** Reads what the rows may repeat. */
export async function openMatches(
  deps: Pick<Deps, 'store' | 'roots'>,
  kind: Kind,
  entries: readonly LoadEntry[],
) {
  const keys = entries.flatMap(({ externalId }) => externalId ?? []);
  const byKey = new Map<string, StoredRecord>();
  const byName = new Map<string, Map<number, StoredRecord>>();
  const nameOf = new Map<number, string>();
  let own = new Map<string, Match>();
  const add = (record: StoredRecord) => {
    for (const key of externalIdsOf(record)) byKey.set(key, record);
    for (const match of own.values()) if (match.record.id === record.id) match.record = record;
    if (!isMatchedByContent(kind)) return;
    const name = foldText(record.title);
    // An earlier row may have given it another name.
    const before = nameOf.get(record.id);
    if (before !== undefined && before !== name) byName.get(before)?.delete(record.id);
    nameOf.set(record.id, name);
    const named = byName.get(name) ?? new Map<number, StoredRecord>();
    byName.set(name, named.set(record.id, record));
  };
  const titles = entries
    .filter((entry) => isContentAsked(kind, entry))
    .flatMap(({ payload }) => payload.title ?? []);
  const titled = await readNamed(deps, kind, titles);
  for (const record of titled) add(record);
  const mergedByName = groupBy(await mergedAmong(deps, kind, titled), ({ record }) =>
    foldText(record.title),
  );
  const otherKey = (key: string) => identityOf(kind.name, key)?.otherKey ?? key;
  const allKeys = [...new Set([...keys, ...keys.map(otherKey)])];
  for (const record of await deps.store.find(kind.name, 'external_id', allKeys)) add(record);
  own = await findOwn(deps, kind, keys);
  const byIdentity = (key: string): Match | null => {
    const record = byKey.get(key) ?? byKey.get(otherKey(key));
    if (!record) return own.get(key) ?? null;
    const isOfKey = [key, otherKey(key)].includes(record.external_id ?? '');
    return { record, by: isOfKey ? 'key' : 'alias' };
  };
  return {
    /** Adds a record as the batch will write it: a later row may repeat it. */
    add,
    /** → the record that a row repeats, or null. */
    find: (entry: LoadEntry): Match | null => {
      const { externalId, payload } = entry;
      const match = externalId === null ? null : byIdentity(externalId);
      const isOwn = match?.by === 'own' || (match?.by === 'alias' && occurrenceOf(match.record));
      if (match && (!isOwn || isPlausible(kind, match.record, entry))) return match;
      if (!isContentAsked(kind, entry)) return null;
      const name = foldText(payload.title ?? '');
      const named = [...(byName.get(name)?.values() ?? [])];
      const record = repeatedOf(kind, named, payload.values, true);
      if (record) return { record, by: 'content' };
      const survivor = survivorOf(kind, mergedByName.get(name) ?? [], payload.values, true);
      return survivor && { record: survivor, by: 'alias' };
    },
  };
}

/**
 * → the records that keys name by this host and an ID, by key: those without a key of their own, or
 * named as in our calendars; those that a record of this ID was merged into; and dates of series,
 * whose fields would all be their own after an update.
 */
export async function findOwn(
  { store, roots }: Pick<Deps, 'store' | 'roots'>,
  { name }: Kind,
  keys: readonly string[],
): Promise<Map<string, Match>> {
  const ids = new Map<string, number>();
  for (const key of keys) {
    const identity = identityOf(name, key);
    if (identity?.host === roots.host) ids.set(key, identity.id);
  }
  const byAlias = new Map<string, Match>();
  const merged = [...ids.values()].map((id) => aliasKey('id', id));
  for (const record of await store.find(name, 'alias', merged)) {
    for (const alias of record.aliases ?? []) byAlias.set(alias, { record, by: 'alias' });
  }
  const byId = new Map<number, StoredRecord>();
  for (const record of await store.find(name, 'id', [...ids.values()])) byId.set(record.id, record);
  const matchOf = (key: string, id: number): Match | undefined => {
    const record = byId.get(id);
    const isNamed = record && (record.external_id === null || uidOfKey(key) !== '');
    if (!isNamed) return byAlias.get(aliasKey('id', id));
    // Our calendars tell of dates and parts what no other system may say of them.
    const isKept = occurrenceOf(record) || isPart(key) || (record.parts && uidOfKey(key) !== '');
    return { record, by: isKept ? 'alias' : 'own' };
  };
  const matches = [...ids].map(([key, id]) => [key, matchOf(key, id)] as const);
  return new Map(matches.flatMap(([key, match]) => (match ? [[key, match]] : [])));
}

/**
 * → whether a line of this host may be of this record. Hosts such as `127.0.0.1` are those of many
 * systems: an export of another one agrees in nothing that it says of title, slug and date, a
 * calendar in neither title nor start.
 */
function isPlausible(kind: Kind, record: StoredRecord, { payload, slug }: LoadEntry): boolean {
  const { dateUtc: date, values } = payload;
  if (titleKey(payload.title ?? '') === titleKey(record.title)) return true;
  const isOfCalendar = slug === undefined && date === undefined;
  if (!isOfCalendar) return record.slug === slug || date === record.date_utc;
  if (record.external_id === null) return true;
  return (kind.identifiedBy ?? []).some(
    (name) => values[name] !== undefined && values[name] === record.fields[name],
  );
}

const isTerm = ({ family }: Kind): boolean => family.name === 'term';

const isMatchedByContent = (kind: Kind): boolean =>
  kind.duplicateFields !== undefined || isTerm(kind);

/** A name of a term exists once, so that one with a key is looked for by its name as well. */
const isContentAsked = (kind: Kind, { externalId }: LoadEntry): boolean =>
  isTerm(kind) || (externalId === null && isMatchedByContent(kind));

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
 * → the records of these titles, the oldest `each` where a title has many: names are not unique,
 * and some records of one name must not keep out those of another.
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
  const some: StoredRecord[] = [];
  for (const key of keys) some.push(...(await store.find(name, 'title', [key], each)));
  return some;
}
