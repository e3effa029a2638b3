/**
 * Chooses the items of a source to load: within its days, the newest version of each event, under
 * the identity that the source gives it. Contract 32.
 */

import { rowKeyOf } from '../import/row-key.js';
import { hostIdentityOf, uidKey } from '../kinds/identity.js';
import { kinds } from '../kinds/index.js';
import type { JsonObject } from '../kinds/record.js';
import type { Presence, SourceVersion } from '../kinds/telling.js';
import { limits } from '../limits.js';
import type { LoadItem, LoadRecord } from '../rows/items.js';
import { parseDateTime } from '../time/date-times.js';
import { onClock } from '../time/recurrence/named.js';
import { addMonthsToSeconds, secondsPerDay, textToSeconds } from '../time/wall-clock.js';
import { nameIn } from './rows.js';
import type { Source, SourceState } from './source.js';
import { ofSource } from './stranger.js';

/** Items to load, and the counts of others. */
export interface Chosen {
  items: LoadItem[];
  /** The events of the source, by name, loaded or not. */
  present: Map<string, SourceVersion & Pick<Presence, 'dates' | 'isOver'>>;
  /** Names of events that are long past, and need not be remembered. */
  over: string[];
  /** The keys of all its events, loaded or not. */
  keys: Set<string>;
  passedBy: number;
  older: number;
}

/** → the key of an event of a source. */
export const keyOfSource = (id: number, uid: string): string => `${nameOfSource(id)}:${uid}`;

/** → the system of the keys of a source. */
export const nameOfSource = (id: number): string => `calendar-${id}`;

/** → the items to load. `host`: of this system, whose own events are passed by. */
export function chooseItems(
  items: readonly LoadItem[],
  source: Source & { id: number },
  { state, nowSeconds, host }: { state: SourceState; nowSeconds: number; host: string },
): Chosen {
  const chosen: Chosen = {
    items: [],
    present: new Map(),
    over: [],
    keys: new Set(),
    passedBy: 0,
    older: 0,
  };
  const name = nameOfSource(source.id);
  const newest = new Map<string, LoadRecord>();
  const dates: { uid: string; date: string; version: SourceVersion }[] = [];
  const apart = withStarts(state, name);
  for (const sent of items) {
    if ('issues' in sent) {
      chosen.items.push(sent);
      keepKnown(chosen, state, nameIn(sent, name));
      continue;
    }
    const item = apart(sent);
    const uid = uidOf(item, name);
    const names = [uid, ...(item.starts ? [item.starts.key, item.starts.mark] : [])];
    for (const externalId of names) chosen.keys.add(`${name}:${nameIn({ externalId }, name)}`);
    const key = `${uid}\n${item.occurrence ?? ''}`;
    const other = newest.get(key);
    if (other && isNewer(versionOf(other), versionOf(item))) chosen.older += 1;
    else {
      if (other) chosen.older += 1;
      newest.delete(key);
      newest.set(key, item);
    }
  }
  for (const item of newest.values()) {
    const uid = uidOf(item, name);
    const before = state[uid];
    const isOwn = hostIdentityOf(kinds.event.name, uidKey(uid))?.host === host;
    const date = item.occurrence ?? '';
    // A part has the version of its series.
    const whole = item.part ? newest.get(`${uid}\n`) : undefined;
    const loaded = date === '' || whole ? before : before?.dates?.[date];
    const times = timesOf(item, source, nowSeconds);
    const isIn = isWithin(item, times, { source, nowSeconds });
    const isOver = !isIn && date === '' && times.end < nowSeconds;
    // Already loaded as past: ignored from now on.
    const isDone = isOver && before?.isOver === true;
    if (isDone) chosen.over.push(uid);
    if (isOwn || isDone || (!loaded && !isIn) || item.payload.status === 'trash') {
      chosen.passedBy += 1;
      continue;
    }
    const isOlder = loaded !== undefined && isNewer(loaded, versionOf(whole ?? item));
    const version = isOlder ? loaded : versionOf(item);
    if (date === '') chosen.present.set(uid, { ...version, isOver });
    else if (!whole) dates.push({ uid, date, version });
    if (isOlder) chosen.older += 1;
    else chosen.items.push(ofSource(item, source, name));
  }
  for (const { uid, date, version } of dates) {
    const series = chosen.present.get(uid);
    if (series) chosen.present.set(uid, { ...series, dates: { ...series.dates, [date]: version } });
  }
  return chosen;
}

