/** Events that a source lacked, and has again. Contract 32. */
import type { Caller } from '../access/roles.js';
import { lastSaid, saidAnew } from '../import/followed.js';
import { kinds } from '../kinds/index.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Telling } from '../kinds/telling.js';
import { beforeRemoval } from '../kinds/visibility.js';
import { chunksOf } from '../lib/batches.js';
import { omit } from '../lib/omit.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { updateRecord } from '../records/save.js';
import { serviceCaller } from '../service/users.js';
import { findKeyed } from '../sync/survivors.js';
import { type Chosen, keyOfSource } from './choose.js';
import type { SourceState } from './source.js';
import { writeAll } from './state.js';

const kind = kinds.event;

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
      if (isCalledOff) {
        const said = await sayStatus(deps, caller, record, 'scheduled');
        const told = { ...omit(state[uid] ?? {}, ['row']), ...said };
        await writeAll(deps, [{ kind: kind.name, key, id: record.id, of: 0, how: 'claim', told }]);
      } else {
        const payload = { status: beforeRemoval(record) };
        await updateRecord(deps, kind, { key: { id: record.id }, caller, payload });
      }
    }
  }
}

/**
 * Gives an event another `event_status` in the name of a source. → the statement of the source,
 * which counts the status as said: the next row of the event is written.
 */
export async function sayStatus(
  deps: Deps,
  caller: Caller,
  { id }: StoredRecord,
  status: string,
): Promise<Pick<Telling, 'said' | 'revision'>> {
  const payload = { event_status: status };
  const { record } = await updateRecord(deps, kind, { key: { id }, caller, payload });
  const rows = await deps.store.keys.list(kind.name, { ids: [id] });
  const said = saidAnew(lastSaid(rows) ?? {}, record, 'event_status');
  return { said, revision: record.revision };
}
