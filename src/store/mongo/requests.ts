/** Counts of requests in the MongoDB record store, which deletes them after their window. */
import type { RequestCounts } from '../requests.js';
import type { Mongo } from './collections.js';
import { guard, isDuplicate } from './connect.js';

interface CountDocument {
  /** The key. */
  _id: string;
  count: number;
  until: Date;
}

/** → the counts. Their collection gets its index when the first request is counted. */
export function openMongoRequests({ db }: Mongo): RequestCounts {
  // A count is not worth the wait for other members.
  const counts = db.collection<CountDocument>('request_count', { writeConcern: { w: 1 } });
  let indexed: Promise<unknown> | null = null;
  // An upsert that others race answered without its document on one server; nothing here upserts.
  const increment = (key: string, by: number) =>
    counts.findOneAndUpdate({ _id: key }, { $inc: { count: by } }, { returnDocument: 'after' });
  /** The first of a window inserts its count; of several at once, one does. */
  const insert = async (key: string, by: number, untilMs: number): Promise<number> => {
    try {
      await counts.insertOne({ _id: key, count: by, until: new Date(untilMs) });
      return by;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return (await increment(key, by))?.count ?? by;
    }
  };
  return {
    add: (key, by, untilMs) =>
      guard(async () => {
        if (by === 0) return (await counts.findOne({ _id: key }))?.count ?? 0;
        indexed ??= counts.createIndex({ until: 1 }, { expireAfterSeconds: 0 }).catch(() => {
          indexed = null;
        });
        await indexed;
        return (await increment(key, by))?.count ?? insert(key, by, untilMs);
      }),
  };
}
