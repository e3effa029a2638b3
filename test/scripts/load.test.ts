/**
 * `npm run load:venues` and `load:events`: counts, second loads, rejected lines, dry
 * runs, interruption. A service that runs at the same time answers the lists.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countsOf, fileOf, load } from '../support/loads.js';
import {
  ask,
  type Ended,
  exported,
  fixture,
  runScript,
  type Service,
  serve,
  start,
  tempFolder,
  top,
} from '../support/process.js';

const BREWERIES = fixture('breweries-excerpt.csv');
const CONFERENCES = fixture('conferences-excerpt.ndjson');
const breweries = ['--mapping', 'openbrewerydb'];
const conferences = ['--mapping', 'confs-tech'];

const ALL = 'start_date=2000-01-01&end_date=2100-01-01&per_page=50';
const list = async (service: Service, path: string) => {
  const { body } = await ask(`${service.api}${path}`, { token: service.token });
  // A cursor contains the time its walk began.
  delete body.next_cursor;
  return body;
};
const rejectedLines = ({ stderr }: Ended) =>
  stderr.split('\n').filter((line) => line.includes('rejected'));

it('reads plain texts in the language that --lang names', async () => {
  const dataDir = tempFolder();
  const settings = { DATA_DIR: dataDir, SITE_LANGUAGES: 'de,fr' };
  const file = fileOf([{ name: 'Concerts', 'name.de': 'Konzerte' }]);
  const run = (lang: string) =>
    runScript('bulk-load', ['--kind', 'category', file, '--lang', lang], settings);
  const wrong = await run('it');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('one of de, fr')]);
  expect((await run('FR')).code).toBe(0);
  const { stdout } = await runScript('export', ['--kind', 'category'], settings);
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Konzerte', 'name.fr': 'Concerts' });
});

describe('the excerpts', () => {
  it('load while the service runs, and change nothing the second time', async () => {
    const service = await serve();
    const { dataDir } = service;
    const first = await load(dataDir, 'venue', BREWERIES, ...breweries);
    expect([first.code, countsOf(first)]).toEqual([0, [300, 0, 0, 0, 300]]);
    expect(first.stderr).toContain('line 67: website: left out');
    // Plain lines: no terminal output when there is no terminal.
    for (const sign of ['\u001b', '\r']) expect(first.stderr + first.stdout).not.toContain(sign);
    expect((await list(service, '/venues')).total).toBe(300);

    const events = await load(dataDir, 'event', CONFERENCES, ...conferences);
    expect([events.code, countsOf(events)]).toEqual([0, [220, 0, 0, 0, 300]]);
    const before = await list(service, `/events?${ALL}`);
    expect(before.total).toBe(220);
    expect((await list(service, '/tags')).tags).toMatchObject([{ name: 'Online' }]);
    expect((await list(service, '/venues?search=Berlin&geoloc=true')).total).toBeGreaterThan(0);

    for (const [kind, file, mapping, count] of [
      ['venue', BREWERIES, breweries, 300],
      ['event', CONFERENCES, conferences, 220],
    ] as const) {
      const again = await load(dataDir, kind, file, ...mapping);
      expect([again.code, countsOf(again)]).toEqual([0, [0, 0, count, 0, 300]]);
      expect(again.stdout).toContain('Nothing changed.');
    }
    expect(await list(service, `/events?${ALL}`)).toEqual(before);
  });

  it('a dry run writes nothing and gives the same counts as a load', async () => {
    const folder = join(tempFolder(), 'data');
    for (const [kind, file, mapping] of [
      ['venue', BREWERIES, breweries],
      ['event', CONFERENCES, conferences],
    ] as const) {
      const dry = await load(folder, kind, file, ...mapping, '--dry-run');
      expect(dry.stdout).toContain('dry run: nothing was written');
      // The load creates all of its records: the dry run has left none.
      const real = await load(folder, kind, file, ...mapping);
      expect([dry.code, ...countsOf(dry)]).toEqual([real.code, ...countsOf(real)]);
      expect(dry.stderr).toBe(real.stderr);
    }
  });
});

describe('rejected lines', () => {
  const rows = [
    { venue: 'One' },
    { venue: '' },
    'no JSON',
    { venue: 'Two', geo_lat: 91, geo_lng: 0 },
    { venue: 'Three' },
  ];

  it('are reported with number and reason, the good ones are stored, exit 1', async () => {
    const folder = tempFolder();
    const { code, ...ended } = await load(folder, 'venue', fileOf(['{"venue":"Zero"}', ...rows]));
    expect(code).toBe(1);
    expect(countsOf({ code, ...ended })).toEqual([3, 0, 0, 3, 6]);
    const told = rejectedLines({ code, ...ended });
    expect(told).toHaveLength(3);
    expect(told.find((line) => line.startsWith('line 3:'))).toContain('venue');
    expect(told.find((line) => line.startsWith('line 4:'))).toContain('not valid JSON');
    expect(told.find((line) => line.startsWith('line 5:'))).toContain('geo_lat');
    const names = (await exported('venue', { DATA_DIR: folder })).map(({ venue }) => venue);
    expect(names).toEqual(['Zero', 'One', 'Three']);
  });

  it('--strict stops at the first one; nothing after it is written', async () => {
    const folder = tempFolder();
    const ended = await load(folder, 'venue', fileOf(rows), '--strict');
    expect(ended.code).toBe(1);
    expect(rejectedLines(ended)).toHaveLength(1);
    expect(rejectedLines(ended)[0]).toContain('line 2:');
    expect(await exported('venue', { DATA_DIR: folder })).toMatchObject([{ venue: 'One' }]);
  });

  it('past the first 1,000 are counted; all good ones are kept', async () => {
    const folder = tempFolder();
    const bad = Array.from({ length: 10_000 }, () => '{"name":""}');
    const ended = await load(folder, 'tag', fileOf([{ name: 'First' }, ...bad, { name: 'Last' }]));
    expect([ended.code, countsOf(ended)]).toEqual([1, [2, 0, 0, 10_000, 10_002]]);
    const told = rejectedLines(ended);
    expect(told).toHaveLength(1001);
    expect(told.at(-1)).toMatch(/^9000 more lines rejected: name: ./);
  });
});

it('our own columns are a mapping by name', async () => {
  const named = ['--mapping', 'columns', '--dry-run'];
  const done = await load(tempFolder(), 'venue', fileOf(['venue,city', 'Hall,Bonn']), ...named);
  expect(countsOf(done)).toEqual([1, 0, 0, 0, 1]);
});

describe('what cannot be loaded', () => {
  const folder = join(tempFolder(), 'data');
  it.each([
    ['a missing file', ['--kind', 'venue', '/no/such/file.csv'], '/no/such/file.csv'],
    ['a folder', ['--kind', 'venue', top], top],
    ['an unknown mapping', ['--kind', 'venue', BREWERIES, '--mapping', 'nope'], 'nope'],
    ['a mapping of another kind', ['--kind', 'event', BREWERIES, ...breweries], 'venue'],
    [
      'a file that is not a mapping',
      ['--kind', 'venue', BREWERIES, '--mapping', CONFERENCES],
      'is no module',
    ],
    [
      'columns of fields there are not',
      ['--kind', 'venue', BREWERIES, '--columns', 'name=venue,id=nothing'],
      '"id=nothing"',
    ],
    [
      'columns beside a mapping',
      ['--kind', 'venue', BREWERIES, ...breweries, '--columns', 'name=venue'],
      'exclude each other',
    ],
    ['an unknown kind', ['--kind', 'image', BREWERIES], 'image'],
    ['no kind', [BREWERIES], '--kind'],
  ])('%s: one line, exit 1, no data folder', async (_name, args, told) => {
    const { code, stdout, stderr } = await runScript('bulk-load', args, { DATA_DIR: folder });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(told);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('an interrupted load', () => {
  it('leaves complete records, exits 1, and is completed by loading again', async () => {
    const folder = join(tempFolder(), 'data');
    const temp = tempFolder();
    const total = 7000;
    const file = fileOf(
      Array.from({ length: total }, (_, at) => ({
        name: `Conference ${at}`,
        startDate: '2026-05-01',
        endDate: '2026-05-02',
        topic: 'python',
      })),
    );
    const args = ['--kind', 'event', file, ...conferences];
    const loading = start('scripts/bulk-load', args, { DATA_DIR: folder, TMPDIR: temp });
    await loading.waitFor(/5000 lines/);
    const ended = await loading.stop('SIGINT');
    const [created = 0] = countsOf(ended);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('Interrupted');
    expect(created).toBeLessThan(total);
    expect(readdirSync(temp)).toEqual([]);

    const service = await serve({ DATA_DIR: folder });
    const found = await list(service, `/events?${ALL}`);
    expect(found.total).toBe(created);
    expect((await list(service, '/categories')).categories[0].count).toBe(created);
    const again = await load(folder, 'event', file, ...conferences);
    const rest = total - created;
    expect([again.code, countsOf(again)]).toEqual([0, [rest, 0, created, 0, total]]);
    expect((await list(service, `/events?${ALL}`)).total).toBe(total);
  });
});

const shared = join(top, '..', 'shared', 'data');
const isThere = existsSync(join(shared, 'breweries.csv'));
const reason = isThere ? '' : ` (skipped: no ${shared})`;

describe.skipIf(!isThere)(`the whole files${reason}`, () => {
  it.each([
    ['venue', 'breweries.csv', breweries, [11_822, 0, 0, 0, 11_822]],
    ['event', 'conferences.ndjson', conferences, [6006, 0, 0, 0, 6831]],
  ] as const)('have no %s that is rejected: a dry run of %s', async (kind, name, mapping, counts) => {
    const run = await load(tempFolder(), kind, join(shared, name), ...mapping, '--dry-run');
    expect([run.code, countsOf(run)]).toEqual([0, counts]);
  });
});

it('an empty file gives no records and no error', async () => {
  const folder = join(tempFolder(), 'data');
  mkdirSync(folder);
  const ended = await load(folder, 'venue', fileOf([]));
  expect([ended.code, countsOf(ended)]).toEqual([0, [0, 0, 0, 0, 0]]);
});
