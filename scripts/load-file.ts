/** Loads a file in batches, with a progress bar on a terminal and plain lines elsewhere. */
import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import cliProgress from 'cli-progress';
import type { Kind } from '../src/kinds/kind.js';
import { inBatches } from '../src/lib/batches.js';
import { limits } from '../src/limits.js';
import { type LoadFault, type LoadItem, type LoadRecord, loadItems } from '../src/loading/items.js';
import type { RowMapper } from '../src/loading/mapping.js';
import { type OpenDeps, openScratchStore } from '../src/open.js';
import { type LoadOptions, loadBatch } from '../src/records/load/batch.js';
import { dryDeps } from '../src/records/load/dry-run.js';
import { openPushBehind, type PushWork } from '../src/records/load/write.js';
import { drain } from '../src/records/upkeep/drain.js';
import { type MapperOptions, openRowMapper } from './row-mapper.js';
import { scriptCaller } from './support.js';

/** What to load, and how. */
export interface LoadRequest extends MapperOptions {
  file: string;
  kind: Kind;
  isDryRun: boolean;
  isStrict: boolean;
  tempFolder: string;
  isInterrupted: () => boolean;
  /** Works off the outbox entries of what was written; absent: in this thread. */
  push?: PushWork;
  /** Receives the lines of the report; absent: standard error. */
  tell?: (line: string) => void;
}

/** The counts of a load; `lines` were read, in `seconds`. */
export interface LoadReport {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  lines: number;
  seconds: number;
}

/** Loads a file. → the counts. Throws when the file or the mapping cannot be read. */
export async function loadFile(deps: OpenDeps, request: LoadRequest): Promise<LoadReport> {
  const mapper = await openMapper(request);
  if (!request.isDryRun) return loadInto(deps, mapper, request);
  const scratch = openScratchStore(request.tempFolder);
  try {
    return await loadInto(dryDeps(deps, scratch), mapper, request);
  } finally {
    await scratch.close();
  }
}

/**
 * → the row mapper, once it is known that the file exists. Throws an Error of one line when the
 * file or the mapping cannot be used.
 */
export async function openMapper({ file, kind, ...options }: LoadRequest): Promise<RowMapper> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`There is no file ${file}.`);
  }
  return openRowMapper(kind, options);
}

async function loadInto(
  deps: OpenDeps,
  mapper: RowMapper,
  request: LoadRequest,
): Promise<LoadReport> {
  const start = performance.now();
  const report = { created: 0, updated: 0, unchanged: 0, rejected: 0, lines: 0, seconds: 0 };
  const behind = openPushBehind(deps, request.push);
  const options: LoadOptions = {
    caller: await scriptCaller(deps),
    push: behind.push,
  };
  const progress = openProgress(request.tell);
  const items = loadItems(request.file, mapper, { tempFolder: request.tempFolder });
  // With --strict nothing after a rejected line may be written, so the batches hold one item.
  const batchSize = request.isStrict ? 1 : limits.batchRecords;
  for await (const batch of inBatches(items, batchSize)) {
    await takeBatch(deps, batch, { request, options, report, progress });
    // Nothing above may wait for I/O: without this pause no signal would be handled.
    await setImmediate();
    const isStopping = request.isInterrupted() || (request.isStrict && report.rejected > 0);
    if (isStopping) break;
  }
  await behind.done();
  if (!request.isDryRun) {
    await drain(deps);
    await deps.index.refresh();
  }
  progress.stop();
  return { ...report, seconds: (performance.now() - start) / 1000 };
}

interface Taking {
  request: LoadRequest;
  options: LoadOptions;
  report: LoadReport;
  progress: Progress;
}

async function takeBatch(
  deps: OpenDeps,
  batch: readonly LoadItem[],
  { request, options, report, progress }: Taking,
): Promise<void> {
  const isFault = (item: LoadItem): item is LoadFault => 'reasons' in item;
  const records = batch.filter((item): item is LoadRecord => !isFault(item));
  for (const { line, reasons } of batch.filter(isFault)) {
    report.rejected++;
    report.lines++;
    progress.tell(`line ${line}: rejected: ${reasonsText(reasons)}`);
  }
  const results = await loadBatch(deps, request.kind, records, options);
  for (const [at, item] of records.entries()) {
    report.lines += item.lines.length;
    for (const { line, param, reason } of item.warnings) {
      progress.tell(`line ${line}: ${param}: ${reason}`);
    }
    const result = results[at];
    if (!result) continue;
    report[result.outcome]++;
    if (result.outcome === 'rejected') {
      progress.tell(`line ${item.lines.join(', ')}: rejected: ${reasonsText(result.issues)}`);
    }
  }
  progress.advance(report.lines);
}

const reasonsText = (reasons: readonly { param: string; reason: string }[]) =>
  reasons.map(({ param, reason }) => `${param}: ${reason}`).join('; ');

interface Progress {
  tell(line: string): void;
  advance(lines: number): void;
  stop(): void;
}

function tellStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The number of lines between two plain progress lines. */
const LINES_BETWEEN = 5000;

function openProgress(tell: (line: string) => void = tellStderr): Progress {
  if (!process.stderr.isTTY) {
    let told = 0;
    return {
      tell,
      advance: (lines) => {
        if (lines - told < LINES_BETWEEN) return;
        told = lines;
        tell(`${lines} lines`);
      },
      stop: () => undefined,
    };
  }
  const bars = new cliProgress.MultiBar({
    format: 'loading {value} lines | {duration_formatted}',
    clearOnComplete: true,
    stream: process.stderr,
  });
  const bar = bars.create(0, 0);
  return {
    tell: (line) => bars.log(`${line}\n`),
    advance: (lines) => bar.update(lines),
    stop: () => bars.stop(),
  };
}
