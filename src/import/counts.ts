/** The counts of a load. */
import type { LoadResult } from './entry.js';
import type { LoadFault, LoadRecord } from './items.js';

/** What became of the rows of a load: records by result, and the lines that were read. */
export interface LoadCounts {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  lines: number;
}

/** → the counts of a load that has not begun. */
export const noCounts = (): LoadCounts => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  lines: 0,
});

/** Adds the results of a batch: lines without a record are rejected. */
export function addCounts(counts: LoadCounts, { faults, records, results }: Counted): LoadCounts {
  for (const { outcome } of results) counts[outcome]++;
  counts.rejected += faults.length;
  counts.lines += faults.length;
  for (const { lines } of records) counts.lines += lines.length;
  return counts;
}

/** A batch: lines that give no record, and records with their results. */
export interface Counted {
  faults: readonly LoadFault[];
  records: readonly LoadRecord[];
  results: readonly LoadResult[];
}
