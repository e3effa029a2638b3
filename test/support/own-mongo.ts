/** A MongoDB server of a test's own, with other settings than the one that all tests share. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mongoAnswers, prepareMongo } from '../../scripts/dev/engines/mongo.js';
import { freePort } from '../../scripts/dev/engines/processes.js';
import { packageRoot } from '../../src/lib/files/package.js';
import { until } from './until.js';

/** How long it may take to answer, ms. */
const START_MS = 60_000;

export interface OwnMongo {
  /** Without options: writes are retried, as is MongoDB's default. */
  url: string;
  stop: () => Promise<void>;
}

/** Starts it; an abandoned transaction holds its records for so long. */
export async function startOwnMongo(transactionSeconds: number): Promise<OwnMongo> {
  const port = await freePort(0);
  if (port === null) throw new Error('No port is free.');
  const place = { folder: join(packageRoot(), '.engines'), port, tell: () => undefined };
  const { command, args, env, mark: data } = prepareMongo(place, transactionSeconds);
  const child = spawn(command, args, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  try {
    await until(() => mongoAnswers(port), START_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `mongodb://127.0.0.1:${port}/`, stop };
}