/** An unreadable event is not missing; its stored name may still be in small letters. */
function keepKnown({ present }: Chosen, state: SourceState, uid: string): void {
  for (const name of [uid, uid.toLowerCase()]) {
    const before = state[name];
    if (before) present.set(name, before);
  }
}

/** → gives a record its start in its UID, where the source had several events of this UID. */
function withStarts(state: SourceState, name: string): (item: LoadRecord) => LoadRecord {
  const uids = Object.keys(state).map((uid) => /^(.+)\/\d{8}T\d{6}$/.exec(uid)?.[1]);
  const several = new Set(uids);
  return (item) => {
    const { starts, payload } = item;
    if (!starts || starts.isFinal || starts.isSeveral || payload.recurrence) return item;
    if (!several.has(uidOf(item, name))) return item;
    return { ...item, externalId: starts.at, starts: { ...starts, isSeveral: true } };
  };
}

/** → the name of a record in a source, or else the key of its row. */
const uidOf = (item: LoadRecord, name: string): string =>
  nameIn(item, name) || (rowKeyOf(kinds.event, item.payload, item.nth) ?? '');

const versionOf = ({ revision }: LoadRecord) => revision ?? { sequence: 0, modified: '' };

/** Calendars restart their numbers: a lower number with a later change is not older. */
function isNewer(a: SourceVersion, b: SourceVersion): boolean {
  const isLater = a.modified > b.modified && b.modified !== '';
  const isEarlier = b.modified > a.modified && a.modified !== '';
  return isLater || (a.sequence > b.sequence && !isEarlier);
}

interface Times {
  start: number;
  end: number;
}

/** → the times of a row on its own clock, s; NaN: they cannot be read. */
function timesOf({ payload }: LoadRecord, { zone }: Source, nowSeconds: number): Times {
  const { start_date, end_date, timezone } = payload;
  const secondsOf = (value: JsonObject[string] | undefined) => {
    const read = (of: string) =>
      parseDateTime(value, { zone: of, nowMs: nowSeconds * 1000 })?.local;
    return textToSeconds(read(String(timezone || zone || 'UTC')) ?? read('UTC') ?? '');
  };
  const start = secondsOf(start_date);
  return { start, end: end_date === undefined ? start : secondsOf(end_date) };
}

const UTC = { start: '', zone: 'UTC', isAllDay: false };

/**
 * A series may have dates within the days wherever it begins. A changed date counts as long as its
 * series has it, whether it was moved into the days or out of them. An unreadable event must be
 * reported.
 */
function isWithin(
  { payload, occurrence }: LoadRecord,
  { start, end }: Times,
  { source, nowSeconds }: { source: Source; nowSeconds: number },
): boolean {
  if (Number.isNaN(start) || Number.isNaN(end)) return true;
  // The clocks of zones differ by less than a day.
  const [from, to] = [source.days_back + 1, source.days_ahead + 1].map(
    (days) => days * secondsPerDay,
  );
  if (occurrence !== undefined) {
    const date = textToSeconds(onClock(occurrence, UTC));
    const first = addMonthsToSeconds(nowSeconds, -limits.pastMonths) - secondsPerDay;
    return Math.max(date, end) >= first && Math.min(date, start) <= nowSeconds + Number(to);
  }
  if (start > nowSeconds + Number(to)) return false;
  return Boolean(payload.recurrence) || end >= nowSeconds - Number(from);
}
