/** `npm run export`: an export loaded into an empty folder gives the same lists. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '../support/app.js';
import {
  ask,
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
