/** Shows the first rows of a file as a load would store them. Nothing is written. */

import { dryDeps, isTriedId } from '../src/import/dry-run.js';
import { readItems } from '../src/import/reading.js';
import { noCounts, runLoad } from '../src/import/run.js';
import { hostIdentityOf, uidKey } from '../src/kinds/identity.js';
import type { StoredRecord } from '../src/kinds/record.js';
import type { OpenDeps } from '../src/open.js';
import { exportedLines } from '../src/records/tell/export.js';
import type { LoadItem } from '../src/rows/items.js';
import { fileSource } from '../src/rows/read/bytes.js';
import { serviceCaller } from '../src/service/users.js';
import type { LoadRequest } from './load-file.js';
import { openMapper } from './row-mapper.js';

/** Most rows that are printed. */
export const ROWS_SHOWN_MAX = 100;

/**
 * Prints the records of the first rows as lines of an export, and faults of rows on standard error.
 * → whether all of them would be loaded.
 */
export async function showRows(
  deps: OpenDeps,
  request: LoadRequest,
  count: number,
): Promise<boolean> {
  const { file, kind, locate, lang, isImageStrict } = request;
  const mapper = await openMapper(request);
  const dry = dryDeps(deps);
  const reading = { mapper, dates: request.dates, read: request.read ?? {} };
  const { items } = readItems(deps, fileSource(file), reading);
  const counts = noCounts();
  const reports = runLoad(dry, kind, {
    caller: await serviceCaller(deps),
    items: firstOf(items, count),
    ...{ counts, locate, lang, isImageStrict, isDryRun: true },
  });
  for await (const { lines, result, warnings } of inOrder(reports)) {
    for (const { line, param, reason } of warnings) tell([line], param, reason);
    if (result.outcome === 'rejected') {
      for (const { param, reason } of result.issues) tell(lines, param, reason);
    } else if (result.record) process.stdout.write(await textOf(dry, result.record));
  }
  return counts.rejected === 0;
}

async function* firstOf(items: AsyncGenerator<LoadItem>, count: number) {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken >= count) return;
  }
}

async function* inOrder<T>(batches: AsyncGenerator<T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}

const tell = (lines: number[], param: string, reason: string) =>
  process.stderr.write(`line ${lines.join(', ')}: ${param}: ${reason}\n`);

/**
 * → the record as text, without values made of IDs not yet given. A parent among the rows is named
 * by its slug.
 */
async function textOf(deps: OpenDeps, record: StoredRecord): Promise<string> {
  const { kind, fields } = record;
  const [line] = await exportedLines(deps, [record]);
  const parent = await deps.store.get(kind, { id: Number(fields.parent ?? 0) });
  const withoutTried = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string' || !['external_id', 'uid', 'parent'].includes(name)) return value;
    const identity = hostIdentityOf(kind, name === 'uid' ? uidKey(value) : value);
    if (identity?.host !== deps.roots.host || !isTriedId(identity.id)) return value;
    return name === 'parent' ? parent?.slug : undefined;
  };
  return `${JSON.stringify(line, withoutTried, 2)}\n`;
}
