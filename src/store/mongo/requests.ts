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
  const increment = async (key: string, by: number, untilMs: number): Promise<number> => {
    const found = await counts.findOneAndUpdate(
      { _id: key },
      { $inc: { count: by }, $setOnInsert: { until: new Date(untilMs) } },
      { upsert: true, returnDocument: 'after' },
    );
    return found?.count ?? 0;
  };
  return {
    add: (key, by, untilMs) =>
      guard(async () => {
        if (by === 0) return (await counts.findOne({ _id: key }))?.count ?? 0;
        indexed ??= counts.createIndex({ until: 1 }, { expireAfterSeconds: 0 }).catch(() => {
          indexed = null;
        });
        await indexed;
        return increment(key, by, untilMs).catch((error: unknown) => {
          // Of two that count a key first at once, one finds it inserted.
          if (isDuplicate(error)) return increment(key, by, untilMs);
          throw error;
        });
      }),
  };
}
