/** The second group of the record store: the outbox, which holds work that follows writes. */
import type { KindName } from '../kinds/record.js';

/** A reference to a record. */
export interface RecordRef {
  kind: KindName;
  id: number;
}

/**
 * Work that follows writes. `index`: push written records to the index. `usage`: the usage of
 * records may have changed; count it and push them. `snapshots`: update the snapshots of a changed
 * record. `publish`: publish a future record at `atMs`. `rebuild:STAMP`: build the index of this
 * stamp, which only processes of this stamp lease. `scrub`: remove images that erased records
 * had and no other has; its position is a list of their IDs. `occurrences`: make the dates of a
 * series, and let them follow it. `changes`: give records the next numbers of the change feed.
 */
export type OutboxTask =
  | 'index'
  | 'usage'
  | 'snapshots'
  | 'publish'
  | 'occurrences'
  | 'changes'
  | `rebuild:${string}`
  | 'scrub';

/** An item of this work. It is idempotent: any process may do it at any time, even twice. */
export interface OutboxEntry {
  /** Opaque. */
  id: string;
  task: OutboxTask;
  records: readonly RecordRef[];
  /** Versions of removed records, by `refKey`: they are stored nowhere else. */
  removed: Readonly<Record<string, number>>;
  /** Progress or parameters of the work; the format depends on the task. */
  position: string | null;
  /** Number of leases so far. */
  tries: number;
  /** Time of the change, or the time from which the work is due, ms since the epoch. */
  atMs: number;
  /** Whether the index refused a record of it for its content, when it was last tried. */
  isRefused: boolean;
}

/** An entry that no write inserts. */
export type AddedEntry = Pick<OutboxEntry, 'task' | 'records' | 'position'> &
  Partial<Pick<OutboxEntry, 'atMs'>>;

/** Pending work, for the health check. */
export interface Backlog {
  /**
   * Number of records in `index` and `usage` entries, up to `limits.backlogCount`, without usage
   * whose writer holds its lease: a load counts it at its end.
   */
  unindexed: number;
  /** Number of `snapshots` entries. */
  snapshots: number;
  /** Time of the oldest of these entries, ms since the epoch; null without entries. */
  oldestMs: number | null;
  /** The same of `changes` entries. */
  unnumberedMs: number | null;
  /** Number of entries that the index refused. */
  refused: number;
  /** The stamp of an ordered index build, and its number of records; null without a rebuild. */
  rebuilding: { stamp: string; records: number } | null;
}

/** The second group: the outbox. Leases only avoid duplicate work; versions ensure correctness. */
export interface Outbox {
  /**
   * Inserts an entry without a write, due now or at `atMs`. A rebuild replaces a rebuild of another
   * stamp; a second rebuild of the same stamp is not inserted.
   */
  add(entry: AddedEntry): Promise<void>;

  /**
   * Leases due entries of these tasks that are not leased, the oldest first, at most `limit`.
   * → the leased entries.
   */
  lease(
    tasks: readonly OutboxTask[],
    options: { limit: number; untilMs: number },
  ): Promise<OutboxEntry[]>;

  /** Changes the end of leases (now: releases them); saves `position` where it is given. */
  renew(
    entries: readonly OutboxEntry[],
    options: { untilMs: number; position?: string; isRefused?: boolean },
  ): Promise<void>;

  /** Deletes entries whose work is done. */
  finish(entries: readonly OutboxEntry[]): Promise<void>;

  /** → entries after the ID `afterId` (null: from the first). */
  list(query: { afterId: string | null; limit: number }): Promise<OutboxEntry[]>;

  backlog(): Promise<Backlog>;
}
