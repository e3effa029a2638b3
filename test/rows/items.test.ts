/**
 * From a file to the items of a load: merging rows, and counts over the
 * excerpts, and over the two complete sources if they are available.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { limits } from '../../src/limits.js';
import { ownColumns } from '../../src/rows/columns/own-columns.js';
import type { RowItem } from '../../src/rows/formats/format.js';
import { type LoadItem, loadItems } from '../../src/rows/items.js';
import { mappedBy } from '../../src/rows/map-row.js';
import type { Mapping, RowMapper } from '../../src/rows/mapping.js';
import { mappings } from '../../src/rows/mappings/index.js';
import { fileSource } from '../../src/rows/read/bytes.js';
import { readRows } from '../../src/rows/rows.js';
import { fixture } from '../support/process.js';

const root = new URL('../..', import.meta.url).pathname;
const shared = join(root, '..', 'shared', 'data');
const inputFolder = mkdtempSync(join(tmpdir(), 'items-input-'));
afterAll(() => {
  rmSync(inputFolder, { recursive: true });
});

const merging = mappedBy({
  name: 'test',
  kind: 'event',
  source: { title: 'Test', url: 'https://example.org', licence: 'MIT' },
  key: (row) => [row.id],
  payload: (row, { text, list, url }) => ({
    title: text(row.name),
    categories: list(row.topic),
    website: url(row.url),
  }),
  merge: ['categories'],
} satisfies Mapping);

function write(content: string): string {
  const path = join(inputFolder, 'input');
  writeFileSync(path, content);
  return path;
}

const rowsOf = (path: string) => readRows(fileSource(path));

async function collect(path: string, mapper: RowMapper): Promise<LoadItem[]> {
  const items: LoadItem[] = [];
  for await (const item of loadItems(rowsOf(path), mapper)) items.push(item);
  return items;
}

describe('loadItems', () => {
  const rows =
    'id,name,topic,url\nb,B,x,\na,A,y,http://tbd\n,N,x,\nb,B2,"z,x",http://e.org\nbad\n,N,x,\n';

  test('rows with the same key become one item, in the order of their first lines', async () => {
    const items = await collect(write(rows), merging);
    const warning = {
      line: 3,
      param: 'website',
      reason: 'left out: not usable as url: "http://tbd"',
    };
    const nameless = {
      externalId: null,
      payload: { title: 'N', categories: ['x'] },
      warnings: [],
      emptied: ['website'],
    };
    expect(items).toEqual([
      {
        lines: [6],
        issues: [{ param: 'line', reason: '1 columns where the header in line 1 has 4' }],
      },
      {
        lines: [2, 5],
        externalId: 'test:b',
        payload: { title: 'B', categories: ['x', 'z'] },
        warnings: [],
        emptied: ['website'],
      },
      {
        lines: [3],
        externalId: 'test:a',
        payload: { title: 'A', categories: ['y'] },
        warnings: [warning],
        emptied: ['website'],
      },
      { ...nameless, lines: [4] },
      { ...nameless, lines: [7] },
    ]);
  });

  test('rows in one line are told apart', async () => {
    const some = Array.from({ length: 150 }, (_, n) => ({ id: n % 120, name: `N${n % 120}` }));
    const items = await collect(write(JSON.stringify(some)), merging);
    const shown = items.map((item) => 'payload' in item && [item.externalId, item.lines.length]);
    expect(shown).toEqual(some.slice(0, 120).map(({ id }) => [`test:${id}`, id < 30 ? 2 : 1]));
  });

  test('rows to be merged have a bound together; those beyond it are faults', async () => {
    const large = 'x'.repeat(1_000_000);
    const most = Math.floor(limits.mergedBytes / large.length);
    const reason = 'rows that may be merged have more than 33554432 bytes together';
    const issues = [{ param: 'line', reason }];
    async function* rowItems(): AsyncGenerator<RowItem> {
      for (let line = 1; line <= most + 1; line++) {
        yield { line, row: { id: line % 2, name: large, topic: 'x' } };
      }
      yield { line: most + 2, row: { id: 1, name: 'A', topic: 'z' } };
    }
    const items: LoadItem[] = [];
    for await (const item of loadItems(rowItems(), merging)) items.push(item);
    expect(items).toMatchObject([
      { lines: [most + 1], issues },
      { externalId: 'test:1', payload: { categories: ['x', 'z'] } },
      { externalId: 'test:0', payload: { categories: ['x'] } },
    ]);
  });

  test('without merge each row is an item, and faults keep their place', async () => {
    const items = await collect(write('venue,city\nA,Bonn\nx\nB,\n'), ownColumns(kinds.venue));
    expect(items.map((item) => ('issues' in item ? item.lines : item.payload))).toEqual([
      { venue: 'A', city: 'Bonn' },
      [3],
      { venue: 'B' },
    ]);
  });
});

function shipped(name: string): RowMapper {
  const mapping = mappings.find((one) => one.name === name);
  if (!mapping) throw new Error(`no mapping ${name}`);
  return mappedBy(mapping);
}

/** The counts of what a load of the file would store. */
async function count(path: string, name: string): Promise<Record<string, number>> {
  const mapper = shipped(name);
  const venues = new Set<unknown>();
  const counts = {
    faults: 0,
    items: 0,
    lines: 0,
    located: 0,
    locatedLines: 0,
    warnings: 0,
    zones: 0,
  };
  for (const item of await collect(path, mapper)) {
    if ('issues' in item) {
      counts.faults += 1;
      continue;
    }
    const venue = (item.payload.venue ?? {}) as Record<string, unknown>;
    const holder = mapper.kind === 'venue' ? item.payload : venue;
    const isLocated = typeof holder.geo_lat === 'number' && typeof holder.geo_lng === 'number';
    counts.items += 1;
    counts.lines += item.lines.length;
    counts.warnings += item.warnings.length;
    counts.located += isLocated ? 1 : 0;
    counts.locatedLines += isLocated ? item.lines.length : 0;
    counts.zones += item.payload.timezone === undefined ? 0 : 1;
    if (mapper.kind === 'event' && venue.external_id !== undefined) venues.add(venue.external_id);
    if (mapper.kind === 'venue') venues.add(item.externalId);
  }
  return { ...counts, venues: venues.size };
}

