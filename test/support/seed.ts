/**
 * The seed of random choices in tests and in the programs beside them: that of SEED, else another
 * one at each run. `.ci/run` sets it, so that a failure there is the commit's and no new finding.
 */
import fc from 'fast-check';

/** The seed of this process, an integer from 0 to 2^31 - 1. Failures print it. */
export const SEED = Number(process.env.SEED || Math.floor(Math.random() * 2 ** 31));

fc.configureGlobal({ seed: SEED });

export { fc };
