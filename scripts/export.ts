#!/usr/bin/env node
/** Exports records as NDJSON on standard output, as bulk-load reads it without a mapping. */
import { once } from 'node:events';
import { Command, Option } from 'commander';
import { allKinds, kinds } from '../src/kinds/index.js';
import type { KindName } from '../src/kinds/record.js';
import type { OpenDeps } from '../src/open.js';
import { exportRecords } from '../src/records/tell/export.js';
import { runWithDeps } from './support.js';

new Command('export')
  .description('Writes all records of a kind, one object per line, as bulk-load reads them.')
  .addOption(
    new Option('--kind <kind>', 'the kind of the records')
      .choices(allKinds.map(({ name }) => name))
      .makeOptionMandatory(),
  )
  .action(({ kind }: { kind: KindName }) => runWithDeps((deps) => run(deps, kind)))
  .parse();

async function run(deps: OpenDeps, kindName: KindName): Promise<number> {
  for await (const lines of exportRecords(deps, kinds[kindName])) {
    // Backpressure: the next batch waits until the reader has taken this one.
    if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
  }
  return 0;
}
