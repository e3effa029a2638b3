/**
 * The outbox entries that a list of changes leaves behind, the same on every engine. What embeds or
 * stands below a changed record must follow it; a future record is published when its time comes.
 */
import { holdersOf, kinds } from '../kinds/index.js';
import type { StoredRecord } from '../kinds/record.js';
import { publicFrom } from '../kinds/visibility.js';
import { type Change, type OutboxEntry, type RecordRef, type RefusedRef, refKey } from './port.js';

/** An entry before the store has given it an ID. */
export type NewEntry = Omit<OutboxEntry, 'id'>;

/** A change that was made, and the version it gave the record. */
export interface Made {
  change: Change;
  version: number;
}

/** → the entries of changes made at `nowMs`: at most one each of `index` and `usage`. */
export function entriesOwed(made: readonly Made[], nowMs: number): NewEntry[] {
  if (made.length === 0) return [];
  const written = made.flatMap(({ change }) => [change.record, ...(change.creates ?? [])]);
  const removed = made.filter(({ change }) => change.removal);
  const touched = made.flatMap(({ change }) => change.touched ?? []);
  return [
    {
      ...newEntry('index', written, nowMs),
      removed: Object.fromEntries(
        removed.map(({ change, version }) => [refKey(change.record), version]),
      ),
    },
    ...(touched.length > 0 ? [newEntry('usage', touched, nowMs)] : []),
    ...made.filter(({ change }) => hasFollowers(change)).map((one) => toFollow(one, nowMs)),
    ...made.filter(({ change }) => !change.removal).flatMap(({ change }) => toPublish(change)),
  ];
}

/** → an entry about records, each of them once. */
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
    refusal: null,
  };
}

/** → the entry that sets a refused record aside; its position is the version refused. */
export function asideEntry(
  { version, reason, isRemoved, ...ref }: RefusedRef,
  nowMs: number,
): NewEntry {
  return {
    ...newEntry('index', [ref], nowMs),
    removed: isRemoved ? { [refKey(ref)]: version } : {},
    position: String(version),
    refusal: reason,
  };
}

const hasFollowers = ({ record, expected }: Change): boolean =>
  expected > 0 && (holdersOf(record.kind).length > 0 || kinds[record.kind].isTree === true);

function toFollow({ change }: Made, nowMs: number): NewEntry {
  const entry = newEntry('snapshots', [change.record], nowMs);
  if (!change.removal) return entry;
  return { ...entry, position: JSON.stringify({ heir: change.removal.heir }) };
}

function toPublish({ record, creates = [] }: Change): NewEntry[] {
  return [record, ...creates].flatMap((one: StoredRecord) => {
    const from = one.status === 'future' ? publicFrom(one) : null;
    return from === null ? [] : [newEntry('publish', [one], from * 1000)];
  });
}
