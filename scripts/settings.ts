#!/usr/bin/env node
/** Prints the settings in force, secrets masked, or the table of docs/operations.md. */
import { Command } from 'commander';
import { listSettings, type Setting } from '../src/settings.js';
import { runScript } from './support.js';

new Command('settings')
  .description('The settings in force; secrets are masked.')
  .option('--table', 'all settings with their defaults, as a Markdown table', false)
  .action(({ table }: { table: boolean }) =>
    runScript(async () => {
      const settings = listSettings(process.env);
      process.stdout.write(`${table ? tableOf(settings) : linesOf(settings)}\n`);
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

/** → the table of docs/operations.md. */
function tableOf(settings: readonly Setting[]): string {
  const rows = settings.map((one) => `| \`${one.name}\` | ${one.default} | ${one.description} |`);
  return ['| name | default | |', '| --- | --- | --- |', ...rows].join('\n');
}
