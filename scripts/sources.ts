#!/usr/bin/env node
/**
 * Subscribes to calendars, changes, lists and runs them. The service fetches them when they are
 * due; `run` does it at once and prints what has changed, a line each.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { runSource } from '../src/import/subscribed/run.js';
import {
  addSource,
  authorities,
  changeSource,
  missingActions,
  type Run,
  readSource,
  type SourceOptions,
  sources,
} from '../src/import/subscribed/source.js';
import { removeSource } from '../src/import/subscribed/state.js';
import { openLog } from '../src/lib/log.js';
import type { OpenDeps } from '../src/open.js';
import { printTable, refuseOtherSettings, runWithDeps, toSeconds } from './support.js';

const program = new Command('sources').description('Subscribed calendars (iCalendar).');

/** Longest and shortest time between two runs, s. */
const EVERY = { min: 900, max: 30 * 86_400 };

interface Given extends Partial<Omit<SourceOptions, 'every_seconds'>> {
  every: number;
  days: [number, number];
}

/** Adds the options of how a calendar is read; with their defaults, if it is new. */
function reading(command: Command, isNew: boolean): Command {
  const option = (flags: string, text: string, value: unknown) => {
    const one = new Option(flags, text);
    command.addOption(isNew && value !== undefined ? one.default(value) : one);
    return one;
  };
  option('--every <time>', 'how often it is fetched: 15m, 1h, 1d', 3600).argParser((text) =>
    toSeconds(text, EVERY),
  );
  option('--name <name>', 'what it is called; default: its host', undefined);
  option('--status <status>', 'of new events', '').choices([
    ...['publish', 'pending', 'draft', 'private'],
  ]);
  option('--category <name>', 'category that all its events get', '');
  option('--zone <zone>', 'zone of times that name none; default: that of the site', '');
  option('--authority <who>', 'what becomes of edits made here', 'overwrite').choices(authorities);
  const missing = 'what becomes of coming events that it has no longer';
  option('--missing <what>', missing, 'trash').choices(missingActions);
  option('--days <back,ahead>', 'days that are read', [30, 400]).argParser(readDays);
  return command;
}

/** → the options as they are stored. */
function stored({ every, days, ...rest }: Partial<Given>): Partial<SourceOptions> {
  return {
    ...rest,
    ...(every === undefined ? {} : { every_seconds: every }),
    ...(days ? { days_back: days[0], days_ahead: days[1] } : {}),
  };
}

const add = program.command('add').description('subscribe to a calendar');
reading(add.argument('<url>', 'http, https or webcal'), true).action((url: string, given: Given) =>
  runWith(async (deps) => {
    const name = URL.canParse(url) ? new URL(url).hostname : '';
    const options = { url, name, ...stored(given) } as SourceOptions;
    const { id } = await addSource(deps, options);
    process.stderr.write(`Source ${id} is added. The service fetches it within seconds.\n`);
    return 0;
  }),
);

const set = program.command('set').description('change how a calendar is read, or where it is');
reading(set.argument('<id>', 'ID of a source', Number), false)
  .option('--url <url>', 'http, https or webcal')
  .action((id: number, given: Partial<Given>) =>
    runWith(async (deps) => {
      await changeSource(deps, id, stored(given));
      process.stderr.write(`Source ${id} is changed. The service fetches it within seconds.\n`);
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
