/** The file with counts of requests: what it holds, and for how long. Contract 21. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../../src/lib/sqlite.js';
import { openSqliteRequests } from '../../src/store/sqlite/requests.js';

it('a look writes nothing; what is over is deleted when the file is opened and closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-test-'));
  const path = join(folder, 'requests.sqlite');
  let nowMs = 1000;
  const open = () => openSqliteRequests(path, { now: () => nowMs, guard: async (work) => work() });
  const keys = () => {
    const db = openSqlite(path, { busyTimeoutMs: 1000 });
    const rows = db.all('SELECT key FROM request_count ORDER BY key').map(({ key }) => key);
    db.close();
    return rows;
  };
  try {
    const first = open();
    expect(await first.add('looked', 0, 9000)).toBe(0);
    await first.add('short', 1, 2000);
    await first.add('long', 2, 9000);
    expect(keys()).toEqual(['long', 'short']);
    nowMs = 3000;
    first.close();
    expect(keys()).toEqual(['long']);
    nowMs = 9000;
    const second = open();
    expect(await second.add('looked', 0, 20_000)).toBe(0);
    expect(keys()).toEqual([]);
    second.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
