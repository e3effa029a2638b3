#!/usr/bin/env node
/** Prints the settings in force, secrets masked. */
import { Command } from 'commander';
import { listSettings, type Setting } from '../src/settings.js';
import { runScript } from './support.js';

new Command('settings')
  .description('The settings in force; secrets are masked.')
  .action(() =>
    runScript(async () => {
      process.stdout.write(`${linesOf(listSettings(process.env))}\n`);
      return 0;
    }),
  )
  .parse();

function linesOf(settings: readonly Setting[]): string {
  return settings
    .map(({ name, value, isSet, default: unset }) =>
      value === null ? `# ${name}: ${unset}` : `${name}=${value}${isSet ? '' : '  # default'}`,
    )
    .join('\n');
}
