#!/usr/bin/env node
/** Compares record store and search index, lists the differences, and repairs them on request. */
import { Command } from 'commander';
import type { OpenDeps } from '../src/open.js';
import { checkSync, type OnDifference } from '../src/sync/check.js';
import { runWithDeps } from './support.js';

new Command('check-sync')
  .description(
    'Compares the versions of all records in the store with their entries in the index, and ' +
      'the dates of recurring events with their rules. ' +
      'Exits 1 when something differs that is not waiting to be pushed, 0 when all is the same.',
  )
  .option(
    '--repair',
    'make dates follow their rules, push missing and old entries, remove entries without a record',
  )
  .action(({ repair = false }: { repair?: boolean }) => runWithDeps((deps) => run(deps, repair)))
  .parse();

async function run(deps: OpenDeps, isRepair: boolean): Promise<number> {
  const { isStale, differing } = await checkSync(deps, { isRepair }, (kind, difference) => {
    process.stdout.write(`${kind} ${difference.id}: ${wordsOf(difference)}\n`);
  });
  const { unindexed, refused } = await deps.store.outbox.backlog();
  const waiting = `${unindexed} waiting to be pushed, ${refused} refused`;
  if (isStale) {
    process.stdout.write(
      'The index was made with other settings (SITE_TIMEZONE, CURRENCY_*) or by another ' +
        `release: use the same settings, or run npm run rebuild-index. ${waiting}.\n`,
    );
  }
  if (differing === 0) {
    if (!isStale) process.stdout.write(`Store and index agree; ${waiting}.\n`);
    return isStale ? 1 : 0;
  }
  if (!isRepair) {
    process.stdout.write(`${differing} differ; ${waiting}. Fix them with --repair.\n`);
    return 1;
  }
  const left = await checkSync(deps, { isRepair: false }, () => undefined);
  process.stdout.write(
    `${differing} differed, ${differing - left.differing} mended; ${waiting}.\n`,
  );
  return left.differing === 0 && !isStale ? 0 : 1;
}

function wordsOf(difference: Parameters<OnDifference>[1]): string {
  if ('dates' in difference) return `${difference.dates} dates are not as its rules say`;
  return `store ${tell(difference.store)}, index ${tell(difference.index)}`;
}

const tell = (version: number | null): string =>
  version === null ? 'has none' : `version ${version}`;
