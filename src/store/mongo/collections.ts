/** The collections of the MongoDB record store: the shape of their documents and all indexes. */
import type { Collection, Db, IndexDescription, ObjectId } from 'mongodb';
import { allKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { KindName, Status, StoredRecord } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import {
  LIVE,
  type OutboxEntry,
  type RecordRef,
  type StoredDocument,
  type StoredKey,
} from '../port.js';

/** The layout version, stored in `counter`. A change needs a migration in migrate.ts. */
export const LAYOUT = 10;

/** A record with derived keys for lookups and comparisons. */
export interface RecordDocument extends StoredRecord {
  _id: number;
  title_key: string;
  slug_key: string;
  live_until: string;
  /** Its links as one text; links are rewritten only when this text changes. */
  link_key: string;
}

/** A link from a holder to a target. */
export interface LinkDocument {
  field: string;
  target: number;
  holder: number;
  /** Status of the holder. */
  status: Status;
  /** Time from which the holder is public, seconds since the epoch; 0: always, null: never. */
  public_from: number | null;
  /** Start of the holder, seconds since the epoch; null without a start. */
  start: number | null;
  /** The same of its end. */
  end: number | null;
}

/** An outbox entry. Times are in ms since the epoch. */
export interface OutboxDocument extends Omit<OutboxEntry, 'id' | 'atMs'> {
  _id: ObjectId;
  at: number;
  /** It cannot be leased before this time. */
  until: number;
  /** ID of the last lease, to find the entries that a process has leased. */
  lease: string;
  /** Number of records. */
  size: number;
  /** A unique key: `rebuild`. */
  only?: string;
}

/** A counter of IDs or of writes of a tree, the layout version, or its release as a number. */
export interface Counter {
  _id: string;
  last: number;
  /** Records that have the last numbers of the change feed, and whose rows are not written yet. */
  pending?: readonly RecordRef[];
}

/** The last change of a record; its `_id` is the record's `refKey`. */
interface ChangeDocument extends RecordRef {
  _id: string;
  number: number;
}

/** A document of the service's own as JSON text; its `_id` is its type and ID. */
interface OwnDocument extends Omit<StoredDocument, 'value'> {
  _id: string;
  doc: string;
}

/** A key. IDs are in the order of writing. */
export type KeyDocument = StoredKey;

/** The open database and the other dependencies of the adapter. */
export interface Mongo {
  db: Db;
  records: Readonly<Record<KindName, Collection<RecordDocument>>>;
  links: Collection<LinkDocument>;
  outbox: Collection<OutboxDocument>;
  counters: Collection<Counter>;
  changes: Collection<ChangeDocument>;
  documents: Collection<OwnDocument>;
  keys: Collection<KeyDocument>;
  /** ms since the epoch. */
  now: () => number;
  /** Called between the steps of a write, with a name of MONGO_FAIL_POINTS. */
  reached: (failPoint: string) => Promise<void>;
}

/** Limits the server time of an operation to its client's timeout. */
export const TIMED = { maxTimeMS: limits.storeTimeoutMs } as const;

/** → the name of a kind's collection. */
export const collectionName = (kind: KindName): string => `rec_${kind}`;

/** → the collections of a database. */
export function openCollections(db: Db): Omit<Mongo, 'db' | 'now' | 'reached'> {
  return {
    records: Object.fromEntries(
      allKinds.map(({ name }) => [name, db.collection<RecordDocument>(collectionName(name))]),
    ) as Mongo['records'],
    links: db.collection<LinkDocument>('link'),
    outbox: db.collection<OutboxDocument>('outbox'),
    counters: db.collection<Counter>('counter'),
    changes: db.collection<ChangeDocument>('feed'),
    documents: db.collection<OwnDocument>('document'),
    keys: db.collection<KeyDocument>('key'),
  };
}

/**
 * → the indexes of each collection; `counter` needs only `_id`. A server refuses another definition
 * under the same name: a new definition gets a new name, and the migration drops the old index.
 */
export function indexTable(): Record<string, IndexDescription[]> {
  return {
    ...Object.fromEntries(allKinds.map((kind) => [collectionName(kind.name), indexesOfKind(kind)])),
    link: [
      { name: 'holders', key: { field: 1, target: 1, holder: 1 } },
      // Covers the query that counts usage.
      { name: 'usage', key: { field: 1, target: 1, start: -1, end: 1, status: 1, public_from: 1 } },
      { name: 'holder', key: { holder: 1 } },
    ],
    outbox: [
      // With `until`, leased entries are passed over in the index.
      { name: 'task_due', key: { task: 1, at: 1, _id: 1, until: 1 } },
      {
        name: 'refused',
        key: { isRefused: 1 },
        partialFilterExpression: { isRefused: true },
      },
      {
        name: 'only',
        key: { only: 1 },
        unique: true,
        partialFilterExpression: { only: { $type: 'string' } },
      },
    ],
    feed: [
      { name: 'number', key: { number: 1 } },
      { name: 'kind', key: { kind: 1, number: 1 } },
    ],
    key: [
      { name: 'key', key: { kind: 1, key: 1 }, unique: true },
      { name: 'id', key: { kind: 1, id: 1 } },
      { name: 'of', key: { kind: 1, of: 1 }, partialFilterExpression: { of: { $gt: 0 } } },
    ],
    document: [
      { name: 'type', key: { type: 1, id: 1 } },
      {
        name: 'keys',
        key: { type: 1, keys: 1 },
        unique: true,
        partialFilterExpression: { keys: { $exists: true } },
      },
    ],
  };
}

/**
 * Creates missing indexes, with a command for each collection. Large collections take minutes, so
 * the database must belong to a client without a timeout. A member that is down does not delay the
 * others.
 */
export async function createIndexes(db: Db): Promise<void> {
  await Promise.all(
    Object.entries(indexTable()).map(([name, indexes]) =>
      db.collection(name).createIndexes(indexes, { commitQuorum: 'majority' }),
    ),
  );
}

function indexesOfKind(kind: Kind): IndexDescription[] {
  return [
    { name: 'slug_key', key: { slug_key: 1, slug_reserved: -1, live_until: -1, _id: 1 } },
    {
      name: 'unique_slug',
      key: { slug: 1 },
      unique: true,
      partialFilterExpression: { slug_reserved: true },
    },
    { name: 'title_key', key: { title_key: 1, _id: 1 } },
    {
      name: 'removed',
      key: { _id: 1, live_until: 1 },
      partialFilterExpression: { live_until: { $lt: LIVE } },
    },
    ...('parent' in kind.fields || 'recurrence' in kind.fields
      ? [{ name: 'children', key: { 'fields.parent': 1, _id: 1 } } as const]
      : []),
  ];
}
