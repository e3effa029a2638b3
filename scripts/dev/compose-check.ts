/**
 * `npm run compose-check`: builds the image, starts docker-compose.yml under its own project name,
 * asks, replaces both processes under load, tries the embedded profile, and removes all of it.
 * Exits 1 after a broken promise. Without a Docker Engine it says so, and fails with
 * REQUIRE_DOCKER=true.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { packageRoot } from '../../src/lib/files/package.js';
import { runScript } from '../support.js';
import { freePort } from './engines/processes.js';

const PROJECT = 'marquee-check';
/** Pause between two requests during a replacement, ms. */
const PAUSE_MS = 50;
/** How long an answer may take, ms. */
const PATIENCE_MS = 30_000;

/** The subject of the check, and the broken promises. */
interface Check {
  root: string;
  env: { MARQUEE_PORT: string; ADMIN_TOKEN: string };
  faults: string[];
}

runScript(async () => {
  const absence = missing();
  if (absence !== null) {
    process.stderr.write(`compose-check: skipped: ${absence}\n`);
    return process.env.REQUIRE_DOCKER === 'true' ? 1 : 0;
  }
  const port = await freePort(0);
  const env = { MARQUEE_PORT: String(port), ADMIN_TOKEN: randomBytes(24).toString('hex') };
  const check: Check = { root: `http://127.0.0.1:${port}`, env, faults: [] };
  try {
    await tryCluster(check);
    await tryEmbedded(check);
  } finally {
    await compose(check, '--profile', 'embedded', 'down', '--volumes', '--timeout', '60');
  }
  process.stdout.write(check.faults.map((fault) => `failed: ${fault}\n`).join(''));
  return check.faults.length === 0 ? 0 : 1;
});

/** → why nothing can be tried here; null: an Engine and Compose answer. */
function missing(): string | null {
  const asked: [string, string[]][] = [
    ['no Docker Engine answers', ['version', '--format', '{{.Server.Version}}']],
    ['there is no Docker Compose', ['compose', 'version', '--short']],
  ];
  for (const [reason, args] of asked) {
    const { error, status, stderr } = spawnSync('docker', args, { encoding: 'utf8' });
    if (status !== 0) return `${reason} (${(error?.message ?? stderr).trim().split('\n')[0]})`;
  }
  return null;
}

/** Two processes and the proxy. */
async function tryCluster(check: Check): Promise<void> {
  await must(check, 'up', '--build', '--detach', '--wait', '--wait-timeout', '600');
  tell(check, 'all services are healthy', true);
  tell(check, 'a write is answered with 201', (await addVenue(check)) === 201);
  tell(check, 'a list shows it', (await countVenues(check)) === 1);
  tell(check, 'the proxy caches', (await ask(check, VENUES)).headers.has('x-cache'));
  const engine = ['exec', '-T', 'proxy', 'curl', '-m', '5', 'elasticsearch:9200'];
  tell(check, 'the proxy does not reach the engines', (await compose(check, ...engine)).code !== 0);
  const user = await must(check, 'exec', '-T', 'marquee-1', 'id', '-u');
  tell(check, 'the service is not root', user === '1000');
  const touch = ['exec', '-T', 'marquee-1', 'touch', '/app/a'];
  tell(check, 'its root cannot be written', (await compose(check, ...touch)).code !== 0);
  await replaceBoth(check);
  tell(check, 'the volumes stay', (await countVenues(check)) === 1);
  await must(check, 'stop', 'marquee-1');
  const code = await must(check, 'ps', '--all', '--format', '{{.ExitCode}}', 'marquee-1');
  tell(check, 'SIGTERM ends a process with 0', code === '0');
  tell(check, 'the other one answers', (await countVenues(check)) === 1);
  await must(check, 'down', '--timeout', '60');
}

/** The service alone, on its embedded file. */
async function tryEmbedded(check: Check): Promise<void> {
  await must(check, 'up', '--detach', '--wait', 'embedded');
  tell(check, 'embedded: a write is answered with 201', (await addVenue(check)) === 201);
  await must(check, 'up', '--detach', '--force-recreate', '--wait', 'embedded');
  tell(check, 'embedded: its volume stays', (await countVenues(check)) === 1);
}

/** Replaces both processes in turn, under constant requests. */
async function replaceBoth(check: Check): Promise<void> {
  const counts = new Map<string, number>();
  let isOver = false;
  const askOn = async () => {
    for (let n = 0; !isOver; n++) {
      const path = n % 4 === 0 ? '/ready' : `${VENUES}?per_page=${1 + (n % 50)}&search=hall${n}`;
      const answer = await ask(check, path).then(outcomeOf, String);
      counts.set(answer, (counts.get(answer) ?? 0) + 1);
      await pause(PAUSE_MS);
    }
  };
  const asking = askOn();
  for (const name of ['marquee-1', 'marquee-2']) {
    await must(check, 'up', '--detach', '--no-deps', '--force-recreate', '--wait', name);
  }
  isOver = true;
  await asking;
  const text = [...counts].map(([answer, count]) => `${answer}: ${count}`).join(', ');
  tell(
    check,
    `no request fails during a replacement (${text})`,
    [...counts.keys()].join() === '200',
  );
}

const VENUES = '/vendor/events/v1/venues';

const ask = ({ root }: Check, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(root + path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });

/** → `200`, or the status with the code of the error. */
async function outcomeOf(answer: Response): Promise<string> {
  const text = await answer.text();
  const [, code = ''] = /"code":"(\w+)"/.exec(answer.ok ? '' : text) ?? [];
  return `${answer.status} ${code}`.trim();
}

async function addVenue(check: Check): Promise<number> {
  const headers = {
    Authorization: `Bearer ${check.env.ADMIN_TOKEN}`,
    'Content-Type': 'application/json',
  };
  const body = JSON.stringify({ venue: 'Hall' });
  return (await ask(check, VENUES, { method: 'POST', headers, body })).status;
}

async function countVenues(check: Check): Promise<number> {
  const list = (await (await ask(check, VENUES)).json()) as { total: number };
  return list.total;
}

function tell({ faults }: Check, promise: string, isKept: boolean): void {
  process.stdout.write(`${isKept ? 'ok' : '--'} ${promise}\n`);
  if (!isKept) faults.push(promise);
}

/** Runs `docker compose`. → its standard output; throws when it fails. */
async function must(check: Check, ...args: string[]): Promise<string> {
  const { code, output } = await compose(check, ...args);
  if (code !== 0) throw new Error(`docker compose ${args.join(' ')} ended with ${code}`);
  return output.trim();
}

async function compose(check: Check, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn('docker', ['compose', '-p', PROJECT, ...args], {
    cwd: packageRoot(),
    env: { ...process.env, ...check.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (part: Buffer) => {
    output += part;
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('close', (status) => resolve(status ?? 1));
  });
  return { code, output };
}
