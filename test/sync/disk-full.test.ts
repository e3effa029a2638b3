/**
 * A disk that is full in truth: the data folder is a small file system in memory, and a file beside
 * the data fills it while records are written. Needs Linux, and root to mount it.
 */
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { type Choose, chooseFrom } from '../faults/random.js';
import type { Json } from '../support/app.js';
import { mount, mountReason } from '../support/mount.js';
import { ask, runScript, type Service, serve } from '../support/process.js';
import { SEED } from '../support/seed.js';
import { until } from '../support/until.js';

const TOKEN = 'a-token-of-this-test';
const PAGE = 'start_date=2000-01-01&end_date=2100-01-01&per_page=50';
const DATES = { start_date: '2026-05-01 10:00:00', end_date: '2026-05-01 12:00:00' };
/** More than the journal takes before it is moved into the file. */
const SIZE = '24m';
/** How often the disk is filled, and how long at most it stays full, ms. */
const [FILLS, FULL_MS] = [8, 1000];
/** Rows of a load: three batches, so that it is cut in its middle. */
const ROWS = 1200;

interface Run {
  service: Service;
  choose: Choose;
  /** What was acknowledged, by ID: the last text, and when. */
  known: Map<number, { title: string; atMs: number }>;
  /** Titles of writes that were refused. */
  refused: Set<string>;
  isOver: boolean;
}

const reason = mountReason();
const title = `a full disk${reason === null ? '' : ` (skipped: ${reason})`}`;

describe.skipIf(reason !== null)(title, () => {
  it('what is acknowledged is listed or owed, and what is refused leaves nothing', async () => {
    const folder = mount(SIZE);
    const settings = { DATA_DIR: join(folder, 'data'), ADMIN_TOKEN: TOKEN };
    const service = await serve(settings);
    const choose = chooseFrom(SEED, 'disk');
    const run: Run = { service, choose, known: new Map(), refused: new Set(), isOver: false };
    const writing = [...Array.from({ length: 4 }, () => writeOn(run)), loadOn(run)];
    try {
      for (let fill = 0; fill < FILLS; fill++) await fillAndFree(run, folder);
      run.isOver = true;
      await Promise.all(writing);
      expect(run.refused.size).toBeGreaterThan(0);
      // What was leased to a push that failed is pushed after its lease.
      await until(async () => (await sync(service))?.unindexed === 0, 2 * limits.leaseMs);
      expect(await lacking(run)).toEqual([]);
      const titles = new Set((await listed(run))?.values());
      expect([...run.refused].filter((one) => titles.has(one))).toEqual([]);
      const { code, stdout } = await runScript('check-sync', [], settings);
      expect([code, stdout]).toEqual([0, expect.stringContaining('agree; 0 waiting')]);
    } catch (error) {
      throw new Error(`SEED=${SEED}: ${(error as Error).message}`, { cause: error });
    } finally {
      run.isOver = true;
      await Promise.allSettled(writing);
      await service.stop();
    }
  }, 180_000);
});

/** Fills the disk but for some KiB, and frees it again. */
async function fillAndFree(run: Run, folder: string): Promise<void> {
  const before = run.known.size;
  await until(() => run.known.size > before + 3);
  const { bavail, bsize } = statfsSync(folder);
  const file = join(folder, 'filler');
  try {
    writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - run.choose.between(0, 300_000))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  const [most, endMs] = [run.refused.size + 4, performance.now() + FULL_MS];
  while (run.refused.size < most && performance.now() < endMs) {
    const acknowledged = new Map(run.known);
    const state = await sync(run.service);
    if (state?.unindexed === 0) expect(await lacking(run, acknowledged)).toEqual([]);
  }
  rmSync(file);
}

/** Creates and changes events, one after the other. */
async function writeOn(run: Run): Promise<void> {
  const own: number[] = [];
  const { service, choose } = run;
  while (!run.isOver) {
    const title = `Fair ${choose.between(1, 1e9)}`;
    const description = 'Music for all. '.repeat(choose.between(1, 300));
    const isUpdate = own.length > 0 && choose.chance(0.4);
    const path = isUpdate ? `/events/${choose.of(own)}` : '/events';
    const { status, body } = await ask(`${service.api}${path}`, {
      method: isUpdate ? 'PATCH' : 'POST',
      token: TOKEN,
      body: { title, description, ...DATES, tags: [`Tag ${choose.between(1, 20)}`] },
    });
    if (status < 300) {
      run.known.set(body.id, { title, atMs: performance.now() });
      if (!isUpdate) own.push(body.id);
    } else {
      expect([status, body.code]).toEqual([503, 'record_store_unavailable']);
      run.refused.add(title);
    }
  }
}

/** Loads rows; the load ends early when the disk is full. */
async function loadOn({ service, known }: Run): Promise<void> {
  const titles = Array.from({ length: ROWS }, (_, row) => `Row ${row}`);
  const answer = await fetch(`${service.api}/events/bulk`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/x-ndjson' },
    body: titles.map((title) => JSON.stringify({ title, ...DATES })).join('\n'),
  });
  const lines = (await answer.text()).split('\n').filter((text) => text !== '');
  for (const { line, status, id } of lines.map((text): Json => JSON.parse(text))) {
    const title = titles[line - 1];
    if (status === 'created' && title) known.set(id, { title, atMs: performance.now() });
  }
}

const sync = async ({ api }: Service): Promise<Json> =>
  (await ask(new URL('/health', api).href)).body.sync;

/** → what was acknowledged, and not changed since, and lists lack or show otherwise. */
async function lacking(run: Run, acknowledged: Run['known'] = new Map(run.known)) {
  const shown = await listed(run);
  return [...acknowledged].flatMap(([id, { title, atMs }]) => {
    const isLast = run.known.get(id)?.atMs === atMs;
    return shown === null || !isLast || shown.get(id) === title ? [] : [{ id, title }];
  });
}

/** → the titles of all events that lists show, by ID; null when lists do not answer. */
async function listed({ service }: Run): Promise<Map<number, string> | null> {
  const shown = new Map<number, string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const url = `${service.api}/events?${PAGE}&orderby=id&order=asc&page=${page}`;
    const { status, body } = await ask(url, { token: TOKEN });
    if (status !== 200) return null;
    pages = body.total_pages;
    for (const { id, title } of body.events) shown.set(id, title);
  }
  return shown;
}
