/**
 * Rows that name a record by our host and its ID, as our exports and calendars do. Many systems
 * have hosts such as `127.0.0.1`: the record must agree in something. Contract 18.2.
 */
import {
  dateKey,
  hostIdentityOf,
  idKey,
  type NamedWithin,
  namedWithin,
  slugKey,
  uidIn,
} from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { hasDates, occurrenceOf, stretchesOf } from '../kinds/series.js';
import type { Deps } from '../records/deps.js';
import { type StoredKey, titleKey } from '../store/port.js';
import { findKeyed } from '../sync/survivors.js';
import { parseDateTime } from '../time/date-times.js';
import type { LoadEntry, LoadOptions } from './entry.js';
import { isWideUid } from './entry-keys.js';
import type { KeyedRecords, Match } from './keyed.js';

interface Asked extends Pick<LoadOptions, 'made'> {
  entries: readonly LoadEntry[];
  keyed: KeyedRecords;
}

/**
 * → a function that finds the record of this system for a row, or null. No key of the row may be
 * stored, and the record may not belong to another system: it has no stored key of this form, and
 * was not made by an earlier row of the load. A date of a series is not changed.
 */
export async function findOwn(
  deps: Pick<Deps, 'store' | 'roots' | 'now'>,
  kind: Kind,
  { entries, keyed, made }: Asked,
): Promise<(entry: LoadEntry) => Match | null> {
  const { host } = deps.roots;
  const idIn = ({ keys, strong }: LoadEntry): number | null => {
    const named = keys.slice(0, Math.max(1, strong)).map((key) => hostIdentityOf(kind.name, key));
    return named.find((identity) => identity?.host === host)?.id ?? null;
  };
  const ids = [...new Set(entries.flatMap((entry) => idIn(entry) ?? []))];
  const stored = await deps.store.find(kind.name, 'id', ids);
  const records = new Map(stored.map((record) => [record.id, record]));
  const survivors = await findKeyed(deps, kind.name, ids.map(idKey));
  await keyed.read([...stored, ...[...survivors.values()].map(({ record }) => record)]);
  const isOwn = (record: StoredRecord) =>
    record.id < (made?.get(kind.family.name) ?? Number.POSITIVE_INFINITY) &&
    !keyed.of(record).some(({ key }) => hostIdentityOf(kind.name, key)?.host === host);
  // An earlier row of the batch may have changed it.
  const current = (record: StoredRecord | undefined) =>
    record && (keyed.records.get(record.id) ?? record);
  const seriesOf = (entry: LoadEntry, key: string) => {
    const own = records.get(idIn(entry) ?? 0);
    return keyed.records.get(keyed.rows.get(key)?.id ?? 0) ?? (own && isOwn(own) ? own : null);
  };
  const within = await findWithin(deps, kind, { entries, keyed, seriesOf });
  return (entry) => {
    const named = within.get(entry);
    if (named) return { record: named, by: 'merged' };
    const id = idIn(entry);
    if (id === null) return null;
    const survivor = current(survivors.get(idKey(id))?.record);
    if (survivor) {
      const slugs = keyed.of(survivor).filter(({ of }) => of === id);
      const isMerged =
        slugs.some(({ key }) => key === slugKey(entry.slug ?? '')) ||
        agrees(deps, kind, survivor, entry);
      return isMerged ? { record: survivor, by: 'merged' } : null;
    }
    const record = current(records.get(id));
    if (!record || !isOwn(record)) return null;
    // Our calendars describe dates and parts, but no other system may describe them.
    if (namedWithin(entry.keys[0] ?? '') || !agrees(deps, kind, record, entry)) return null;
    const isOfCalendar = uidIn(entry.keys[0] ?? '') !== '';
    const isKept = occurrenceOf(record) || (record.parts && isOfCalendar);
    return { record, by: isKept ? 'merged' : 'own' };
  };
}

/**
 * → the dates of series that rows of our calendars name, by row; of a part, or a date that was
 * erased, the series. A short UID, and the host of many systems, say too little of a date: the row
 * must agree.
 */
