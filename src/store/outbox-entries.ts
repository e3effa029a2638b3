/**
 * The outbox entries that a list of changes produces, the same on every engine. Records that embed
 * a changed record must be updated; a future record must be published when due.
 */
import { holdersOf } from '../kinds/index.js';
import type { StoredRecord } from '../kinds/record.js';
import { hasDates, seriesIdOf } from '../kinds/series.js';
import { publicFrom } from '../kinds/visibility.js';
import { type Backlog, type Change, type OutboxEntry, type RecordRef, refKey } from './port.js';

/** An entry without its ID, which the store assigns. */
export type NewEntry = Omit<OutboxEntry, 'id'>;

/** A change that takes effect, and the resulting version of the record. */
export interface VersionedChange {
  change: Change;
  version: number;
}

/** → the entries for changes made at `nowMs`, with at most one `index` and one `usage` entry. */
export function outboxEntriesFor(effective: readonly VersionedChange[], nowMs: number): NewEntry[] {
  if (effective.length === 0) return [];
  const written = effective.flatMap(({ change }) => [change.record, ...(change.creates ?? [])]);
  const removed = effective.filter(({ change }) => change.removal);
  const touched = effective.flatMap(({ change }) => change.touched ?? []);
  return [
    {
      ...newEntry('index', written, nowMs),
      removed: Object.fromEntries(
        removed.map(({ change, version }) => [refKey(change.record), version]),
      ),
    },
    newEntry('changes', written, nowMs),
    ...(touched.length > 0 ? [newEntry('usage', touched, nowMs)] : []),
    ...effective
      .filter(({ change }) => hasHolders(change))
      .map(({ change }) => newEntry('snapshots', [change.record], nowMs)),
    ...toFollow(effective).map((ref) => newEntry('occurrences', [ref], nowMs)),
    ...effective.filter(({ change }) => !change.removal).flatMap(({ change }) => toPublish(change)),
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

/** What the tasks of all rebuilds begin with. */
export const REBUILD = 'rebuild';

/** → what the entry of a rebuild says; its position is the number of records. */
export const rebuildOf = (
  entry: Pick<OutboxEntry, 'task' | 'position'>,
): Backlog['rebuilding'] => ({
  stamp: entry.task.slice(REBUILD.length + 1),
  records: Number(entry.position ?? 0),
});

/** → until when the writer has the lease of an entry, ms: it pushes, and others may do the rest. */
export const leaseOf = ({ task }: NewEntry, leasedUntilMs: number): number =>
  task === 'snapshots' || task === 'changes' ? 0 : leasedUntilMs;

const hasHolders = ({ record, expected }: Change): boolean =>
  expected > 0 && holdersOf(record.kind).length > 0;

/** → each series that changed, or of which a date did, once. */
function toFollow(effective: readonly VersionedChange[]): RecordRef[] {
  const series = effective.flatMap(({ change: { record } }): RecordRef[] => {
    const id = hasDates(record) ? record.id : seriesIdOf(record);
    return id > 0 ? [{ kind: record.kind, id }] : [];
  });
  return [...new Map(series.map((ref) => [refKey(ref), ref])).values()];
}

/** → one entry for the images of all records that are erased; its position holds their IDs. */
function toScrub(effective: readonly VersionedChange[], nowMs: number): NewEntry[] {
  const images = effective.flatMap(({ change }) => change.removal?.images ?? []);
  if (images.length === 0) return [];
  return [{ ...newEntry('scrub', [], nowMs), position: JSON.stringify(images) }];
}

function toPublish({ record, creates = [] }: Change): NewEntry[] {
  return [record, ...creates].flatMap((one: StoredRecord) => {
    const from = one.status === 'future' ? publicFrom(one) : null;
    return from === null ? [] : [newEntry('publish', [one], from * 1000)];
  });
}
