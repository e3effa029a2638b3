/** Changes of all following dates in calendars (RANGE=THISANDFUTURE). Contract 17. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/kinds/record.js';
import { formatNamed } from '../../src/rows/formats/index.js';
import { datesWithin } from '../../src/time/recurrence/dates.js';
import { parseRecurrence } from '../../src/time/recurrence/parse.js';
import { toStoredLines } from '../../src/time/recurrence/rule.js';
import { cutOf, type PartRules, shifted } from '../../src/time/recurrence/stretches.js';
import { fc } from '../support/seed.js';

type Lines = string[];

const event = (lines: Lines): Lines => [
  'BEGIN:VEVENT',
  'UID:1',
  ...(lines.some((line) => line.startsWith('SUMMARY')) ? [] : ['SUMMARY:Class']),
  ...lines,
  'END:VEVENT',
];

/** → of each row: key, date, start and title, and what its parts state; or its error. */
async function read(...events: Lines[]): Promise<unknown[]> {
  async function* texts() {
    yield ['BEGIN:VCALENDAR', ...events.flatMap(event), 'END:VCALENDAR', ''].join('\r\n');
  }
  const said: unknown[] = [];
  for await (const item of formatNamed('ical')?.read(texts(), {}) ?? []) {
    if ('error' in item) said.push(item.error);
    else {
      const { external_id, recurrence_id, start_date, title, source_parts: parts = [] } = item.row;
      said.push([external_id, recurrence_id ?? null, start_date, title]);
      for (const { line: _, ...part } of parts as JsonObject[]) said.push(part);
    }
  }
  return said;
}

const from = (date: string) => `RECURRENCE-ID;RANGE=THISANDFUTURE:${date}`;
/** A Tuesday. */
const series = (...rules: Lines): Lines => ['DTSTART:20260303T190000', ...rules];
const weekly = series('RRULE:FREQ=WEEKLY;BYDAY=TU');

const first = ['ical:1', null, '2026-03-03 19:00:00', 'Class'];
const at = (date: string) => ({ start_date: date, end_date: date, all_day: false });

test.each<[string, Lines[], unknown[]]>([
  [
    'another title and time, before its series in the file',
    [[from('20260317T190000'), 'DTSTART:20260317T200000', 'SUMMARY:Late class'], weekly],
    [first, { from: '2026-03-17 19:00:00', title: 'Late class', ...at('2026-03-17 20:00:00') }],
  ],
  [
    'another day, exceptions, and a changed date behind it',
    [
      series('RRULE:FREQ=WEEKLY;COUNT=6', 'EXDATE:20260310T190000,20260331T190000'),
      [from('20260331T190000'), 'DTSTART:20260401T183000'],
      ['RECURRENCE-ID:20260407T190000', 'DTSTART:20260408T183000', 'SUMMARY:Guest'],
    ],
    [
      first,
      { from: '2026-03-31 19:00:00', ...at('2026-04-01 18:30:00') },
      ['ical:1', '2026-04-07 19:00:00', '2026-04-08 18:30:00', 'Guest'],
    ],
  ],
  [
    'two changes, the later one first: each states what the one before does not',
    [
      weekly,
      [from('20260331T190000'), 'DTSTART:20260331T180000', 'SUMMARY:Late', 'DESCRIPTION:Wine'],
      [from('20260317T190000'), 'DTSTART:20260317T180000', 'SUMMARY:Late'],
    ],
    [
      first,
      { from: '2026-03-17 19:00:00', title: 'Late', ...at('2026-03-17 18:00:00') },
      { from: '2026-03-31 19:00:00', description: 'Wine' },
    ],
  ],
  [
    'what is lost: no such date, no series',
    [
      series('RRULE:FREQ=MONTHLY;BYDAY=1TU'),
      [from('20260408T190000'), 'DTSTART:20260408T190000'],
      ['UID:2', from('20260407T190000'), 'DTSTART:20260409T190000'],
    ],
    [
      first,
      { from: '2026-04-07 19:00:00', ...at('2026-04-09 19:00:00') },
      expect.stringContaining('the series has no such date'),
    ],
  ],
])('%s', async (_name, events, expected) => {
  expect(await read(...events)).toEqual(expected);
});

test('the parts of a random series have its dates, those behind the split moved alike', () => {
  const rules = fc.tuple(
    fc.constantFrom('DAILY', 'WEEKLY', 'WEEKLY;BYDAY=TU,TH,SU', 'MONTHLY;BYDAY=TU', 'YEARLY'),
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom('', ';COUNT=30', ';UNTIL=20270101'),
    fc.constantFrom('MO', 'SU', 'TH'),
  );
  const moves = fc.integer({ min: -9 * 24 * 4, max: 9 * 24 * 4 });
  fc.assert(
    fc.property(rules, fc.nat(9), moves, ([freq, interval, end, wkst], nth, quarters) => {
      const frame = { start: '2026-03-03 19:00:00', zone: 'UTC', isAllDay: false };
      const rule = `FREQ=${freq};INTERVAL=${interval}${end};WKST=${wkst}`;
      const { recurrence } = parseRecurrence(rule, frame);
      if (!recurrence) throw new Error(rule);
      const ruled = { ...frame, rules: toStoredLines(recurrence, frame) };
      const within = { from: frame.start, to: '2060-01-01 00:00:00', limit: 60 };
      const dates = datesWithin(recurrence, frame, within);
      const at = dates[nth];
      fc.pre(at !== undefined && nth > 0);
      const moved = quarters * 900;
      const move = (wall: string) => shifted(wall, moved);
      const whole = { ...ruled, from: '', moved: 0 };
      const [early, late] = cutOf([whole, { ...ruled, from: at ?? '', moved }], [frame, frame]);
      if (!early || !late) throw new Error(rule);
      const ofCut = ({ recurrence: own, frame: of }: PartRules) =>
        datesWithin(own, { ...of, zone: 'UTC' }, { ...within, from: '2026-01-01 00:00:00' });
      expect(ofCut(early)).toEqual(dates.slice(0, nth));
      const count = Math.min(60 - nth, 400);
      expect(ofCut(late).slice(0, count)).toEqual(dates.slice(nth).map(move).slice(0, count));
    }),
    { numRuns: 40 },
  );
});
