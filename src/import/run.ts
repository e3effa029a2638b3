/**
 * A whole load: items of a source → batches → records, with a report of each row. The scripts and
 * HTTP both load this way. Source: Contract 16.
 */

import { ApiError, type Issue, indexUnavailable, invalidParams } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { ahead, inBatches, untilAborted } from '../lib/batches.js';
import { turn } from '../lib/turn.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import type { LoadItem, LoadWarning } from '../rows/items.js';
import { lackingIn, withValues } from '../rows/shown.js';
import { drain } from '../sync/drain.js';
import { withAuthors } from './authors.js';
import { loadBatch } from './batch.js';
import { findDates, openDates } from './dates.js';
import type { LoadOptions, LoadResult, ValidItem, ValidRecord } from './entry.js';
import { openRowGroups } from './row-groups.js';
import { type Validating, validateEntry } from './validate.js';
import { openPushBehind } from './write.js';

/** The results of a load: records by result, and the read lines. */
export interface LoadCounts extends Record<LoadResult['outcome'], number> {
  lines: number;
}

/** → the counts before a load. */
export const noCounts = (): LoadCounts => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  lines: 0,
});

/** The subject and the options of a load. */
export interface LoadRun
  extends Pick<
    LoadOptions,
    'caller' | 'onMatch' | 'locate' | 'isImageStrict' | 'notes' | 'source' | 'present'
  > {
  items: AsyncIterable<LoadItem>;
  /** Kept up to date with each batch. */
  counts: LoadCounts;
  /** The language of plain texts; absent: the default of the site. */
  lang?: string | undefined;
  /** Items of a batch; absent: as many as a batch may have. */
  size?: number;
  /** The first rejected item ends the load, and nothing after it is written. */
  isStrict?: boolean;
  /** The load leaves no work in the outbox or the index: the deps are a dry run's. */
  isDryRun?: boolean;
  /** A batch proceeds when its next item takes this long, ms; absent: it waits until full. */
  waitMs?: number;
  /** Ends the load after the batch under way; the load then throws its reason. */
  signal?: AbortSignal;
  /** Called when a batch or the end of the load is at work, and when the load waits for others. */
  onWork?: (isAtWork: boolean) => void;
}

/** The result of an item. */
export interface RowReport {
  /** Its lines in the source: several where rows of one record were merged. */
  lines: number[];
  result: LoadResult;
  warnings: LoadWarning[];
}

/**
 * Loads the items. Yields the reports of a batch, in order, when it is stored. A consumer that
 * leaves ends the load after the batch; stored records are indexed in any case. Throws the errors
 * of the source and the stores.
 */
export async function* runLoad(deps: Deps, kind: Kind, run: LoadRun): AsyncGenerator<RowReport[]> {
  const behind = openPushBehind(deps);
  // With isStrict nothing after a rejected item may be written, so a batch is one item.
  const size = run.isStrict ? 1 : (run.size ?? limits.batchRecords);
  const batching = { weigh: weightOf, weightMax: limits.batchBytes, waitMs: run.waitMs };
  try {
    const items = run.signal ? untilAborted(run.items, run.signal) : run.items;
    const dates = openDates(run.onMatch);
    const rules = { ...run, languages: deps.site.languages };
    const made = new Map<string, number>();
    const folded = new Set<string>();
    const load = async (batch: readonly ValidItem[], onMatch = run.onMatch) => {
      run.onWork?.(true);
      const options = { ...run, ...(onMatch ? { onMatch } : {}), made, folded, push: behind.push };
      const reports = await loadItems(deps, kind, batch, options);
      for (const [at, { lines, result }] of reports.entries()) {
        // Parts without a line of their own are counted with their series.
        if (lines.length > 0) run.counts[result.outcome] += 1;
        run.counts.lines += batch[at]?.lines.length ?? 0;
      }
      run.onWork?.(false);
      // Nothing above may wait for I/O: without this pause no signal would be handled.
      await turn();
      return reports.filter(({ lines }) => lines.length > 0);
    };
    const isOver = () => run.isStrict && run.counts.rejected > 0;
    const batches = inBatches(items, size, batching);
    // The next batch is read and validated while the store takes one.
    const grouped = groupedIn(batches, run.present ? null : openRowGroups(deps, kind));
    for await (const batch of ahead(validatedIn(kind, grouped, rules))) {
      run.signal?.throwIfAborted();
      const rest = batch.flatMap(dates.take);
      const reports = await load(rest);
      dates.note(rest, reports);
      yield reports;
      if (isOver()) return;
    }
    if (dates.count() === 0) return;
    for (const { batch, onMatch } of dates.end(true, size)) {
      yield await load(batch, onMatch);
      if (isOver()) return;
    }
    // The dates of the series that were loaded before are made in the parts that these have now.
    await behind.done();
    await drain(deps);
    for (const { batch, onMatch, isOfNew } of dates.end(false, size)) {
      yield await load(await findDates(deps, kind, batch, { ...run, made, isOfNew }), onMatch);
      if (isOver()) return;
    }
  } finally {
    run.onWork?.(true);
    await behind.done({ isCounted: !run.signal?.aborted });
    if (!run.isDryRun && !run.signal?.aborted) {
      await drain(deps);
      await unlessDown(deps.index.refresh());
    }
  }
}

