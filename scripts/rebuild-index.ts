/** Fills the index anew from the store, for the settings in force. */
import { Command } from 'commander';
import { rebuild } from '../src/sync/rebuild.js';
import { openStoreForScript, runScript } from './support.js';

new Command('rebuild-index')
  .description('Empties the search index and fills it from the record store.')
  .action(() => runScript(run))
  .parse();

async function run(): Promise<number> {
  const deps = await openStoreForScript();
  try {
    const records = await rebuild(deps, (kind, count) => {
      process.stderr.write(`${count} ${kind} records\n`);
    });
    process.stdout.write(`${records} records indexed\n`);
    return 0;
  } finally {
    await deps.close();
  }
}
