/** Starts processes of the service and of scripts, and waits for them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A process, running or ended. */
export interface Running {
  child: ChildProcess;
  ended: Promise<void>;
  hasEnded: boolean;
  /** Whether it was signalled to stop, and may exit with 0. */
  isStopping: boolean;
  /** → what it and its predecessors wrote to its log. */
  output(): string;
}

/** Timeout for a process to be ready, ms. */
const START_MS = 40_000;

/** → functions that start processes, which log into `folder`, and kill all that still run. */
export function openRunner(folder: string, environment: Record<string, string>) {
  const alive = new Set<Running>();
  let isOver = false;
  const start = (file: string, log: string, more: Record<string, string>): Running => {
    // A run that is interrupted goes on for a moment: nothing it starts may outlive it.
    if (isOver) throw new Error('The run is over.');
    const path = join(folder, log);
    const sink = openSync(path, 'a');
    const child = spawn(process.execPath, [file], {
      env: { ...environment, ...more },
      stdio: ['ignore', sink, sink],
    });
    closeSync(sink);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const output = () => readFileSync(path, 'utf8');
    const entry = { child, ended, hasEnded: false, isStopping: false, output };
    alive.add(entry);
    void ended.then(() => {
      entry.hasEnded = true;
      alive.delete(entry);
    });
    return entry;
  };
  const killAll = async () => {
    isOver = true;
    const all = [...alive];
    for (const { child } of all) child.kill('SIGKILL');
    await Promise.all(all.map(({ ended }) => ended));
  };
  return { start, killAll };
}

/**
 * Waits until a process is ready or has ended; `onFault` receives exits and timeouts that no kill
 * explains.
 */
export async function untilReady(
  entry: Running,
  port: number,
  onFault: (fault: string, text: string) => void,
): Promise<void> {
  void entry.ended.then(() => {
    const { exitCode } = entry.child;
    if (exitCode === null || (exitCode === 0 && entry.isStopping)) return;
    onFault('a process ended by itself', `ended with ${exitCode}: ${entry.output().slice(-600)}`);
  });
  const untilMs = performance.now() + START_MS;
  while (!entry.hasEnded && !(await isReady(port))) {
    if (performance.now() > untilMs) {
      onFault('a process does not start', `was not ready after ${START_MS} ms`);
      return;
    }
    await pause(50);
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`, {
      signal: AbortSignal.timeout(3000),
      headers: { Connection: 'close' },
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
