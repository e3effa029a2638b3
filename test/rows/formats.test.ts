/**
 * File formats: delimiters, encodings, gzip, JSON of any shape and size, and how a format is found.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { formatNamed, formatOfMedia } from '../../src/rows/formats/index.js';
import { fileSource, plainBytes } from '../../src/rows/read/bytes.js';
import { recordBytesMax } from '../../src/rows/read/cuts.js';
import { UNREADABLE } from '../../src/rows/read/decode.js';
import { type ReadOptions, readRows } from '../../src/rows/rows.js';
import { fc } from '../support/seed.js';

const folder = mkdtempSync(join(tmpdir(), 'formats-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const short = (item: object & { line: number }) =>
  `${item.line} ${'error' in item ? `! ${item.error}` : JSON.stringify((item as unknown as { row: object }).row)}`;

/** The rows of a file with this content as short texts: `2 {"a":"1"}` or `3 ! why`. */
async function read(
  content: string | Buffer,
  { name = 'rows', ...options }: ReadOptions & { name?: string } = {},
): Promise<string[]> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const seen: string[] = [];
  for await (const item of readRows(fileSource(path), options)) seen.push(short(item));
  return seen;
}

/** The same bytes in pieces of one size, as a network may bring them. */
async function readPieces(content: Buffer, size: number): Promise<string[]> {
  async function* bytes() {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
  }
  const seen: string[] = [];
  for await (const item of readRows({ bytes: bytes() })) seen.push(short(item));
  return seen;
}

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const NOTHING_BEHIND = 'nothing behind this line was read';

describe('CSV', () => {
  test.each<[string, string, ReadOptions, string[]]>([
    ['semicolons', 'a;b, c;d\n1,5;"x;y";', {}, ['2 {"a":"1,5","b, c":"x;y","d":""}']],
    ['tabs', 'a\tb\n1\t2', {}, ['2 {"a":"1","b":"2"}']],
    ['bars', 'a|b\n1|2', {}, ['2 {"a":"1","b":"2"}']],
    ['delimiters in a quoted name', '"a;b;c",d\n1,2', {}, ['2 {"a;b;c":"1","d":"2"}']],
    ['a delimiter that is given', 'a^b,c\n1^2', { delimiter: '^' }, ['2 {"a":"1","b,c":"2"}']],
    ['Excel names the delimiter', 'sep=|\r\na|b\r\n1|2', {}, ['3 {"a":"1","b":"2"}']],
    ['one column', 'a\n1', {}, ['2 {"a":"1"}']],
    [
      'line ends of CR alone',
      'a,b\r1,2\r3,4\r',
      {},
      ['2 {"a":"1","b":"2"}', '3 {"a":"3","b":"4"}'],
    ],
    [
      'line ends of CR CR LF, as of a text file in which CSV was written',
      'a,b\r\r\n1,"A"\r\r\n"B",2\r\r\n',
      {},
      ['2 {"a":"1","b":"A"}', '3 {"a":"B","b":"2"}'],
    ],
    [
      'a CR between a closing quote and more of the line costs the line',
      'a,b\n"A"\r,B\n"A"\r"B",1\n1,"A"\r',
      {},
      ['2 ! text after a closing quote', '3 ! text after a closing quote', '4 {"a":"1","b":"A"}'],
    ],
  ])('%s', async (_name, content, options, expected) => {
    expect(await read(content, options)).toEqual(expected);
  });

  test('a file cut in the middle of a quote: one fault, and the rows before', async () => {
    expect(await read('a,b\n1,"x\ny"\n2,"cut off in the')).toEqual([
      '2 {"a":"1","b":"x\\ny"}',
      '4 ! a quoted field is not closed',
    ]);
  });
});

describe('encodings', () => {
  test.each<[string, Buffer, ReadOptions, string[]]>([
    ['UTF-16', utf16('a\nMünchen'), {}, ['2 {"a":"München"}']],
    ['UTF-16, big end first', utf16('a\nMünchen', true), {}, ['2 {"a":"München"}']],
    ['UTF-16 without a mark', Buffer.from('a\nMünchen', 'utf16le'), {}, ['2 {"a":"München"}']],
    [
      'latin-1 that is named',
      Buffer.from('a\nMünchen', 'latin1'),
      { encoding: 'latin1' },
      ['2 {"a":"München"}'],
    ],
    [
      'latin-1 without saying so costs the rows it is in',
      Buffer.from('a\nMünchen\nBonn', 'latin1'),
      {},
      [`2 ! ${UNREADABLE}`, '3 {"a":"Bonn"}'],
    ],
    [
      'latin-1 in the header costs the file',
      Buffer.from('straße\nx', 'latin1'),
      {},
      [`1 ! ${UNREADABLE}`],
    ],
    [
      'Shift JIS, with bytes that are none',
      Buffer.from([97, 10, 0x93, 0x8c, 10, 0x93, 0xff, 10]),
      { encoding: 'shift_jis' },
      ['2 {"a":"東"}', `3 ! ${UNREADABLE}`],
    ],
  ])('%s', async (_name, content, options, expected) => {
    expect(await read(content, options)).toEqual(expected);
  });
});

