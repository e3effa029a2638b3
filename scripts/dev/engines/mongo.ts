/**
 * A server of MongoDB's protocol without a container: a mongod that is installed, as a replica
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
 * How long a transaction that nobody goes on with holds its records: MongoDB's 60 s would make
 * tests that kill processes wait, and slows the Python server down for as long.
 */
const TRANSACTION_SECONDS = 5;
/** Starts the Python server: its command has no option for the limit. */
const LAUNCH = `import sys
from secantus import cli, server
defaults = server.SecantusDBServer.__init__.__kwdefaults__
defaults["transaction_lifetime_seconds"] = ${TRANSACTION_SECONDS}.0
sys.exit(cli.main())`;
/** MongoDB's code for a replica set that was made before. */
const ALREADY_INITIALIZED = 23;

/** → whether it answers there and takes writes; a mongod that is new is made a replica set. */
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
 * → where the server is that is provided here. The Python server sorts all writes it remembers for
 * retries at each new one, which makes it slower with every write of a run: it is asked for none.
 */
export const mongoUrlOf = (port: number): string =>
  `mongodb://127.0.0.1:${port}/${findMongod() ? '' : '?retryWrites=false'}`;

/** Provides a server. → how it is started. */
export function prepareMongo({ folder, port, tell }: Place): Launch & { mark: string } {
  const own = join(folder, 'mongo');
  const mongod = findMongod();
  // Of each kind and port its own: neither reads the other's files, and a set knows its port.
  const data = join(own, 'data', `${mongod ? 'mongod' : 'python'}-${port}`);
  mkdirSync(data, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: process.env.LANG };
  if (mongod) {
    tell(`MongoDB: ${mongod}`);
    const listen = ['--bind_ip', '127.0.0.1', '--port', String(port)];
    const limit = ['--setParameter', `transactionLifetimeLimitSeconds=${TRANSACTION_SECONDS}`];
    const args = ['--dbpath', data, ...listen, '--replSet', 'rs0', ...limit];
    return { command: mongod, args, env, mark: data };
  }
  const bin = installed(own, tell);
  const listen = ['--host', '127.0.0.1', '--port', String(port)];
  // Once its log is as long as it may be, every write takes tens of ms: it goes with a wipe.
  const log = ['--oplog-max-entries', '100000000', '--oplog-retention-seconds', '100000000'];
  const args = ['-c', LAUNCH, ...listen, ...log, '--storage-path', data];
  return { command: join(bin, 'python'), args, env, mark: data };
}

/** Removes what it has stored. */
export function wipeMongo(folder: string): void {
  rmSync(join(folder, 'mongo', 'data'), { recursive: true, force: true });
}

/** → the mongod that MONGOMS_SYSTEM_BINARY names, or the one on PATH, or null. */
function findMongod(): string | null {
  const named = process.env.MONGOMS_SYSTEM_BINARY;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`There is no ${named} (MONGOMS_SYSTEM_BINARY).`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'mongod')).find((path) => existsSync(path)) ?? null;
}

/** → the folder of the commands of the installed server; a half-made install is made anew. */
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
