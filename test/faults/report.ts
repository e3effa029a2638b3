/** Prints what a run of the history check did: counts of operations and of faults. */
import { groupBy } from '../../src/lib/batches.js';
import type { Bench } from './workers.js';

/** Prints the counts on standard output. */
export function printCounts(run: {
  bench: Pick<Bench, 'operations' | 'listAnswers'>;
  faults: ReadonlyMap<string, number>;
  settledMs: number;
}): void {
  const { bench, faults, settledMs } = run;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const kinds = groupBy(bench.operations, ({ kind, action }) => `${kind} ${action}`);
  for (const [name, own] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
    say(`${name.padEnd(18)} ${tellCounts(countBy(own, ({ result }) => result))}`);
  }
  const failed = bench.operations.filter(({ result }) => result !== 'acknowledged');
  say(`not acknowledged: ${tellCounts(countBy(failed, ({ answer }) => answer))}`);
  say(`lists: ${tellCounts(bench.listAnswers)}`);
  say(`faults: ${tellCounts(faults)}`);
  say(`${bench.operations.length} operations, settled after ${(settledMs / 1000).toFixed(1)} s`);
}

const countBy = <T>(items: readonly T[], by: (item: T) => string): Map<string, number> =>
  new Map([...groupBy(items, by)].map(([name, own]) => [name, own.length]));

const tellCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
