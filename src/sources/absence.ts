/**
 * The records that a source no longer has: a run marks them on their keys, and at its end they are
 * trashed, called off or kept. Contract 32.
 */
import { isClaim, isFetched, isMissing, isOfSources } from '../kinds/claims.js';
import { allKinds, kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { stretchesOf } from '../kinds/series.js';
import { type Telling, withoutPresence } from '../kinds/telling.js';
import { timesOf } from '../kinds/visibility.js';
import { groupBy } from '../lib/batches.js';
import { omit } from '../lib/omit.js';
import type { Deps } from '../records/deps.js';
import { removeRecord } from '../records/remove.js';
import { serviceCaller } from '../service/users.js';
import { type KeyWrite, refKey, type StoredKey } from '../store/port.js';
import { nowSeconds, nowUtc } from '../time/now.js';
import { lastTime } from '../time/recurrence/stretches.js';
import { utcToLocal } from '../time/zones.js';
import { sayStatus } from './returned.js';
import type { Run, Source } from './source.js';
import type { MissingAction } from './source-format.js';
import { keysOf } from './state.js';

/** Linked records come before their holders. */
export const IN_ORDER = [...allKinds].sort((a, b) => a.relations.length - b.relations.length);

/** From so many events of a source on, a run may not remove more than half of them. */
const HELD_FROM = 5;

/** How a source loses records. */
interface Policy {
  missing: MissingAction;
  /** It drops its past events: their absence has no meaning. */
  dropsPast?: boolean;
}

interface Ending {
  source: Source & { id: number } & Policy;
  run: Run;
  /** The operator accepts the removal of all missing records. */
  isAccepted: boolean;
}

/**
 * Acts on the missing records of a source, unless they are more than half of its events. → whether
 * some are left: they are held, or in use here.
 */
export async function actOnMissing(
  deps: Deps,
  { source, run, isAccepted }: Ending,
): Promise<boolean> {
  const { missing, all } = isAccepted ? NONE : await countMissing(deps, source);
  if (all >= HELD_FROM && missing * 2 > all) {
    const events = source.dropsPast ? 'coming events' : 'events';
    const text = `held: ${missing} of ${all} ${events} are missing`;
    run.held = missing;
    run.lines.unshift(`${text}; run ${source.id} --accept lets them go`);
    return true;
  }
  let isLeft = false;
  for (const kind of [...IN_ORDER].reverse()) {
    for await (const rows of claimsOf(deps, kind, source.id)) {
      const acted = await actOn(deps, kind, { policy: source, rows: rows.filter(isMissing) });
      run.missing += acted.lines.length;
      run.lines.push(...acted.lines);
      isLeft ||= acted.isLeft;
    }
  }
  return isLeft;
}

const NONE = { missing: 0, all: 0 };

/** → the events that would go, and all events of the source, missing ones included. */
async function countMissing(deps: Deps, source: Ending['source']): Promise<typeof NONE> {
  const counts = { ...NONE };
  for await (const rows of claimsOf(deps, kinds.event, source.id)) {
    const asked = source.dropsPast ? rows : rows.filter(isMissing);
    const fates = await fatesOf(deps, kinds.event, { policy: source, rows: asked });
    const going = fates.filter(({ fate }) => fate === 'goes').length;
    const live = source.dropsPast
      ? fates.filter(({ fate }) => fate === 'lives')
      : rows.filter(isFetched);
    counts.missing += going;
    counts.all += going + live.length;
  }
  return counts;
}

/** Yields pages of the keys by which a source says that it has, or had, records of a kind. */
export async function* claimsOf(
  deps: Pick<Deps, 'store'>,
  { name }: Kind,
  id: number,
): AsyncGenerator<StoredKey[]> {
  // Dates of series have no version, and go with their series.
  for await (const rows of keysOf(deps, id, name)) {
    yield rows.filter((row) => isClaim(row) && row.told?.is_date !== true);
  }
}

/**
 * `lives`: the source has it; `goes`: it is to be removed; `gone`: a source removed it already;
 * `used`: it goes once nothing uses it; `kept`: it stays, and the source has forgotten it.
 */
type Fate = 'lives' | 'goes' | 'gone' | 'used' | 'kept';

interface Standing {
  row: StoredKey;
  record: StoredRecord;
  fate: Fate;
}

interface Rows {
  policy: Policy;
  rows: readonly StoredKey[];
  /** Records that somebody made here stay as well. */
  isMadeOnly?: boolean;
}

/** → the records of keys with their fates. */
async function fatesOf(
  deps: Deps,
  kind: Kind,
  { policy, rows, isMadeOnly }: Rows,
): Promise<Standing[]> {
  const ids = [...new Set(rows.map(({ id }) => id))];
  const records = await deps.store.find(kind.name, 'id', ids);
  const byId = new Map(records.map((record) => [record.id, record]));
  const ofRecord = groupBy(await deps.store.keys.list(kind.name, { ids }), ({ id }) => id);
  const standings: Standing[] = [];
  for (const row of rows) {
    const record = byId.get(row.id);
    if (!record) continue;
    const all = ofRecord.get(row.id) ?? [];
    // Another Marquee never removes records that were made here.
    const isOthers = (isMadeOnly || row.told?.via) && !isOfSources(all, record.id);
    const isSpared = row.of > 0 || all.some(isFetched) || isOthers;
    const fate = await fateOf(deps, kind, { policy, row, record, isSpared: Boolean(isSpared) });
    standings.push({ row, record, fate });
  }
  return standings;
}

interface Judged extends Omit<Standing, 'fate'> {
  policy: Policy;
  /** Another source has it, or it is not the source's to remove. */
  isSpared: boolean;
}

async function fateOf(
  deps: Deps,
  kind: Kind,
  { policy, row, record, isSpared }: Judged,
): Promise<Fate> {
  if (record.removed) return record.removed.by === 'source' ? 'gone' : 'kept';
  if (policy.dropsPast && !isComing(deps, record)) return 'kept';
  if (isFetched(row)) return 'lives';
  if (isSpared || (isHolder(kind) && policy.missing === 'keep')) return 'kept';
  return !isHolder(kind) && (await isInUse(deps, kind, record)) ? 'used' : 'goes';
}

/** → whether records of the kind are listed for themselves; others go when nothing uses them. */
const isHolder = ({ relations }: Kind): boolean => relations.length > 0;

/** → whether an event is to begin yet, or a series has a date to come. */
function isComing(deps: Deps, record: StoredRecord): boolean {
  const stretches = stretchesOf(record);
  if (!stretches) return (timesOf(kinds.event, record).start ?? 0) >= nowSeconds(deps);
  const last = lastTime(stretches);
  return last === null || last >= utcToLocal(nowUtc(deps), stretches[0].zone);
}

/** → whether a record is linked here, or has children. */
async function isInUse(deps: Deps, kind: Kind, record: StoredRecord): Promise<boolean> {
  const usage = await deps.store.usage([record], nowSeconds(deps));
  const used = usage.get(refKey(record));
  if (used && (used.events > 0 || used.last_start !== null)) return true;
  if (!kind.isTree) return false;
  return (await deps.store.find(kind.name, 'parent', [record.id], 1)).length > 0;
}

/** → a line for each record that went, and whether some wait until they are unused. */
export async function actOn(
  deps: Deps,
  kind: Kind,
  asked: Rows,
): Promise<{ lines: string[]; isLeft: boolean }> {
  const caller = await serviceCaller(deps);
  const action = isHolder(kind) && asked.policy.missing === 'cancel' ? 'cancel' : 'trash';
  const standings = await fatesOf(deps, kind, asked);
  const writes: (KeyWrite & { id: number })[] = [];
  const lost: string[] = [];
  const lines: string[] = [];
  for (const { row, record, fate } of standings) {
    if (fate === 'used') continue;
    const told: Telling = omit(row.told ?? {}, ['row']);
    if (fate !== 'kept' && isClaim(row)) told.action = action;
    if (fate === 'goes') {
      lines.push(`missing: ${action}: ${record.title}`);
      const key = { id: record.id };
      if (action === 'trash') await removeRecord(deps, kind, { key, caller, by: 'source' });
      else Object.assign(told, await sayStatus(deps, caller, record, 'cancelled'));
    }
    // After a restore there, its ID may belong to another record.
    if (row.told?.is_lost) lost.push(row.key, ...(row.told.origin ? [row.told.origin] : []));
    else {
      const after = fate === 'kept' ? withoutPresence(told) : told;
      writes.push({ key: row.key, id: row.id, how: 'claim', told: after });
    }
  }
  await deps.store.keys.write(kind.name, { writes, lost });
  return { lines, isLeft: standings.some(({ fate }) => fate === 'used') };
}
