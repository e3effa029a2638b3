/**
 * A server that speaks MongoDB's protocol, without a container: an installed mongod as a replica
 * set of one, else an independent server that installs as a Python package (slow, for tests).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { MongoClient, MongoServerError } from 'mongodb';
import type { Place } from './elasticsearch.js';
import { bounds, type Launch } from './processes.js';

const SERVER = 'SecantusDB==0.7.0b3';
/**
 * How long an abandoned transaction holds its records, seconds. With MongoDB's 60 s, tests that
 * kill processes would have to wait, and the Python server would be slow for as long.
 */
const TRANSACTION_SECONDS = 5;
/** → the start of the Python server, whose command has no option for the limit. */
const launchOf = (seconds: number) => `import sys
from secantus import cli, server
defaults = server.SecantusDBServer.__init__.__kwdefaults__
defaults["transaction_lifetime_seconds"] = ${seconds}.0
sys.exit(cli.main())`;
/** MongoDB's error code for a replica set that was initiated before. */
const ALREADY_INITIALIZED = 23;

/**
 * → whether the server answers on the port and accepts writes; a new mongod is made a replica set.
 */
export async function mongoAnswers(port: number): Promise<boolean> {
  const address = `127.0.0.1:${port}`;
  const client = new MongoClient(`mongodb://${address}`, {
    directConnection: true,
    serverSelectionTimeoutMS: bounds.askMs,
  });
  try {
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (hello.isreplicaset === true) {
      const config = { _id: 'rs0', members: [{ _id: 0, host: address }] };
      await admin.command({ replSetInitiate: config }).catch((error: unknown) => {
        const isMade = error instanceof MongoServerError && error.code === ALREADY_INITIALIZED;
        if (!isMade) throw error;
      });
    }
    return hello.isWritablePrimary === true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

/**
 * → the URL of the server. The Python server sorts all writes that it remembers for retries at each
 * new write, and gets slower with every write: retries are turned off for it.
 */
export const mongoUrlOf = (port: number): string =>
  `mongodb://127.0.0.1:${port}/${findMongod() ? '' : '?retryWrites=false'}`;

/**
 * Installs a server where needed. → how it is started. `transactionSeconds`: how long an abandoned
 * transaction holds its records.
 */
export function prepareMongo(
  { folder, port, tell }: Place,
  transactionSeconds = TRANSACTION_SECONDS,
): Launch & { mark: string } {
  const own = join(folder, 'mongo');
  const mongod = findMongod();
  // A folder for each server and port: neither server reads the other's files, and a replica set
  // stores its port.
  const data = join(own, 'data', `${mongod ? 'mongod' : 'python'}-${port}`);
  mkdirSync(data, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: process.env.LANG };
  if (mongod) {
    tell(`MongoDB: ${mongod}`);
    const listen = ['--bind_ip', '127.0.0.1', '--port', String(port)];
    const limit = ['--setParameter', `transactionLifetimeLimitSeconds=${transactionSeconds}`];
    const args = ['--dbpath', data, ...listen, '--replSet', 'rs0', ...limit];
    return { command: mongod, args, env, mark: data };
  }
  const bin = installed(own, tell);
  const listen = ['--host', '127.0.0.1', '--port', String(port)];
  // With a full oplog every write takes tens of ms, so the oplog never gets full; a wipe removes
  // it.
  const log = ['--oplog-max-entries', '100000000', '--oplog-retention-seconds', '100000000'];
  const args = ['-c', launchOf(transactionSeconds), ...listen, ...log, '--storage-path', data];
  return { command: join(bin, 'python'), args, env, mark: data };
}

/** Removes the data it has stored. */
export function wipeMongo(folder: string): void {
  rmSync(join(folder, 'mongo', 'data'), { recursive: true, force: true });
}

/** → the mongod of MONGOMS_SYSTEM_BINARY, or on PATH, or null. */
export function findMongod(): string | null {
  const named = process.env.MONGOMS_SYSTEM_BINARY;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`There is no ${named} (MONGOMS_SYSTEM_BINARY).`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'mongod')).find((path) => existsSync(path)) ?? null;
}

/** → the folder of the installed server's commands; an incomplete installation is redone. */
function installed(own: string, tell: Place['tell']): string {
  const home = join(own, 'python');
  const bin = join(home, 'bin');
  const isWhole = join(home, SERVER);
  if (existsSync(isWhole)) return bin;
  rmSync(home, { recursive: true, force: true });
  tell(`MongoDB: there is no mongod; installing ${SERVER} by pip`);
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', home]],
    [join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '--timeout', '30', SERVER]],
  ];
  for (const [command, args] of steps) {
    const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status === 0) continue;
    tell(`${stdout ?? ''}${stderr ?? ''}`.trim());
    throw new Error(
      `${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}. Name a mongod ` +
        'in MONGOMS_SYSTEM_BINARY, or see that Python 3 with venv and pip is installed.',
    );
  }
  writeFileSync(isWhole, '');
  return bin;
}
