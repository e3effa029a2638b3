/**
 * Programs that outlive the command that started them: a file per program says which process it
 * is, and nothing is signalled that does not carry our folder in its command line.
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

/** Bounds of the engines' processes; the service has none of its own here. */
export const bounds = Object.freeze({
  /** Until a started engine answers, ms: 16 s where nothing else runs, more on a busy machine. */
  answerMs: 180_000,
  /** From SIGTERM to SIGKILL, ms: Elasticsearch closes its indices in a few seconds. */
  stopMs: 30_000,
  /** Between two looks at a process, ms. */
  lookMs: 200,
  /** Of one question whether an engine answers, ms. */
  askMs: 3_000,
  /** Lines of an engine's log that are shown when it ends early. */
  logLines: 15,
});

/** How a program is started. */
export interface Launch {
  command: string;
  args: string[];
  env: Record<string, string | undefined>;
  /** User and group it runs as; absent: ours. */
  owner?: { uid: number; gid: number };
}

/** What the file of a program holds. */
export interface ProcessFile {
  pid: number;
  /** Part of its command line that no other program has. */
  mark: string;
  /** Where it listens on 127.0.0.1. */
  port: number;
}

/** → what was started under the name and still runs, else null. A file left behind is removed. */
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

/** Starts a program of its own, its output in `{name}.log`. → its process, not waited for. */
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
  // Without a listener a command that cannot be run would end us; it is seen by its missing pid.
  child.on('error', () => undefined);
  child.unref();
  if (child.pid === undefined) throw new Error(`${program.command} could not be started.`);
  const path = join(folder, `${name}.json`);
  writeFileSync(`${path}.part`, JSON.stringify({ pid: child.pid, ...place }));
  renameSync(`${path}.part`, path);
  return child;
}

/** Ends what was started under the name: SIGTERM, then SIGKILL. → whether anything ran. */
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

/** → the last lines of a program's log, one text. */
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

/** Looks again and again. → whether `isDone` came true within the time. */
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

/** → the port, or any free one for 0; null when somebody listens there. */
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

/** Makes `folder` ours alone for the time of `work`. Throws when another command holds it. */
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

/** → what the file holds; '' when there is none. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** → whether a process of the group that was started has our mark: its first one, or a child. */
function isOurs({ pid, mark }: ProcessFile): boolean {
  return signal(-pid, 0) && commandsOf(pid).some((command) => command.includes(mark));
}

/** → command lines of the processes of a group; those that have ended, but linger, have none. */
function commandsOf(group: number): string[] {
  if (!existsSync('/proc/self/stat')) {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,command='], { encoding: 'utf8' });
    return (stdout ?? '').split('\n').filter((line) => Number.parseInt(line, 10) === group);
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => {
    // Behind the name, which is in brackets: state, parent, group.
    const [, , processGroup] = readOr(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    if (Number(processGroup) !== group) return '';
    return readOr(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  });
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    // It is there, but not ours to signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
