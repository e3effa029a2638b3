/**
 * The frame of the programs that cause faults: their options, the two processes of the service, and
 * the end of a run, which exits with 1 when something was wrong.
 */
import { type Command, Option } from 'commander';
import { runScript } from '../../scripts/support.js';
import { SEED } from '../support/seed.js';
import type { Engines, Settings } from './engines.js';
import { openServices, type Services } from './services.js';
import { type Finding, tellOperation } from './types.js';

/** Options of all programs. */
export interface Common {
  engines: Engines;
  seed: string;
}

/** What a program gets. Whatever is wrong is added to the findings of the services. */
export interface Run<O> {
  services: Services;
  seed: number;
  options: O;
  /** Prints a line on standard error, with the seconds since the start. */
  log: (text: string) => void;
}

/** Most findings printed; further ones add nothing. */
const FINDINGS_MAX = 20;

/** Runs a program, with both processes ready. `settings`: those that its options add. */
export function runProgram<O extends Common>(
  command: Command,
  work: (run: Run<O>) => Promise<void>,
  settings: (options: O) => Settings = () => ({}),
): void {
  command
    .option('--seed <number>', 'repeats the choices of a run', `${SEED}`)
    .addOption(
      new Option('--engines <name>', 'mongo: MONGO_URL; cluster: ELASTICSEARCH_URL as well')
        .choices(['sqlite', 'mongo', 'cluster'])
        .default('sqlite'),
    )
    .action((options: O) =>
      runScript(async () => {
        const seed = Number(options.seed);
        const log = (text: string) =>
          process.stderr.write(`${(performance.now() / 1000).toFixed(1)} s: ${text}\n`);
        log(`seed ${seed}, engines ${options.engines}`);
        const services = await openServices(options.engines, seed, settings(options));
        // An interrupted run cleans up as well.
        const stop = () => void services.close().then(() => process.exit(1));
        process.once('SIGINT', stop).once('SIGTERM', stop);
        try {
          // The first start creates what every later start finds.
          await services.start(0);
          await services.start(1);
          log('both processes serve');
          await work({ services, seed, options, log });
        } finally {
          await services.close();
        }
        return tellFindings(`${command.name()} %s (seed ${seed})`, services.findings);
      }),
    )
    .parse();
}

/** Prints the verdict and what is wrong. → the exit code. */
function tellFindings(verdict: string, findings: readonly Finding[]): number {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(verdict.replace('%s', findings.length === 0 ? 'ok' : `FAILED, ${findings.length} findings`));
  for (const { fault, text, operations } of findings.slice(0, FINDINGS_MAX)) {
    say(`- ${fault}: ${text}`);
    for (const operation of operations) say(`    ${tellOperation(operation)}`);
  }
  return findings.length === 0 ? 0 : 1;
}
