/**
 * Rows about one date of a series. They wait until all other rows are loaded and the dates exist;
 * then each one updates the record of its date.
 */

import type { Caller } from '../access/roles.js';
import { dateKey, isSlugKey } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { Removal, StoredRecord } from '../kinds/record.js';
import { isSeries, localDatesOf } from '../kinds/series.js';
import { groupBy, splitBy } from '../lib/batches.js';
import { omit } from '../lib/omit.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { mergeRecords } from '../records/merge/merge.js';
import type { LoadFault } from '../rows/items.js';
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
import { writeBatch } from './write.js';

/** → a store for the rows of dates, as text, until all other items are loaded. */
export function openDates() {
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
     * → the rows; rows of parts, to which dates belong, come first. Dates of a new series cannot
     * repeat records from before the load.
     */
    end(isOfPart: boolean, onMatch: OnMatch = 'update'): Waiting[] {
      const rows = waiting.map((text) => JSON.parse(text) as ValidRecord);
      const ofPass = rows.filter(({ part }) => (part !== undefined) === isOfPart);
      const [ofNew, ofKnown] = splitBy(ofPass, ({ keys: [key = ''] }) => newSeries.has(key));
      return [
        { records: ofNew, onMatch: 'update', isOfNew: true },
        { records: ofKnown, onMatch, isOfNew: false },
      ];
    },
  };
}

/** Delayed rows, and their action on a repeated record. */
interface Waiting {
  records: ValidRecord[];
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
  const found = items.map((item) => {
    const { occurrence = '', isOutsideRules } = item;
    const series = matches.find(item)?.record;
    if (!series) return { series, date: occurrence, key: null };
    const date = isOutsideRules
      ? onClock(occurrence, frameOf(series))
      : dateNamed(series, occurrence);
    // In a followed feed, each date names its own first source.
    const { keys, claim } = item;
    const isOfOther = options.present && !claim && isOfOlder(matches.keysOf(series), { keys });
    // A new series came with the dates erased elsewhere, and the dates kept there.
    const isErased = !isOfNew && localDatesOf(series).excepted.includes(date);
    return { series, date, key: dateKey(series.id, date), isOfOther, isErased };
  });
  const readDates = async () => {
    const keys = found.flatMap(({ key }) => key ?? []);
    return await findKeyed(deps, kind.name, keys);
  };
  let existing = await readDates();
  const now = nowUtc(deps);
  const missing = found.flatMap(({ key, series, date, isOfOther, isErased }, at) => {
    if (!series || existing.has(key) || isOfOther || isErased) return [];
    const by = isWallTime(date) ? removerIn(items[at]) : null;
    const { shared, isWithoutSeries } = items[at] ?? {};
    const isOwn = isWallTime(date) && !shared && !isWithoutSeries;
    const isWanted = date < now || by || isOwn || isDue(deps, series, date);
    return isWanted ? { series, date, by, isOwn } : [];
  });
  if (missing.length > 0 && !isDryRun) {
    for (const ofSeries of groupBy(missing, ({ series: { id } }) => id).values()) {
      await makeDates(deps, kind, ofSeries);
    }
    existing = await readDates();
  }
  if (!isDryRun) await joinAlone(deps, kind, { items, found, existing, caller: options.caller });
  return items.map((item, at): ValidItem => {
    const { key = null, isOfOther, isErased } = found[at] ?? {};
    if (key === null && item.isWithoutSeries) return alone(item);
    if (key === null) return faultOf(item, 'the series of this date is not there');
    const keys = [key, ...item.keys.filter(isSlugKey)];
    if (existing.has(key) && !isOfOther) return { ...item, keys, strong: 1 };
    // In a followed feed, a date outside the local rules is left out.
    const isLeft = isOfOther || isErased || item.claim !== undefined;
    if (isLeft || isDryRun) return { lines: item.lines, outcome: isLeft ? 'unchanged' : 'updated' };
    return faultOf(item, 'the series has no such date, or it lies too far away');
  });
}

/** → whether the rules have a date that another process, which may have died, is about to make. */
const isDue = (deps: Deps, series: StoredRecord, date: string): boolean =>
  !series.removed && date <= datesWindow(deps, frameOf(series).zone).to && hasDateAt(series, date);

/** A date that a row asks for. */
interface Missing extends AskedDate {
  series: StoredRecord;
}

/** Makes dates of a series. Coming dates outside its rules are added to it. */
async function makeDates(deps: Deps, kind: Kind, also: readonly Missing[]): Promise<void> {
  const id = also[0]?.series.id ?? 0;
  const isAdded = await addDates(deps, kind, { id, also });
  if (isAdded) await followOne(deps, { kind: kind.name, id }, { also: [...also] });
}

/** → whether the series has the requested dates; false when it is deleted. */
async function addDates(
  deps: Deps,
  { name }: Kind,
  { id, also }: { id: number; also: readonly Missing[] },
): Promise<boolean> {
  for (let tries = 0; tries < limits.writeTries; tries++) {
    const series = await deps.store.get(name, { id });
    if (!series || series.removed || !isSeries(series)) return series !== null;
    const { zone } = frameOf(series);
    const now = utcToLocal(nowUtc(deps), zone);
    const { to } = datesWindow(deps, zone);
    const added = also.filter(
      ({ date, by, isOwn }) =>
        isOwn && !by && date >= now && date <= to && !hasDateAt(series, date),
    );
    if (added.length === 0) return true;
    const after = added.reduce((changed, { date }) => withAddedDate(changed, date), series);
    const refused = await writeBatch(deps, [changeOf(series, after)]);
    if (refused.size === 0) return true;
  }
  throw new Error(`too many concurrent writes of ${name} ${id}`);
}

/** → who removed the date that a row of the trash is about; null: it is in no trash. */
const removerIn = (item: ValidRecord | undefined): Removal['by'] | null =>
  item?.removal?.by ?? (item?.payload.values.status === 'trash' ? 'user' : null);

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

interface Joining {
  items: readonly ValidRecord[];
  found: readonly { key: string | null }[];
  existing: Awaited<ReturnType<typeof findKeyed>>;
  caller: Caller;
}

/** Turns single events into dates of their newly loaded series. */
async function joinAlone(
  deps: Deps,
  kind: Kind,
  { items, found, existing, caller }: Joining,
): Promise<void> {
  const dated = items.flatMap((item, at) => {
    const date = existing.get(found[at]?.key ?? '')?.record;
    return date && !date.removed ? [{ key: aloneKey(item), date }] : [];
  });
  const before = await findKeyed(
    deps,
    kind.name,
    dated.map(({ key }) => key),
  );
  for (const { key, date } of dated) {
    const row = before.get(key);
    if (!row || row.record.id === date.id || row.record.removed) continue;
    const parameters = { drop: [row.record.id] };
    await mergeRecords(deps, kind, { id: date.id, parameters, caller });
  }
}

const isWallTime = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(textToSeconds(text));

interface Finding extends Pick<LoadOptions, 'present' | 'made' | 'caller'> {
  isDryRun?: boolean | undefined;
  isOfNew?: boolean;
}

const faultOf = ({ lines }: ValidRecord, reason: string): LoadFault => ({
  lines: lines.slice(0, 1),
  issues: [{ param: 'recurrence_id', reason }],
});
