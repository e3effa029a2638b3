/**
 * Keys: the names by which records are found, rows beside them. Other systems, calendars and merges
 * give them; kinds/identity.ts has their forms. A key belongs to one record of a kind.
 */
import type { KindName } from '../kinds/record.js';
import type { Telling } from '../kinds/telling.js';

/** A key as it is stored. */
export interface StoredKey {
  kind: KindName;
  key: string;
  /** The record that is found by it. */
  id: number;
  /** The ID of the merged record that brought it; 0: none. */
  of: number;
  /** What its source last said of the record; null: nothing is known. */
  told: Telling | null;
}

/** A key that a record gets, or has already. `told` undefined: as stored. */
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

/** Which keys of a kind: by their texts, by records, by merged records, or a range. */
export type KeysQuery =
  | { keys: readonly string[] }
  | { ids: readonly number[] }
  | { of: readonly number[] }
  | { prefix: string; after: string; limit: number };

/** What is written of keys without a write of their records. */
export interface KeysChange {
  /** Keys of a record that exists; `claim` leaves a key that another record has. */
  writes?: readonly (KeyWrite & { id: number })[];
  /** Keys that are deleted, whoever has them. */
  lost?: readonly string[];
  /** Records that get the next numbers of the change feed: what it says of them is another. */
  renumbered?: readonly number[];
}

/** The fifth group. A key whose record does not exist is free. */
export interface Keys {
  /** → the keys, in the order in which they were written first; a range ascending. */
  list(kind: KindName, query: KeysQuery): Promise<StoredKey[]>;

  /** Writes keys in one transaction. No revision and no version comes of it. */
  write(kind: KindName, change: KeysChange): Promise<void>;
}

/** → the text behind all that begin with a prefix of ASCII. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`;
