/**
 * Rows about one date of a series. They wait until all other rows are loaded and the dates exist;
 * then each one updates the record of its date.
 */

import type { Caller } from '../access/roles.js';
import { dateKey, isSlugKey } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { Removal, StoredRecord } from '../kinds/record.js';
import { isSeries, localDatesOf } from '../kinds/series.js';
import { chunksOf, groupBy, splitBy } from '../lib/batches.js';
import { omit } from '../lib/omit.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { mergeRecords } from '../records/merge/merge.js';
import { commit } from '../records/write/commit.js';
import { type AskedDate, dateNamed, datesWindow, hasDateAt } from '../series/dates.js';
import { withAddedDate } from '../series/except.js';
import { followOne } from '../series/follow.js';
import { changeOf } from '../sync/change.js';
import { findKeyed } from '../sync/survivors.js';
import { nowUtc } from '../time/now.js';
import { onClock } from '../time/recurrence/named.js';
import { compact, frameOf } from '../time/recurrence/rule.js';
import { textToSeconds } from '../time/wall-clock.js';
import { utcToLocal } from '../time/zones.js';
import type { LoadOptions, LoadResult, OnMatch, ValidItem, ValidRecord } from './entry.js';
import { openMatches } from './match.js';
import { isOfOlder } from './told.js';

/** → a store for the rows of dates, as text, until all other items are loaded. */
export function openDates(onMatch: OnMatch = 'update') {
  const waiting: string[] = [];
  const newSeries = new Set<string>();
  let bytes = 0;
  return {
    take(item: ValidItem): ValidItem[] {
      if (!('occurrence' in item)) return [item];
      const text = JSON.stringify(item);
      bytes += Buffer.byteLength(text);
      if (bytes > limits.mergedBytes) return [faultOf(item, TOO_MANY)];
      waiting.push(text);
      return [];
    },
    /** Remembers which series are new. */
    note(items: readonly ValidItem[], reports: readonly { result: LoadResult }[]): void {
      for (const [at, item] of items.entries()) {
        const isNew = reports[at]?.result.outcome === 'created';
        if (!isNew || !('payload' in item) || !item.payload.values.recurrence) continue;
        for (const key of item.keys.slice(0, 1)) newSeries.add(key);
      }
    },
    count: (): number => waiting.length,
    /**
     * Yields the rows in batches: those of parts, or those of dates, which belong to parts. Dates
     * of a new series cannot repeat records from before the load.
     */
    *end(isOfPart: boolean, size: number): Generator<Waiting> {
      const rows = waiting.map((text) => JSON.parse(text) as ValidRecord);
      const ofPass = rows.filter(({ part }) => (part !== undefined) === isOfPart);
      const [ofNew, ofKnown] = splitBy(ofPass, ({ keys: [key = ''] }) => newSeries.has(key));
      for (const batch of chunksOf(ofNew, size)) yield { batch, onMatch: 'update', isOfNew: true };
      for (const batch of chunksOf(ofKnown, size)) yield { batch, onMatch, isOfNew: false };
    },
  };
}

/** Delayed rows, and their action on a repeated record. */
interface Waiting {
  batch: ValidRecord[];
  onMatch: OnMatch;
  /** Their series are new. */
  isOfNew: boolean;
}

const TOO_MANY = `rows about dates of series have more than ${limits.mergedBytes} bytes together`;

/**
 * → the items with the keys of their dates, or the reason that a date is missing. A due or past
 * date that was never made is made now, and so is a removed date, which the rules may lack. A row
 * of our own columns makes any date within the window: it is added to its series. A dry run makes
 * no dates: missing dates count as changed.
 */
