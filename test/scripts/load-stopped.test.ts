/**
 * `npm run load` is asked to stop while it loads: it ends after the batch under way, with a hint,
 * whatever its input does.
 */
import { describe, expect, it } from 'vitest';
import { countsOf } from '../support/loads.js';
import { exported, type Running, start, tempFolder } from '../support/process.js';

const rows = (from: number, count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `${JSON.stringify({ venue: `Hall ${from + at}` })}\n`,
  ).join('');

/** Starts a load of standard input, and waits until some of its batches are stored. */
async function begin(dataDir: string): Promise<Running> {
  const args = ['--kind', 'venue', '-'];
  const loading = start('scripts/bulk-load', args, { DATA_DIR: dataDir }, { isFed: true });
  loading.child.stdin?.on('error', () => undefined).write(rows(0, 5100));
  await loading.waitFor(/5000 lines/);
  return loading;
}

async function expectStopped({ ended }: Running, dataDir: string): Promise<void> {
  const { code, signal, stdout, stderr } = await ended;
  expect([code, signal]).toEqual([1, null]);
  expect(stderr.trim().split('\n').slice(-1)).toEqual(['Interrupted; run it again.']);
  expect(stderr).not.toMatch(/Napi|at .*\.js/);
  const [created = 0, , , rejected, lines] = countsOf({ code, signal, stdout, stderr });
  expect([created, rejected]).toEqual([lines, 0]);
  expect(created).toBeGreaterThanOrEqual(5000);
  expect(await exported('venue', { DATA_DIR: dataDir })).toHaveLength(created);
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s during a load', (signal) => {
  it('of an input that says no more', async () => {
    const dataDir = tempFolder();
    const loading = await begin(dataDir);
    loading.child.kill(signal);
    await expectStopped(loading, dataDir);
  });

  it('of an input that goes on', async () => {
    const dataDir = tempFolder();
    const loading = await begin(dataDir);
    let from = 5100;
    const feed = () => {
      while (loading.child.exitCode === null && loading.child.stdin?.write(rows(from, 500))) {
        from += 500;
      }
    };
    loading.child.stdin?.on('drain', feed);
    feed();
    loading.child.kill(signal);
    await expectStopped(loading, dataDir);
  });
});
