/**
 * The rows of the HTTP tables that run over every pair reach every function of both ports. It reads
 * what a run with TALLY_PORTS wrote: `JUDGE_PORTS=FILE`, in `.ci/run` after the other tests.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { embeddedPair, enginePairs, openPair } from './support/adapters.js';
import { functionNames } from './support/tally.js';

const file = process.env.JUDGE_PORTS;

/** What the opening and the end of an app call, beside all rows. */
const AROUND = ['store.close', 'index.close', 'index.rebuild'];

describe.skipIf(!file)('the HTTP tests (skipped without JUDGE_PORTS)', () => {
  const servers = enginePairs.filter(({ engines }) => engines.length > 0);

  it.each(servers)('over $name reach every function of both ports', async ({ name }) => {
    const { deps, close } = await openPair(embeddedPair);
    await close();
    const reached = new Set(readFileSync(file ?? '', 'utf8').split('\n'));
    const all = Object.entries({ store: deps.store, index: deps.index }).flatMap(
      ([port, functions]) => functionNames(functions).map((inner) => `${port}.${inner}`),
    );
    expect(all.length).toBeGreaterThan(30);
    const missing = all.filter((inner) => !reached.has(`${name}: ${inner}`));
    expect(missing.filter((inner) => !AROUND.includes(inner))).toEqual([]);
  });
});