export async function findDates(
  deps: Deps,
  kind: Kind,
  items: readonly ValidRecord[],
  { isDryRun = false, isOfNew = false, ...options }: Finding,
): Promise<ValidItem[]> {
  const matches = await openMatches(deps, kind, items, options);
  const asked = items.map((item): Asked | null => {
    const { occurrence = '', isOutsideRules, keys, claim, shared, isWithoutSeries } = item;
    const series = matches.find(item)?.record;
    if (!series) return null;
    const frame = frameOf(series);
    const date = isOutsideRules ? onClock(occurrence, frame) : dateNamed(series, occurrence);
    const isTime = isWallTime(date);
    return {
      ...{ item, series, date, key: dateKey(series.id, date) },
      by: isTime ? removerIn(item) : null,
      isOwn: isTime && !shared && !isWithoutSeries,
      // In a followed feed, each date names its own first source.
      isOfOther: Boolean(options.present && !claim && isOfOlder(matches.keysOf(series), { keys })),
      // A new series came with the dates erased elsewhere, and the dates kept there.
      isErased: !isOfNew && localDatesOf(series).excepted.includes(date),
    };
  });
  const keysOfDates = asked.flatMap((one) => one?.key ?? []);
  let existing = await findKeyed(deps, kind.name, keysOfDates);
  const now = nowUtc(deps);
  const missing = asked.flatMap((one) => {
    if (!one || existing.has(one.key) || one.isOfOther || one.isErased) return [];
    const { date, by, isOwn, series } = one;
    return date < now || by || isOwn || isDue(deps, series, date) ? one : [];
  });
  if (missing.length > 0 && !isDryRun) {
    for (const ofSeries of groupBy(missing, ({ series: { id } }) => id).values()) {
      await makeDates(deps, kind, ofSeries);
    }
    existing = await findKeyed(deps, kind.name, keysOfDates);
  }
  if (!isDryRun) {
    const dates = asked.flatMap((one): [string, StoredRecord][] => {
      const date = one && existing.get(one.key)?.record;
      return date && !date.removed ? [[aloneKey(one.item), date]] : [];
    });
    await joinAlone(deps, kind, new Map(dates), options.caller);
  }
  return items.map((item, at): ValidItem => {
    const one = asked[at];
    if (!one && item.isWithoutSeries) return alone(item);
    if (!one) return faultOf(item, 'the series of this date is not there');
    const { key, isOfOther, isErased } = one;
    const keys = [key, ...item.keys.filter(isSlugKey)];
    if (existing.has(key) && !isOfOther) return { ...item, keys, strong: 1 };
    // In a followed feed, a date outside the local rules is left out.
    const isLeft = isOfOther || isErased || item.claim !== undefined;
    if (isLeft || isDryRun) return { lines: item.lines, outcome: isLeft ? 'unchanged' : 'updated' };
    return faultOf(item, 'the series has no such date, or it lies too far away');
  });
}

/** A row, and the date that it asks for. */
interface Asked extends Required<AskedDate> {
  item: ValidRecord;
  series: StoredRecord;
  /** Of the date. */
  key: string;
  /** Another source writes its series. */
  isOfOther: boolean;
  isErased: boolean;
}

/** → whether the rules have a date that another process, which may have died, is about to make. */
const isDue = (deps: Deps, series: StoredRecord, date: string): boolean =>
  !series.removed && date <= datesWindow(deps, frameOf(series).zone).to && hasDateAt(series, date);

/** Makes dates of a series. Coming dates outside its rules are added to it. */
async function makeDates(deps: Deps, kind: Kind, also: readonly Asked[]): Promise<void> {
  const before = also[0]?.series;
  if (!before) return;
  const { id } = before;
  await commit(deps, { verb: 'update', kind }, async () => {
    const record = await deps.store.get(kind.name, { id });
    if (!record || record.removed || !isSeries(record))
      return { record: record ?? before, changes: [] };
    const { zone } = frameOf(record);
    const now = utcToLocal(nowUtc(deps), zone);
    const { to } = datesWindow(deps, zone);
    const isAdded = ({ date, by, isOwn }: Asked) =>
      isOwn && !by && date >= now && date <= to && !hasDateAt(record, date);
    const dates = also.filter(isAdded).map(({ date }) => date);
    const after = dates.reduce(withAddedDate, record);
    return { record, changes: dates.length > 0 ? [changeOf(record, after)] : [] };
  });
  await followOne(deps, { kind: kind.name, id }, { also: [...also] });
}

/** → who removed the date that a row of the trash is about; null: it is in no trash. */
const removerIn = ({ removal, payload }: ValidRecord): Removal['by'] | null =>
  removal?.by ?? (payload.values.status === 'trash' ? 'user' : null);

/** → the key of a changed date whose series is not there. */
const aloneKey = (item: ValidRecord): string => `${item.keys[0] ?? ''}/${compact(ownDate(item))}`;

/** → the date on the clock of the row itself: there is no series. */
const ownDate = ({ occurrence = '', payload: { values } }: ValidRecord): string =>
  onClock(occurrence, frameOf({ fields: values }));

/** → the row of an event by itself, until its series comes. */
function alone(item: ValidRecord): ValidRecord {
  const event = omit(item, ['occurrence', 'isWithoutSeries', 'shared']);
  const loaded = { ...item.loaded };
  if (loaded.uid !== undefined) loaded.uid = `${loaded.uid}/${compact(ownDate(item))}`;
  return { ...event, keys: [aloneKey(item)], strong: 1, loaded };
}

/** Turns single events into dates of their newly loaded series, by the keys of these events. */
async function joinAlone(
  deps: Deps,
  kind: Kind,
  dates: ReadonlyMap<string, StoredRecord>,
  caller: Caller,
): Promise<void> {
  const before = await findKeyed(deps, kind.name, [...dates.keys()]);
  for (const [key, { id }] of dates) {
    const row = before.get(key);
    if (!row || row.record.id === id || row.record.removed) continue;
    await mergeRecords(deps, kind, { id, parameters: { drop: [row.record.id] }, caller });
  }
}

const isWallTime = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(textToSeconds(text));

interface Finding extends Pick<LoadOptions, 'present' | 'made' | 'caller'> {
  isDryRun?: boolean | undefined;
  isOfNew?: boolean;
}

const faultOf = ({ lines, within }: ValidRecord, reason: string): ValidItem => ({
  ...{ lines: lines.slice(0, 1), within },
  issues: [{ param: 'recurrence_id', reason }],
});
