/** `npm run export`: an export loaded into an empty folder gives the same lists. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '../support/app.js';
import {
  ask,
  exported,
  fixture,
  runScript,
  type Service,
  serve,
  start,
  tempFolder,
} from '../support/process.js';

const ALL = 'start_date=2000-01-01&end_date=2100-01-01&status=publish,draft,private,future';
const LISTS = [
  `/events?${ALL}&per_page=50`,
  '/venues?per_page=50&orderby=title',
  '/organizers',
  '/categories',
  '/tags',
];

/** Names of values that differ between stores: IDs, the time of writing, links with an ID. */
const OWN = new Set([
  'id',
  'author',
  'modified',
  'modified_utc',
  'rest_url',
  'urls',
  'global_id',
  'global_id_lineage',
  'term_taxonomy_id',
  'sizes',
  'next_cursor',
  'next_rest_url',
]);

async function listsOf(service: Service): Promise<Json> {
  const answers: Json[] = [];
  for (const path of LISTS) {
    const { status, body } = await ask(`${service.api}${path}`, { token: service.token });
    expect(status, path).toBe(200);
    answers.push(body);
  }
  const text = JSON.stringify(answers, (name, value) => (OWN.has(name) ? undefined : value));
  return JSON.parse(text.replaceAll(`:${service.port}/`, ':0/'));
}

/** In this order each file names only what an earlier one holds. */
const KINDS = ['category', 'tag', 'venue', 'organizer', 'event'] as const;

async function copyInto(dataDir: string, from: string): Promise<void> {
  for (const kind of KINDS) {
    const { stdout } = await runScript('export', ['--kind', kind], { DATA_DIR: from });
    const file = join(tempFolder(), `${kind}s.ndjson`);
    writeFileSync(file, stdout);
    const loaded = await runScript('bulk-load', ['--kind', kind, file], { DATA_DIR: dataDir });
    // Venues that are alike are listed, here as in the first load.
    const told = loaded.stderr.split('\n').filter((line) => !/^$|: like venue /.test(line));
    expect([loaded.code, told]).toEqual([0, []]);
  }
}

describe('export', () => {
  it('of loaded files gives the same lists when loaded into an empty folder', async () => {
    const service = await serve();
    const files = [
      ['venue', 'breweries-excerpt.csv', 'openbrewerydb'],
      ['event', 'conferences-excerpt.ndjson', 'confs-tech'],
    ] as const;
    for (const [kind, file, mapping] of files) {
      const args = ['--kind', kind, fixture(file), '--mapping', mapping];
      await runScript('bulk-load', args, { DATA_DIR: service.dataDir });
    }
    const copy = await serve();
    await copyInto(copy.dataDir, service.dataDir);
    expect(await listsOf(copy)).toEqual(await listsOf(service));
    // The lines themselves are also the same, so a second copy changes nothing.
    for (const kind of KINDS) {
      const [one, other] = await Promise.all(
        [copy, service].map(({ dataDir: DATA_DIR }) =>
          runScript('export', ['--kind', kind], { DATA_DIR }),
        ),
      );
      expect(one?.stdout).toBe(other?.stdout);
    }
  });

  it('of records created over HTTP, with every possible field', async () => {
    const service = await serve();
    const post = async (path: string, body: Json) => {
      const answer = await ask(`${service.api}${path}`, { token: service.token, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    };
    const venue = await post('/venues', {
      venue: 'Grüne Halle',
      description: 'Two\nlines',
      country: 'Germany',
      province: 'NRW',
      show_map: false,
      geo_lat: 0,
      geo_lng: 7.1,
      image: 'https://example.com/hall.png',
    });
    await post('/events', {
      title: 'Fair, "big"',
      slug: 'the-fair',
      description: 'Said',
      excerpt: 'Short',
      start_date: '2026-05-01 10:00:00',
      end_date: '2026-05-01 12:30:00',
      timezone: 'America/New_York',
      date: '2025-12-01 08:00:00',
      cost: ['$5', '10'],
      website: 'https://example.com/fair',
      featured: true,
      image: 'https://example.com/fair.jpg',
      venue: venue.id,
      organizer: [{ organizer: 'Ann', email: 'a@example.com' }, { organizer: 'Bob' }],
      categories: ['Music', 'Street food'],
      tags: ['1st'],
    });
    await post('/events', {
      title: 'Day',
      all_day: true,
      status: 'draft',
      start_date: '2026-06-01',
      end_date: '2026-06-02',
      timezone: 'UTC+2',
    });
    await post('/venues', { venue: 'Empty barn', status: 'private' });
    const copy = await serve();
    await copyInto(copy.dataDir, service.dataDir);
    expect(await listsOf(copy)).toEqual(await listsOf(service));
  });

  it('writes trashed records, which a load puts into the trash', async () => {
    const service = await serve();
    const { token } = service;
    const made = await ask(`${service.api}/venues`, { token, body: { venue: 'Gone' } });
    await ask(`${service.api}/venues/${made.body.id}`, { token, method: 'DELETE' });
    const lines = await exported('venue', { DATA_DIR: service.dataDir });
    expect(lines).toMatchObject([{ venue: 'Gone', slug: 'gone', status: 'trash' }]);
    const copy = await serve();
    await copyInto(copy.dataDir, service.dataDir);
    expect(await exported('venue', { DATA_DIR: copy.dataDir })).toEqual(lines);
    const trash = await ask(`${copy.api}/venues?status=trash`, { token: copy.token });
    expect(trash.body.venues).toMatchObject([{ venue: 'Gone', slug: 'gone__trashed' }]);
  });

  it('ends well when its reader stops early', async () => {
    const DATA_DIR = tempFolder();
    const args = ['--kind', 'venue', '--mapping', 'openbrewerydb'];
    await runScript('bulk-load', [...args, fixture('breweries-excerpt.csv')], { DATA_DIR });
    const running = start('scripts/export', ['--kind', 'venue'], { DATA_DIR });
    running.child.stdout?.destroy();
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([0, '']);
  });
});