const feature = (
  geometry: object | null,
  properties: object | null = { name: 'A' },
  rest = {},
) => ({
  type: 'Feature',
  ...rest,
  properties,
  geometry,
});
const square = [
  [0, 0],
  [2, 0],
  [2, 4],
  [0, 4],
  [0, 0],
];

/** An object with a list in a list, so many levels in all. */
const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}}`;

describe('JSON', () => {
  test('a row that is nested deeper than 100 levels is rejected', async () => {
    const rows = [nested(100), nested(101), nested(100_000), '{"a":1}'];
    const [first, ...others] = await read(rows.join('\n'));
    expect(first).toBe(`1 ${nested(100)}`);
    const tooDeep = 'nested deeper than 100 levels';
    expect(others).toEqual([`2 ! ${tooDeep}`, `3 ! ${tooDeep}`, '4 {"a":1}']);
    expect(await read(`[${nested(100_000)}]`)).toEqual([`1 ! ${tooDeep}`]);
  });

  test.each<[string, string, string[]]>([
    [
      'an array, with what is no row in it',
      '\n[{"a":"]},"},\n {"a":[{"b":1}]}, 3,\n{bad}, [1], {"a":2}]',
      [
        '2 {"a":"]},"}',
        '3 {"a":[{"b":1}]}',
        '3 ! not a JSON object',
        '4 ! not valid JSON',
        '4 ! not a JSON object',
        '4 {"a":2}',
      ],
    ],
    ['an empty array', '[]', []],
    [
      'a list in a member, whatever stands around it',
      '{"@context":"x","n":[{"no":1}],"@graph":[{"a":1},\n{"a":2}],"more":{"@graph":[{"no":1}]}}',
      ['1 {"a":1}', '2 {"a":2}'],
    ],
    ['a list answered by this service', '{"events":[{"id":1}],"total":1}', ['1 {"id":1}']],
    [
      'objects one after the other',
      '{\n"title":"x","categories":[{"id":2}]}\n\n{"title":"y"}',
      ['1 {"title":"x","categories":[{"id":2}]}', '4 {"title":"y"}'],
    ],
    [
      'a file that is cut off',
      '[{"a":1},\n{"a":"x',
      ['1 {"a":1}', '2 ! the file ends before its JSON does'],
    ],
    [
      'points, and the centre of other geometries',
      JSON.stringify({
        type: 'FeatureCollection',
        bbox: [0, 1, 2, 3],
        features: [
          feature({ type: 'Point', coordinates: [13.4, 52.5] }, { name: 'A' }, { id: 'node/1' }),
          feature({ type: 'Polygon', coordinates: [square] }),
          feature({ type: 'GeometryCollection', geometries: [{ coordinates: [1, 2] }] }, null),
          feature({ type: 'Point', coordinates: ['x'] }),
          feature(null),
        ],
      }),
      [
        '1 {"id":"node/1","name":"A","geo_lat":52.5,"geo_lng":13.4}',
        '2 {"name":"A","geo_lat":2,"geo_lng":1}',
        '3 {"geo_lat":2,"geo_lng":1}',
        '4 {"name":"A"}',
        '5 {"name":"A"}',
      ],
    ],
    ['no JSON', 'hello', ['1 ! not a JSON array or object; nothing behind it is read']],
    [
      'a bracket too many',
      '[{"a":1}]]',
      ['1 {"a":1}', '1 ! not a JSON array or object; nothing behind it is read'],
    ],
  ])('%s', async (_name, content, expected) => {
    expect(await read(content, { name: 'rows.json', kind: 'event' })).toEqual(expected);
  });

  test('GeoJSON text sequences', async () => {
    const text = `\u001E${JSON.stringify(feature({ type: 'Point', coordinates: [1, 2] }))}\n`;
    expect(await read(text, { name: 'rows.geojsons' })).toEqual([
      '1 {"name":"A","geo_lat":2,"geo_lng":1}',
    ]);
  });

  test('a row of 2 MiB costs itself alone', async () => {
    const long = JSON.stringify({ a: 'x'.repeat(2 * recordBytesMax) });
    expect(await read(`[{"a":1},\n${long},\n{"a":2}]`, { name: 'rows.json' })).toEqual([
      '1 {"a":1}',
      `2 ! longer than ${recordBytesMax} bytes`,
      '3 {"a":2}',
    ]);
  });

  test('what is written by JSON.stringify is read, whatever the pieces', async () => {
    const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })));
    const run = fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (given, size) => {
      const texts = given.filter((row) => row.type !== 'Feature').map((row) => JSON.stringify(row));
      const bytes = Buffer.from(`[${texts.join(',\n')}]`);
      const expected = texts.map((text, at) => `${at + 1} ${JSON.stringify(JSON.parse(text))}`);
      expect(await readPieces(bytes, size)).toEqual(expected);
    });
    await fc.assert(run, { numRuns: 100 });
  });

  test('no bytes at all make it throw', async () => {
    const bytes = fc.oneof(fc.string({ unit: fc.constantFrom(...'{}[]",:\\\n a1é') }), fc.string());
    const run = fc.asyncProperty(bytes, fc.integer({ min: 1, max: 5 }), async (text, size) => {
      for (const start of ['[', '{"features":[', '']) {
        await readPieces(Buffer.from(start + text), size);
      }
    });
    await fc.assert(run, { numRuns: 100 });
  });
});

describe('gzip', () => {
  test('is told by its first bytes, under any name', async () => {
    expect(await read(gzipSync('a;b\n1;2'), { name: 'rows.csv' })).toEqual(['2 {"a":"1","b":"2"}']);
    expect(await read(gzipSync('[{"a":1}]'), { name: 'rows.json.gz' })).toEqual(['1 {"a":1}']);
    expect(await readPieces(gzipSync('a\n1'), 1)).toEqual(['2 {"a":"1"}']);
  });

  test('a file that is cut off ends in a fault behind its last whole row', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `${at},${Math.sin(at)}`);
    const whole = gzipSync(`n,x\n${rows.join('\n')}`);
    const seen = await read(whole.subarray(0, whole.length / 2), { name: 'rows.csv' });
    const [line = ''] = seen.at(-1)?.split(' ') ?? [];
    expect(seen.at(-1)).toContain(`! the gzip file is damaged or cut off`);
    expect(seen.at(-1)).toContain(NOTHING_BEHIND);
    expect(seen.length).toBeGreaterThan(1000);
    expect(seen.at(-2)).toBe(
      `${line} {"n":"${Number(line) - 2}","x":"${Math.sin(Number(line) - 2)}"}`,
    );
  });

  test('a bomb is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, `${'x'.repeat(4095)}\n`));
    expect(bomb.length).toBeLessThan(200_000);
    let last = '';
    writeFileSync(join(folder, 'bomb.csv.gz'), bomb);
    for await (const item of readRows(fileSource(join(folder, 'bomb.csv.gz')))) last = short(item);
    expect(last).toContain('! the gzip file inflates to over 250 times its size');
  });

  test.each<[string, number[]]>([
    ['a ZIP archive or a spreadsheet', [0x50, 0x4b, 3, 4, 0, 0]],
    ['packed by zstd', [0x28, 0xb5, 0x2f, 0xfd, 0]],
    ['a PDF document', [...Buffer.from('%PDF-1.7')]],
  ])('%s is refused, and its source closed', async (what, bytes) => {
    const [only] = await read(Buffer.from(bytes), { name: 'rows.csv' });
    expect(only).toContain(`1 ! the file is ${what}`);
    let isClosed = false;
    async function* source() {
      try {
        for (;;) yield Buffer.from(bytes);
      } finally {
        isClosed = true;
      }
    }
    await expect(plainBytes(source()).next()).rejects.toThrow(`the file is ${what}`);
    expect(isClosed).toBe(true);
  });
});

describe('the format', () => {
  test.each([
    ['rows.csv', '{a}\n1', ['2 {"{a}":"1"}']],
    ['rows.JSON', '{"a":1}\n{"a":2}', ['1 {"a":1}', '2 {"a":2}']],
    ['rows.dat', '{"a":1}\n{"a":2}', ['1 {"a":1}', '2 {"a":2}']],
    ['rows.dat', '{"features":[{"a":1}]}', ['1 {"a":1}']],
    ['rows.dat', ' [\n{"a":1}]', ['2 {"a":1}']],
    ['rows.dat', '{"a":[\n1]}', ['1 {"a":[1]}']],
    ['rows.dat', 'a,b\n1,2', ['2 {"a":"1","b":"2"}']],
    ['rows.dat', 'ab\0\x01\x02', [`1 ! the file is not text; ${NOTHING_BEHIND}`]],
  ])('%s %j', async (name, content, expected) => {
    expect(await read(content, { name })).toEqual(expected);
  });

  test('is named, or told by a media type', async () => {
    const format = formatNamed('ndjson') ?? undefined;
    expect(await read('{"a":1}', { name: 'rows.csv', format })).toEqual(['1 {"a":1}']);
    expect(formatOfMedia('Text/CSV; charset=utf-8')?.name).toBe('csv');
    expect(formatOfMedia('application/geo+json')?.name).toBe('json');
    expect(formatOfMedia('image/png')).toBeNull();
    expect(formatNamed('xml')).toBeNull();
  });

  test('a calendar holds no venues', async () => {
    expect(await read('BEGIN:VCALENDAR', { kind: 'venue' })).toEqual([
      `1 ! a file of the format ical holds events alone; ${NOTHING_BEHIND}`,
    ]);
  });
});
