/**
 * The record store: the source of truth, which answers item queries. It has three parts: records,
 * the outbox of work that committed writes leave to do, and users with images.
 * Adapters: store/sqlite, store/mongo. The contract every adapter passes:
 * test/contracts/record-store.ts.
 */
import type { ImageRecord, KindName, StoredRecord, Usage } from '../kinds/record.js';

/** Names a record. */
export interface RecordRef {
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
  /** The record is removed for good; terms below it move to the term `heir` (0: the top level). */
  removal?: { heir: number };
  /** New records that this one links, inserted with it. */
  creates?: readonly StoredRecord[];
  /** Records whose usage the change may alter. */
  touched?: readonly RecordRef[];
}

/** Why a change was refused: `at` is its place in the list. */
export interface Conflict {
  at: number;
  reason: 'slug' | 'external_id' | 'revision';
}

/** What became of a list of changes. */
export interface Outcome {
  /** Changes that were not made, ascending. */
  conflicts: Conflict[];
  /** Records as they are stored now, those created too; removed ones are not among them. */
  written: StoredRecord[];
  /** The work the changes leave to do, leased to the writer until the moment it asked for. */
  entries: OutboxEntry[];
}

/** How a list of changes is written. */
export interface WriteOptions {
  /** Others leave the outbox entries alone until then, ms since the epoch. */
  leasedUntilMs: number;
  /** False: a power cut may lose it; it is made again from the outbox. */
  isDurable?: boolean;
}

/** What records can be found by. */
export type FindBy = 'id' | 'slug' | 'title' | 'external_id' | 'parent';

/** Which records a scan gives: all of the kind, or those that embed `target` under `field`. */
export interface ScanQuery {
  afterId: number;
  limit: number;
  holding?: { field: string; target: number };
}

/** A record's version, as the index should hold it. */
export interface Version {
  id: number;
  version: number;
}

/** The first part: records. */
export interface Records {
  /** → the record, or null. Of several with one slug, the one that reserved it, else the oldest. */
  get(kind: KindName, key: { id: number } | { slug: string }): Promise<StoredRecord | null>;

  /**
   * → records whose `by` is one of `values`, ascending by id, at most `limit` (default: as many as
   * values). `title` compares `titleKey`s; `parent` the parent ID of a term.
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

  /** Reserves `count` ascending IDs of an ID space. Numbers are never given twice. */
  nextIds(space: 'post' | 'term', count: number): Promise<number[]>;

  /** → those of the slugs that some record of the kind has. */
  takenSlugs(kind: KindName, slugs: readonly string[]): Promise<Set<string>>;

  /**
   * Makes each change wholly or not at all, together with its outbox entries, in one transaction.
   * No record stands twice in a list. Throws `record_store_unavailable`; its message says whether
   * nothing was written or nobody knows.
   */
  write(changes: readonly Change[], options: WriteOptions): Promise<Outcome>;

  /**
   * Gives records versions higher than they have, and than `above` where that is given.
   * → the records with their new versions; those that are not there are left out.
   */
  raiseVersions(
    kind: KindName,
    records: readonly { id: number; above?: number }[],
  ): Promise<StoredRecord[]>;

  /** → how events use each record, by `refKey`; records nobody uses are left out. */
  usage(records: readonly RecordRef[], nowSeconds: number): Promise<Map<string, Usage>>;
}

/**
 * Work that committed writes leave to do.
 * `index`: records were written, the index must have them. `usage`: the usage of records may have
 * changed, they are counted and indexed anew. `snapshots`: records that embed this one, or stand
 * below it, must follow. `publish`: a future record is to be published at `atMs`. `rebuild`: the
 * index is to be built anew.
 */
export type OutboxTask = 'index' | 'usage' | 'snapshots' | 'publish' | 'rebuild';

/** One piece of that work. It may be done twice, by anyone, at any time. */
export interface OutboxEntry {
  /** Opaque. */
  id: string;
  task: OutboxTask;
  records: readonly RecordRef[];
  /** Versions of the records that were removed, by `refKey`: nothing else tells them any more. */
  removed: Readonly<Record<string, number>>;
  /** How far the work is, or what it needs to know; the task's own text. */
  position: string | null;
  /** How often it was leased since it was inserted. */
  tries: number;
  /** When the change was made, or from when the work may be done, ms since the epoch. */
  atMs: number;
  /** Why the index refused the record; such an entry is set aside and not leased. */
  refusal: string | null;
}

/** What is owed, for the health of the service. */
export interface Backlog {
  /** Records of `index` and `usage` entries, counted up to `limits.backlogCount`. */
  unindexed: number;
  /** Records whose followers wait. */
  snapshots: number;
  /** When the oldest of these entries was inserted, ms since the epoch. */
  oldestMs: number | null;
  /** Entries the index refused. */
  setAside: number;
  /** Whether the index is being built anew, or is about to be. */
  isRebuilding: boolean;
}

/** The second part: the outbox. A lease saves effort and guards nothing; versions do. */
export interface Outbox {
  /** Inserts an entry that no write made; one `rebuild` at most is ever there. */
  add(entry: Pick<OutboxEntry, 'task' | 'records' | 'position'>): Promise<void>;

  /**
   * Leases entries of these tasks that are due and nobody has leased, the oldest first.
   * → at most `limit` of them.
   */
  lease(
    tasks: readonly OutboxTask[],
    options: { limit: number; untilMs: number },
  ): Promise<OutboxEntry[]>;

  /** Leases entries until another moment (now: gives them up); keeps a position if one is given. */
  renew(
    entries: readonly OutboxEntry[],
    options: { untilMs: number; position?: string },
  ): Promise<void>;

  /** Deletes entries whose work is done; of each refused record one entry is set aside. */
  finish(entries: readonly OutboxEntry[], refused?: readonly RefusedRef[]): Promise<void>;

  /**
   * → entries with an ID behind `afterId` (null: from the first); `setAside`: those or the rest.
   * What was set aside of a record goes once the record has a later version.
   */
  list(query: { setAside: boolean; afterId: string | null; limit: number }): Promise<OutboxEntry[]>;

  backlog(): Promise<Backlog>;
}

/** A version of a record, or its removal, that the index refused, and why. */
export interface RefusedRef extends RecordRef {
  version: number;
  reason: string;
  isRemoved: boolean;
}

/** The port every store stands behind. */
export interface RecordStore extends Records {
  readonly outbox: Outbox;
  readonly images: ImageStore;
  readonly users: UserStore;
  /** Throws `record_store_unavailable` when the engine does not answer or takes no writes. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The third part: images by ID and URL. */
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

/** The third part: users and their tokens. */
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

/** → the text that names a record in maps: `venue 5`. */
export function refKey({ kind, id }: RecordRef): string {
  return `${kind} ${id}`;
}
