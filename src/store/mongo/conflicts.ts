/** Reads what the changes of a list may conflict with. */
import type { ClientSession } from 'mongodb';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { keysOf, type ReadState, type StoredKeys, treesOf, wantedBy } from '../conflicts.js';
import { type Change, refKey } from '../port.js';
import type { Mongo } from './collections.js';

/** What the transaction has read; a record also has the key of its links. */
export type MongoState = ReadState<StoredKeys & { linkKey: string }>;

/**
 * → whether the stored record is read before the change is made. A single insert does not need it:
 * the unique indexes detect its conflicts.
 */
export const wasRead = ({ expected, removal }: Change, changes: readonly Change[]): boolean =>
  changes.length > 1 || expected > 0 || removal !== undefined;

/** Reads the trees, the records to be replaced and, for several changes, the holders of keys. */
export async function readBefore(
  mongo: Mongo,
  changes: readonly Change[],
  session: ClientSession,
): Promise<MongoState> {
  const trees = await readTrees(mongo, treesOf(changes), session);
  const state: MongoState = { records: new Map(), holders: new Map(), trees };
  const reading = changes.filter((change) => wasRead(change, changes));
  for (const [kind, ofKind] of groupBy(reading, ({ record }) => record.kind)) {
    const ids = ofKind.map(({ record }) => record.id);
    const projection = { revision: 1, version: 1, link_key: 1, ...UNIQUE };
    const documents = mongo.records[kind].find({ _id: { $in: ids } }, { projection, session });
    for (const { _id: id, link_key: linkKey, ...record } of await documents.toArray()) {
      state.records.set(refKey({ kind, id }), { ...record, kind, linkKey });
    }
  }
  const wanting = changes.length > 1 ? changes.flatMap(wantedBy) : [];
  for (const [kind, records] of groupBy(wanting, (record) => record.kind)) {
    await readHolders(mongo, kind, { records, holders: state.holders, session });
  }
  return state;
}

/**
 * → the trees. Each transaction that depends on a tree first writes one shared document. Of two
 * at the same time the driver repeats one, which then reads what the other one wrote.
 */
async function readTrees(
  mongo: Mongo,
  names: readonly KindName[],
  session: ClientSession,
): Promise<MongoState['trees']> {
  const trees: MongoState['trees'] = new Map();
  for (const name of names) {
    const change = { $inc: { last: 1 } };
    await mongo.counters.updateOne({ _id: `tree ${name}` }, change, { upsert: true, session });
    const projection = { 'fields.parent': 1 };
    const documents = await mongo.records[name].find({}, { projection, session }).toArray();
    trees.set(name, new Map(documents.map(({ _id, fields }) => [_id, Number(fields.parent ?? 0)])));
  }
  return trees;
}

const UNIQUE = { slug: 1, slug_reserved: 1, external_id: 1 };

interface Reading {
  records: readonly StoredRecord[];
  holders: MongoState['holders'];
  session: ClientSession;
}

async function readHolders(
  mongo: Mongo,
  kind: KindName,
  { records, holders, session }: Reading,
): Promise<void> {
  const slugs = records.flatMap(({ slug, slug_reserved }) => (slug_reserved ? slug : []));
  const sources = records.flatMap(({ external_id }) => external_id ?? []);
  const isTaken = [
    { slug: { $in: slugs }, slug_reserved: true },
    { external_id: { $in: sources, $type: 'string' as const } },
  ];
  const documents = mongo.records[kind].find({ $or: isTaken }, { projection: UNIQUE, session });
  for (const { _id: id, ...record } of await documents.toArray()) {
    for (const { key } of keysOf({ ...record, kind })) holders.set(key, id);
  }
}
