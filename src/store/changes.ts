/**
 * The third group of the record store: the change feed. It has one row for each record, whose
 * number says when it last changed.
 */
import type { KindName, StoredRecord } from '../kinds/record.js';
import type { OutboxEntry } from './outbox.js';

/** The last change of a record, and the record as it is now; null: it is removed. */
export interface RecordChange {
  number: number;
  kind: KindName;
  id: number;
  record: StoredRecord | null;
}

/** A page of the feed: changes of a kind, or of all, with numbers above `after`, ascending. */
export interface ChangesQuery {
  kind: KindName | null;
  after: number;
  limit: number;
}

/** The third group. Numbers only grow, and none becomes visible below one already read. */
export interface ChangeFeed {
  /** Gives the records of `changes` entries the next numbers, and deletes the entries. */
  append(entries: readonly OutboxEntry[]): Promise<void>;

  /** → changes, at most `limit`. */
  list(query: ChangesQuery): Promise<RecordChange[]>;

  /** → the name of the number space (null: the records are not numbered yet), the last number. */
  position(): Promise<{ space: string | null; last: number }>;

  /** Begins a new number space, as after a backup was restored. */
  restart(): Promise<void>;
}
