/** Runs the loader as a user does, on files made here. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KindName } from '../../src/kinds/record.js';
import type { Json } from './app.js';
import { type Ended, runScript, tempFolder } from './process.js';

/** Runs the loader of a kind on a file. */
export const load = (
  dataDir: string,
  kind: KindName,
  file: string,
  ...args: string[]
): Promise<Ended> => runScript('bulk-load', ['--kind', kind, file, ...args], { DATA_DIR: dataDir });

/** → a new file with these lines; objects become JSON. */
export function fileOf(lines: (string | Json)[], name = 'rows'): string {
  const file = join(tempFolder(), name);
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(file, `${texts.join('\n')}\n`);
  return file;
}

/** → created, updated, unchanged, rejected, lines, from the first line of the report. */
export function countsOf({ stdout }: Ended): number[] {
  const report =
    /^\w+s: (\d+) created, (\d+) updated, (\d+) unchanged, (\d+) rejected; (\d+) lines in [\d.]+ s/;
  return (report.exec(stdout) ?? []).slice(1).map(Number);
}
