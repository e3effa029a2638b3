/**
 * The record store on a real mongod of this machine: `npm run mongod-check`. It starts one with
 * MongoDB's own defaults, runs the store's suites and the plans of its queries on it, then the
 * history check. Exits 1 when something is wrong, 3 when there is no mongod.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { findMongod } from '../../scripts/dev/engines/mongo.js';
import { runScript } from '../../scripts/support.js';
import { packageRoot } from '../../src/lib/files/package.js';
import { startOwnMongo } from '../support/own-mongo.js';

/** MongoDB's own limit of a transaction, seconds. */
const TRANSACTION_SECONDS = 60;

const SUITES = ['test/store/mongo', 'test/sync/restored', 'test/faults/mongod'];

interface Options {
  seconds: string;
  seed?: string;
  standIn: boolean;
  history: boolean;
}

new Command('mongod-check')
  .description(
    'Runs the tests of the record store, the plans of its queries and the history check on the ' +
      'mongod that MONGOMS_SYSTEM_BINARY names or PATH has. With ELASTICSEARCH_URL the history ' +
      'check uses it as the index.',
  )
  .option('--seconds <count>', 'how long the history check causes faults', '60')
  .option('--seed <number>', 'repeats the choices of a history check')
  .option('--history', 'the history check alone', false)
  .option('--stand-in', "on the tests' server instead, whose plans are not asked for", false)
  .action((options: Options) => runScript(() => run(options)))
  .parse();

async function run({ seconds, seed, standIn, history }: Options): Promise<number> {
  if (!findMongod() && !standIn) {
    process.stderr.write(
      'mongod-check is skipped: there is no mongod. Name one in MONGOMS_SYSTEM_BINARY, or put it ' +
        'on PATH.\n',
    );
    return 3;
  }
  const server = await startOwnMongo(TRANSACTION_SECONDS);
  const env = { ...process.env, MONGO_URL: server.url, REQUIRE_ADAPTERS: 'mongo' };
  const step = async (name: string, args: string[]) => {
    process.stdout.write(`== ${name}\n`);
    const child = spawn(process.execPath, args, { cwd: packageRoot(), env, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code === 0;
  };
  try {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
    const isGood = history || (await step('tests', [...vitest, ...SUITES]));
    const engines = process.env.ELASTICSEARCH_URL ? 'cluster' : 'mongo';
    const program = join(fileURLToPath(import.meta.url), '../history.js');
    const options = ['--engines', engines, '--seconds', seconds, ...(seed ? ['--seed', seed] : [])];
    const isWhole = await step('history', [program, ...options]);
    return isGood && isWhole ? 0 : 1;
  } finally {
    await server.stop();
  }
}
