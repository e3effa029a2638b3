/**
 * Kills the process at a named step, so that tests can simulate crashes. The setting FAIL_POINT
 * names the step; without it, nothing here has an effect.
 */

/**
 * → a function to call at every named step. It kills the process when it reaches the step in
 * `setting`; `name#3` selects the third time the step is reached. Null disables it.
 */
export function openFailPoint(setting: string | null): (name: string) => void {
  if (setting === null) return () => undefined;
  const [, wanted = '', times = '1'] = /^(.*?)(?:#(\d+))?$/.exec(setting) ?? [];
  let left = Number(times);
  return (name) => {
    if (name !== wanted || --left > 0) return;
    process.kill(process.pid, 'SIGKILL');
    // Wait, because the signal may not be delivered before the next instruction.
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  };
}
