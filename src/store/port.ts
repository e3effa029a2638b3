/**
 * The record store: the source of truth, which answers item queries.
 * Adapters: store/sqlite, store/mongo. The contract every adapter passes:
 * test/contracts/record-store.ts.
 */
import type { ImageRecord, KindName, StoredRecord, Usage } from '../kinds/record.js';

/** A record whose entry in the index changes with a write of another one: its usage does. */
export interface Touch {
  kind: KindName;
  id: number;
}

/**
 * One change: all of it or nothing. `expected` is the revision it replaces, 0 inserts;
 * `record.revision` is the new one.
 */
export interface Change {
  record: StoredRecord;
  expected: number;
  /** The record is removed for good; a tombstone stays, so that its ID is never given again. */
  isRemoval?: boolean;
  /** Records that embed this one must be given the new copy (or lose the link). */
  spreads?: boolean;
  /** What it links may have changed since it was read: somebody must look at the copies again. */
  checksLinks?: boolean;
  /** New records that this one links, inserted with it. */
  creates?: readonly StoredRecord[];
  touches?: readonly Touch[];
}

/** Why a change was refused: `at` is its place in the list. */
export interface Conflict {
  at: number;
  reason: 'slug' | 'external_id' | 'revision';
}

/** A record or removal with work left to do. */
export interface Pending {
  kind: KindName;
  id: number;
  revision: number;
  /**
   * Grows with each write and each touch: the external version of its entry in the index. An
   * entry made from a later state of the record always has a higher one.
   */
  version: number;
  /** Null: the record was removed. */
  record: StoredRecord | null;
}

/** What became of a list of changes. */
export interface Outcome {
  /** Changes that were not made, ascending. */
  conflicts: Conflict[];
  /** What was written, the created records too; not what was touched. */
  written: Pending[];
}

/** What records can be found by. */
export type FindBy = 'id' | 'slug' | 'title' | 'external_id' | 'parent';

/** A record's version, as the index should hold it. */
export interface Version {
  id: number;
  version: number;
}

/** An entry the index refused for what it holds. */
export interface SetAside extends Version {
  reason: string;
}

/** What the index has yet to take. */
export interface Backlog {
  /** Records and removals, counted up to `limits.backlogCount`. */
  unindexed: number;
  /** When the oldest of them was written, ms since the epoch. */
  oldestMs: number | null;
  setAside: number;
}

/** Which unindexed records are asked for. */
export interface UnindexedQuery {
  /** Only these. */
  ids?: readonly number[];
  afterId?: number;
  limit: number;
  /**
   * Leaves out what another process has claimed, and claims the rest for `limits.claimMs`. Whoever
   * writes a record has claimed it. A claim saves work twice done and guards nothing: versions do.
   */
  isClaim?: boolean;
}

/** The port every store stands behind. */
export interface RecordStore {
  /** → the record, or null. Of several with one slug, the one that reserved it, else the oldest. */
  get(kind: KindName, key: { id: number } | { slug: string }): Promise<StoredRecord | null>;

  /**
   * → records whose `by` is one of `values`, ascending by id, at most `limit`. `title` compares
   * `titleKey`s; `parent` the parent ID of a term.
   */
  find(
    kind: KindName,
    by: FindBy,
    values: readonly (string | number)[],
    limit?: number,
  ): Promise<StoredRecord[]>;

  /** → the kind of the post-like record or image with this ID, or null. */
  kindOf(id: number): Promise<KindName | 'image' | null>;

  /** Reserves `count` ascending IDs of an ID space. Numbers are never given twice. */
  nextIds(space: 'post' | 'term', count: number): Promise<number[]>;

  /** → those of the slugs that some record of the kind has, or is about to have. */
  takenSlugs(kind: KindName, slugs: readonly string[]): Promise<Set<string>>;

  /**
   * Makes each change wholly or not at all, each for itself and in order. One atomic step makes
   * the change and leaves its record (and what it creates and touches) marked unindexed. Throws
   * when the engine fails: what was made by then stays made, and is finished by `recover`.
   */
  write(changes: readonly Change[]): Promise<Outcome>;

  /** Finishes changes that a process which died left half made. → how many there were. */
  recover(): Promise<number>;

  /** → records of the kind with id > `afterId`, ascending, at most `limit`. */
  scan(kind: KindName, afterId: number, limit: number): Promise<Pending[]>;

