/** Tells a process of what others leave unindexed, by a change stream. */
import type { ChangeStream } from 'mongodb';
import { allKinds } from '../../kinds/index.js';
import { limits } from '../../limits.js';
import { collectionName, type Mongo } from './collections.js';

/** Ends a watch; resolves when nothing of it runs any more. */
export type Stop = () => Promise<void>;

/**
 * Calls `wake` at changes after which a record is unindexed and not claimed by this process.
 * → how to stop that, or null: a single server has no change streams.
 */
export async function watch(mongo: Mongo, wake: () => void): Promise<Stop | null> {
  const hello = await mongo.db.admin().command({ hello: 1 });
  if (!hello.setName && hello.msg !== 'isdbgrid') return null;
  let isStopped = false;
  let endPause = () => {};
  let stream = openStream(mongo);
  // The stream begins with its first question: what is written after this is told.
  try {
    if (await stream.tryNext()) wake();
  } catch (error) {
    await stream.close().catch(() => undefined);
    throw error;
  }
  const follow = async () => {
    while (!isStopped) {
      try {
        await stream.next();
        wake();
      } catch {
        if (isStopped) return;
        await stream.close().catch(() => undefined);
        await new Promise<void>((resolve) => {
          endPause = resolve;
          setTimeout(resolve, limits.drainEveryMs).unref();
        });
        if (isStopped) return;
        stream = openStream(mongo);
        // What changed while nobody listened is found by looking.
        wake();
      }
    }
  };
  const followed = follow();
  return async () => {
    isStopped = true;
    endPause();
    await stream.close().catch(() => undefined);
    await followed;
  };
}

function openStream(mongo: Mongo): ChangeStream {
  return mongo.db.watch(
    [
      {
        $match: {
          'ns.coll': { $in: allKinds.map(({ name }) => collectionName(name)) },
          'fullDocument.sync.unindexed': true,
          'fullDocument.sync.claimed_by': { $ne: mongo.owner },
        },
      },
      // That something has changed is all that is asked; the event's own ID must stay.
      { $project: { _id: 1 } },
    ],
    { fullDocument: 'updateLookup', readConcern: { level: 'majority' } },
  );
}
