/**
 * Which rows of a subscribed calendar are loaded, and as what: within its days, the newest version
 * of each event, under the identity of source and UID. Contract 32.
 */
import { hostIdentityOf, keyOf, uidIn, uidKey } from '../../kinds/identity.js';
import { kinds } from '../../kinds/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import { addMonthsToSeconds, secondsPerDay, textToSeconds } from '../../time/wall-clock.js';
import type { RowItem, RowRevision } from '../formats/format.js';
import { rowKeyOf } from '../row-key.js';
import type { EventState, Source, State } from './source.js';

/** Rows to load, and what became of the others. */
export interface Chosen {
  items: RowItem[];
  /** UIDs that the calendar has, whether or not they are loaded. */
  present: Map<string, RowRevision & Pick<EventState, 'dates' | 'isOver'>>;
  /** UIDs of events that are over for so long that they need not be remembered. */
  over: string[];
  /** The keys of all its events, whether or not they are loaded. */
  keys: Set<string>;
  passedBy: number;
  older: number;
}

/** → the key of an event of a source. */
export const keyOfSource = (id: number, uid: string): string => `${nameOfSource(id)}:${uid}`;

/** → the system of the keys of a source. */
export const nameOfSource = (id: number): string => `calendar-${id}`;

type Row = Extract<RowItem, { row: JsonObject }>;

/** → the rows to load. `host`: of this system, whose own events are passed by. */
export function chooseRows(
  rows: readonly RowItem[],
  source: Source & { id: number },
  { state, nowSeconds, host }: { state: State; nowSeconds: number; host: string },
): Chosen {
  const chosen: Chosen = {
    items: [],
    present: new Map(),
    over: [],
    keys: new Set(),
    passedBy: 0,
    older: 0,
  };
  const newest = new Map<string, Row>();
  const dates: { uid: string; date: string; version: RowRevision }[] = [];
  const apart = withStarts(state);
  for (const sent of rows) {
    const item = apart(sent);
    if ('error' in item) {
      chosen.items.push(item);
      // What cannot be read is not missing.
      const before = item.uid === undefined ? undefined : state[item.uid];
      if (before && item.uid !== undefined) chosen.present.set(item.uid, before);
      continue;
    }
    chosen.keys.add(keyOfSource(source.id, uidOf(item.row)));
    const key = `${uidOf(item.row)}\n${item.row.recurrence_id ?? ''}`;
    const other = newest.get(key);
    if (other && isNewer(versionOf(other), versionOf(item))) chosen.older += 1;
    else {
      if (other) chosen.older += 1;
      newest.delete(key);
      newest.set(key, item);
    }
  }
  for (const item of newest.values()) {
    const uid = uidOf(item.row);
    const before = state[uid];
    const isOwn = hostIdentityOf(kinds.event.name, uidKey(uid))?.host === host;
    const date = String(item.row.recurrence_id ?? '');
    const loaded = date === '' ? before : before?.dates?.[date];
    const isIn = isWithin(item.row, source, nowSeconds);
    const isOver = !isIn && date === '' && endOf(item.row) < nowSeconds;
    // It was loaded as what it is now: from here on it is like all that was over before.
    const isDone = isOver && before?.isOver === true;
    if (isDone) chosen.over.push(uid);
    if (isOwn || isDone || (!loaded && !isIn)) {
      chosen.passedBy += 1;
      continue;
    }
    const isOlder = loaded !== undefined && isNewer(loaded, versionOf(item));
    const version = isOlder ? loaded : versionOf(item);
    if (date === '') chosen.present.set(uid, { ...version, isOver });
    else dates.push({ uid, date, version });
    if (isOlder) chosen.older += 1;
    else chosen.items.push({ ...item, row: rowOf(item.row, source) });
  }
  for (const { uid, date, version } of dates) {
    const series = chosen.present.get(uid);
    if (series) chosen.present.set(uid, { ...series, dates: { ...series.dates, [date]: version } });
  }
  return chosen;
}

/** → gives a row its start in its UID, where the calendar had several events of this UID. */
function withStarts(state: State): (item: RowItem) => RowItem {
  const uids = Object.keys(state).map((uid) => /^(.+)\/\d{8}T\d{6}$/.exec(uid)?.[1]);
  const several = new Set(uids);
  return (item) => {
    if ('error' in item || !item.starts || item.row.recurrence) return item;
    const { id, start, isSeveral } = item.starts;
    if (isSeveral || !several.has(uidOf(item.row))) return item;
    const row = { ...item.row, external_id: `${id}/${start}` };
    return { ...item, row, starts: { ...item.starts, isSeveral: true } };
  };
}

/** → the UID of a row, or the key of the row where it has none. */
export function uidOf(row: JsonObject): string {
  return uidIn(keyOf(String(row.external_id ?? ''))) || (rowKeyOf(kinds.event, row) ?? '');
}

const versionOf = ({ revision }: Row) => revision ?? { sequence: 0, modified: '' };

/** Calendars restart their numbers: a lower one that was modified later is no older. */
function isNewer(one: RowRevision, other: RowRevision): boolean {
  const isLater = one.modified > other.modified && other.modified !== '';
  const isEarlier = other.modified > one.modified && one.modified !== '';
  return isLater || (one.sequence > other.sequence && !isEarlier);
}

const endOf = ({ start_date, end_date }: JsonObject): number =>
  textToSeconds(String(end_date ?? start_date));

/**
 * A series may have dates within the days wherever it begins. A changed date counts as long as its
 * series has it, whether it was moved into the days or out of them.
 */
function isWithin(row: JsonObject, { days_back, days_ahead }: Source, nowSeconds: number): boolean {
  const { start_date, recurrence, recurrence_id } = row;
  const [start, end] = [textToSeconds(String(start_date)), endOf(row)];
  // The clocks of zones differ by less than a day.
  const [from, to] = [days_back + 1, days_ahead + 1].map((days) => days * secondsPerDay);
  if (recurrence_id) {
    const date = textToSeconds(String(recurrence_id));
    const first = addMonthsToSeconds(nowSeconds, -limits.pastMonths) - secondsPerDay;
    return Math.max(date, end) >= first && Math.min(date, start) <= nowSeconds + Number(to);
  }
  if (start > nowSeconds + Number(to)) return false;
  return Boolean(recurrence) || end >= nowSeconds - Number(from);
}

function rowOf(row: JsonObject, source: Source): JsonObject {
  const withOwn = (sent: Json | undefined): Json[] => {
    const names = Array.isArray(sent) ? sent : [];
    return source.category === '' ? names : [...new Set([...names, source.category])];
  };
  const categories = withOwn(row.categories);
  // A date has the status and the UID of its series.
  if (row.recurrence_id) return { ...row, categories };
  const status = row.status ?? source.status;
  const { source_parts } = row;
  const parts = Array.isArray(source_parts)
    ? source_parts
        .filter(isJsonObject)
        .map((part) =>
          'categories' in part ? { ...part, categories: withOwn(part.categories) } : part,
        )
    : null;
  return {
    ...row,
    categories,
    ...(parts ? { source_parts: parts } : {}),
    ...(status === '' ? {} : { status }),
  };
}
