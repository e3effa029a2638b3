/**
 * Kills the process at a named step, so that tests can simulate crashes. A test imports this module
 * into the service by NODE_OPTIONS; KILL_AT names the step.
 */
import { fileURLToPath } from 'node:url';

const STEP = process.env.KILL_AT;
if (STEP !== undefined) Object.assign(globalThis, { [Symbol.for('marquee.step')]: killerAt(STEP) });

/** → the environment of a process that is killed at a step; `name#3`: when it is there again. */
export function killAt(step: string): Record<string, string> {
  const built = fileURLToPath(import.meta.url).replace(
    /(?<!\/dist)\/test\/faults\/kill-at\.ts$/,
    '/dist/test/faults/kill-at.js',
  );
  return { NODE_OPTIONS: `--import=${built}`, KILL_AT: step };
}

/** → a function to call at every named step, which kills the process when it reaches this one. */
function killerAt(step: string): (name: string) => void {
  const [, wanted = '', times = '1'] = /^(.*?)(?:#(\d+))?$/.exec(step) ?? [];
  let left = Number(times);
  return (name) => {
    if (name !== wanted || --left > 0) return;
    process.kill(process.pid, 'SIGKILL');
    // Wait, because the signal may not be delivered before the next instruction.
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  };
}
