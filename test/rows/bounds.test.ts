/** Files of strangers that are very large, or name themselves: each ends within bounds. */
import { describe, expect, test } from 'vitest';
import type { RowItem } from '../../src/rows/formats/format.js';
import { formatNamed } from '../../src/rows/formats/index.js';
import { readRows } from '../../src/rows/rows.js';

const MIB = 1024 * 1024;

async function read(name: string, pieces: Iterable<string>): Promise<RowItem[]> {
  async function* bytes() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const format = formatNamed(name) ?? undefined;
  const items: RowItem[] = [];
  const options = { format, kind: 'event' as const };
  for await (const item of readRows({ bytes: bytes() }, options)) items.push(item);
  return items;
}

const errorsOf = (items: readonly RowItem[]) =>
  items.flatMap((item) => ('error' in item ? item.error : []));

describe('JSON-LD', () => {
  test('100,000 nodes that name each other in a circle', async () => {
    const count = 100_000;
    function* graph() {
      yield '{"@graph":[';
      for (let at = 0; at < count; at += 1) {
        const next = { '@id': `#${(at + 1) % count}` };
        const node = { '@id': `#${at}`, '@type': 'Event', location: next, organizer: [next, next] };
        yield `${at === 0 ? '' : ','}${JSON.stringify(node)}\n`;
      }
      yield ']}';
    }
    const items = await read('json', graph());
    expect(items).toHaveLength(count);
    const longest = Math.max(...items.map((item) => JSON.stringify(item).length));
    expect(longest).toBeLessThan(10_000);
  });

  test('a node that names itself fifty times, and is long', async () => {
    const self = Array.from({ length: 200 }, () => ({ '@id': '#a' }));
    const node = { '@id': '#a', '@type': 'Event', location: self, name: 'x'.repeat(MIB / 8) };
    const [item] = await read('json', [JSON.stringify([node])]);
    expect(JSON.stringify(item).length).toBeLessThan(3 * MIB);
  });
});

describe('series in series', () => {
  test('say at most 16 MiB in the parts of a row, and none of these is lost', async () => {
    const part = { '@type': 'Event', name: 'a', startDate: '2027-05-01T19:00:00' };
    const inner = { '@type': 'EventSeries', subEvent: Array.from({ length: 80 }, () => part) };
    const subEvent = Array.from({ length: 80 }, () => inner);
    const series = { '@type': 'EventSeries', description: 'x'.repeat(MIB / 32), subEvent };
    const items = await read('json', [JSON.stringify([series])]);
    expect(items).toHaveLength(80 * 80);
    expect(JSON.stringify(items).length).toBeLessThan(20 * MIB);
  });
});

describe('a calendar', () => {
  test('with 512 KiB of HTML that never ends an element', async () => {
    const html = '<body'.repeat(MIB / 10);
    const lines = ['BEGIN:VEVENT', 'UID:a', 'DTSTART:20260310T190000Z', `X-ALT-DESC:${html}`];
    const text = ['BEGIN:VCALENDAR', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
    const [item] = await read('ics', [text]);
    expect(item).toMatchObject({ row: { start_date: expect.anything() } });
  });

  test.each([
    ['a TZID', `DTSTART;TZID="(UTC)${' '.repeat(900_000)}":20260310T190000`, 'error'],
    ['the name of an organizer', `ORGANIZER;CN=${'A'.repeat(201)}:mailto:a@b.org`, 'warnings'],
    ['an address', `ORGANIZER;CN=Ann:mailto:${'@:'.repeat(400_000)}`, 'warnings'],
  ])('with %s that is too long', async (_, line, told) => {
    const lines = ['BEGIN:VEVENT', 'UID:a', 'SUMMARY:A', line, 'DTSTART:20260310T190000Z'];
    const text = ['BEGIN:VCALENDAR', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
    const [item] = await read('ics', [text]);
    const reason = told === 'error' ? /is not known/ : /too long/;
    expect(JSON.stringify(item)).toMatch(reason);
    expect(item).toHaveProperty(told);
    expect(JSON.stringify(item).length).toBeLessThan(2000);
  });
});

describe('a page of HTML', () => {
  const script = (text: string) => `<script type="application/ld+json">${text}</script>\n`;
  const event = '{"@type":"Event","name":"A"}';

  test('of 10 MiB', async () => {
    function* page() {
      yield '<!DOCTYPE html><html>\n';
      for (let at = 0; at < 160; at += 1) yield `<p>${'text '.repeat(13_000)}</p>\n`;
      yield script(event);
    }
    const [item, ...rest] = await read('html', page());
    expect([item, rest]).toEqual([{ line: 162, row: { '@type': 'Event', name: 'A' } }, []]);
  });

  test('with a script that is longer than a row, or never ends', async () => {
    const long = script(`{"name":"${'x'.repeat(2 * MIB)}"}`);
    const items = await read('html', ['<html>', long, script(event)]);
    expect(errorsOf(items)).toEqual([expect.stringContaining('longer than')]);
    expect(items).toHaveLength(2);
    const open = await read('html', [`<html><script type="application/ld+json">${event}`]);
    expect(open.length).toBe(1);
  });

  test('without JSON-LD says so', async () => {
    expect(errorsOf(await read('html', ['<html><p>Please log in</p>']))).toEqual([
      'a page without JSON-LD (application/ld+json)',
    ]);
  });

  test('of 10,000 scripts, and of elements 10,000 deep', async () => {
    const many = Array.from({ length: 10_000 }, () => script(event));
    expect(await read('html', ['<html>', ...many])).toHaveLength(10_000);
    const deep = '<div>'.repeat(9_000);
    expect(await read('html', [`<html>${deep}`, script(event)])).toHaveLength(1);
    // The parser would take minutes over more of them, and over signs that hide nothing.
    const deeper = await read('html', [script(event), '<div>'.repeat(400_000), script(event)]);
    expect(deeper).toMatchObject([{ row: {} }, { error: expect.any(String) }]);
    const spaces = ' '.repeat(1_000_000);
    const hidden = [`${spaces}x`, `//${spaces}x`, event + spaces].map(
      (text) => `<script type="application/ld+json">${text}</script>`,
    );
    expect((await read('html', hidden)).filter((item) => 'row' in item)).toHaveLength(1);
  });
});

test('a list that stands in objects of objects', async () => {
  const deep = `${'{"data":'.repeat(50)}{"events":[{"title":"A"}]}${'}'.repeat(50)}`;
  expect(await read('json', [deep])).toEqual([{ line: 1, row: { title: 'A' } }]);
});