  /** → versions of the kind's records with id > `afterId`, ascending, at most `limit`. */
  versions(kind: KindName, afterId: number, limit: number): Promise<Version[]>;

  /** → records that embed `target` under `field`, with id > `afterId`, ascending. */
  holders(field: string, target: number, afterId: number, limit: number): Promise<StoredRecord[]>;

  /** → how records use each target of a relation field; targets nobody uses are left out. */
  usage(field: string, targets: readonly number[], nowSeconds: number): Promise<Map<number, Usage>>;

  /** → records with `future` status whose publication date has come. */
  due(kind: KindName, nowSeconds: number, limit: number): Promise<StoredRecord[]>;

  /**
   * → records (and removals) whose change has not reached all holders yet, ascending by id; claimed
   * for `limits.claimMs` and without those another process has claimed.
   */
  spreading(kind: KindName, limit: number): Promise<Pending[]>;

  /** Claims a spread that takes long for another `limits.claimMs`. */
  renewSpread(kind: KindName, entry: { id: number; revision: number }): Promise<void>;

  /** Marks a change as having reached all holders, unless the record changed again. */
  spreadDone(kind: KindName, entry: { id: number; revision: number }): Promise<void>;

  /**
   * → records whose embedded copies somebody must look at again, ascending by id; without those
   * another process has claimed. Whoever writes a record has claimed it.
   */
  linksToCheck(kind: KindName, limit: number): Promise<Pending[]>;

  /** Marks the copies of records as looked at, unless the record changed again. */
  linksChecked(kind: KindName, entries: readonly { id: number; revision: number }[]): Promise<void>;

  /** → records and removals the index has not confirmed, ascending by id; none set aside. */
  unindexed(kind: KindName, query: UnindexedQuery): Promise<Pending[]>;

  /** Marks versions as indexed; a record that has another version by now stays unindexed. */
  markIndexed(kind: KindName, entries: readonly Version[]): Promise<void>;

  /** Takes entries the index refuses out of the unindexed, until they change or are replayed. */
  setAside(kind: KindName, entries: readonly SetAside[]): Promise<void>;

  /** → what is set aside, ascending by id. */
  setAsides(kind: KindName, afterId: number, limit: number): Promise<SetAside[]>;

  /** Makes all that is set aside unindexed again. → how many. */
  replay(kind: KindName): Promise<number>;

  /** Gives records versions above the given ones and marks them unindexed. */
  raise(kind: KindName, entries: readonly Version[]): Promise<void>;

  backlog(): Promise<Backlog>;

  /**
   * Calls `wake` when some process may have left records unindexed. → how to stop that, or null
   * where the engine cannot tell.
   */
  watch(wake: () => void): Promise<(() => Promise<void>) | null>;

  /** Throws `store_unavailable` when the engine does not answer. */
  ping(): Promise<void>;

  readonly images: ImageStore;
  readonly users: UserStore;
  close(): Promise<void>;
}

/** Images by ID and URL. */
export interface ImageStore {
  get(id: number): Promise<ImageRecord | null>;
  findByUrl(url: string): Promise<ImageRecord | null>;
  /** Stores the image; one with the same URL wins. → the one stored. */
  insert(image: ImageRecord): Promise<ImageRecord>;
}

/** A user as stored; the token only as a hash. */
export interface StoredUser {
  id: number;
  name: string;
  role: string;
  /** SHA-256 of the token, hex. The token itself is stored nowhere. */
  token_hash: string;
  created_utc: string;
  revoked_utc: string | null;
}

/** Users and their tokens. */
export interface UserStore {
  /** → the user, or null when the name is held by a user who is not revoked. */
  add(user: Omit<StoredUser, 'id' | 'revoked_utc'>): Promise<StoredUser | null>;
  list(): Promise<StoredUser[]>;
  get(id: number): Promise<StoredUser | null>;
  findByHash(tokenHash: string): Promise<StoredUser | null>;
  /** → false when no such user is active. */
  revoke(name: string, revokedUtc: string): Promise<boolean>;
  /** Replaces the token of an active user. */
  setToken(id: number, tokenHash: string): Promise<void>;
}

/** → the form in which titles are compared: trimmed, lower-case. */
export function titleKey(title: string): string {
  return title.trim().toLowerCase();
}
