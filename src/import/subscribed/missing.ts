/** What a subscribed calendar no longer has, and what it has again. Contract 32. */
import { sourceOf } from '../../kinds/identity.js';
import { kinds } from '../../kinds/index.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';
import { rulesOf } from '../../kinds/series.js';
import { beforeRemoval, timesOf } from '../../kinds/visibility.js';
import { chunksOf } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import { removeRecord } from '../../records/remove.js';
import { updateRecord } from '../../records/save.js';
import { serviceCaller } from '../../service/users.js';
import { findKeyed } from '../../sync/survivors.js';
import { nowSeconds, nowUtc } from '../../time/now.js';
import { frameOf } from '../../time/recurrence/rule.js';
import { readStored } from '../../time/recurrence/stored.js';
import { utcToLocal } from '../../time/zones.js';
import { ABSENCES, isFetched } from '../told.js';
import { type Chosen, keyOfSource, nameOfSource } from './choose.js';
import { RUN_LINES, type Run, type Source, type State } from './source.js';

const kind = kinds.event;

/** Counts what the calendar lacks, and acts on what it has lacked twice. → the run. */
export async function lookForMissing(
  deps: Deps,
  source: Source & { id: number },
  { run, chosen, state }: { run: Run; chosen: Chosen; state: State },
): Promise<Run> {
  const absent = Object.keys(state).filter((uid) => !chosen.present.has(uid));
  if (chosen.present.size * 2 < source.count) {
    const text = `the calendar shrank from ${source.count} events to ${chosen.present.size}`;
    return { ...run, lines: [`${text}: nothing is taken for missing`, ...run.lines] };
  }
  const caller = await serviceCaller(deps);
  let missing = 0;
  for (const uid of absent) {
    const one = state[uid];
    if (!one || one.action) continue;
    one.gone += 1;
    if (one.gone < ABSENCES) continue;
    const key = { externalId: keyOfSource(source.id, uid) };
    const [record] = await deps.store.find(kind.name, 'key', [key.externalId]);
    const isMissed = record?.removed?.by === 'source';
    if (!record || !isComing(deps, record) || (record.removed && !isMissed)) {
      delete state[uid];
      continue;
    }
    if (source.missing === 'keep' || (await isElsewhere(deps, source.id, record))) continue;
    one.action = source.missing;
    // A run that died may have removed it.
    if (isMissed) continue;
    const payload = { event_status: 'cancelled' };
    if (source.missing === 'trash') await removeRecord(deps, kind, { key, caller, by: 'source' });
    else await updateRecord(deps, kind, { key, caller, payload });
    missing += 1;
    run.lines.push(`missing: ${source.missing}: ${record.title}`);
  }
  return { ...run, missing, lines: run.lines.slice(0, RUN_LINES) };
}

/** → whether another calendar that is subscribed to has an event. */
async function isElsewhere({ store }: Deps, id: number, record: StoredRecord): Promise<boolean> {
  const keys = await store.keys.list(record.kind, { ids: [record.id] });
  return keys.some((row) => sourceOf(row.key) !== nameOfSource(id) && isFetched(row));
}

/** → whether an event is to begin yet, or a series has a date to come. */
function isComing(deps: Deps, record: StoredRecord): boolean {
  const rules = rulesOf(record);
  if (!rules) return (timesOf(kind, record).start ?? 0) >= nowSeconds(deps);
  const frame = frameOf(record);
  const last = readStored(rules, frame)?.last ?? null;
  return last === null || last >= utcToLocal(nowUtc(deps), frame.zone);
}

/** Restores what a run put into the trash, or called off, and the calendar has again. */
export async function bringBack(
  deps: Deps,
  id: number,
  { chosen, state }: { chosen: Chosen; state: State },
): Promise<void> {
  const caller = await serviceCaller(deps);
  for (const uids of chunksOf([...chosen.present.keys()], limits.batchRecords)) {
    const keys = new Map(uids.map((uid) => [keyOfSource(id, uid), uid]));
    for (const [key, { record }] of await findKeyed(deps, kind.name, [...keys.keys()])) {
      const uid = keys.get(key) ?? '';
      const isCalledOff =
        state[uid]?.action === 'cancel' && record.fields.event_status === 'cancelled';
      if (record.removed?.by !== 'source' && !isCalledOff) continue;
      const payload: JsonObject = record.removed
        ? { status: beforeRemoval(record) }
        : { event_status: 'scheduled' };
      await updateRecord(deps, kind, { key: { id: record.id }, caller, payload });
    }
  }
}
