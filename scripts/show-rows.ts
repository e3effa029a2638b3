/** Shows the first rows of a file as a load would store them. Nothing is written. */

import { loadBatch } from '../src/import/batch.js';
import { dryDeps } from '../src/import/dry-run.js';
import { loadItems } from '../src/import/items.js';
import { readRows } from '../src/import/rows.js';
import { fileSource } from '../src/import/source.js';
import { type OpenDeps, openScratchStore } from '../src/open.js';
import { exportedLines } from '../src/records/export.js';
import { type LoadRequest, openMapper } from './load-file.js';
import { scriptCaller } from './support.js';

/** Most rows that are shown. */
export const ROWS_SHOWN_MAX = 100;

/**
 * Prints the records of the first rows as lines of an export, and what is wrong with rows on
 * standard error. → whether all of them would be loaded.
 */
export async function showRows(
  deps: OpenDeps,
  request: LoadRequest,
  count: number,
): Promise<boolean> {
  const mapper = await openMapper(request);
  const scratch = openScratchStore(request.tempFolder);
  try {
    const dry = dryDeps(deps, scratch);
    const caller = await scriptCaller(deps);
    const rows = readRows(fileSource(request.file), request.read);
    let shown = 0;
    let isGood = true;
    const tell = (lines: number[], param: string, reason: string) =>
      process.stderr.write(`line ${lines.join(', ')}: ${param}: ${reason}\n`);
    for await (const item of loadItems(rows, mapper, { tempFolder: request.tempFolder })) {
      if ('reasons' in item) {
        isGood = false;
        for (const { param, reason } of item.reasons) tell([item.line], param, reason);
      } else {
        for (const { line, param, reason } of item.warnings) tell([line], param, reason);
        const [result] = await loadBatch(dry, request.kind, [item], {
          caller,
          locate: request.locate,
          isImageStrict: request.isImageStrict,
        });
        if (result?.outcome === 'rejected') {
          isGood = false;
          for (const { param, reason } of result.issues) tell(item.lines, param, reason);
        } else if (result?.record) {
          for (const { param, reason } of result.warnings ?? []) tell(item.lines, param, reason);
          const [line] = await exportedLines(dry, [result.record]);
          process.stdout.write(`${JSON.stringify(line, null, 2)}\n`);
        }
      }
      shown += 1;
      if (shown >= count) break;
    }
    return isGood;
  } finally {
    await scratch.close();
  }
}
