#!/usr/bin/env node
/** Builds a new index from the store, for the current settings, while the old one answers. */
import { Command } from 'commander';
import type { OpenDeps } from '../src/open.js';
import { prepareChanges } from '../src/sync/number.js';
import { leave, requireSameSettings } from '../src/sync/processes.js';
import { rebuild } from '../src/sync/rebuild.js';
import { runWithDeps } from './support.js';

new Command('rebuild-index')
  .description(
    'Builds a new search index from the record store and replaces the old one with it. ' +
      'An interrupted rebuild starts over.',
  )
  .option('--restored', 'after a backup was restored: the change feed begins its numbers anew')
  .action((options: { restored?: boolean }) => runWithDeps((deps) => run(deps, options)))
  .parse();

async function run(deps: OpenDeps, { restored }: { restored?: boolean }): Promise<number> {
  try {
    await requireSameSettings(deps);
    if (restored) await prepareChanges(deps, { isRestored: true });
    let isStopped = false;
    let hasWaited = false;
    const stop = () => {
      isStopped = true;
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const records = await rebuild(deps, {
      onWait: () => {
        if (!hasWaited) process.stderr.write('Another process is building the index: waiting.\n');
        hasWaited = true;
      },
      onProgress: (kind, count) => process.stderr.write(`${count} ${kind} records\n`),
      isStopped: () => isStopped,
    });
    if (records === null) {
      process.stderr.write('Stopped. The service, or the next run, starts over.\n');
      return 1;
    }
    const isByOther = hasWaited && records === 0;
    process.stdout.write(isByOther ? 'The index is built\n' : `${records} records indexed\n`);
    return 0;
  } finally {
    await leave(deps);
  }
}
