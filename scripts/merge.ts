#!/usr/bin/env node
/** Merges duplicates into one record, or lists records that may be duplicates. See --help. */
import { once } from 'node:events';
import { Command, InvalidArgumentError, Option } from 'commander';
import { kinds, mergedKinds } from '../src/kinds/index.js';
import type { KindName } from '../src/kinds/record.js';
import { limits } from '../src/limits.js';
import type { OpenDeps } from '../src/open.js';
import { findCandidates } from '../src/records/merge/candidates.js';
import { mergeRecords } from '../src/records/merge/merge.js';
import { serviceCaller } from '../src/service/users.js';
import { drain } from '../src/sync/drain.js';
import { runWithDeps } from './support.js';

new Command('merge')
  .description(
    'Merges duplicates into the record that is kept: events link it, missing fields are filled, ' +
      'the others go to the trash or are removed, and their IDs lead to it.',
  )
  .addOption(
    new Option('--kind <kind>', 'the kind of the records')
      .choices(mergedKinds.map(({ name }) => name))
      .makeOptionMandatory(),
  )
  .option('--keep <id>', 'ID of the record that is kept')
  .option('--drop <ids>', 'IDs of the others, separated by commas')
  .option('--find', 'list records that may be duplicates, and merge nothing', false)
  .option('--likeness <n>', 'with --find: least likeness of the names, 0.5 to 1', ratio, 0.8)
  .option('--within <metres>', 'with --find: greatest distance of coordinates', metres, 500)
  .action((options: Options, command: Command) => {
    const { keep, drop, find: isFind } = options;
    if (isFind ? (keep ?? drop) !== undefined : keep === undefined || drop === undefined) {
      command.error('Give either --keep ID --drop ID,… or --find.');
    }
    runWithDeps((deps) => (isFind ? find(deps, options) : merge(deps, options)));
  })
  .parse();

interface Options {
  kind: KindName;
  keep?: string;
  drop?: string;
  find: boolean;
  likeness: number;
  within: number;
}

async function merge(deps: OpenDeps, { kind: name, keep, drop = '' }: Options): Promise<number> {
  const kind = kinds[name];
  const caller = await serviceCaller(deps);
  const request = { id: Number(keep), parameters: { drop }, caller };
  const { id, title } = await mergeRecords(deps, kind, request);
  await drain(deps);
  await deps.index.refresh();
  process.stdout.write(`${name} ${id} (${title}) is kept.\n`);
  return 0;
}

/** Prints a line for each pair: IDs, likeness, metres, and both names, separated by tabs. */
async function find(deps: OpenDeps, options: Options): Promise<number> {
  const { kind, likeness, within: withinM } = options;
  let found = 0;
  process.stdout.write('keep\tdrop\tlikeness\tmetres\tnames\n');
  for await (const pair of findCandidates(deps, kinds[kind], { likeness, withinM })) {
    found++;
    const metres = pair.distanceM === null ? '' : String(Math.round(pair.distanceM));
    const names = [pair.keep.title, pair.drop.title].map((title) => title.replace(/\s+/g, ' '));
    const shown = [pair.keep.id, pair.drop.id, pair.likeness.toFixed(2), metres, ...names];
    if (!process.stdout.write(`${shown.join('\t')}\n`)) await once(process.stdout, 'drain');
  }
  const isCut = found === limits.mergeCandidates;
  process.stderr.write(`${found} pairs${isCut ? '; there may be more' : ''}\n`);
  return 0;
}

function ratio(text: string): number {
  const value = Number(text);
  if (value >= 0.5 && value <= 1) return value;
  throw new InvalidArgumentError('Must be a number from 0.5 to 1.');
}

function metres(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0) return value;
  throw new InvalidArgumentError('Must be a number of metres.');
}
