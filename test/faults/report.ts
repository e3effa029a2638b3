/** Prints the result of a run: counts of operations and faults, then the verdict. */
import { groupBy } from '../../src/lib/batches.js';
import { type Finding, type Operation, tellParts } from './types.js';

/** Most findings printed; further ones add nothing. */
const FINDINGS_MAX = 20;

/** Prints a run on standard output. → whether there are no findings. */
export function printRun(run: {
  seed: number;
  bench: { operations: readonly Operation[]; listAnswers: ReadonlyMap<string, number> };
  faults: ReadonlyMap<string, number>;
  findings: readonly Finding[];
  settledMs: number;
}): boolean {
  const { seed, bench, faults, findings, settledMs } = run;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const kinds = groupBy(bench.operations, ({ kind, action }) => `${kind} ${action}`);
  for (const [name, own] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
    say(`${name.padEnd(18)} ${tellCounts(countBy(own, ({ result }) => result))}`);
  }
  const failed = bench.operations.filter(({ result }) => result !== 'acknowledged');
  say(`not acknowledged: ${tellCounts(countBy(failed, ({ answer }) => answer))}`);
  say(`lists: ${tellCounts(bench.listAnswers)}`);
  say(`faults: ${tellCounts(faults)}`);
  say(`settled after ${(settledMs / 1000).toFixed(1)} s`);
  if (findings.length === 0) {
    say(`history ok (seed ${seed}, ${bench.operations.length} operations)`);
    return true;
  }
  say(`history FAILED (seed ${seed}, ${findings.length} findings)`);
  for (const { fault, text, operations } of findings.slice(0, FINDINGS_MAX)) {
    say(`- ${fault}: ${text}`);
    for (const operation of operations) say(`    ${tellOperation(operation)}`);
  }
  return false;
}

function countBy<T>(items: readonly T[], by: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(by(item), (counts.get(by(item)) ?? 0) + 1);
  return counts;
}

const tellCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';

/** → one operation as a line: when (ms), which worker asked which process, what, and the result. */
function tellOperation(operation: Operation): string {
  const { startMs, endMs, worker, service, action, kind, id, seen } = operation;
  const when = `${startMs.toFixed(0)}-${endMs.toFixed(0)}`;
  const what = `${action} ${kind} ${id ?? '?'}${tellParts(operation)}`;
  const links = Object.entries(operation.links).map(([field, ids]) => `${field} ${ids.join(' ')}`);
  const outcome = [operation.result, seen, operation.answer].filter(Boolean).join(', ');
  return `${when} ${worker}→${service} ${what} (${links.join('; ')}) ${outcome}`;
}
