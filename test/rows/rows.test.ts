/**
 * Reading CSV and NDJSON files row by row: tables of small faulty files, and the limits.
 */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, test } from 'vitest';
import { fileSource } from '../../src/rows/read/bytes.js';
import { recordBytesMax, TOO_LONG } from '../../src/rows/read/cuts.js';
import { UNREADABLE } from '../../src/rows/read/decode.js';
import { readRows } from '../../src/rows/rows.js';

const folder = mkdtempSync(join(tmpdir(), 'rows-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
// The heap that other test files of the process filled is no part of what is measured.
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The rows of a file with this content as short texts: `2 {"a":"1"}` or `3 ! why`. */
async function read(content: string | Buffer): Promise<string[]> {
  const path = join(folder, 'rows.txt');
  writeFileSync(path, content);
  const seen: string[] = [];
  for await (const item of readRows(fileSource(path))) {
    const what = 'error' in item ? `! ${item.error}` : JSON.stringify(item.row);
    seen.push(`${item.line} ${what}`);
  }
  return seen;
}

const cases: [string, string | Buffer, string[]][] = [
  ['nothing', '', []],
  ['blank lines only', '\n  \r\n\n', []],
  ['a header only', 'a,b\n', []],
  ['CSV', 'a,b\n1,2\n', ['2 {"a":"1","b":"2"}']],
  ['CSV, no newline at the end', 'a,b\n1,2', ['2 {"a":"1","b":"2"}']],
  ['CSV with BOM', '\uFEFFa,b\n1,2\n', ['2 {"a":"1","b":"2"}']],
  ['CSV with CRLF', 'a,b\r\n1,2\r\n"x",4\r\n', ['2 {"a":"1","b":"2"}', '3 {"a":"x","b":"4"}']],
  ['header names are trimmed', ' a , b\n1,2', ['2 {"a":"1","b":"2"}']],
  ['quoted commas and quotes', 'a,b\n"1,5","say ""hi"""', ['2 {"a":"1,5","b":"say \\"hi\\""}']],
  [
    'newlines in quotes: the line where the record starts',
    'a,b\n"1\n2\r\n3",x\n\n4,y\n',
    ['2 {"a":"1\\n2\\r\\n3","b":"x"}', '6 {"a":"4","b":"y"}'],
  ],
  ['quoted empty fields are an empty row', 'a,b\n"",""\n,\n1,2', ['4 {"a":"1","b":"2"}']],
  ['blank lines count as lines', '\n\na,b\n\n1,2', ['5 {"a":"1","b":"2"}']],
  [
    'wrong number of columns',
    'a,b\n1\n1,2,3\n1,2\n',
    [
      '2 ! 1 columns where the header in line 1 has 2',
      '3 ! 3 columns where the header in line 1 has 2',
      '4 {"a":"1","b":"2"}',
    ],
  ],
  [
    'a quote inside a field',
    'a,b\n5" x,1\n1,2',
    ['2 {"a":"5\\" x","b":"1"}', '3 {"a":"1","b":"2"}'],
  ],
  [
    'text after a closing quote',
    'a,b\n"x"y,1\n1,2',
    ['2 ! text after a closing quote', '3 {"a":"1","b":"2"}'],
  ],
  [
    'a quote that is never closed loses one line',
    'a,b\n"x,1\n1,2\n3,4',
    ['2 ! a quoted field is not closed', '3 {"a":"1","b":"2"}', '4 {"a":"3","b":"4"}'],
  ],
  ['a column named twice', 'a,a\n1,2', ['2 {"a":"1","a (2)":"2"}']],
  [
    'the name of a table in a line without delimiters',
    'Tabelle 1\na;b;c\n1;2;3',
    ['3 {"a":"1","b":"2","c":"3"}'],
  ],
  ['a faulty header', '"a"b,c\n1,2', ['1 ! text after a closing quote']],
  ['columns named like object members', '__proto__,b\n1,2', ['2 {"__proto__":"1","b":"2"}']],
  [
    'what is not UTF-8 costs its row',
    Buffer.from([97, 10, 0xff, 98, 10, 99, 10, 0xef, 0xbf, 0xbd]),
    [`2 ! ${UNREADABLE}`, '3 {"a":"c"}', `4 ! ${UNREADABLE}`],
  ],
  ['U+FFFD in UTF-8 is a character', 'a\n\uFFFD', ['2 {"a":"\uFFFD"}']],
  ['NDJSON', '{"a":1}\n{"a":[2]}', ['1 {"a":1}', '2 {"a":[2]}']],
  [
    'NDJSON with BOM, CRLF and blank lines',
    '\uFEFF\r\n {"a":1}\r\n\r\n{"a":2}\r\n',
    ['2 {"a":1}', '4 {"a":2}'],
  ],
  ['NDJSON, a quote in a text', '{"a":"\\""}\n{"a":2}', ['1 {"a":"\\""}', '2 {"a":2}']],
  [
    'NDJSON, malformed in the middle',
    '{"a":1}\n{"a":\n[1]\nnull\n{"a":2}\n',
    [
      '1 {"a":1}',
      '2 ! not valid JSON',
      '3 ! not a JSON object',
      '4 ! not a JSON object',
      '5 {"a":2}',
    ],
  ],
];

describe('readRows', () => {
  test.each(cases)('%s', async (_name, content, expected) => {
    expect(await read(content)).toEqual(expected);
  });

  test('a record of 1 MiB is read, one byte more is an error; bytes, not characters', async () => {
    const text = 'é'.repeat((recordBytesMax - 8) / 2);
    const seen = await read(`{"a":"${text}"}\n{"a":"${text}x"}\n{"a":1}`);
    expect(seen.map((item) => item.slice(0, 40))).toEqual([
      `1 {"a":"${text.slice(0, 32)}`,
      `2 ! longer than ${recordBytesMax} bytes`,
      '3 {"a":1}',
    ]);
  });

  test.each([
    ['{"a":1}\n', ['1 row', `2 ${TOO_LONG}`, '3 row']],
    ['a\n', [`2 ${TOO_LONG}`, '3 row']],
    ['', [`1 ${TOO_LONG}`]],
  ])('a line of 100 MB is not held in memory (%j)', async (head, expected) => {
    const path = join(folder, 'huge.txt');
    const file = createWriteStream(path);
    file.write(head);
    const piece = Buffer.alloc(1_000_000, 'x');
    for (let count = 0; count < 100; count += 1) {
      if (!file.write(piece)) await once(file, 'drain');
    }
    file.end(`\n${head}`);
    await finished(file);
    const seen: string[] = [];
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    let most = before;
    for await (const item of readRows(fileSource(path))) {
      seen.push(`${item.line} ${'error' in item ? item.error : 'row'}`);
      most = Math.max(most, process.memoryUsage().heapUsed);
    }
    expect(seen).toEqual(expected);
    expect(most - before).toBeLessThan(100_000_000);
  });

  test('a header of many columns is read in the time of its length', async () => {
    const header = Array.from({ length: 100_000 }, (_, at) => `c${at}`).join();
    const before = process.cpuUsage();
    expect(await read(`${header}\n1\n`)).toEqual([
      '2 ! 1 columns where the header in line 1 has 100000',
    ]);
    const { user, system } = process.cpuUsage(before);
    // Each name compared with each other one took 13 s.
    expect((user + system) / 1e6).toBeLessThan(3);
  });

  test('records that span chunks keep their line numbers', async () => {
    const value = `"${'x'.repeat(1000)}\n${'y'.repeat(1000)}"`;
    const content = `a,b\n${Array.from({ length: 200 }, (_, at) => `${at},${value}\n`).join('')}`;
    const seen = await read(content);
    expect(seen.map((item) => item.split(' ')[0])).toEqual(
      Array.from({ length: 200 }, (_, at) => String(2 + at * 2)),
    );
  });

  test('a missing file is a fault; stopping the stream early is not', async () => {
    await expect(readRows(fileSource(join(folder, 'none'))).next()).rejects.toThrow('ENOENT');
    const path = join(folder, 'rows.txt');
    writeFileSync(path, `a\n${'1\n'.repeat(100_000)}`);
    for await (const item of readRows(fileSource(path))) {
      expect(item.line).toBe(2);
      break;
    }
  });
});
