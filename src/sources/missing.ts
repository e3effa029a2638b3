/** Missing and returned events of a source. Contract 32. */
import type { Caller } from '../access/roles.js';
import { lastSaid, saidAnew } from '../import/followed.js';
import { ABSENCES, isFetched } from '../kinds/claims.js';
import { sourceOf } from '../kinds/identity.js';
import { kinds } from '../kinds/index.js';
import type { StoredRecord } from '../kinds/record.js';
import { stretchesOf } from '../kinds/series.js';
import type { Presence, Telling } from '../kinds/telling.js';
import { beforeRemoval, timesOf } from '../kinds/visibility.js';
import { chunksOf } from '../lib/batches.js';
import { omit } from '../lib/omit.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { removeRecord } from '../records/remove.js';
import { updateRecord } from '../records/save.js';
import { serviceCaller } from '../service/users.js';
import { findKeyed } from '../sync/survivors.js';
import { nowSeconds, nowUtc } from '../time/now.js';
import { lastTime } from '../time/recurrence/stretches.js';
import { utcToLocal } from '../time/zones.js';
import { type Chosen, keyOfSource, nameOfSource } from './choose.js';
import { RUN_LINES, type Run, type Source, type SourceState } from './source.js';
import type { MissingAction } from './source-format.js';
import { writeAll } from './state.js';

const kind = kinds.event;

/** From so many coming events of a source on, a run may not remove more than half of them. */
const HELD_FROM = 5;

/** → whether so many of the coming events of a source are held rather than removed. */
export const isHeld = (missing: number, coming: number): boolean =>
  coming >= HELD_FROM && missing * 2 > coming;

interface Looking {
  run: Run;
  chosen: Chosen;
  state: SourceState;
  /** The operator accepts the removal of all missing events. */
  isAccepted?: boolean;
}

/** Counts missing events, and acts on events missing twice. → the run. */
export async function lookForMissing(
  deps: Deps,
  source: Source & { id: number; missing: MissingAction },
  { run, chosen, state, isAccepted = false }: Looking,
): Promise<Run> {
  const absent = Object.entries(state).filter(([uid]) => !chosen.present.has(uid));
  const lacking = absent.filter(([, seen]) => {
    if (!seen.action) seen.gone += 1;
    return !seen.action && seen.gone >= ABSENCES;
  });
  const records = await recordsOf(deps, source.id, lacking);
  const going: Going[] = [];
  for (const [uid, seen] of lacking) {
    const record = records.get(uid);
    const isMissed = record?.removed?.by === 'source';
    if (!record || !isComing(deps, record) || (record.removed && !isMissed)) {
      delete state[uid];
      continue;
    }
    if (source.missing === 'keep' || (await isElsewhere(deps, source.id, record))) continue;
    going.push({ uid, seen, record });
  }
  // A run that died may have removed some.
  const missing = going.filter(({ record }) => !record.removed).length;
  const coming = missing === 0 ? 0 : await countComing(deps, source.id, state);
  if (!isAccepted && isHeld(missing, coming)) {
    const text = `held: ${missing} of ${coming} coming events are missing`;
    const lines = [`${text}; run ${source.id} --accept lets them go`, ...run.lines];
    return { ...run, held: missing, lines: lines.slice(0, RUN_LINES) };
  }
  const lines = await letGo(deps, source, going);
  return { ...run, missing: lines.length, lines: [...run.lines, ...lines].slice(0, RUN_LINES) };
}

interface Going {
  uid: string;
  seen: Presence;
  record: StoredRecord;
}

/** → the records of events of a source, by its names for them. */
async function recordsOf(
  deps: Deps,
  id: number,
  events: readonly [uid: string, Presence][],
): Promise<Map<string, StoredRecord>> {
  const records = new Map<string, StoredRecord>();
  for (const chunk of chunksOf(events, limits.batchRecords)) {
    const keys = new Map(chunk.map(([uid]) => [keyOfSource(id, uid), uid]));
    for (const [key, { record }] of await findKeyed(deps, kind.name, [...keys.keys()])) {
      records.set(keys.get(key) ?? '', record);
    }
  }
  return records;
}

