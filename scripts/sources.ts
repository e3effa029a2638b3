#!/usr/bin/env node
/**
 * Adds, changes, lists and runs the sources that this listing follows. The service fetches them
 * when due; `run` fetches at once and prints the changes, a line each.
 */
import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { openLog } from '../src/lib/log.js';
import { parseUrl } from '../src/lib/net/urls.js';
import type { OpenDeps } from '../src/open.js';
import { positionOf } from '../src/sources/feed/position.js';
import { removeSource } from '../src/sources/remove.js';
import { runSource } from '../src/sources/run.js';
import { shownUrl } from '../src/sources/shown-url.js';
import {
  addSource,
  authorities,
  changeSource,
  fetchableUrl,
  missingActions,
  type Run,
  readSource,
  type SourceOptions,
  sourceMappings,
  sources,
} from '../src/sources/source.js';
import { printTable, refuseOtherSettings, runWithDeps, toSeconds } from './support.js';

const program = new Command('sources').description(
  'Calendars, pages and feeds elsewhere that this listing follows.',
);

/** Longest and shortest time between two runs, s. */
const EVERY = { min: 900, max: 30 * 86_400 };

interface Given extends Partial<Omit<SourceOptions, 'every_seconds'>> {
  every: number;
  days: [number, number];
  user: string;
  passwordFile: string;
}

/** Adds the options of how a source is read; with their defaults, if it is new. */
function reading(command: Command, isNew: boolean): Command {
  const option = (flags: string, text: string, value: unknown) => {
    const one = new Option(flags, text);
    command.addOption(isNew && value !== undefined ? one.default(value) : one);
    return one;
  };
  option('--every <time>', 'how often it is fetched: 15m, 1h, 1d', 3600).argParser((text) =>
    toSeconds(text, EVERY),
  );
  option('--name <name>', 'its name; default: its host', undefined);
  option('--status <status>', 'of new events', '').choices([
    ...['publish', 'pending', 'draft', 'private'],
  ]);
  option('--category <name>', 'category that all its events get', '');
  option('--zone <zone>', 'zone of times without a zone; default: the zone of the site', '');
  option('--mapping <name>', 'how its rows are read; default: as they show', undefined).choices(
    sourceMappings,
  );
  option('--columns <pairs>', 'COLUMN=FIELD,…: columns with other names; "": unset', undefined);
  option('--authority <who>', 'the policy for edits made here', 'fields').choices(authorities);
  const missing = 'the action on coming events that it no longer has; default: by its format';
  option('--missing <what>', missing, undefined).choices(missingActions);
  option('--days <back,ahead>', 'days that are read', [30, 400]).argParser(readDays);
  option('--user <name>', 'its user name; "": unset', undefined);
  option('--password-file <file>', 'the first line of it is the password', undefined);
  return command;
}

/** → the options as they are stored. `url`: where the source is. Throws an Error of one line. */
function stored({ every, days, user, passwordFile, ...rest }: Partial<Given>, url: string) {
  const { origin = '' } = parseUrl(fetchableUrl(url)) ?? {};
  if (passwordFile !== undefined && !user) throw new Error('--password-file: needs --user.');
  if (user && passwordFile === undefined) throw new Error('--user: needs --password-file.');
  const password = passwordFile === undefined ? '' : firstLineOf(passwordFile);
  return {
    ...rest,
    ...(every === undefined ? {} : { every_seconds: every }),
    ...(days ? { days_back: days[0], days_ahead: days[1] } : {}),
    ...(user === undefined ? {} : { credentials: user ? { origin, user, password } : null }),
  };
}

const firstLineOf = (file: string): string => readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? '';

const add = program.command('add').description('follow a source');
reading(add.argument('<url>', 'http, https or webcal'), true).action((url: string, given: Given) =>
  runWith(async (deps) => {
    const { id } = await addSource(deps, { url, ...stored(given, url) });
    process.stderr.write(`Source ${id} is added. The service fetches it within seconds.\n`);
    return 0;
  }),
);

const set = program.command('set').description('change how a source is read, or where it is');
reading(set.argument('<id>', 'ID of a source', Number), false)
  .option('--url <url>', 'http, https or webcal')
  .action((id: number, given: Partial<Given>) =>
    runWith(async (deps) => {
      const { value } = await readSource(deps, id);
      await changeSource(deps, id, stored(given, given.url ?? value.url));
      process.stderr.write(`Source ${id} is changed. The service fetches it within seconds.\n`);
      return 0;
    }),
  );

program
  .command('list')
  .description('list the sources and their last runs')
  .action(() => runWith(list));

program
  .command('run')
  .description('fetch one source, or all, now')
  .argument('[id]', 'ID of a source', Number)
  .option('--accept', 'events of it that are missing may go, however many they are', false)
  .action((id: number | undefined, { accept: isAccepted }: { accept: boolean }) =>
    runWith(async (deps) => {
      if (isAccepted && id === undefined) throw new Error('--accept: needs the ID of a source.');
      await refuseOtherSettings(deps);
      const all = id === undefined ? await sources.list(deps) : [await readSource(deps, id)];
      let hasFailed = false;
      for (const source of all) {
        const run = await runSource(deps, source, { isAccepted });
        hasFailed ||= run?.outcome === 'failed' || (run?.rejected ?? 0) + (run?.held ?? 0) > 0;
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
  .description('stop following a source; its events are kept, and found when it is added again')
  .argument('<id>', 'ID of a source', Number)
  .option('--with-events', 'events that it made and no other source has go into the trash', false)
  .action((id: number, options: { withEvents: boolean }) =>
    runWith(async (deps) => {
      const { source, events, trashed } = await removeSource(deps, id, options);
      const left = `${events - trashed} of its events stay, ${trashed} are in the trash.`;
      process.stderr.write(`Source ${id} (${shownUrl(source.value.url)}) is removed. ${left}\n`);
      return 0;
    }),
  );

program.parse();

async function list(deps: OpenDeps): Promise<number> {
  const rows = (await sources.list(deps)).map(({ id, value }) => [
    id,
    value.name,
    shownUrl(value.url),
    `${value.count} events`,
    value.last_run ? told(value.last_run) : 'not fetched yet',
    positionOf(value),
    value.failures > 0 ? `${value.failures} failures in a row` : '',
  ]);
  printTable([['id', 'name', 'url', 'has', 'last run', 'position', ''], ...rows]);
  return 0;
}

function told({ date_utc, outcome, reason, ...counts }: Run): string {
  if (outcome === 'failed') return `${date_utc} failed: ${reason}`;
  if (outcome === 'unchanged') return `${date_utc} unchanged`;
  const { created, updated, unchanged, rejected, passed_by, older, missing, held } = counts;
  const all = {
    created,
    updated,
    unchanged,
    rejected,
    'passed by': passed_by,
    older,
    missing,
    held,
  };
  const parts = Object.entries(all).filter(([, count]) => Number(count) > 0);
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
