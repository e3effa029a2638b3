/** The queries of the MongoDB record store. */
import type { Filter, Sort } from 'mongodb';
import { holdersOf } from '../../kinds/index.js';
import type { KindName, Status, StoredRecord, Usage } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import {
  type FindBy,
  LIVE,
  type RecordRef,
  refKey,
  type ScanQuery,
  type Version,
} from '../port.js';
import { type LinkDocument, type Mongo, type RecordDocument, TIMED } from './collections.js';
import { isDuplicate } from './connect.js';
import { toRecord } from './document.js';
import { listKeys } from './keys.js';

/** → the record, or null. */
export async function get(
  mongo: Mongo,
  kind: KindName,
  key: { id: number } | { slug: string },
): Promise<StoredRecord | null> {
  const filter = 'id' in key ? { _id: key.id } : { slug_key: key.slug };
  const sort = { slug_reserved: -1, live_until: -1, _id: 1 } as const;
  const [record] = await readAll(mongo, kind, filter, { limit: 1, sort });
  return record ?? null;
}

const FIND_FIELDS: Record<FindBy, string> = {
  id: '_id',
  slug: 'slug_key',
  title: 'title_key',
  key: '',
  parent: 'fields.parent',
};

/** → records whose `by` is among the values, ascending by id. */
export async function find(
  mongo: Mongo,
  kind: KindName,
  { by, values, limit }: { by: FindBy; values: readonly (string | number)[]; limit: number },
): Promise<StoredRecord[]> {
  if (values.length === 0 || limit === 0) return [];
  if (by === 'key') {
    const keys = await listKeys(mongo, kind, { keys: values.map(String) });
    const among = { _id: { $in: keys.map(({ id }) => id) } };
    return readAll(mongo, kind, among, { limit });
  }
  const among = { [FIND_FIELDS[by]]: { $in: values } };
  return readAll(mongo, kind, among as Filter<RecordDocument>, { limit });
}

/** → records with a higher ID, ascending; with `holding`, only holders of that target. */
export async function scan(
  mongo: Mongo,
  kind: KindName,
  { afterId, limit, holding, removedBefore }: ScanQuery,
): Promise<StoredRecord[]> {
  const _id = { $gt: afterId };
  if (removedBefore !== undefined) {
    const filter = { live_until: { $lt: removedBefore }, _id };
    return readAll(mongo, kind, filter, { limit });
  }
  if (!holding) return readAll(mongo, kind, { _id }, { limit });
  const holders = await mongo.links
    .find({ ...holding, holder: _id }, { projection: { _id: 0, holder: 1 }, ...TIMED })
    .sort({ holder: 1 })
    .limit(limit)
    .toArray();
  const ids = holders.map(({ holder }) => holder);
  return ids.length > 0 ? readAll(mongo, kind, { _id: { $in: ids } }, { limit }) : [];
}

/** → versions of records with a higher ID, ascending. */
export async function versions(
  mongo: Mongo,
  kind: KindName,
  afterId: number,
  limit: number,
): Promise<Version[]> {
  const documents = await mongo.records[kind]
    .find({ _id: { $gt: afterId } }, { projection: { version: 1 }, ...TIMED })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return documents.map(({ _id, version }) => ({ id: _id, version }));
}

/** Reserves ascending IDs of an ID space, above an ID. */
export async function nextIds(
  mongo: Mongo,
  space: string,
  count: number,
  above = 0,
): Promise<number[]> {
  for (let tries = 1; tries <= limits.writeTries; tries++) {
    const counter = await mongo.counters
      .findOneAndUpdate(
        { _id: space },
        [{ $set: { last: { $add: [{ $max: ['$last', above] }, count] } } }],
        { upsert: true, returnDocument: 'after', ...TIMED },
      )
      .catch(nullIfDuplicate);
    // Two processes may insert the counter at the same time. The second one gets an error, or from
    // some servers that speak MongoDB's protocol no counter: it tries again.
    if (counter) return Array.from({ length: count }, (_, at) => counter.last - count + 1 + at);
  }
  throw new Error(`others insert the counter of ${space} all the time`);
}

function nullIfDuplicate(error: unknown): null {
  if (isDuplicate(error)) return null;
  throw error;
}

/** → the given slugs that live records use. */
export async function takenSlugs(
  mongo: Mongo,
  kind: KindName,
  slugs: readonly string[],
): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const records = await mongo.records[kind]
    .find(
      { slug_key: { $in: [...slugs] }, live_until: LIVE },
      { projection: { _id: 0, slug_key: 1 }, ...TIMED },
    )
    .toArray();
  return new Set(records.map(({ slug_key }) => slug_key));
}

/** Statuses that `events` does not count. */
const UNCOUNTED: Status[] = ['draft', 'pending', 'trash'];

/** → how events use each record, by `refKey`; one query on an index of the links. */
export async function usageOf(
  mongo: Mongo,
  records: readonly RecordRef[],
  nowSeconds: number,
): Promise<Map<string, Usage>> {
  const usage = new Map<string, Usage>();
  const kindOf = new Map<string, KindName>();
  const targets = new Map<string, number[]>();
  for (const { kind, id } of records) {
    for (const { relation } of holdersOf(kind)) {
      kindOf.set(relation.field, kind);
      targets.set(relation.field, [...(targets.get(relation.field) ?? []), id]);
    }
  }
  if (targets.size === 0) return usage;
  const wanted = [...targets].map(([field, ids]) => ({ field, target: { $in: ids } }));
  const rows = await mongo.links
    .aggregate<Usage & { _id: { field: string; target: number } }>(
      [
        { $match: wanted.length === 1 ? wanted[0] : { $or: wanted } },
        { $group: { _id: { field: '$field', target: '$target' }, ...countsAt(nowSeconds) } },
      ],
      TIMED,
    )
    .toArray();
  for (const { _id, ...counts } of rows) {
    const kind = kindOf.get(_id.field);
    if (kind) usage.set(refKey({ kind, id: _id.target }), counts);
  }
  return usage;
}

/** → accumulators that compute a `Usage` from the links to one target. */
function countsAt(nowSeconds: number): Record<keyof Usage, object> {
  const isDue = { $lte: [{ $ifNull: ['$public_from', Number.MAX_SAFE_INTEGER] }, nowSeconds] };
  const sumIf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
  const latestIf = (condition: object, time: keyof LinkDocument = 'start') => ({
    $max: { $cond: [condition, `$${time}`, null] },
  });
  return {
    published: sumIf(isDue),
    events: sumIf({ $not: [{ $in: ['$status', UNCOUNTED] }] }),
    last_start_published: latestIf(isDue),
    last_end_published: latestIf(isDue, 'end'),
    last_start: latestIf({ $ne: ['$status', 'trash'] }),
  };
}

async function readAll(
  mongo: Mongo,
  kind: KindName,
  filter: Filter<RecordDocument>,
  { limit, sort = { _id: 1 } }: { limit: number; sort?: Sort },
): Promise<StoredRecord[]> {
  const documents = await mongo.records[kind].find(filter, { sort, limit, ...TIMED }).toArray();
  return documents.map(toRecord);
}
