/** Finds the changes of a list that conflict with stored records or with each other. */
import type { ClientSession } from 'mongodb';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { type Change, type Conflict, refKey } from '../port.js';
import type { Mongo } from './collections.js';

/** The fields that determine the unique keys of a record within its kind. */
type Unique = Pick<StoredRecord, 'kind' | 'slug' | 'slug_reserved' | 'external_id'>;

/** A stored record that a change replaces or removes. */
interface HeldRecord extends Unique {
  revision: number;
  version: number;
  linkKey: string;
}

/** What the transaction has read. */
export interface Held {
  /** Stored records by `refKey`. */
  records: Map<string, HeldRecord>;
  /** IDs of the records that have the wanted slugs and external IDs, by key of `keysOf`. */
  holders: Map<string, number>;
}

/**
 * Whether the stored record is read before the change is made. A single insert does not need it:
 * the unique indexes detect its conflicts.
 */
const isLooked = ({ expected, removal }: Change, changes: readonly Change[]): boolean =>
  changes.length > 1 || expected > 0 || removal !== undefined;

/** Reads the records to be replaced and, for several changes, the holders of the wanted keys. */
export async function lookBefore(
  mongo: Mongo,
  changes: readonly Change[],
  session: ClientSession,
): Promise<Held> {
  const held: Held = { records: new Map(), holders: new Map() };
  const looked = changes.filter((change) => isLooked(change, changes));
  for (const [kind, ofKind] of groupBy(looked, ({ record }) => record.kind)) {
    const ids = ofKind.map(({ record }) => record.id);
    const projection = { revision: 1, version: 1, link_key: 1, ...UNIQUE };
    const found = mongo.records[kind].find({ _id: { $in: ids } }, { projection, session });
    for (const { _id: id, link_key: linkKey, ...record } of await found.toArray()) {
      held.records.set(refKey({ kind, id }), { ...record, kind, linkKey });
    }
  }
  const wanting = changes.length > 1 ? changes.flatMap(wantedBy) : [];
  for (const [kind, records] of groupBy(wanting, (record) => record.kind)) {
    await readHolders(mongo, kind, { records, holders: held.holders, session });
  }
  return held;
}

const UNIQUE = { slug: 1, slug_reserved: 1, external_id: 1 };

interface Reading {
  records: readonly StoredRecord[];
  holders: Held['holders'];
  session: ClientSession;
}

async function readHolders(
  mongo: Mongo,
  kind: KindName,
  { records, holders, session }: Reading,
): Promise<void> {
  const slugs = records.flatMap(({ slug, slug_reserved }) => (slug_reserved ? slug : []));
  const sources = records.flatMap(({ external_id }) => external_id ?? []);
  const isHeld = [
    { slug: { $in: slugs }, slug_reserved: true },
    { external_id: { $in: sources, $type: 'string' as const } },
  ];
  const found = mongo.records[kind].find({ $or: isHeld }, { projection: UNIQUE, session });
  for (const { _id: id, ...record } of await found.toArray()) {
    for (const { key } of keysOf({ ...record, kind })) holders.set(key, id);
  }
}

const wantedBy = ({ record, creates = [], removal }: Change): StoredRecord[] =>
  removal ? [] : [...creates, record];

function keysOf(record: Unique): { key: string; reason: Conflict['reason'] }[] {
  const { kind, slug, slug_reserved, external_id } = record;
  return [
    ...(slug_reserved ? [{ key: `${kind} slug ${slug}`, reason: 'slug' as const }] : []),
    ...(external_id === null
      ? []
      : [{ key: `${kind} external_id ${external_id}`, reason: 'external_id' as const }]),
  ];
}

/** → the changes that cannot be made. Earlier changes of the list take precedence. */
export function conflictsAmong(changes: readonly Change[], held: Held): Conflict[] {
  const holders = new Map(held.holders);
  const conflicts: Conflict[] = [];
  for (const [at, change] of changes.entries()) {
    const { record, expected } = change;
    const before = held.records.get(refKey(record));
    if (isLooked(change, changes) && (before?.revision ?? 0) !== expected) {
      conflicts.push({ at, reason: 'revision' });
      continue;
    }
    const wanted = wantedBy(change).flatMap((one) =>
      keysOf(one).map((key) => ({ ...key, id: one.id })),
    );
    const isTwice = ({ key }: { key: string }, n: number) =>
      wanted.findIndex((other) => other.key === key) !== n;
    const taken = wanted.find(
      (one, n) => isTwice(one, n) || (holders.get(one.key) ?? one.id) !== one.id,
    );
    if (taken) {
      conflicts.push({ at, reason: taken.reason });
      continue;
    }
    // The keys that this change gives up are free for the following changes.
    for (const { key } of before ? keysOf(before) : []) holders.delete(key);
    for (const { key, id } of wanted) holders.set(key, id);
  }
  return conflicts;
}