/** → the number of coming events that the source had, missing events included. */
async function countComing(deps: Deps, id: number, state: SourceState): Promise<number> {
  const records = await recordsOf(deps, id, Object.entries(state));
  return [...records.values()].filter((record) => !record.removed && isComing(deps, record)).length;
}

/** Acts on missing events. → a line for each. */
async function letGo(
  deps: Deps,
  source: Source & { id: number; missing: MissingAction },
  going: readonly Going[],
): Promise<string[]> {
  if (source.missing === 'keep') return [];
  const caller = await serviceCaller(deps);
  const lines: string[] = [];
  for (const { uid, seen, record } of going) {
    const key = { externalId: keyOfSource(source.id, uid) };
    seen.action = source.missing;
    if (record.removed) continue;
    if (source.missing === 'trash') await removeRecord(deps, kind, { key, caller, by: 'source' });
    else await sayStatus(deps, caller, { record, key: key.externalId, status: 'cancelled' });
    lines.push(`missing: ${source.missing}: ${record.title}`);
  }
  return lines;
}

/** → whether another followed source has an event. */
async function isElsewhere({ store }: Deps, id: number, record: StoredRecord): Promise<boolean> {
  const keys = await store.keys.list(record.kind, { ids: [record.id] });
  return keys.some((row) => sourceOf(row.key) !== nameOfSource(id) && isFetched(row));
}

/** → whether an event is to begin yet, or a series has a date to come. */
function isComing(deps: Deps, record: StoredRecord): boolean {
  const stretches = stretchesOf(record);
  if (!stretches) return (timesOf(kind, record).start ?? 0) >= nowSeconds(deps);
  const last = lastTime(stretches);
  return last === null || last >= utcToLocal(nowUtc(deps), stretches[0].zone);
}

/** Restores events that a run trashed or cancelled, and that the source has again. */
export async function bringBack(
  deps: Deps,
  id: number,
  { chosen, state }: { chosen: Chosen; state: SourceState },
): Promise<void> {
  const caller = await serviceCaller(deps);
  for (const uids of chunksOf([...chosen.present.keys()], limits.batchRecords)) {
    const keys = new Map(uids.map((uid) => [keyOfSource(id, uid), uid]));
    for (const [key, { record }] of await findKeyed(deps, kind.name, [...keys.keys()])) {
      const uid = keys.get(key) ?? '';
      const { removed, fields } = record;
      const isCalledOff =
        !removed && state[uid]?.action === 'cancel' && fields.event_status === 'cancelled';
      if (removed?.by !== 'source' && !isCalledOff) continue;
      if (isCalledOff) await sayStatus(deps, caller, { record, key, status: 'scheduled' });
      else {
        const payload = { status: beforeRemoval(record) };
        await updateRecord(deps, kind, { key: { id: record.id }, caller, payload });
      }
    }
  }
}

/**
 * Gives an event another `event_status` in the name of a source, which counts as said by it: the
 * next row of the event is written. `key`: the source's key of the event. → the new telling.
 */
export async function sayStatus(
  deps: Deps,
  caller: Caller,
  { record: { id }, key, status }: { record: StoredRecord; key: string; status: string },
): Promise<Telling> {
  const payload = { event_status: status };
  const { record } = await updateRecord(deps, kind, { key: { id }, caller, payload });
  const rows = await deps.store.keys.list(kind.name, { ids: [id] });
  const { told = null } = rows.find((row) => row.key === key) ?? {};
  const said = saidAnew(lastSaid(rows) ?? {}, record, 'event_status');
  const telling = { ...omit(told ?? {}, ['row']), said, revision: record.revision };
  await writeAll(deps, [{ kind: kind.name, key, id, of: 0, how: 'claim', told: telling }]);
  return telling;
}
