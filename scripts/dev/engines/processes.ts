/**
 * Programs that outlive the command that started them. A file for each program says which process
 * it is, and a process is signalled only when its command line contains our own mark.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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

/** What the file of a program says. */
export interface ProcessFile {
  pid: number;
  /** Part of its command line that no other program has. */
  mark: string;
  /** Where it listens on 127.0.0.1. */
  port: number;
}

/**
 * → the process that was started under the name, if it still runs, else null. A stale file is
 * removed.
 */
export function runningProcess(folder: string, name: string): ProcessFile | null {
  const path = join(folder, `${name}.json`);
  let file: ProcessFile;
  try {
    file = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
  if (Number.isInteger(file.pid) && file.pid > 1 && isOurs(file)) return file;
  rmSync(path, { force: true });
  return null;
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
  const path = join(folder, `${name}.json`);
  writeFileSync(`${path}.part`, JSON.stringify({ pid: child.pid, ...place }));
  renameSync(`${path}.part`, path);
  return child;
}

/** Ends what was started under the name: SIGTERM, then SIGKILL. → whether it was running. */
export async function stopProcess(folder: string, name: string): Promise<boolean> {
  const file = runningProcess(folder, name);
  if (!file) return false;
  signal(file.pid, 'SIGTERM');
  const isGone = () => !isOurs(file);
  if (!(await until(isGone, bounds.stopMs))) {
    // The whole group: Elasticsearch's launcher has a child that does the work.
    signal(-file.pid, 'SIGKILL');
    if (!(await until(isGone, bounds.stopMs))) throw new Error(`${name} does not end.`);
  }
  rmSync(join(folder, `${name}.json`), { force: true });
  return true;
}

/** → the last lines of a program's log, as one text. */
export function endOfLog(folder: string, name: string): string {
  try {
    const lines = readFileSync(join(folder, `${name}.log`), 'utf8')
      .trimEnd()
      .split('\n');
    return lines.slice(-bounds.logLines).join('\n');
  } catch {
    return '';
  }
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

/** Locks `folder` while `work` runs. Throws when another command holds the lock. */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  for (let tries = 0; ; tries++) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      const holder = Number(readOr(path));
      if (tries > 0 || (holder > 0 && signal(holder, 0))) {
        throw new Error(`Another npm run engines (process ${holder}) is at work in ${folder}.`);
      }
      rmSync(path, { force: true });
    }
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

/** → the content of the file; '' when it cannot be read. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** → whether a process of the started group, its leader or a child, has our mark. */
function isOurs({ pid, mark }: ProcessFile): boolean {
  return signal(-pid, 0) && commandsOf(pid).some((command) => command.includes(mark));
}

/** → command lines of the processes of a group; zombies have none. */
function commandsOf(group: number): string[] {
  if (!existsSync('/proc/self/stat')) {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,command='], { encoding: 'utf8' });
    return (stdout ?? '').split('\n').filter((line) => Number.parseInt(line, 10) === group);
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => {
    // After the name, which is in parentheses: state, parent, group.
    const [, , processGroup] = readOr(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    if (Number(processGroup) !== group) return '';
    return readOr(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  });
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    // It exists, but we may not signal it.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
