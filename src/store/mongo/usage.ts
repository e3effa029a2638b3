/**
 * How records use what they link. MongoDB keeps no counts by itself, and counters of ours could
 * not change together with a record's one document. So links are counted when asked.
 */
import type { Document } from 'mongodb';
import type { Status, Usage } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import { collectionName, type Mongo } from './collections.js';
import { sideBySide } from './lists.js';
import { holderKindOf } from './read.js';

/** What does not count as an event. */
const UNCOUNTED: Status[] = ['draft', 'pending', 'trash'];

/**
 * → how records use each target of a relation field; targets nobody uses are left out. A few
 * targets are counted from the index alone: some ms for 10,000 links, whatever the records weigh,
 * and one round trip each. Many at once are grouped by one query that reads every record linking
 * any of them, which is less as long as each is linked by few.
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
  const collection = mongo.records[kind];
  const link = `look.links.${field}`;
  if (targets.length > limits.usageCounts) {
    const rows = await collection.aggregate(groupPipeline(link, targets, nowSeconds)).toArray();
    for (const { _id, ...row } of rows) usage.set(Number(_id), toUsage(row));
    return usage;
  }
  await sideBySide([...new Set(targets)], async (target) => {
    const parts = countPipelines(link, target, nowSeconds);
    const [first = [], ...others] = parts;
    const unions = others.map((pipeline) => ({
      $unionWith: { coll: collectionName(kind), pipeline },
    }));
    const rows = await collection.aggregate([...first, ...unions]).toArray();
    if (rows.length > 0) usage.set(target, toUsage(Object.assign({}, ...rows)));
  });
  return usage;
}

function toUsage(row: Document): Usage {
  return {
    published: row.published ?? 0,
    events: row.events ?? 0,
    last_start_published: row.last_start_published ?? null,
    last_start: row.last_start ?? null,
  };
}

/** Counts and looks at one end of the index, a row each; no row at all: no link. */
function countPipelines(link: string, target: number, nowSeconds: number): Document[][] {
  const count = (where: Document, name: string) => [
    { $match: { [link]: target, ...where } },
    { $group: { _id: null, [name]: { $sum: 1 } } },
  ];
  const latest = (where: Document, name: string) => [
    { $match: { [link]: target, ...where } },
    { $sort: { 'look.start': -1 } },
    { $limit: 1 },
    { $project: { _id: 0, [name]: '$look.start' } },
  ];
  return [
    [{ $match: { [link]: target } }, { $limit: 1 }, { $project: { _id: 1 } }],
    count({ 'look.public_from': { $gte: 0, $lte: nowSeconds } }, 'published'),
    count({ status: { $nin: UNCOUNTED } }, 'events'),
    latest({ 'look.public_from': { $lte: nowSeconds } }, 'last_start_published'),
    latest({ status: { $ne: 'trash' } }, 'last_start'),
  ];
}

function groupPipeline(link: string, targets: readonly number[], nowSeconds: number): Document[] {
  const isDue = { $lte: [{ $ifNull: ['$look.public_from', Number.MAX_SAFE_INTEGER] }, nowSeconds] };
  const sumIf = (condition: Document) => ({ $sum: { $cond: [condition, 1, 0] } });
  const latestIf = (condition: Document) => ({
    $max: { $cond: [condition, { $ifNull: ['$look.start', null] }, null] },
  });
  return [
    { $match: { [link]: { $in: targets } } },
    { $project: { status: 1, 'look.public_from': 1, 'look.start': 1, [link]: 1 } },
    { $unwind: `$${link}` },
    { $match: { [link]: { $in: targets } } },
    {
      $group: {
        _id: `$${link}`,
        published: sumIf({
          $and: [isDue, { $gte: [{ $ifNull: ['$look.public_from', -1] }, 0] }],
        }),
        events: sumIf({ $not: [{ $in: ['$status', UNCOUNTED] }] }),
        last_start_published: latestIf(isDue),
        last_start: latestIf({ $ne: ['$status', 'trash'] }),
      },
    },
  ];
}