/** The size of an item in memory, about: bytes of JSON. */
const weightOf = (item: LoadItem): number =>
  'payload' in item ? JSON.stringify(item).length : 100;

type RowGroups = ReturnType<typeof openRowGroups>;

/** → the batches, numbered; null: a source has numbered its items. */
async function* groupedIn(batches: AsyncIterable<LoadItem[]>, number: RowGroups | null) {
  for await (const batch of batches) yield number ? await number(batch) : batch;
}

async function* validatedIn(kind: Kind, batches: AsyncIterable<LoadItem[]>, rules: Validating) {
  for await (const batch of batches) yield batch.map((item) => validated(kind, item, rules));
}

/** → the item with typed values, or its faults. */
function validated(kind: Kind, item: LoadItem, rules: Validating): ValidItem {
  if ('issues' in item) return item;
  const { lines, warnings, within, repeats } = item;
  if (repeats !== undefined) {
    const warning = { line: Number(lines[0]), param: 'line', reason: `repeats line ${repeats}` };
    return { lines, outcome: 'unchanged', warnings: [...warnings, warning] };
  }
  const read = validateEntry(kind, item, rules);
  return 'issues' in read
    ? { lines, within, issues: withValues(read.issues, item) }
    : { lines, warnings, within, ...read, lacking: lackingIn(kind, item) };
}

async function loadItems(
  deps: Deps,
  kind: Kind,
  items: readonly ValidItem[],
  options: LoadOptions,
): Promise<RowReport[]> {
  const valid = items.filter((item): item is ValidRecord => 'payload' in item);
  const records = await withAuthors(deps, kind, valid, options.notes);
  const results = await loadBatch(deps, kind, records, options);
  return items.map((item): RowReport => {
    const { lines } = item;
    // A part without a line is rejected at the line of its series.
    const named = lines.length === 0 && 'within' in item ? (item.within ?? []) : lines;
    if ('issues' in item) return { lines: named, result: toRejected(item.issues), warnings: [] };
    if ('outcome' in item) {
      const { outcome, warnings = [] } = item;
      return { lines, result: { outcome, record: null }, warnings };
    }
    const result = results.shift() ?? toRejected([]);
    const { warnings } = item;
    if (result.outcome === 'rejected') {
      if (item.lacking) result.issues.push(item.lacking);
      return { lines: named, result, warnings };
    }
    const issues = (result.warnings ?? []).map((issue) => ({ line: Number(lines[0]), ...issue }));
    return { lines, result, warnings: [...warnings, ...issues] };
  });
}

const { code: indexDown } = indexUnavailable(null);

/** → the result; null when the index is down: the rows are stored, and the outbox has the rest. */
async function unlessDown<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError && error.code === indexDown) return null;
    throw error;
  }
}

const toRejected = (issues: Issue[]): LoadResult => ({
  outcome: 'rejected',
  code: invalidRow,
  issues,
});

/** The code of a line that gives no payload. */
const { code: invalidRow } = invalidParams([]);
