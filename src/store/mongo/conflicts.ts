/** Reads what the changes of a list may conflict with. */
import type { ClientSession } from 'mongodb';
import type { KindName } from '../../kinds/record.js';
import { keysRead, type ReadState, type StoredKeys, stateOf, treesOf } from '../conflicts.js';
import type { Change } from '../port.js';
import type { Mongo } from './collections.js';

/** What the transaction has read; a record also has the key of its links. */
export type MongoState = ReadState<StoredKeys & { link_key: string }>;

/** Reads the trees, the records to be replaced, and those that have the wanted keys. */
export async function readBefore(
  mongo: Mongo,
  changes: readonly Change[],
  session: ClientSession,
): Promise<MongoState> {
  const trees = await readTrees(mongo, treesOf(changes), session);
  const fields = { id: 1, kind: 1, revision: 1, version: 1, slug: 1, slug_reserved: 1 };
  const projection = { ...fields, external_id: 1, link_key: 1 };
  const records: (StoredKeys & { link_key: string })[] = [];
  for (const { kind, ids, slugs, externalIds } of keysRead(changes)) {
    const $or = [
      { _id: { $in: ids } },
      { slug: { $in: slugs }, slug_reserved: true },
      { external_id: { $in: externalIds, $type: 'string' as const } },
    ];
    const documents = mongo.records[kind].find({ $or }, { projection, session });
    records.push(...(await documents.toArray()));
  }
  return stateOf(records, trees);
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
