/** Reads from the MongoDB record store. Tombstones are never among what is found. */
import type { Filter, Sort } from 'mongodb';
import { allKinds, holderKinds } from '../../kinds/index.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { secondsToUtc } from '../../lib/date-times.js';
import { limits } from '../../limits.js';
import type { FindBy, Pending, Version } from '../port.js';
import { IS_RECORD, type Mongo, type RecordDocument } from './collections.js';
import { isDuplicate } from './connect.js';
import { reservationId, toRecord } from './document.js';
import { sideBySide } from './lists.js';
import { isReserved } from './reserve.js';

/** What a record's document holds besides the record. */
const RECORD_ONLY = { look: 0, sync: 0 };

/** The same, with the version left in. */
const WITH_VERSION = { look: 0, 'sync.creates': 0, 'sync.touches': 0 };

/** → the record, or null. */
export async function get(
  mongo: Mongo,
  kind: KindName,
  key: { id: number } | { slug: string },
): Promise<StoredRecord | null> {
  const filter = 'id' in key ? { _id: key.id, ...IS_RECORD } : { slug: key.slug };
  const [record] = await readAll(mongo, kind, filter, {
    sort: { slug_reserved: -1, _id: 1 },
    limit: 1,
  });
  return record ?? null;
}

const FIND_FIELDS: Record<FindBy, string> = {
  id: '_id',
  slug: 'slug',
  title: 'look.title_key',
  external_id: 'look.external_id',
  parent: 'look.parent',
};

/** → records whose `by` is one of the values, ascending by id. */
export async function find(
  mongo: Mongo,
  kind: KindName,
  query: { by: FindBy; values: readonly (string | number)[]; limit: number },
): Promise<StoredRecord[]> {
  const { by, values, limit } = query;
  if (values.length === 0 || limit === 0) return [];
  const filter = { [FIND_FIELDS[by]]: { $in: values }, ...IS_RECORD };
  return readAll(mongo, kind, filter, { sort: { _id: 1 }, limit });
}

/** → the kind behind an ID of posts, or null: one look into each collection, side by side. */
export async function kindOf(mongo: Mongo, id: number): Promise<KindName | 'image' | null> {
  const posts = allKinds.filter(({ family }) => family.idSpace === 'post');
  const projection = { _id: 1 };
  const [image, ...found] = await Promise.all([
    mongo.images.findOne({ id }, { projection }),
    ...posts.map(({ name }) =>
      mongo.records[name].findOne({ _id: id, ...IS_RECORD }, { projection }),
    ),
  ]);
  return posts.find((_, at) => found[at])?.name ?? (image ? 'image' : null);
}

/** Reserves ascending IDs of a space. */
export async function nextIds(mongo: Mongo, space: string, count: number): Promise<number[]> {
  for (let tries = 1; ; tries++) {
    const isLast = tries >= limits.reserveTries;
    try {
      const counter = await mongo.counters.findOneAndUpdate(
        { _id: space },
        { $inc: { last: count } },
        { upsert: true, returnDocument: 'after' },
      );
      const last = Number(counter?.last);
      // What nobody told must never become an ID; numbers may be left out, so it is asked again.
      if (Number.isSafeInteger(last)) {
        return Array.from({ length: count }, (_, at) => last - count + 1 + at);
      }
      if (isLast) throw new Error(`The counter of ${space} IDs is not told.`);
    } catch (error) {
      // Two processes may both find no counter; the one that comes second tries again.
      if (!isDuplicate(error) || isLast) throw error;
    }
  }
}

/** → those of the slugs that a record has, or a write that may be under way has reserved. */
export async function takenSlugs(
  mongo: Mongo,
  kind: KindName,
  slugs: readonly string[],
): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const keys = new Map(
    slugs.map((value) => {
      const key = { type: 'slug' as const, kind, value };
      return [reservationId(key), key] as const;
    }),
  );
  // Reservations first: a write that ends in between is found by its record.
  const reserved = await mongo.reservations.find({ _id: { $in: [...keys.keys()] } }).toArray();
  const records = await mongo.records[kind]
    .find({ slug: { $in: slugs } }, { projection: { _id: 0, slug: 1 } })
    .toArray();
  const taken = new Set(records.map(({ slug }) => String(slug)));
  await sideBySide(reserved, async (found) => {
    const key = keys.get(found._id);
    if (!key || taken.has(key.value)) return;
    if (await isReserved(mongo, key, found)) taken.add(key.value);
  });
  return taken;
}

/** → records with a higher ID, ascending, and their versions. */
export async function scan(
  mongo: Mongo,
  kind: KindName,
  afterId: number,
  limit: number,
): Promise<Pending[]> {
  return readPending(mongo, kind, { _id: { $gt: afterId }, ...IS_RECORD }, limit);
}

/** → records and tombstones of a filter with their versions, ascending by id. */
export async function readPending(
  mongo: Mongo,
  kind: KindName,
  filter: Filter<RecordDocument>,
  limit: number,
): Promise<Pending[]> {
  const documents = await mongo.records[kind]
    .find(filter, { projection: WITH_VERSION, sort: { _id: 1 }, limit })
    .toArray();
  return documents.map((document) => toPending(kind, document));
}

/** → the same without the records. */
export async function versions(
  mongo: Mongo,
  kind: KindName,
  afterId: number,
  limit: number,
): Promise<Version[]> {
  const documents = await mongo.records[kind]
    .find({ _id: { $gt: afterId }, ...IS_RECORD }, { projection: { 'sync.version': 1 } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return documents.map(({ _id, sync }) => ({ id: _id, version: sync.version }));
}

/** → records that embed a target under a relation field, with a higher ID, ascending. */
export async function holders(
  mongo: Mongo,
  link: { field: string; target: number },
  afterId: number,
  limit: number,
): Promise<StoredRecord[]> {
  const kind = holderKindOf(link.field);
  if (!kind) return [];
  const filter = { [`look.links.${link.field}`]: link.target, _id: { $gt: afterId } };
  return readAll(mongo, kind, filter, { sort: { _id: 1 }, limit });
}

/** → the kind whose records embed others under a field; no two kinds share a field. */
export function holderKindOf(field: string): KindName | null {
  const holds = holderKinds.find(({ relations }) =>
    relations.some((relation) => relation.field === field),
  );
  return holds?.name ?? null;
}

/** → records with `future` status whose publication date has come, the longest due first. */
export async function due(
  mongo: Mongo,
  kind: KindName,
  nowSeconds: number,
  limit: number,
): Promise<StoredRecord[]> {
  const filter = { status: 'future', date_utc: { $lte: secondsToUtc(nowSeconds) } };
  return readAll(mongo, kind, filter, { sort: { date_utc: 1, _id: 1 }, limit });
}

/** → a record or tombstone with its version. */
function toPending(kind: KindName, document: RecordDocument): Pending {
  const { _id, revision, sync } = document;
  return { kind, id: _id, revision, version: sync.version, record: toRecord(document) };
}

async function readAll(
  mongo: Mongo,
  kind: KindName,
  filter: Filter<RecordDocument>,
  { sort, limit }: { sort: Sort; limit: number },
): Promise<StoredRecord[]> {
  const documents = await mongo.records[kind]
    .find(filter, { projection: RECORD_ONLY, sort, limit })
    .toArray();
  return documents.flatMap((document) => toRecord(document) ?? []);
}
