/**
 * Rows about one date of a series. They wait until all other rows are loaded and the dates exist;
 * then each one updates the record of its date.
 */
import type { Caller } from '../access/roles.js';
import { dateKey } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { Removal } from '../kinds/record.js';
import { groupBy, splitBy } from '../lib/batches.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { mergeRecords } from '../records/merge/merge.js';
import { dateNamed } from '../series/dates.js';
import { followOne } from '../series/follow.js';
import { findKeyed } from '../sync/survivors.js';
import { nowUtc } from '../time/now.js';
import { compact } from '../time/recurrence/rule.js';
import { textToSeconds } from '../time/wall-clock.js';
import type { LoadOptions, LoadResult, OnMatch } from './entry.js';
import type { LoadFault, ValidItem, ValidRecord } from './items.js';
import { openMatches } from './match.js';

/** → what stores the rows about dates, as text, until all other items are loaded. */
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
     * → the rows; those about parts, which dates belong to, come before. Dates of a new series
     * repeat nothing that was there before the load.
     */
    end(isOfPart: boolean, onMatch: OnMatch = 'update'): Waiting[] {
      const rows = waiting.map((text) => JSON.parse(text) as ValidRecord);
      const some = rows.filter(({ part }) => (part !== undefined) === isOfPart);
      const [ofNew, others] = splitBy(some, ({ keys: [key = ''] }) => newSeries.has(key));
      return [
        { some: ofNew, onMatch: 'update' },
        { some: others, onMatch },
      ];
    },
  };
}

/** Rows that waited, and what they do where they repeat something. */
interface Waiting {
  some: ValidRecord[];
  onMatch: OnMatch;
}

const TOO_MANY = `rows about dates of series have more than ${limits.mergedBytes} bytes together`;

/**
 * → the items with the keys of their dates, or why there is no such date. One in the past that was
 * never made is made now, and so is a removed one, which the rules may lack. In a dry run, which
 * makes no dates, those of a series that exists pass as they are.
 */
export async function findDates(
  deps: Deps,
  kind: Kind,
  items: readonly ValidRecord[],
  { isDryRun = false, ...options }: Finding,
): Promise<ValidItem[]> {
  const matches = await openMatches(deps, kind, items, options);
  const found = items.map((item) => {
    const { occurrence = '' } = item;
    const series = matches.find(item)?.record;
    const date = series ? dateNamed(series, occurrence) : occurrence;
    return { id: series?.id, date, key: series ? dateKey(series.id, date) : null };
  });
  const readDates = async () => {
    const keys = found.flatMap(({ key }) => key ?? []);
    return await findKeyed(deps, kind.name, keys);
  };
  let existing = await readDates();
  const now = nowUtc(deps);
  const missing = found.flatMap(({ key, ...one }, at) => {
    const by = isWallTime(one.date) ? removerIn(items[at]) : null;
    return key && (one.date < now || by) && !existing.has(key) ? { ...one, by } : [];
  });
  if (missing.length > 0 && !isDryRun) {
    for (const [id, also] of groupBy(missing, (one) => one.id ?? 0)) {
      await followOne(deps, { kind: kind.name, id }, { also });
    }
    existing = await readDates();
  }
  if (!isDryRun) await joinAlone(deps, kind, { items, found, existing, caller: options.caller });
  return items.map((item, at): ValidItem => {
    const key = found[at]?.key ?? null;
    if (key === null && item.isAlone) return alone(item);
    if (key === null) return faultOf(item, 'the series of this date is not there');
    if (isDryRun) return item;
    if (existing.has(key)) return { ...item, keys: [key], strong: 1 };
    return faultOf(item, 'the series has no such date, or it lies too far away');
  });
}

/** → who removed the date that a row of the trash is about; null: it is in no trash. */
const removerIn = (item: ValidRecord | undefined): Removal['by'] | null =>
  item?.removal?.by ?? (item?.payload.values.status === 'trash' ? 'user' : null);

/** → the key of a changed date whose series is not there. */
const aloneKey = ({ keys: [name = ''], occurrence = '' }: ValidRecord): string =>
  `${name}/${compact(occurrence)}`;

/** → the row of an event by itself, until its series comes. */
function alone(item: ValidRecord): ValidRecord {
  const { occurrence = '', isAlone: _, shared: __, ...event } = item;
  const loaded = { ...item.loaded };
  if (loaded.uid !== undefined) loaded.uid = `${loaded.uid}/${compact(occurrence)}`;
  return { ...event, keys: [aloneKey(item)], strong: 1, loaded };
}

interface Joining {
  items: readonly ValidRecord[];
  found: readonly { key: string | null }[];
  existing: Awaited<ReturnType<typeof findKeyed>>;
  caller: Caller;
}

/** Puts events that stood alone into the dates of the series that has come. */
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
}

const faultOf = ({ lines }: ValidRecord, reason: string): LoadFault => ({
  lines: lines.slice(0, 1),
  issues: [{ param: 'recurrence_id', reason }],
});
