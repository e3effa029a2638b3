#!/usr/bin/env node
/** Brings the record store to the layout of this release, before its first start. Contract 25.1. */
import { Command } from 'commander';
import { RELEASE } from '../src/lib/files/package.js';
import { type Log, silentLog } from '../src/lib/log.js';
import { openForScript, runScript } from './support.js';

/** Notable log messages are printed for the waiting user. */
const telling: Log = {
  ...silentLog,
  warn: (_fields, message) => void process.stderr.write(`${message}\n`),
};

new Command('upgrade')
  .description(
    'Migrates the record store to this release, as its start does. On MongoDB it builds the ' +
      'indexes of large collections without a service that waits for them.',
  )
  .option('--no-backup', 'keep no copy of the embedded file')
  .action((options: { backup: boolean }) => runScript(() => run(options)))
  .parse();

async function run({ backup }: { backup: boolean }): Promise<number> {
  const deps = await openForScript(telling, { isCopied: backup });
  await deps.close();
  process.stdout.write(`The record store is ready for Marquee ${RELEASE}.\n`);
  return 0;
}
