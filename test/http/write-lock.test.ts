/** Another process has the write lock of the embedded file: this one goes on. Contract 23. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataFile } from '../../src/open.js';
import { pairNamed } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';

// A third of the wait that others have: nobody waits for all of it.
vi.mock('../../src/limits.js', async (original) => {
  const { limits } = await original<typeof import('../../src/limits.js')>();
  return { limits: { ...limits, busyTimeoutMs: 3000 } };
});

const DRIVER = fileURLToPath(import.meta.resolve('@photostructure/sqlite'));

/** Takes the lock, says so, and keeps it until its input ends. */
const HOLDER = `
  import { DatabaseSync } from ${JSON.stringify(DRIVER)};
  const file = new DatabaseSync(process.argv[1]);
  file.exec('BEGIN IMMEDIATE');
  process.stdout.write('locked');
  process.stdin.resume().on('end', () => file.exec('ROLLBACK'));
`;

let app: TestApp;
let holder: ChildProcess;

beforeEach(async () => {
  app = await openTestApp(pairNamed('sqlite + sqlite'));
  const path = String(dataFile(app.deps.config));
  holder = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (holder.stdout) await once(holder.stdout, 'data');
});

afterEach(async () => {
  holder.stdin?.end();
  if (holder.exitCode === null) await once(holder, 'exit');
  await app.close();
});

const write = (name: string) => app.call({ request: 'POST /tags', as: 'admin', body: { name } });

it('other requests are answered while writes wait, which go on once the lock is free', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `Jazz ${at}`);
  let answered = 0;
  const writes = names.map(async (name) => {
    const { status } = await write(name);
    answered++;
    return status;
  });
  for (const path of ['/health', '/health', '/vendor/events/v1/tags', '/health']) {
    expect((await fetch(app.url + path)).status).toBe(200);
  }
  expect(answered).toBe(0);
  holder.stdin?.end();
  expect(await Promise.all(writes)).toEqual(names.map(() => 201));
});

it('a lock that lasts longer than a write waits is 503 with Retry-After', async () => {
  const answer = await write('Jazz');
  expect([answer.status, answer.body.code]).toEqual([503, 'record_store_unavailable']);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  holder.stdin?.end();
  expect((await write('Blues')).status).toBe(201);
});
