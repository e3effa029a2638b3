/** Loads a file in batches, and reports rejected lines and how far it got. */

import { dryDeps } from '../src/import/dry-run.js';
import type { OnMatch } from '../src/import/entry.js';
import type { Locate } from '../src/import/place.js';
import { readItems } from '../src/import/reading.js';
import { type LoadCounts, noCounts, type RowReport, runLoad } from '../src/import/run.js';
import { untilAborted } from '../src/lib/batches.js';
import { limits } from '../src/limits.js';
import type { OpenDeps } from '../src/open.js';
import type { DayForm } from '../src/rows/columns/days.js';
import { fileSource } from '../src/rows/read/bytes.js';
import type { ReadOptions } from '../src/rows/rows.js';
import { serviceCaller } from '../src/service/users.js';
import { openLocated } from './located.js';
import { type Mapped, openMapper } from './row-mapper.js';

/** The subject and the options of a load. */
export interface LoadRequest extends Mapped {
  /** Places records that have an address and no coordinates. */
  locate?: Locate | undefined;
  /** How the file is read; absent: all of it is detected in its name and content. */
  read?: ReadOptions;
  /** The language of plain texts; absent: the default of the site. */
  lang?: string | undefined;
  /** Whether the day or the month comes first in `12/05/2026`. */
  dates?: DayForm | undefined;
  isDryRun: boolean;
  isStrict: boolean;
  /** An image that cannot be fetched rejects its row; absent: it is left out. */
  isImageStrict?: boolean;
  /** Ends the load after the batch under way, also while it waits for its input. */
  signal?: AbortSignal;
  /** The effect of a row that repeats a record; absent: an update. */
  onMatch?: OnMatch;
  /** Receives the lines of the report; absent: standard error. */
  print?: (line: string) => void;
}

/** The counts of a load, which took `seconds`. */
export interface LoadReport extends LoadCounts {
  seconds: number;
}

/** Loads a file. → the counts. Throws when the file or the mapping cannot be read. */
export async function loadFile(deps: OpenDeps, request: LoadRequest): Promise<LoadReport> {
  const start = performance.now();
  const { file, kind, isDryRun, isStrict, isImageStrict, onMatch, signal } = request;
  const { print = printLine } = request;
  const mapper = await openMapper(request);
  const read = { ...request.read, kind: kind.name };
  const { items, notes } = readItems(deps, fileSource(file), { ...request, mapper, read });
  const counts = noCounts();
  const located = request.locate && openLocated(request.locate);
  const reporter = openReporter(print);
  const reports = runLoad(isDryRun ? dryDeps(deps) : deps, kind, {
    caller: await serviceCaller(deps),
    items: signal ? untilAborted(items, signal) : items,
    counts,
    isDryRun,
    isStrict,
    isImageStrict,
    locate: located?.locate,
    lang: request.lang,
    notes,
    ...(onMatch ? { onMatch } : {}),
  });
  let printed = 0;
  try {
    for await (const batch of reports) {
      for (const report of batch) tellRow(reporter, report);
      if (counts.lines - printed < LINES_BETWEEN) continue;
      printed = counts.lines;
      print(`${printed} lines`);
    }
  } catch (error) {
    if (!signal?.aborted || error !== signal.reason) throw error;
  }
  reporter.end();
  for (const line of located?.lines() ?? []) print(line);
  for (const { param, reason } of notes.list()) print(`${param}: ${reason}`);
  return { ...counts, seconds: (performance.now() - start) / 1000 };
}

/** The number of lines between two reports of how far a load got. */
const LINES_BETWEEN = 5000;

const printLine = (line: string): void => void process.stderr.write(`${line}\n`);

function tellRow(reporter: Reporter, { lines, result, warnings }: RowReport): void {
  for (const { line, param, reason } of warnings) {
    reporter.report(`line ${line}: `, 'left out', [{ param, reason }]);
  }
  if (result.outcome !== 'rejected') return;
  reporter.report(`line ${lines.join(', ')}: rejected: `, 'rejected', result.issues);
}

interface Finding {
  param: string;
  reason: string;
}

interface Reporter {
  /** Reports a line, or counts it when many were reported before. */
  report(start: string, what: string, issues: readonly Finding[]): void;
  /** Prints the counts. */
  end(): void;
}

/** Different reasons that are counted. */
const REASONS = 20;

/** → the reason without its value. */
const kindOf = (reason: string): string =>
  (reason.split(': "')[0] ?? reason).split(': ').slice(0, 2).join(': ');

function openReporter(print: (line: string) => void): Reporter {
  const reported = new Map<string, number>();
  const reasons = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string) =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    report(start, what, issues) {
      const text = issues.map(({ param, reason }) => `${param}: ${reason}`).join('; ');
      const [{ param, reason } = { param: '', reason: '' }] = issues;
      const isRejected = what === 'rejected';
      const kind = isRejected ? what : `${param}: ${kindOf(reason)}`;
      add(reported, kind);
      const most = isRejected ? limits.reportedRows : limits.reportedWarnings;
      if ((reported.get(kind) ?? 0) <= most) return print(start + text);
      const key = isRejected ? `${what}: ${param}: ${kindOf(reason)}` : `with ${kind}`;
      add(reasons, reasons.has(key) || reasons.size < REASONS ? key : `${what}: other reasons`);
    },
    end() {
      for (const [reason, count] of reasons) print(`${count} more lines ${reason}`);
    },
  };
}
