/** How much the index has yet to take: for the health of the service. */
import type { Filter } from 'mongodb';
import { allKinds } from '../../kinds/index.js';
import { limits } from '../../limits.js';
import type { Backlog } from '../port.js';
import type { Mongo, RecordDocument } from './collections.js';

/** → what the index has yet to take: counts and one end of an index for each kind. */
export async function backlog(mongo: Mongo): Promise<Backlog> {
  const each = await Promise.all(
    allKinds.map(async ({ name }) => {
      const collection = mongo.records[name];
      const count = (where: Filter<RecordDocument>) =>
        collection.countDocuments(where, { limit: limits.backlogCount });
      const [open, aside, oldest] = await Promise.all([
        count({ 'sync.unindexed': true }),
        count({ 'sync.aside': true }),
        collection
          .find({ 'sync.unindexed_at': { $gt: 0 } }, { projection: { 'sync.unindexed_at': 1 } })
          .sort({ 'sync.unindexed_at': 1 })
          .limit(1)
          .next(),
      ]);
      return { open, aside, oldestMs: oldest?.sync.unindexed_at ?? null };
    }),
  );
  const sum = (counts: number[]) =>
    Math.min(
      limits.backlogCount,
      counts.reduce((total, count) => total + count, 0),
    );
  const moments = each.flatMap(({ oldestMs }) => oldestMs ?? []);
  return {
    unindexed: sum(each.map(({ open }) => open)),
    oldestMs: moments.length > 0 ? Math.min(...moments) : null,
    setAside: sum(each.map(({ aside }) => aside)),
  };
}
