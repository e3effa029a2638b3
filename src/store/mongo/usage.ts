/**
 * How records use what they link. MongoDB keeps no counts by itself, and counters of ours could
 * not change together with a record's one document. So links are counted when asked.
 */
import type { Document } from 'mongodb';
import type { Status, Usage } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { Mongo } from './collections.js';
import { sideBySide } from './lists.js';
import { holderKindOf } from './read.js';

/** What does not count as an event. */
const UNCOUNTED: Status[] = ['draft', 'pending', 'trash'];

/**
 * → how records use each target of a relation field; targets nobody uses are left out. A few
 * targets are counted from the index alone, whatever the records weigh, and one round trip each.
 * Many at once are grouped by one query that reads every record linking any of them, which is less
 * as long as each is linked by few.
 */
export async function usageOf(
  mongo: Mongo,
  field: string,
  targets: readonly number[],
  nowSeconds: number,
): Promise<Map<number, Usage>> {
  const kind = holderKindOf(field);
  const usage = new Map<number, Usage>();
  if (!kind || targets.length === 0) return usage;
  const count = async (stages: Document[]) => mongo.records[kind].aggregate(stages).toArray();
  const link = `look.links.${field}`;
  const counts = countsAt(nowSeconds);
  if (targets.length > limits.usageCounts) {
    const where = { $match: { [link]: { $in: targets } } };
    const rows = await count([
      where,
      { $project: { ...COUNTED, [link]: 1 } },
      { $unwind: `$${link}` },
      where,
      { $group: { _id: `$${link}`, ...counts } },
    ]);
    for (const { _id, ...row } of rows) usage.set(Number(_id), row as Usage);
    return usage;
  }
  await sideBySide([...new Set(targets)], async (target) => {
    const [found] = await count([
      { $match: { [link]: target } },
      // All of it stands in the index.
      { $project: { _id: 0, ...COUNTED } },
      { $group: { _id: null, ...counts } },
    ]);
    if (!found) return;
    const { _id, ...row } = found;
    usage.set(target, row as Usage);
  });
  return usage;
}

const COUNTED = { status: 1, 'look.public_from': 1, 'look.start': 1 };

/** → accumulators that make a `Usage` of records that link one target. */
function countsAt(nowSeconds: number): Document {
  const isDue = { $lte: [{ $ifNull: ['$look.public_from', Number.MAX_SAFE_INTEGER] }, nowSeconds] };
  const isPublic = { $and: [isDue, { $gte: [{ $ifNull: ['$look.public_from', -1] }, 0] }] };
  const sumIf = (condition: Document) => ({ $sum: { $cond: [condition, 1, 0] } });
  const latestIf = (condition: Document) => ({
    $max: { $cond: [condition, { $ifNull: ['$look.start', null] }, null] },
  });
  return {
    published: sumIf(isPublic),
    events: sumIf({ $not: [{ $in: ['$status', UNCOUNTED] }] }),
    last_start_published: latestIf(isDue),
    last_start: latestIf({ $ne: ['$status', 'trash'] }),
  };
}
