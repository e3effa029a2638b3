/** Loads rows in process, as a run does: each one is validated first. */

import { loadBatch } from '../../src/import/batch.js';
import type { LoadEntry, LoadOptions, LoadResult } from '../../src/import/entry.js';
import { validateEntry } from '../../src/import/validate.js';
import type { Kind } from '../../src/kinds/kind.js';
import type { Deps } from '../../src/records/deps.js';
import type { MappedEntry } from '../../src/rows/statement.js';

/** → the result of each row, in order. */
export async function loadRows(
  deps: Deps,
  kind: Kind,
  rows: readonly MappedEntry[],
  options: LoadOptions,
): Promise<LoadResult[]> {
  const read = rows.map((row) =>
    validateEntry(kind, row, { ...options, languages: deps.site.languages }),
  );
  const isValid = (one: (typeof read)[number]): one is LoadEntry => 'payload' in one;
  const loaded = await loadBatch(deps, kind, read.filter(isValid), options);
  return read.map((one): LoadResult => {
    if (isValid(one)) return loaded.shift() ?? { outcome: 'unchanged', record: null };
    return { outcome: 'rejected', code: 'rest_invalid_param', issues: one.issues };
  });
}
