/**
 * Programs that outlive the command that started them. A file for each program says which process
 * it is, and a process is signalled only when its command line contains our own mark.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

/** Limits of the engines' processes. */
export const bounds = Object.freeze({
  /** Until a started engine answers, ms: 16 s on an idle machine, more on a busy one. */
  answerMs: 180_000,
  /** From SIGTERM to SIGKILL, ms: Elasticsearch closes its indices in a few seconds. */
  stopMs: 30_000,
  /** Between two checks of a process, ms. */
  lookMs: 200,
  /** For one request whether an engine answers, ms. */
  askMs: 3_000,
  /** Lines of an engine's log that are shown when it ends early. */
  logLines: 15,
});

/** How a program is started. */
export interface Launch {
  command: string;
  args: string[];
  env: Record<string, string | undefined>;
  /** The user and group it runs as; absent: ours. */
  owner?: { uid: number; gid: number };
}

/** The content of a program's file. */
interface ProcessFile {
  pid: number;
  /** Part of its command line that no other program has. */
  mark: string;
  /** Where it listens on 127.0.0.1. */
  port: number;
}

/** → the process that was started under the name, if it still runs, else null. */
export function runningProcess(folder: string, name: string): ProcessFile | null {
  try {
    const file: ProcessFile = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
    return isOurs(file) ? file : null;
  } catch {
    return null;
  }
}

/**
 * Starts a detached program, its output in `{name}.log`. → its process, which is not waited for.
 */
export function launch(
  folder: string,
  name: string,
  program: Launch,
  place: Omit<ProcessFile, 'pid'>,
): ChildProcess {
  mkdirSync(folder, { recursive: true });
  const log = openSync(join(folder, `${name}.log`), 'w');
  const child = spawn(program.command, program.args, {
    cwd: folder,
    env: program.env,
    detached: true,
    stdio: ['ignore', log, log],
    ...program.owner,
  });
  closeSync(log);
  // Without a listener, a command that cannot be run would end us; a missing pid shows it below.
  child.on('error', () => undefined);
  child.unref();
  if (child.pid === undefined) throw new Error(`${program.command} could not be started.`);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ pid: child.pid, ...place }));
  return child;
}

/** Ends the program started under the name: SIGTERM, then SIGKILL. → whether it was running. */
export async function stopProcess(folder: string, name: string): Promise<boolean> {
  const file = runningProcess(folder, name);
  rmSync(join(folder, `${name}.json`), { force: true });
  if (!file) return false;
  process.kill(file.pid, 'SIGTERM');
  if (!(await until(() => !isOurs(file), bounds.stopMs))) {
    // The whole group: Elasticsearch's launcher has a child that does the work.
    process.kill(-file.pid, 'SIGKILL');
  }
  return true;
}

/** → the last lines of a program's log, as one text. */
export function endOfLog(folder: string, name: string): string {
  const log = readFileSync(join(folder, `${name}.log`), 'utf8');
  return log.trimEnd().split('\n').slice(-bounds.logLines).join('\n');
}

/** Polls. → whether `isDone` was true within the time. */
export async function until(
  isDone: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (!(await isDone())) {
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, bounds.lookMs));
  }
  return true;
}

/** → the port, or any free one for 0; null when it is in use. */
export async function freePort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const free = (server.address() as AddressInfo).port;
      server.close(() => resolve(free));
    });
  });
}

/** → whether the process runs, and its command line has our mark. */
function isOurs({ pid, mark }: ProcessFile): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  return stdout.includes(mark);
}
