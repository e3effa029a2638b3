/**
 * Ends the process at a named step, as a power cut would, so that tests can look at what is left.
 * Named by the setting FAIL_POINT; without it nothing ever happens here.
 */

/**
 * → a function to be called at every named step. It kills the process at the step of that name;
 * `name#3` at the third time it is passed.
 */
export function openFailPoint(setting: string | null): (name: string) => void {
  if (setting === null) return () => undefined;
  const [, wanted = '', times = '1'] = /^(.*?)(?:#(\d+))?$/.exec(setting) ?? [];
  let left = Number(times);
  return (name) => {
    if (name !== wanted || --left > 0) return;
    process.kill(process.pid, 'SIGKILL');
    // The signal is delivered at once, but not before the next instruction.
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  };
}
