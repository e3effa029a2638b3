/**
 * The outbox entries that a list of changes produces, the same on every engine. Records that embed
 * a changed record must be updated; a future record must be published when due.
 */
import { holdersOf } from '../kinds/index.js';
import type { StoredRecord } from '../kinds/record.js';
import { hasDates, seriesIdOf } from '../kinds/series.js';
import { publicFrom, statusOf } from '../kinds/visibility.js';
import { limits } from '../limits.js';
import { wantedBy } from './conflicts.js';
import { type Backlog, type Change, type OutboxEntry, type RecordRef, refKey } from './port.js';

/** An entry without its ID, which the store assigns. */
export type NewEntry = Omit<OutboxEntry, 'id'>;

/** → the entries for changes made at `nowMs`, with at most one `index` and one `usage` entry. */
export function outboxEntriesFor(effective: readonly Change[], nowMs: number): NewEntry[] {
  if (effective.length === 0) return [];
  const written = effective.flatMap(({ record, creates = [] }) => [record, ...creates]);
  const removed = effective.flatMap(({ record, removal }) => (removal ? record : []));
  const touched = effective.flatMap((change) => change.touched ?? []);
  return [
    {
      ...newEntry('index', written, nowMs),
      removed: Object.fromEntries(removed.map((record) => [refKey(record), record.version])),
    },
    newEntry('changes', written, nowMs),
    ...(touched.length > 0 ? [newEntry('usage', touched, nowMs)] : []),
    ...effective.filter(hasHolders).map(({ record }) => newEntry('snapshots', [record], nowMs)),
    ...toFollow(effective).map((ref) => newEntry('occurrences', [ref], nowMs)),
    ...effective.flatMap(wantedBy).flatMap(toPublish),
    ...toScrub(effective, nowMs),
  ];
}

/** → an entry for records, without duplicates. */
export function newEntry(
  task: OutboxEntry['task'],
  records: readonly RecordRef[],
  atMs: number,
): NewEntry {
  const refs = new Map(records.map(({ kind, id }) => [refKey({ kind, id }), { kind, id }]));
  return {
    task,
    records: [...refs.values()],
    removed: {},
    position: null,
    tries: 0,
    atMs,
    isRefused: false,
  };
}

/** The common beginning of rebuild tasks. */
export const REBUILD = 'rebuild';

/** Tasks that are work to be done now; a publication is not due yet. */
export const COUNTED: readonly OutboxEntry['task'][] = ['index', 'usage', 'snapshots', 'changes'];

/** How many entries of a counted task there are, their records, and the time of the oldest, ms. */
export interface TaskCount {
  task: string;
  count: number;
  size: number;
  oldest: number;
}

/** → the backlog, from the counts of entries that were not refused, and the entry of a rebuild. */
export function toBacklog(
  counts: readonly TaskCount[],
  refused: number,
  rebuild: Pick<OutboxEntry, 'task' | 'position'> | null,
): Backlog {
  const of = (...tasks: string[]) => counts.filter(({ task }) => tasks.includes(task));
  const oldestOf = (tasks: TaskCount[]) =>
    tasks.length > 0 ? Math.min(...tasks.map(({ oldest }) => oldest)) : null;
  const unindexed = of('index', 'usage').reduce((sum, { size }) => sum + size, 0);
  return {
    unindexed: Math.min(unindexed, limits.backlogCount),
    snapshots: of('snapshots')[0]?.count ?? 0,
    oldestMs: oldestOf(of('index', 'usage', 'snapshots')),
    unnumberedMs: oldestOf(of('changes')),
    refused,
    rebuilding: rebuild && {
      stamp: rebuild.task.slice(REBUILD.length + 1),
      records: Number(rebuild.position ?? 0),
    },
  };
}

/** → until when the writer has the lease of an entry, ms: it pushes, and others may do the rest. */
export const leaseOf = ({ task }: NewEntry, leasedUntilMs: number): number =>
  task === 'snapshots' || task === 'changes' ? 0 : leasedUntilMs;

const hasHolders = ({ record, expected }: Change): boolean =>
  expected > 0 && holdersOf(record.kind).length > 0;

/** → each series that changed, or of which a date did, once. */
function toFollow(effective: readonly Change[]): RecordRef[] {
  const series = effective.flatMap(({ record }): RecordRef[] => {
    const id = hasDates(record) ? record.id : seriesIdOf(record);
    return id > 0 ? [{ kind: record.kind, id }] : [];
  });
  return [...new Map(series.map((ref) => [refKey(ref), ref])).values()];
}

/** → one entry for the images of all records that are erased; its position holds their IDs. */
function toScrub(effective: readonly Change[], nowMs: number): NewEntry[] {
  const images = effective.flatMap(({ removal }) => removal?.images ?? []);
  if (images.length === 0) return [];
  return [{ ...newEntry('scrub', [], nowMs), position: JSON.stringify(images) }];
}

function toPublish(record: StoredRecord): NewEntry[] {
  const from = statusOf(record) === 'future' ? publicFrom(record) : null;
  return from === null ? [] : [newEntry('publish', [record], from * 1000)];
}
