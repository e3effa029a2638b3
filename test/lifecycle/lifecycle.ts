/**
 * Random lives of events, checked after each step against a model of what the contract says:
 * `npm run lifecycle`. Exits with 1 when a life failed. A seed repeats a life.
 */
import { Command, Option } from 'commander';
import { runScript } from '../../scripts/support.js';
import { pairNamed } from '../support/adapters.js';
import { SEED } from '../support/seed.js';
import { live, shorten, stepsOf } from './life.js';
import { tellStory } from './stories.js';

interface Options {
  seeds: string;
  steps: string;
  seed: string;
  engines: 'sqlite' | 'cluster';
  without: string;
  shorten: boolean;
  stories: boolean;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

new Command('lifecycle')
  .description(
    'Loads, subscribes, edits, removes, restores, merges, exports at random, and checks after ' +
      'each step that the service shows what the contract says.',
  )
  .option('--seeds <count>', 'how many lives', '20')
  .option('--steps <count>', 'steps of each', '60')
  .option('--seed <number>', 'the first seed', `${SEED}`)
  .addOption(
    new Option('--engines <name>', 'cluster: those of MONGO_URL and ELASTICSEARCH_URL')
      .choices(['sqlite', 'cluster'])
      .default('sqlite'),
  )
  .option('--without <names>', 'steps, checks and events that are left out', '')
  .option('--no-shorten', 'tell failures as they came')
  .option('--stories', 'series in all their fields, without a model', false)
  // The client of MongoDB that empties databases stays open.
  .action((options: Options) => runScript(async () => process.exit(await run(options))))
  .parse();

async function run(options: Options): Promise<number> {
  const { seeds, steps, seed, engines, stories } = options;
  const isShort = options.shorten && !stories;
  const leftOut = Object.fromEntries(options.without.split(',').map((name) => [name, '']));
  const pair = pairNamed(engines === 'cluster' ? 'mongo + elasticsearch' : 'sqlite + sqlite');
  const faults = new Map<string, number>();
  let failed = 0;
  for (let at = Number(seed); at < Number(seed) + Number(seeds); at++) {
    const done = at - Number(seed);
    if (done > 0 && done % 25 === 0) process.stderr.write(`${done} done, ${failed} failed\n`);
    const tell = () =>
      stories
        ? tellStory(pair, at, Number(steps))
        : live(pair, stepsOf(at, Number(steps), leftOut), leftOut);
    const failure = await tell().catch((error: unknown) => {
      // On a busy machine a connection may have been closed as it was used again.
      if (error instanceof TypeError) return tell();
      throw error;
    });
    if (!failure) continue;
    failed += 1;
    faults.set(failure.invariant, (faults.get(failure.invariant) ?? 0) + 1);
    say(`seed ${at}, step ${failure.told.length}: ${failure.invariant}: ${failure.text}`);
    const shortest = isShort ? await shorten(pair, failure, leftOut) : failure;
    for (const line of shortest.told) say(`    ${line}`);
    if (isShort) say(`    ${shortest.text}`);
  }
  say(`${failed} of ${seeds} lives failed (seeds from ${seed}, ${steps} steps, ${engines})`);
  for (const [name, count] of [...faults].sort(([, a], [, b]) => b - a)) say(`${count} ${name}`);
  return failed > 0 ? 1 : 0;
}
