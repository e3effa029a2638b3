#!/usr/bin/env node
/** Exports records as NDJSON on standard output, as bulk-load reads it without a mapping. */
import { once } from 'node:events';
import { Command, Option } from 'commander';
import { allKinds, kinds } from '../src/kinds/index.js';
import type { KindName } from '../src/kinds/record.js';
import { exportRecords } from '../src/records/export.js';
import { openForScript, runScript } from './support.js';

new Command('export')
  .description('Writes all records of a kind, one object per line, as bulk-load reads them.')
  .addOption(
    new Option('--kind <kind>', 'what to export')
      .choices(allKinds.map(({ name }) => name))
      .makeOptionMandatory(),
  )
  .action(({ kind }: { kind: KindName }) => runScript(() => run(kind)))
  .parse();

async function run(kindName: KindName): Promise<number> {
  const deps = await openForScript();
  try {
    for await (const lines of exportRecords(deps, kinds[kindName])) {
      // Backpressure: the next batch waits until the reader has taken this one.
      if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
    }
    return 0;
  } finally {
    await deps.close();
  }
}
