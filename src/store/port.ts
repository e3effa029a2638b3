/**
 * The port of the record store: the source of truth, which answers item queries. It has five
 * groups of functions: records; the outbox, which holds work that follows committed writes; the
 * change feed; documents of the service's own; keys. Adapters: store/sqlite and store/mongo, both
 * tested by test/contracts/record-store.ts.
 */
import type { KindName, StoredRecord, Usage } from '../kinds/record.js';
import type { ChangeFeed } from './changes.js';
import type { Documents, DocumentType } from './documents.js';
import type { Keys, KeyWrite } from './keys.js';
import type { Outbox, OutboxEntry, RecordRef } from './outbox.js';

/** The third group. */
export type * from './changes.js';
/** The fourth group. */
export type * from './documents.js';
/** The fifth group. */
export type * from './keys.js';
/** The second group. */
export type * from './outbox.js';

/**
 * One atomic change. `expected` is the revision it replaces, 0 for an insert; `record.revision` is
 * the new revision.
 */
export interface Change {
  record: StoredRecord;
  expected: number;
  /** It is removed permanently. `images`: a `scrub` entry has their IDs. */
  removal?: { images?: readonly number[] };
  /** New records that this one links, inserted with it. */
  creates?: readonly StoredRecord[];
  /** Records whose usage the change may alter. */
  touched?: readonly RecordRef[];
  /** Keys of the record. Its removal deletes all its keys. */
  keys?: readonly KeyWrite[];
  /** Keys of its kind that are deleted, whoever has them. */
  lost?: readonly string[];
}

/**
 * Why a change was not made; `at` is its index in the list. `tree`: the parent does not exist or is
 * below the record, or a removed record has children left.
 */
export interface Conflict {
  at: number;
  reason: 'slug' | 'key' | 'revision' | 'tree';
}

/** The result of a list of changes. */
export interface Outcome {
  /** Changes that were not made, by ascending `at`. */
  conflicts: Conflict[];
  /** The records as stored, including new records in `creates` but not removed records. */
  written: StoredRecord[];
  /** The outbox entries of the changes, leased as `leaseOf` in outbox-entries.ts says. */
  entries: OutboxEntry[];
}

/** Options of a write. */
export interface WriteOptions {
  /** Nobody else can lease the outbox entries before this time, ms since the epoch. */
  leasedUntilMs: number;
  /** True: one conflict keeps all changes from being made. */
  isWhole?: boolean;
  /**
   * True: it is repeated later, so it gives up soon at a record held by a killed process, and does
   * not delay others.
   */
  isRepeated?: boolean;
}

/** Owners of shared IDs: post-like records, term-like records, documents of a type. */
export type IdSpace = 'post' | 'term' | DocumentType;

/** The keys by which records can be found. */
export type FindBy = 'id' | 'slug' | 'title' | 'key' | 'parent';

/**
 * Selects records of a kind: all, or records that embed `target` in the relation `field`, or
 * records removed before a UTC date-time.
 */
export interface ScanQuery {
  afterId: number;
  limit: number;
  holding?: { field: string; target: number };
  removedBefore?: string;
}

/** The version of a record, which its index entry should have. */
export interface Version {
  id: number;
  version: number;
}

/** The first group: records. */
export interface Records {
  /**
   * → the record or null. A removed record has the slug of `slugOf`. If several share a slug: the
   * record that reserved it, else the oldest live record, else the last removed.
   */
  get(kind: KindName, key: { id: number } | { slug: string }): Promise<StoredRecord | null>;

  /**
   * → records whose `by` is among `values`, ascending by ID, at most `limit` (default: their
   * number). `title`: compared by `titleKey`.
   */
  find(
    kind: KindName,
    by: FindBy,
    values: readonly (string | number)[],
    limit?: number,
  ): Promise<StoredRecord[]>;

  /** → records with id > `afterId`, ascending, at most `limit`. */
  scan(kind: KindName, query: ScanQuery): Promise<StoredRecord[]>;

  /** → versions of the kind's records with id > `afterId`, ascending, at most `limit`. */
  versions(kind: KindName, afterId: number, limit: number): Promise<Version[]>;

  /** Reserves `count` ascending IDs of an ID space, `above` an ID. IDs are never reserved twice. */
  nextIds(space: IdSpace, count: number, above?: number): Promise<number[]>;

  /** → the given slugs that records of the kind use which are not removed. */
  takenSlugs(kind: KindName, slugs: readonly string[]): Promise<Set<string>>;

  /**
   * Makes each change completely or not at all; all changes and their outbox entries are written
   * in one transaction. A list must not contain a record twice. Throws `record_store_unavailable`;
   * its message says whether nothing was written or the outcome is unknown.
   */
  write(changes: readonly Change[], options: WriteOptions): Promise<Outcome>;

  /**
   * Raises the versions of records, above `above` if given. → the records with their new versions,
   * without missing records.
   */
  raiseVersions(
    kind: KindName,
    records: readonly { id: number; above?: number }[],
  ): Promise<StoredRecord[]>;

  /** → how events use each record, by `refKey`, without unused records. */
  usage(records: readonly RecordRef[], nowSeconds: number): Promise<Map<string, Usage>>;
}

/** The port that every record store implements. */
export interface RecordStore extends Records {
  readonly outbox: Outbox;
  readonly changes: ChangeFeed;
  readonly documents: Documents;
  readonly keys: Keys;
  /** Throws `record_store_unavailable` when the engine does not respond or accept writes. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Yields the records of a kind that a query selects, ascending by ID, a batch at a time. */
export async function* batchesOf(
  store: Pick<Records, 'scan'>,
  kind: KindName,
  query: Omit<ScanQuery, 'afterId'>,
): AsyncGenerator<StoredRecord[]> {
  for (let afterId = 0; ; ) {
    const records = await store.scan(kind, { ...query, afterId });
    const last = records.at(-1);
    if (!last) return;
    yield records;
    afterId = last.id;
  }
}

/** → the form in which titles are compared: trimmed, lower-case. */
export function titleKey(title: string): string {
  return title.trim().toLowerCase();
}

/**
 * → the end of a record's life, as UTC text; `LIVE` when it is not removed. The stores keep it in a
 * column.
 */
export const liveUntil = ({ removed }: Pick<StoredRecord, 'removed'>): string =>
  removed?.at ?? LIVE;

/** After the time of every removal. */
export const LIVE = '9999-12-31 23:59:59';

/** → the key of a record in maps: `venue 5`. */
export function refKey({ kind, id }: RecordRef): string {
  return `${kind} ${id}`;
}
