/**
 * Drills: what an operator must be able to rely on, each tried by one command:
 * `npm run drill -- NAME`. Most run tests of test/; a rolling restart is a run of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { packageRoot } from '../../src/lib/package.js';
import { runScript } from '../support.js';
import type { RollingOptions } from './drills/rolling.js';
import { DRILLS } from './drills/table.js';

const list = DRILLS.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join('\n');

new Command('drill')
  .description('Tries one thing that must not surprise an operator. Exits 1 when it fails.')
  .argument('[name]', 'the drill; without one all are listed')
  .option('--restarts <count>', 'rolling: restarts', '50')
  .option('--drain-seconds <count>', 'rolling: DRAIN_SECONDS of the processes', '2')
  .addOption(
    new Option('--engines <name>', 'rolling: cluster: those of MONGO_URL and ELASTICSEARCH_URL')
      .choices(['sqlite', 'cluster'])
      .default('sqlite'),
  )
  .addHelpText('after', `\nDrills:\n${list}`)
  .action((name: string | undefined, options: Given) => runScript(() => run(name, options)))
  .parse();

interface Given {
  restarts: string;
  drainSeconds: string;
  engines: RollingOptions['engines'];
}

async function run(name: string | undefined, options: Given): Promise<number> {
  if (name === undefined) {
    process.stdout.write(`${list}\n`);
    return 0;
  }
  const drill = DRILLS.find((one) => one.name === name);
  if (!drill) throw new Error(`There is no drill ${name}. The drills:\n${list}`);
  if (drill.tests) return runTests(drill.tests);
  const { runRolling } = await import('./drills/rolling.js');
  const isGood = await runRolling({
    engines: options.engines,
    restarts: Number(options.restarts),
    drainSeconds: Number(options.drainSeconds),
  });
  return isGood ? 0 : 1;
}

async function runTests(files: readonly string[]): Promise<number> {
  const vitest = join(packageRoot(), 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--config', 'test/vitest.config.ts', ...files];
  const child = spawn(process.execPath, args, { cwd: packageRoot(), stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
