/** `npm run rebuild-index`: the same lists afterwards, and changed settings take effect. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { orderRebuild, rebuildTask, workOnRebuild } from '../../src/sync/rebuild.js';
import { openPair, pairNamed } from '../support/adapters.js';
import {
  ask,
  fixture,
  runScript,
  type Service,
  serve,
  start,
  tempFolder,
} from '../support/process.js';

const ALL = 'start_date=2000-01-01&end_date=2100-01-01&per_page=50&orderby=title';
const lists = async (service: Service) => {
  const paths = [`/events?${ALL}`, '/venues?per_page=50', '/categories', '/tags'];
  const answers = await Promise.all(paths.map((path) => ask(`${service.api}${path}`)));
  // The port is different each time, and a cursor contains the time its walk began.
  const text = JSON.stringify(answers, (name, value) => (name === 'next_cursor' ? null : value));
  return JSON.parse(text.replaceAll(`:${service.port}/`, ':0/'));
};
const loadEvents = ['--kind', 'event', fixture('conferences-excerpt.ndjson')];

describe('rebuild-index', () => {
  it('gives the same lists', async () => {
    const DATA_DIR = tempFolder();
    await runScript('bulk-load', [...loadEvents, '--mapping', 'confs-tech'], { DATA_DIR });
    const before = await serve({ DATA_DIR });
    const expected = await lists(before);
    expect(expected[0].body.total).toBe(220);
    await before.stop();
    const { code, stdout, stderr } = await runScript('rebuild-index', [], { DATA_DIR });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+ records indexed\n$/);
    expect(stderr).toContain('event records');
    expect(await lists(await serve({ DATA_DIR }))).toEqual(expected);
  });

  it('applies changed settings, which a load refuses before', async () => {
    const DATA_DIR = tempFolder();
    const mapping = ['--mapping', 'confs-tech'];
    await runScript('bulk-load', [...loadEvents, ...mapping], { DATA_DIR });
    const other = { DATA_DIR, SITE_TIMEZONE: 'Europe/Berlin' };
    const refused = await runScript('bulk-load', [...loadEvents, ...mapping], other);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    expect(refused.stderr).toContain('rebuild-index');
    expect((await runScript('rebuild-index', [], other)).code).toBe(0);
    const taken = await runScript('bulk-load', [...loadEvents, ...mapping], other);
    expect(taken.code).toBe(0);
  });

  it('waits for the process that is building, and exits by its outcome', async () => {
    const { deps, close } = await openPair(pairNamed('sqlite + sqlite'), {
      overrides: { now: Date.now },
    });
    try {
      await orderRebuild(deps);
      const [entry] = await deps.store.outbox.lease([rebuildTask(deps)], {
        limit: 1,
        untilMs: Date.now() + limits.leaseMs,
      });
      if (!entry) throw new Error('no order');
      const script = start('scripts/rebuild-index', [], { DATA_DIR: deps.config.dataDir });
      await script.waitFor(/is building the index: waiting/);
      expect(await workOnRebuild(deps, entry)).toBe(0);
      expect(await script.ended).toMatchObject({ code: 0, stdout: 'The index is built\n' });
    } finally {
      await close();
    }
  });

  it('wrong settings give a message of one line, exit 78', async () => {
    const settings = { DATA_DIR: tempFolder(), SITE_TIMEZONE: 'x' };
    const { code, stderr } = await runScript('rebuild-index', [], settings);
    expect(code).toBe(78);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
