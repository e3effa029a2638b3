/**
 * The record store: the source of truth, which answers item queries.
 * Adapters: store/sqlite. The contract every adapter passes is test/contracts/record-store.ts.
 */
import type { ImageRecord, KindName, StoredRecord, Usage } from '../kinds/record.js';

/**
 * One change. `expected` is the revision it replaces; 0 inserts. `record.revision` is the new one.
 */
export interface Write {
  record: StoredRecord;
  expected: number;
  /** The record is removed for good; a tombstone stays until the index has confirmed. */
  isRemoval?: boolean;
  /** Records that embed this one must be given the new copy (or lose the link). */
  spreads?: boolean;
}

/** A record whose usage changes with a write of another one. */
export interface Touch {
  kind: KindName;
  id: number;
}

/** `stamp` grows with each touch, so that a later one is not cleared unseen. */
export interface Touched {
  id: number;
  stamp: number;
}

/** Why a write was refused: `at` is its place in the list. */
export interface Conflict {
  at: number;
  reason: 'slug' | 'external_id' | 'revision';
}

/** What records can be found by. */
export type FindBy = 'id' | 'slug' | 'title' | 'external_id' | 'parent';

/** An entry the index has not confirmed yet. */
export interface Pending {
  id: number;
  revision: number;
  /** Null: the record was removed. */
  record: StoredRecord | null;
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

  /** → those of the slugs that some record of the kind has. */
  takenSlugs(kind: KindName, slugs: readonly string[]): Promise<Set<string>>;

  /**
   * Writes all of the changes or none. Each leaves its record marked unindexed in the same atomic
   * step, and the `touches` marked as records whose usage is to be counted anew.
   * → the conflicts that prevented it, empty when all was written.
   */
  write(writes: readonly Write[], touches?: readonly Touch[]): Promise<Conflict[]>;

  /** → records of the kind with id > `afterId`, ascending, at most `limit`. */
  scan(kind: KindName, afterId: number, limit: number): Promise<StoredRecord[]>;

  /** → records that embed `target` under `field`, with id > `afterId`, ascending. */
  holders(field: string, target: number, afterId: number, limit: number): Promise<StoredRecord[]>;

  /** → how records use each target of a relation field; targets nobody uses are left out. */
  usage(field: string, targets: readonly number[], nowSeconds: number): Promise<Map<number, Usage>>;

  /** → records with `future` status whose publication date has come. */
  due(kind: KindName, nowSeconds: number, limit: number): Promise<StoredRecord[]>;

  /** → records (and removals) whose change has not reached all holders yet. */
  spreading(kind: KindName, limit: number): Promise<Pending[]>;

  /** Marks a change as having reached all holders, unless the record changed again. */
  spreadDone(kind: KindName, entry: { id: number; revision: number }): Promise<void>;

  /** → records whose usage must be counted anew. */
  touched(kind: KindName, limit: number): Promise<Touched[]>;

  /** Clears touches up to their stamps. */
  clearTouched(kind: KindName, entries: readonly Touched[]): Promise<void>;

  /** → records and removals the index has not confirmed, oldest ID first. */
  unindexed(kind: KindName, limit: number): Promise<Pending[]>;

  /** Marks revisions as indexed; an older revision than the marked one changes nothing. */
  markIndexed(kind: KindName, entries: readonly { id: number; revision: number }[]): Promise<void>;

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