describe('excerpts', () => {
  test('breweries', async () => {
    expect(await count(fixture('breweries-excerpt.csv'), 'openbrewerydb')).toEqual({
      faults: 0,
      items: 300,
      lines: 300,
      located: 277,
      locatedLines: 277,
      venues: 300,
      warnings: 14,
      zones: 0,
    });
  });
  test('conferences', async () => {
    expect(await count(fixture('conferences-excerpt.ndjson'), 'confs-tech')).toEqual({
      faults: 0,
      items: 220,
      lines: 300,
      located: 178,
      locatedLines: 250,
      venues: 77,
      warnings: 2,
      zones: 178,
    });
  });
});

const isHere = existsSync(shared);
const reason = isHere ? '' : ' (skipped: ../shared/data is not there)';

describe.skipIf(!isHere)(`whole sources${reason}`, () => {
  test('breweries: all rows can be mapped, 9,387 with coordinates', async () => {
    const counts = await count(join(shared, 'breweries.csv'), 'openbrewerydb');
    expect(counts).toEqual({
      faults: 0,
      items: 11822,
      lines: 11822,
      located: 9387,
      locatedLines: 9387,
      venues: 11822,
      warnings: 14,
      zones: 0,
    });
  });

  test('conferences: 6,006 events from 6,831 lines', async () => {
    const counts = await count(join(shared, 'conferences.ndjson'), 'confs-tech');
    console.info(`${counts.locatedLines} of ${counts.lines} lines got coordinates`);
    expect(counts).toEqual({
      faults: 0,
      items: 6006,
      lines: 6831,
      located: 4808,
      locatedLines: 5493,
      venues: 584,
      warnings: 2,
      zones: 4808,
    });
  });

  test('three address lines are joined', async () => {
    const items = await collect(join(shared, 'breweries.csv'), shipped('openbrewerydb'));
    const addresses = items.flatMap((item) => ('payload' in item ? [item.payload.address] : []));
    expect(addresses).toContain("84-87 Camden St., Saint Kevin's, Dublin 2");
  });
});