async function findWithin(
  deps: Pick<Deps, 'store' | 'now'>,
  kind: Kind,
  { entries, keyed, seriesOf }: Pick<Asked, 'entries' | 'keyed'> & SeriesOf,
): Promise<Map<LoadEntry, StoredRecord>> {
  const rows = entries.flatMap((entry) => {
    const [name = null] = entry.keys.flatMap((key) => namedWithin(key) ?? []);
    const series = name && seriesOf(entry, name.series);
    if (!series || !hasDates(series) || (name.isPart && !series.parts)) return [];
    const isKnown = keyed.rows.has(name.series) && isWideUid(uidIn(name.series));
    const dates = name.isPart ? [] : datesCalled(series, name);
    const keys = dates.map((date) => dateKey(series.id, date));
    return { entry, series, isSure: name.isPart || isKnown, keys };
  });
  const all = rows.flatMap(({ keys }) => keys);
  const stored = await findKeyed(deps, kind.name, all);
  return new Map(
    rows.flatMap(({ entry, series, isSure, keys }): [LoadEntry, StoredRecord][] => {
      const [date] = keys.flatMap((key) => stored.get(key)?.record ?? []);
      const record = date ?? series;
      return isSure || agrees(deps, kind, record, entry) ? [[entry, record]] : [];
    }),
  );
}

/** → the dates of a series for a name: without a time, at the time of their rules. */
function datesCalled(series: StoredRecord, { day, time }: NamedWithin): string[] {
  const times = (stretchesOf(series) ?? []).map(({ start }) => start.slice(11));
  const named = time === '' ? times : [time.replace(/(..)(?=.)/g, '$1:')];
  return named.map((text) => `${day.replace(/^(....)(..)/, '$1-$2-')} ${text}`);
}

interface SeriesOf {
  seriesOf: (entry: LoadEntry, key: string) => StoredRecord | null;
}

/**
 * → the IDs of records of this system that keys name, by key: records without a stored key of this
 * form, and survivors of the record with this ID.
 */
export async function findOwnIds(
  { store, roots }: Pick<Deps, 'store' | 'roots'>,
  { name }: Kind,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const named = keys.flatMap((key) => {
    const identity = hostIdentityOf(name, key);
    return identity?.host === roots.host ? [{ key, id: identity.id }] : [];
  });
  const ids = named.map(({ id }) => id);
  const isOurForm = ({ key }: StoredKey) => hostIdentityOf(name, key)?.host === roots.host;
  const rows = ids.length > 0 ? await store.keys.list(name, { ids }) : [];
  const external = new Set(rows.filter(isOurForm).map(({ id }) => id));
  const records = await store.find(name, 'id', ids);
  const survivors = await findKeyed({ store }, name, ids.map(idKey));
  const idOf = (id: number) =>
    survivors.get(idKey(id))?.record.id ??
    records.find((record) => record.id === id && !external.has(id))?.id;
  return new Map(
    named.flatMap(({ key, id }) => {
      const idHere = idOf(id);
      return idHere === undefined ? [] : [[key, idHere]];
    }),
  );
}

/**
 * → whether a row may be a record: they agree in title or slug, or in publication date and start.
 * For a kind without dates the publication date suffices, for a row of a calendar, which has none,
 * the start: a whole system may have been filled within a second.
 */
export function agrees(
  deps: Pick<Deps, 'now'>,
  kind: Kind,
  record: StoredRecord,
  entry: LoadEntry,
): boolean {
  const { payload, slug, occurrence } = entry;
  // A row of a date states only the date's own fields.
  if (occurrence !== undefined) return hasDates(record);
  const { title = '', dateUtc } = payload;
  if (titleKey(title) === titleKey(record.title)) return true;
  if (slug !== undefined && record.slug === slug) return true;
  const isOfCalendar = slug === undefined && dateUtc === undefined;
  if (!isOfCalendar && dateUtc !== record.date_utc) return false;
  if (kind.window === undefined) return !isOfCalendar;
  return isSameStart(deps, record, entry);
}

/** → whether a row begins when a record does. */
export function isSameStart(
  { now }: Pick<Deps, 'now'>,
  record: StoredRecord,
  { payload: { values } }: { payload: Pick<LoadEntry['payload'], 'values'> },
): boolean {
  const zone = String(values.timezone || record.fields.timezone);
  const start = parseDateTime(values.start_date, { zone, nowMs: now() });
  return start !== null && start.utc === record.fields.utc_start_date;
}
