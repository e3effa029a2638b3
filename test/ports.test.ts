/**
 * The rows of the HTTP tables that run over both pairs reach every function of both ports. It reads
 * what a run with TALLY_PORTS wrote: `JUDGE_PORTS=FILE`, in `.ci/run` after the other tests.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { embeddedPair, enginePairs, openPair } from './support/adapters.js';
import { functionNames } from './support/tally.js';

const file = process.env.JUDGE_PORTS;

/** Not called by requests: by the start and end of a process, by check-sync, by nothing yet. */
const ELSEWHERE = ['store.close', 'index.close', 'index.rebuild', 'store.outbox.list'].concat([
  'store.keys.list',
  'store.keys.write',
]);

describe.skipIf(!file)('the HTTP tests (skipped without JUDGE_PORTS)', () => {
  it.each([
    ['store', 'mongo'],
    ['index', 'elasticsearch'],
  ] as const)('reach every function of the %s over %s', async (port, engine) => {
    const { deps, close } = await openPair(embeddedPair);
    await close();
    const reached = new Set(readFileSync(file ?? '', 'utf8').split('\n'));
    const pairs = enginePairs.filter(({ engines }) => engines.includes(engine));
    const all = functionNames(deps[port]).map((name) => `${port}.${name}`);
    expect(all.length).toBeGreaterThan(10);
    const missing = all.filter(
      (name) => !pairs.some((pair) => reached.has(`${pair.name}: ${name}`)),
    );
    expect(missing.filter((name) => !ELSEWHERE.includes(name))).toEqual([]);
  });
});
