/** Reads what the changes of a list may conflict with. */
import type { ClientSession } from 'mongodb';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { type Held, type HeldRecord, keysOf, wantedBy } from '../conflicts.js';
import { type Change, refKey } from '../port.js';
import type { Mongo } from './collections.js';

/** What the transaction has read; a record also has the key of its links. */
export type MongoHeld = Held<HeldRecord & { linkKey: string }>;

/**
 * → whether the stored record is read before the change is made. A single insert does not need it:
 * the unique indexes detect its conflicts.
 */
export const isLooked = ({ expected, removal }: Change, changes: readonly Change[]): boolean =>
  changes.length > 1 || expected > 0 || removal !== undefined;

/** Reads the records to be replaced and, for several changes, the holders of the wanted keys. */
export async function lookBefore(
  mongo: Mongo,
  changes: readonly Change[],
  session: ClientSession,
): Promise<MongoHeld> {
  const held: MongoHeld = { records: new Map(), holders: new Map() };
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
  holders: MongoHeld['holders'];
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
