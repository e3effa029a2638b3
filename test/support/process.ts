/**
 * Runs the built code as users do: command lines and the service, each in its own process.
 * It waits for output, never for a fixed time. Processes still running are killed and their
 * folders are removed at the end of the test file, or of its worker where files share one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { KindName } from '../../src/kinds/record.js';
import type { Json } from './app.js';

/** The project folder. */
export const top = fileURLToPath(new URL('../..', import.meta.url));
/** → the path of a file of test/fixtures, or of the data of the demo. */
export const fixture = (name: string): string =>
  join(top, name.includes('-excerpt.') ? 'scripts/demo' : 'test/fixtures', name);
/** The path of the API below the service's URL. */
export const PREFIX = '/vendor/events/v1';

/** Settings that override the test's defaults. Those of the environment are left out. */
export type Settings = Record<string, string>;

/** A process that has ended. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A running process. */
export interface Running {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** → the match, once stdout or stderr contains one. Throws if the process ends without one. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal. → how the process ended. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
  ended: Promise<Ended>;
}

const alive = new Set<ChildProcess>();
const folders = new Set<string>();

function cleanUp(): void {
  for (const child of alive) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

afterAll(cleanUp);
process.once('exit', cleanUp);

/** → a new folder, removed at the end. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-test-'));
  folders.add(folder);
  return folder;
}

/**
 * Starts `dist/{file}.js`; `detached`: in a process group of its own; `isFed`: its standard input is
 * a pipe that stays open, else it is empty.
 */
export function start(
  file: string,
  args: string[] = [],
  settings: Settings = {},
  { isFed = false, detached = false }: { isFed?: boolean; detached?: boolean } = {},
): Running {
  const child = spawn(process.execPath, [join(top, 'dist', `${file}.js`), ...args], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH ?? '',
      IMAGE_CHECK: 'offline',
      MAX_IN_FLIGHT: '0',
      ...settings,
    },
    stdio: 'pipe',
    detached,
  });
  if (!isFed) child.stdin.end();
  alive.add(child);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (part: string) => {
      texts[name] += part;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      alive.delete(child);
      resolve({ code, signal, ...texts });
    });
  });
  const match = (pattern: RegExp) => pattern.exec(texts.stdout) ?? pattern.exec(texts.stderr);
  return {
    child,
    ended,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = match(pattern);
          if (found) resolve(found);
        };
        look();
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        void ended.then(() => {
          const said = `${texts.stdout}\n${texts.stderr}`;
          reject(new Error(`ended without ${pattern}: ${said}`));
        });
      }),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs `dist/scripts/{name}.js` to its end. */
export function runScript(name: string, args: string[], settings: Settings): Promise<Ended> {
  return start(`scripts/${name}`, args, settings).ended;
}

/** The service, listening. */
export interface Service extends Running {
  /** The URL it reports, without a trailing slash: `http://127.0.0.1:4711/vendor…`. */
  api: string;
  port: number;
  dataDir: string;
  /** The administrator's token, from the file in the data folder; '' without one. */
  token: string;
}

/** Starts the service on a free port, in `DATA_DIR` or a new folder. */
export async function serve(
  settings: Settings = {},
  options: { detached?: boolean } = {},
): Promise<Service> {
  const dataDir = settings.DATA_DIR ?? join(tempFolder(), 'data');
  const running = start('src/main', [], { PORT: '0', ...settings, DATA_DIR: dataDir }, options);
  const [, url = ''] = await running.waitFor(/"url":"([^"]+)\/".*"msg":"listening"/);
  const file = join(dataDir, 'admin-token');
  const token = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return { ...running, api: url, port: Number(new URL(url).port), dataDir, token };
}

/** Sends a request to the service. → the status and parsed body. */
export async function ask(
  url: string,
  options: { token?: string; authorization?: string; body?: Json; method?: string } = {},
): Promise<{ status: number; body: Json }> {
  const { token, body } = options;
  const authorization = options.authorization ?? (token ? `Bearer ${token}` : undefined);
  const answer = await fetch(url, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      Connection: 'close',
      ...(authorization ? { Authorization: authorization } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** → the output of `npm run export`, parsed. */
export async function exported(kind: KindName, settings: Settings): Promise<Json[]> {
  const { stdout } = await runScript('export', ['--kind', kind], settings);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** → what /metrics answers at this URL. While a worker starts, it is 503. */
export async function readMetrics(url: string): Promise<string> {
  for (;;) {
    const answer = await fetch(url);
    const text = await answer.text();
    if (answer.status === 200) return text;
    if (answer.status !== 503) throw new Error(`${url} answers ${answer.status}: ${text}`);
  }
}
