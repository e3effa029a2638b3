#!/usr/bin/env node
/** Erases old trash for good. See --help. Contract 24.2. */
import { Command, Option } from 'commander';
import { allKinds } from '../src/kinds/index.js';
import type { KindName } from '../src/kinds/record.js';
import type { OpenDeps } from '../src/open.js';
import { eraseTrashed, removedBefore } from '../src/records/erase.js';
import { drain } from '../src/sync/drain.js';
import { secondsToUtc } from '../src/time/date-times.js';
import { nowSeconds } from '../src/time/now.js';
import { runWithDeps, toSeconds } from './support.js';

const trashed = allKinds.filter(({ family }) => family.removal === 'trash');

const AGE = { min: 0, max: 36_500 * 86_400 };

new Command('purge')
  .description(
    'Erases records of the trash for good, with index entries and images. ' +
      'The service may be running. Exits with 1 when something is left to be done.',
  )
  .addOption(new Option('--trash', 'empty the trash').makeOptionMandatory())
  .requiredOption('--older-than <time>', 'not changed for so long: 12h, 30d; 0d for all', (text) =>
    toSeconds(text, AGE),
  )
  .addOption(
    new Option('--kind <kind>', 'this kind alone').choices(trashed.map(({ name }) => name)),
  )
  .option('--dry-run', 'count, and erase nothing', false)
  .action((options: Options) => runWithDeps((deps) => run(deps, options)))
  .parse();

interface Options {
  olderThan: number;
  kind?: KindName;
  dryRun: boolean;
}

async function run(deps: OpenDeps, { olderThan, kind, dryRun }: Options): Promise<number> {
  // A record that was put there in this second counts as 0 seconds old.
  const before = secondsToUtc(nowSeconds(deps) - olderThan + (olderThan === 0 ? 1 : 0));
  let isDone = true;
  for (const one of trashed.filter(({ name }) => kind === undefined || name === kind)) {
    let [erased, left] = [0, 0];
    for await (const records of removedBefore(deps, one, before)) {
      const kept = dryRun ? 0 : await eraseTrashed(deps, one, records);
      erased += records.length - kept;
      left += kept;
      if (!dryRun) process.stderr.write(`${one.name}: ${erased}\n`);
    }
    const remainder = left > 0 ? `, ${left} changed meanwhile and left` : '';
    process.stdout.write(`${one.name}: ${erased} ${dryRun ? 'to erase' : 'erased'}${remainder}\n`);
    isDone &&= left === 0;
  }
  return (dryRun || (await drain(deps))) && isDone ? 0 : 1;
}
