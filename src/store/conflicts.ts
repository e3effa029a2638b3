/**
 * Finds the changes of a list that conflict with stored records or with each other, the same on
 * every engine. The adapter has read, in the same transaction, what the changes depend on.
 */
import type { StoredRecord } from '../kinds/record.js';
import { type Change, type Conflict, refKey } from './port.js';

/** The fields that determine the unique keys of a record within its kind. */
export type Unique = Pick<StoredRecord, 'kind' | 'slug' | 'slug_reserved' | 'external_id'>;

/** A stored record that a change replaces or removes. */
export interface HeldRecord extends Unique {
  revision: number;
  version: number;
}

/** What the transaction has read. */
export interface Held<Stored extends HeldRecord = HeldRecord> {
  /** Stored records by `refKey`. */
  records: Map<string, Stored>;
  /** IDs of the records that have the wanted slugs and external IDs, by key of `keysOf`. */
  holders: Map<string, number>;
}

/** → the records that a change inserts or replaces, which want their unique keys. */
export const wantedBy = ({ record, creates = [], removal }: Change): StoredRecord[] =>
  removal ? [] : [...creates, record];

/** → the unique keys of a record, each with the conflict that it is when another one holds it. */
export function keysOf(record: Unique): { key: string; reason: Conflict['reason'] }[] {
  const { kind, slug, slug_reserved, external_id } = record;
  return [
    ...(slug_reserved ? [{ key: `${kind} slug ${slug}`, reason: 'slug' as const }] : []),
    ...(external_id === null
      ? []
      : [{ key: `${kind} external_id ${external_id}`, reason: 'external_id' as const }]),
  ];
}

/**
 * → the changes that cannot be made. Earlier changes of the list take precedence. `isLooked`:
 * whether the stored record of a change was read; without it, its revision is not compared.
 */
export function conflictsAmong(
  changes: readonly Change[],
  held: Held,
  isLooked: (change: Change) => boolean = () => true,
): Conflict[] {
  const holders = new Map(held.holders);
  const conflicts: Conflict[] = [];
  for (const [at, change] of changes.entries()) {
    const { record, expected } = change;
    const before = held.records.get(refKey(record));
    if (isLooked(change) && (before?.revision ?? 0) !== expected) {
      conflicts.push({ at, reason: 'revision' });
      continue;
    }
    const wanted = wantedBy(change).flatMap((one) =>
      keysOf(one).map((key) => ({ ...key, id: one.id })),
    );
    const isTwice = ({ key }: { key: string }, n: number) =>
      wanted.findIndex((other) => other.key === key) !== n;
    const taken = wanted.find(
      (one, n) => isTwice(one, n) || (holders.get(one.key) ?? one.id) !== one.id,
    );
    if (taken) {
      conflicts.push({ at, reason: taken.reason });
      continue;
    }
    // The keys that this change gives up are free for the following changes.
    for (const { key } of before ? keysOf(before) : []) holders.delete(key);
    for (const { key, id } of wanted) holders.set(key, id);
  }
  return conflicts;
}
