/** `npm run load` with files of other formats: calendars, standard input, --show, --locate. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { countsOf, fileOf, load } from '../support/loads.js';
import { exported, tempFolder, top } from '../support/process.js';

const calendar = [
  'BEGIN:VCALENDAR',
  'X-WR-TIMEZONE:Europe/Helsinki',
  'BEGIN:VTODO',
  'END:VTODO',
  ...['1', '2'].flatMap((uid) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:Talk ${uid}`,
    'DTSTART:20260301T170000Z',
    'DTEND:20260301T180000Z',
    'LOCATION:Hall\\, 1 Main St',
    'GEO:60.17;24.94',
    uid === '2' ? 'RRULE:FREQ=DAILY' : 'STATUS:CONFIRMED',
    'END:VEVENT',
  ]),
  'BEGIN:VEVENT',
  'SUMMARY:No date',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

it('a calendar, packed: its events, a series, a rejection; nothing the second time', async () => {
  const folder = join(tempFolder(), 'data');
  const file = join(tempFolder(), 'talks.ics.gz');
  writeFileSync(file, gzipSync(calendar));
  const first = await load(folder, 'event', file);
  expect([first.code, countsOf(first)]).toEqual([1, [2, 0, 0, 1, 3]]);
  expect(first.stderr).toContain('line 23: rejected: line: an event without DTSTART');
  const again = await load(folder, 'event', file);
  expect(countsOf(again)).toEqual([0, 0, 2, 1, 3]);
  const [event] = await exported('event', { DATA_DIR: folder });
  expect(event).toMatchObject({
    external_id: 'ical:1',
    title: 'Talk 1',
    start_date: '2026-03-01 19:00:00',
    end_date: '2026-03-01 20:00:00',
    timezone: 'Europe/Helsinki',
    venue: [{ venue: 'Hall', address: '1 Main St', geo_lat: 60.17, geo_lng: 24.94 }],
  });
});

it('--show prints records as they would be stored, from standard input; writes nothing', () => {
  const folder = join(tempFolder(), 'data');
  const shown = spawnSync(
    process.execPath,
    [
      join(top, 'dist/scripts/bulk-load.js'),
      ...['-', '--kind', 'venue', '--show', '2', '--locate', 'city', '--encoding', 'latin1'],
    ],
    {
      input: Buffer.from('venue;city;Colour\nCafé;Reykjavik;red\nHall;;blue\nThird;;\n', 'latin1'),
      env: { PATH: process.env.PATH, DATA_DIR: folder },
      encoding: 'utf8',
    },
  );
  expect(shown.status).toBe(0);
  const records = JSON.parse(`[${shown.stdout.replaceAll('}\n{', '},{')}]`);
  expect(records).toMatchObject([
    { venue: 'Café', slug: 'cafe', city: 'Reykjavik', geo_precision: 'city' },
    { venue: 'Hall', slug: 'hall' },
  ]);
  expect(shown.stderr.match(/Colour/g)).toHaveLength(1);
  expect(existsSync(folder)).toBe(false);
});

it('--show and --dry-run make no file; a record without an ID shows none', async () => {
  const folder = join(tempFolder(), 'data');
  const date = '2026-05-01';
  const event = { title: 'Fair', start_date: date, end_date: date, venue: { venue: 'Hall' } };
  const events = fileOf([event]);
  const terms = fileOf([{ name: 'Punk', parent: 'Rock' }, { name: 'Rock' }]);
  const shown = await load(folder, 'event', events, '--show');
  const { venue, ...line } = JSON.parse(shown.stdout);
  expect([line.title, line.uid, venue[0].venue, venue[0].external_id]).toEqual([
    ...['Fair', undefined, 'Hall', undefined],
  ]);
  const tree = await load(folder, 'category', terms, '--show');
  expect(JSON.parse(`[${tree.stdout.replace('}\n{', '},{')}]`)).toEqual([
    { lang: 'en', name: 'Punk', slug: 'punk', parent: 'rock' },
    { lang: 'en', name: 'Rock', slug: 'rock' },
  ]);
  const tried = await load(folder, 'category', terms, '--dry-run');
  expect(tried.stdout).toMatch(/^categories: 2 created/);
  expect(existsSync(folder)).toBe(false);
  await load(folder, 'event', events);
  const stored = await load(folder, 'event', events, '--show');
  const [exportedLine] = await exported('event', { DATA_DIR: folder });
  expect(JSON.parse(stored.stdout)).toEqual(exportedLine);
  expect(exportedLine).toHaveProperty('uid');
});

it('no message makes a plural of its own', async () => {
  const folder = join(tempFolder(), 'data');
  const file = fileOf(['name', 'Jazz']);
  const mapping = fileOf(
    [
      `export const mapping = { name: 'mine', kind: 'category', key: () => [], payload: () => ({}),
      source: { title: 'Mine', url: 'https://example.com', licence: 'CC0' } };`,
    ],
    'mine.mjs',
  );
  for (const [kind, ...args] of [
    ['category', '--columns', 'a=b'],
    ['tag', '--mapping', mapping],
  ] as const) {
    const { code, stderr } = await load(folder, kind, file, ...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining('categories')]);
  }
});

it('an image that cannot be fetched: left out and told, or --strict-images', async () => {
  const folder = join(tempFolder(), 'data');
  const image = 'https://img.example/hall.txt';
  const file = fileOf([
    { venue: 'Gate', image: image.replace('txt', 'png') },
    { venue: 'Hall', image },
  ]);
  const strict = await load(folder, 'venue', file, '--strict-images');
  expect([strict.code, countsOf(strict)]).toEqual([1, [1, 0, 0, 1, 2]]);
  expect(strict.stderr).toContain('line 2: rejected: image: ');
  const told = `line 2: image: left out: ${image}: its path has no extension of an image`;
  const shown = await load(folder, 'venue', file, '--show');
  expect([shown.code, shown.stderr.trim()]).toEqual([0, told]);
  const loaded = await load(folder, 'venue', file);
  expect([loaded.code, countsOf(loaded), loaded.stderr.trim()]).toEqual([0, [1, 0, 1, 0, 2], told]);
});

it('options that cannot be used are told together, before a folder is made', async () => {
  const folder = join(tempFolder(), 'data');
  const file = fileOf(['venue', 'Hall']);
  const wrong = ['--encoding', 'morse', '--delimiter', 'xx', '--zone', 'Narnia'];
  const { code, stderr } = await load(folder, 'venue', file, ...wrong);
  expect(code).toBe(1);
  for (const name of ['morse', '--delimiter', 'Narnia']) expect(stderr).toContain(name);
  expect(existsSync(folder)).toBe(false);
});

it('--locate tells how many records it placed, and names the others', async () => {
  const folder = join(tempFolder(), 'data');
  const venues = fileOf([
    { venue: 'Café', city: 'Reykjavik', country: 'IS' },
    { venue: 'Hall', address: '1 Main St', city: 'Nowhere at all' },
    { venue: 'Pier', geo_lat: 1, geo_lng: 2 },
  ]);
  const { stderr } = await load(folder, 'venue', venues, '--locate', 'city');
  expect(stderr).toContain('placed: 1 of 2\nnot placed: Hall, 1 Main St, Nowhere at all\n');
});
