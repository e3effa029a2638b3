/** jCal is read as the iCalendar that it stands for. */
import { expect, test } from 'vitest';
import { json } from '../../src/rows/formats/json.js';
import { loadBody, openCases } from '../support/cases.js';
import { growthOf } from '../support/doubling.js';
import { readText } from '../support/read-text.js';

const app = openCases();
const berlin = { tzid: 'Europe/Berlin' };
const at = (name: string, time: string) => [name, berlin, 'date-time', `2027-${time}`];
const event = (...properties: unknown[]) => [
  'vevent',
  [
    ['uid', {}, 'text', 'choir@example.org'],
    ['summary', {}, 'text', 'Choir; all, of us'],
    ...properties,
  ],
  [['valarm', [['trigger', {}, 'duration', '-PT5M']], []]],
];
const calendar = (...parts: unknown[]) => [
  'vcalendar',
  [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', '-//x//EN'],
  ],
  parts,
];
const times = [at('dtstart', '03-01T19:00:00'), at('dtend', '03-01T21:00:00')];
const rule = { freq: 'WEEKLY', count: 4, byday: ['MO'] };

test('a series with its excepted and changed dates', async () => {
  const series = event(...times, ['rrule', {}, 'recur', rule], at('exdate', '03-08T19:00:00'));
  const changed = event(
    ...[at('recurrence-id', '03-15T19:00:00'), at('dtstart', '03-15T20:00:00')],
    at('dtend', '03-15T22:00:00'),
  );
  const body = JSON.stringify(calendar(changed, ['vtodo', [], []], series));
  for (const text of [body, `[${body}]`]) {
    const { summary, events } = await loadBody(app(), text);
    expect(summary.rejected).toBe(0);
    const starts = (events.get('Choir; all, of us') ?? []).map(({ start_date }) => start_date);
    expect(starts.sort()).toEqual([
      '2027-03-01 19:00:00',
      '2027-03-15 20:00:00',
      '2027-03-22 19:00:00',
    ]);
  }
});

test('a component that cannot be read costs itself; lines count components', async () => {
  const one = [
    ...times,
    ['categories', {}, 'text', 'a,b', 'c'],
    ['geo', {}, 'float', [52.5, 13.4]],
  ];
  const place = ['location', {}, 'text', 'Hall, Berlin'];
  const bad = ['vevent', [['uid', null, 'text', 'x']], []];
  const text = JSON.stringify(calendar(bad, 7, event(...one, place)), null, 1);
  const { payloads, faults } = await readText(text);
  expect(payloads).toMatchObject([
    {
      ...{ timezone: 'Europe/Berlin', categories: ['a,b', 'c'] },
      venue: { venue: 'Hall', address: 'Berlin', geo_lat: 52.5, geo_lng: 13.4 },
    },
  ]);
  expect(faults).toEqual(Array(2).fill('line: a component that is not as RFC 7265 writes it'));
  const { lines } = await loadBody(app(), text, { type: 'application/calendar+json' });
  expect(lines.map(({ line, status }) => [line, status])).toEqual([
    [2, 'rejected'],
    [3, 'rejected'],
    [4, 'created'],
  ]);
});

test('what is no JSON or nests too deep is refused at once', async () => {
  const deep = `["vcalendar",${'['.repeat(100_000)}`;
  for (const text of [deep, '["vcalendar",[', '["vcalendar"]x']) {
    const { faults } = await readText(text);
    expect(faults).toEqual(['line: not valid JSON, or nested too deep']);
  }
  expect((await readText('["vcalendar"]')).faults).toHaveLength(1);
});

test('blanks before a file of JSON cost what their length costs', async () => {
  async function* blanks(chars: number) {
    for (let sent = 0; sent < chars; sent += 4096) yield ' '.repeat(4096);
    yield '{"title": "Fair"}';
  }
  const growth = await growthOf(
    async (chars) => {
      const rows = [];
      for await (const item of json.read(blanks(chars), { notes: undefined })) rows.push(item);
      expect(rows).toHaveLength(1);
    },
    8 * 1024 * 1024,
  );
  expect(growth).toBe(0);
});
