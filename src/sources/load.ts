/** Loads the content of a source, as from a file. Contract 32. */

import type { Fetched } from '../import/entry.js';
import { noCounts, runLoad } from '../import/run.js';
import type { Kind } from '../kinds/kind.js';
import type { Deps } from '../records/deps.js';
import type { LoadItem } from '../rows/items.js';
import { serviceCaller } from '../service/users.js';
import { nameOfSource } from './choose.js';
import { RUN_LINES, type Run, type Source } from './source.js';

/** The items to load, and their source. */
interface SourceItems {
  source: Source & { id: number };
  /** Gets the counts, and the lines of the report. */
  run: Run;
  items: readonly LoadItem[];
  /** All present items of the source, loaded or not. */
  present: Fetched;
  /** The name of an item's lines in the run. */
  place: string;
  /** Extends the lease after each batch; throws if the source was removed meanwhile. */
  afterBatch?: () => Promise<void>;
}

const ON_MATCH = { fields: 'merge', overwrite: 'update', keep: 'skip' } as const;

/** Loads items of a source, and counts them in its run. */
export async function loadItemsOf(
  deps: Deps,
  kind: Kind,
  { source, run, items, present, place, afterBatch }: SourceItems,
): Promise<void> {
  const counts = noCounts();
  async function* all() {
    yield* items;
  }
  const reports = runLoad(deps, kind, {
    // Texts of strangers are cleaned like an author's.
    caller: { ...(await serviceCaller(deps)), role: 'author' },
    items: all(),
    counts,
    source: nameOfSource(source.id),
    present,
    onMatch: ON_MATCH[source.authority],
    signal: deps.ending.signal,
  });
  for await (const batch of reports) {
    await afterBatch?.();
    for (const { lines, result, warnings } of batch) {
      const issues = result.outcome === 'rejected' ? result.issues : warnings;
      for (const { param, reason } of issues) {
        run.lines.push(`${place} ${lines.join(', ')}: ${result.outcome}: ${param}: ${reason}`);
      }
      run.lines.splice(RUN_LINES);
    }
  }
  for (const name of ['created', 'updated', 'unchanged', 'rejected'] as const) {
    run[name] += counts[name];
  }
}
