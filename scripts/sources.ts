#!/usr/bin/env node
/**
 * Subscribes to calendars, lists and runs them. The service fetches them when they are due; `run`
 * does it at once and tells what has changed, a line each.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { runSource } from '../src/import/subscribed/run.js';
import {
  addSource,
  authorities,
  missingActions,
  type Run,
  readSource,
  removeSource,
  type SourceOptions,
  sources,
} from '../src/import/subscribed/source.js';
import { openLog } from '../src/lib/log.js';
import type { OpenDeps } from '../src/open.js';
import { printTable, refuseOtherSettings, runWithDeps, toSeconds } from './support.js';

const program = new Command('sources').description('Subscribed calendars (iCalendar).');

/** Longest and shortest time between two runs, s. */
const EVERY = { min: 900, max: 30 * 86_400 };

interface Given
  extends Pick<SourceOptions, 'authority' | 'missing' | 'zone' | 'status' | 'category'> {
  name?: string;
  every: number;
  days: [number, number];
}

program
  .command('add')
  .description('subscribe to a calendar')
  .argument('<url>', 'http, https or webcal')
  .option(
    '--every <time>',
    'how often it is fetched: 15m, 1h, 1d',
    (text) => toSeconds(text, EVERY),
    3600,
  )
  .option('--name <name>', 'what it is called; default: its host')
  .addOption(
    new Option('--status <status>', 'of new events')
      .choices(['publish', 'pending', 'draft', 'private'])
      .default(''),
  )
  .option('--category <name>', 'category that all its events get', '')
  .option('--zone <zone>', 'zone of times that name none; default: that of the site', '')
  .addOption(
    new Option('--authority <who>', 'what becomes of edits made here')
      .choices(authorities)
      .default('overwrite'),
  )
  .addOption(
    new Option('--missing <what>', 'what becomes of coming events that it has no longer')
      .choices(missingActions)
      .default('trash'),
  )
  .option('--days <back,ahead>', 'days that are read', readDays, [30, 400])
  .action((url: string, given: Given) =>
    runWith(async (deps) => {
      const { every, days, name = URL.canParse(url) ? new URL(url).hostname : '', ...rest } = given;
      const [days_back, days_ahead] = days;
      const times = { every_seconds: every, days_back, days_ahead };
      const { id } = await addSource(deps, { url, name, ...times, ...rest });
      process.stderr.write(`Source ${id} is added. The service fetches it within seconds.\n`);
      return 0;
    }),
  );

program
  .command('list')
  .description('list subscribed calendars and their last runs')
  .action(() => runWith(list));

program
  .command('run')
  .description('fetch one calendar, or all, now')
  .argument('[id]', 'ID of a source', Number)
  .action((id?: number) =>
    runWith(async (deps) => {
      await refuseOtherSettings(deps);
      const all = id === undefined ? await sources.list(deps) : [await readSource(deps, id)];
      let hasFailed = false;
      for (const source of all) {
        const run = await runSource(deps, source);
        hasFailed ||= run?.outcome === 'failed' || (run?.rejected ?? 0) > 0;
        process.stdout.write(
          `${source.id}\t${run ? told(run) : 'is being run by another process'}\n`,
        );
        for (const line of run?.lines ?? []) process.stdout.write(`  ${line}\n`);
      }
      return hasFailed ? 1 : 0;
    }),
  );

program
  .command('remove')
  .description('unsubscribe; its events stay')
  .argument('<id>', 'ID of a source', Number)
  .action((id: number) =>
    runWith(async (deps) => {
      const { value } = await removeSource(deps, id);
      process.stderr.write(`Source ${id} (${value.url}) is removed. Its events stay.\n`);
      return 0;
    }),
  );

program.parse();

async function list(deps: OpenDeps): Promise<number> {
  const rows = (await sources.list(deps)).map(({ id, value }) => [
    id,
    value.name,
    value.url,
    `${value.count} events`,
    value.last_run ? told(value.last_run) : 'not fetched yet',
    value.failures > 0 ? `${value.failures} failures in a row` : '',
  ]);
  printTable([['id', 'name', 'url', 'has', 'last run', ''], ...rows]);
  return 0;
}

function told({ date_utc, outcome, reason, ...counts }: Run): string {
  if (outcome === 'failed') return `${date_utc} failed: ${reason}`;
  if (outcome === 'unchanged') return `${date_utc} unchanged`;
  const { created, updated, unchanged, rejected, passed_by, older, missing } = counts;
  const all = { created, updated, unchanged, rejected, 'passed by': passed_by, older, missing };
  const parts = Object.entries(all).filter(([, count]) => count > 0);
  const text = parts.map(([name, count]) => `${count} ${name}`).join(', ');
  return `${date_utc} ${text || 'no events'}`;
}

function readDays(text: string): [number, number] {
  const [, back, ahead] = /^(\d{1,4}),(\d{1,4})$/.exec(text) ?? [];
  if (back !== undefined && ahead !== undefined) return [Number(back), Number(ahead)];
  throw new InvalidArgumentError('Days are BACK,AHEAD: 30,400');
}

function runWith(work: (deps: OpenDeps) => Promise<number>): void {
  runWithDeps(work, openLog('error', 2));
}
