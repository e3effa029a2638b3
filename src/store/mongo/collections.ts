/**
 * What the MongoDB record store keeps, and where: the shape of its documents and every index, in
 * one place. There is no unique index but that of `_id`, so that all collections can be sharded
 * by it; what else must be unique is reserved by a document whose `_id` it is.
 */
import type { Collection, Db, IndexDescription } from 'mongodb';
import { allKinds, kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { ImageRecord, KindName } from '../../kinds/record.js';
import type { StoredUser, Touch } from '../port.js';

/** What can be reserved for one record of a kind. */
export type KeyType = 'slug' | 'external_id';

/** Derived fields that records are found by; absent where they say nothing. */
export interface Look {
  title_key: string;
  external_id?: string;
  /** Of a term below another one. */
  parent?: number;
  /** Seconds since the epoch, UTC; 0: public at all times; absent: never. */
  public_from?: number;
  /** Seconds since the epoch, UTC. */
  start?: number;
  /** IDs of the records embedded, by relation field. */
  links?: Record<string, number[]>;
}

/** The tokens of the reservations that a record holds. */
export type Tokens = Partial<Record<KeyType, string>>;

/** A record that is still to be inserted: part of the change that made its holder's `revision`. */
export interface OpenCreate {
  revision: number;
  kind: KindName;
  body: Body;
  tokens: Tokens;
}

/** A touch that is still to be made. */
export interface OpenTouch extends Touch {
  revision: number;
}

/** What is left to do with a record. A mark that is not up is absent. Moments are ms. */
export interface Sync {
  /** +1 with every write and every touch. */
  version: number;
  tokens?: Tokens;
  unindexed?: true;
  /** When the oldest change was made that the index lacks. */
  unindexed_at?: number;
  claimed_by?: string;
  claimed_until?: number;
  aside?: true;
  aside_reason?: string;
  spread?: true;
  spread_by?: string;
  spread_until?: number;
  check?: true;
  check_by?: string;
  check_until?: number;
  /** The change has creates or touches left. */
  open?: true;
  open_at?: number;
  creates?: OpenCreate[];
  touches?: OpenTouch[];
}

/** A record's own fields, in the order they were given in, and what it is found by. */
export interface Body {
  _id: number;
  look: Look;
  [field: string]: unknown;
}

/** A record, or the tombstone that stays of it for ever. */
export interface RecordDocument {
  _id: number;
  revision: number;
  removed?: true;
  look?: Look;
  sync: Sync;
  [field: string]: unknown;
}

/** A slug or external ID that is one record's, or about to be. */
export interface Reservation {
  /** `slug:event:foo` */
  _id: string;
  /** ID of the record it is for. */
  owner: number;
  /** The record whose write makes it good: the owner (also when absent), or what creates it. */
  by?: Touch;
  /** Of the change that made it or took it over; never used twice. */
  token: string;
  /** When that was, ms. */
  at: number;
}

/** A counter of IDs. */
export interface Counter {
  _id: string;
  last: number;
}

/** An image; its `_id` is its URL, which is therefore unique. */
export interface ImageDocument extends ImageRecord {
  _id: string;
}

/** A user, or what keeps a given-up ID from use. */
export interface UserDocument extends Partial<StoredUser> {
  _id: number;
  isVoid?: true;
}

/** The open database, and what every part of the adapter needs besides. */
export interface Mongo {
  db: Db;
  records: Readonly<Record<KindName, Collection<RecordDocument>>>;
  reservations: Collection<Reservation>;
  counters: Collection<Counter>;
  images: Collection<ImageDocument>;
  users: Collection<UserDocument>;
  /** ms since the epoch. */
  now: () => number;
  /** Name of this process in claims. */
  owner: string;
  /** Called between any two steps of a write. */
  reached: (failPoint: string) => Promise<void>;
}

/** Filter of documents that are records, not tombstones; null is what is absent. */
export const IS_RECORD: Readonly<Record<string, null>> = { removed: null };

/** → the name of a kind's collection. */
export const collectionName = (kind: KindName): string => `rec_${kind}`;

/** → the collections of a database. */
export function openCollections(
  db: Db,
): Pick<Mongo, 'records' | 'reservations' | 'counters'> & Pick<Mongo, 'images' | 'users'> {
  const records = Object.fromEntries(
    allKinds.map(({ name }) => [name, db.collection<RecordDocument>(collectionName(name))]),
  ) as Record<KindName, Collection<RecordDocument>>;
  return {
    records,
    reservations: db.collection<Reservation>('reservation'),
    counters: db.collection<Counter>('counter'),
    images: db.collection<ImageDocument>('image'),
    users: db.collection<UserDocument>('user'),
  };
}

/** → the indexes of each collection; reservations and counters need none but `_id`. */
export function indexTable(): Record<string, IndexDescription[]> {
  return {
    ...Object.fromEntries(allKinds.map((kind) => [collectionName(kind.name), indexesOfKind(kind)])),
    image: [{ name: 'id', key: { id: 1 } }],
    user: [
      { name: 'token', key: { token_hash: 1 } },
      { name: 'name', key: { name: 1 } },
    ],
  };
}

/** Creates what is missing: one command a collection, which changes nothing when all are there. */
export async function createIndexes(db: Db): Promise<void> {
  await Promise.all(
    Object.entries(indexTable()).map(([name, indexes]) =>
      db.collection(name).createIndexes(indexes),
    ),
  );
}

function indexesOfKind(kind: Kind): IndexDescription[] {
  return [
    { name: 'slug', key: { slug: 1, slug_reserved: -1, _id: 1 } },
    { name: 'title', key: { 'look.title_key': 1, _id: 1 } },
    { name: 'external_id', key: { 'look.external_id': 1 }, sparse: true },
    ...(kind.isTree ? [{ name: 'parent', key: { 'look.parent': 1 }, sparse: true } as const] : []),
    ...(kind.family.hasStatus
      ? [
          {
            name: 'future',
            key: { date_utc: 1, _id: 1 },
            partialFilterExpression: { status: 'future' },
          } as const,
        ]
      : []),
    ...MARKS.map((mark) => ({
      name: mark,
      key: { [`sync.${mark}`]: 1, _id: 1 } as const,
      partialFilterExpression: { [`sync.${mark}`]: true },
    })),
    { name: 'oldest', key: { 'sync.unindexed_at': 1 }, sparse: true },
    ...kinds[kind.name].relations.flatMap(({ field }) => linkIndexes(field)),
  ];
}

/** Marks are up on few records at a time: an index of just those stays small. */
const MARKS = ['unindexed', 'aside', 'spread', 'check', 'open'] as const;

/** Holders are read by ID; usage is counted without reading a record. */
function linkIndexes(field: string): IndexDescription[] {
  const link = `look.links.${field}`;
  return [
    { name: `${field}_holder`, key: { [link]: 1, _id: 1 } },
    {
      name: `${field}_usage`,
      key: { [link]: 1, 'look.start': -1, status: 1, 'look.public_from': 1 },
    },
  ];
}
