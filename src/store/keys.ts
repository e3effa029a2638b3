/**
 * Keys: the names by which records are found, in rows of their own. Other systems, calendars and
 * merges give them; kinds/identity.ts has their forms. A key belongs to a single record of a kind.
 */
import type { KindName } from '../kinds/record.js';
import type { Telling } from '../kinds/telling.js';

/** A key as it is stored. */
export interface StoredKey {
  kind: KindName;
  key: string;
  /** The record found by the key. */
  id: number;
  /** The ID of the merged record that brought it; 0 without a merge. */
  of: number;
  /** The source's last statement about the record; null when unknown. */
  told: Telling | null;
}

/** A key to give to a record, or already on it. `told` undefined: as stored. */
export interface KeyWrite {
  key: string;
  /**
   * `claim`: it is a conflict if another record has it. `offer`: only if it is free. `take`:
   * another record loses it.
   */
  how: 'claim' | 'offer' | 'take';
  /** Absent: 0. */
  of?: number;
  told?: Telling | null;
}

/** Selects keys of a kind: by their texts, by records, by merged records, or a range. */
export type KeysQuery =
  | { keys: readonly string[] }
  | { ids: readonly number[] }
  | { of: readonly number[] }
  | { prefix: string; after: string; limit: number };

/** A write of keys without their records. */
export interface KeysChange {
  /** Keys of a record that exists; `claim` leaves a key that another record has. */
  writes?: readonly (KeyWrite & { id: number })[];
  /** Keys that are deleted, whoever has them. */
  lost?: readonly string[];
  /** Records that get the next numbers of the change feed, as their items there change. */
  renumbered?: readonly number[];
}

/** The fifth group. A key whose record does not exist is free. */
export interface Keys {
  /** → the keys, in the order in which they were written first; a range ascending. */
  list(kind: KindName, query: KeysQuery): Promise<StoredKey[]>;

  /** Writes keys in one transaction. No revision and no version comes of it. */
  write(kind: KindName, change: KeysChange): Promise<void>;
}

/** → the text after all texts that begin with a prefix of ASCII. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`;
