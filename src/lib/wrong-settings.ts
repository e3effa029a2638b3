/** How a start ends that settings make impossible. */

/** The exit code of a process whose settings are wrong: EX_CONFIG of sysexits.h. */
const EX_CONFIG = 78;

/** → one Error that names every fault of the settings. */
export function wrongSettings(faults: readonly string[]): Error {
  return Object.assign(new Error(`Settings are wrong: ${faults.join('; ')}.`), {
    exitCode: EX_CONFIG,
  });
}
