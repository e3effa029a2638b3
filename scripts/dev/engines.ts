/**
 * Elasticsearch and a server that speaks MongoDB's protocol on this machine, without containers:
 * installs, starts and stops them. Only the two URLs go to standard output: `export $(npm run
 * --silent engines)`.
 */
import type { ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { packageRoot } from '../../src/lib/files/package.js';
import { runScript } from '../support.js';
import {
  elasticsearchAnswers,
  type Place,
  prepareElasticsearch,
  wipeElasticsearch,
} from './engines/elasticsearch.js';
import { mongoAnswers, mongoUrlOf, prepareMongo, wipeMongo } from './engines/mongo.js';
import {
  bounds,
  endOfLog,
  freePort,
  type Launch,
  launch,
  runningProcess,
  stopProcess,
  until,
} from './engines/processes.js';

interface Engine {
  name: 'elasticsearch' | 'mongo';
  title: string;
  /** `NAME=url`, as it is exported. */
  setting: (port: number) => string;
  prepare: (place: Place) => Launch & { mark: string };
  answers: (port: number) => Promise<boolean>;
  wipe: (folder: string) => void;
}

const engines: Engine[] = [
  {
    name: 'elasticsearch',
    title: 'Elasticsearch',
    setting: (port) => `ELASTICSEARCH_URL=http://127.0.0.1:${port}`,
    prepare: prepareElasticsearch,
    answers: elasticsearchAnswers,
    wipe: wipeElasticsearch,
  },
  {
    name: 'mongo',
    title: 'MongoDB',
    setting: (port) => `MONGO_URL=${mongoUrlOf(port)}`,
    prepare: prepareMongo,
    answers: mongoAnswers,
    wipe: wipeMongo,
  },
];

interface Options {
  folder: string;
  only?: Engine['name'];
}

interface StartOptions extends Options {
  elasticsearchPort: number;
  mongoPort: number;
}

const program = new Command('engines')
  .description('Elasticsearch and MongoDB on this machine, without containers.')
  .addHelpText(
    'after',
    '\nTheir URLs, for tests and for the service: export $(npm run --silent engines)',
  );

withOptions(program.command('start', { isDefault: true }))
  .description('provide and start both, print their URLs (default)')
  .option('--elasticsearch-port <port>', 'port, 0 for any free one', toPort, 19_200)
  .option('--mongo-port <port>', 'port, 0 for any free one', toPort, 27_217)
  .action((options: StartOptions) => runScript(() => startAll(options)));

withOptions(program.command('stop'))
  .description('stop the started engines')
  .option('--wipe', 'and remove the data of the engines', false)
  .action((options: Options & { wipe: boolean }) => runScript(() => stopAll(options)));

program.parse();

function withOptions(command: Command): Command {
  return command
    .addOption(new Option('--only <engine>', 'one engine only').choices(engines.map((e) => e.name)))
    .option(
      '--folder <path>',
      'folder of their files',
      (path) => resolve(path),
      join(packageRoot(), '.engines'),
    );
}

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
}

function chosen({ only }: Options): Engine[] {
  return engines.filter(({ name }) => only === undefined || name === only);
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function startAll(options: StartOptions): Promise<number> {
  const ports = { elasticsearch: options.elasticsearchPort, mongo: options.mongoPort };
  // In parallel: while one starts, the other is installed.
  const results = await Promise.allSettled(
    chosen(options).map((engine) => start(engine, options.folder, ports[engine.name])),
  );
  for (const result of results) {
    if (result.status === 'fulfilled') process.stdout.write(`${result.value}\n`);
    else tell(String(result.reason?.message ?? result.reason));
  }
  return results.every(({ status }) => status === 'fulfilled') ? 0 : 1;
}

/** → the engine's setting, once it answers. */
async function start(engine: Engine, folder: string, wanted: number): Promise<string> {
  const { name, title, setting } = engine;
  const running = runningProcess(folder, name);
  if (running) {
    const isAnswering = await until(() => engine.answers(running.port), bounds.answerMs);
    if (!isAnswering) {
      throw new Error(
        `${title} runs (process ${running.pid}), but does not answer. Stop it first.`,
      );
    }
    tell(`${title} is running already (process ${running.pid})`);
    return setting(running.port);
  }
  const port = await freePort(wanted);
  if (port === null) {
    throw new Error(
      `${title}: port ${wanted} of this machine is taken by another program. ` +
        `Choose another with --${name}-port, 0 for any free one.`,
    );
  }
  const { mark, ...program } = engine.prepare({ folder, port, tell });
  tell(`${title}: starting`);
  const child = launch(folder, name, program, { mark, port });
  await answered(engine, { folder, port, child });
  tell(`${title} answers (process ${child.pid}, log in ${join(folder, `${name}.log`)})`);
  return setting(port);
}

/** Waits until the engine answers. Throws, with the end of its log, when it does not. */
async function answered(
  { name, title, answers }: Engine,
  { folder, port, child }: { folder: string; port: number; child: ChildProcess },
): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const isDone = await until(async () => hasEnded() || (await answers(port)), bounds.answerMs);
  if (isDone && !hasEnded()) return;
  await stopProcess(folder, name);
  tell(endOfLog(folder, name));
  const seconds = bounds.answerMs / 1000;
  throw new Error(
    hasEnded() && isDone
      ? `${title} ended instead of answering; above is the end of its log.`
      : `${title} did not answer within ${seconds} s and was stopped; above is the end of its log.`,
  );
}

async function stopAll(options: Options & { wipe: boolean }): Promise<number> {
  const { folder } = options;
  await Promise.all(
    chosen(options).map(async ({ name, title, wipe }) => {
      const hasRun = await stopProcess(folder, name);
      tell(hasRun ? `${title} stopped` : `${title} was not running`);
      if (options.wipe) wipe(folder);
    }),
  );
  return 0;
}
