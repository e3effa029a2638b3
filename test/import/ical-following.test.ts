/** Changes of all following dates in calendars (RANGE=THISANDFUTURE). Contract 17. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNamed } from '../../src/import/formats/index.js';
import { movedTo, splitAt } from '../../src/time/recurrence/change.js';
import { datesWithin } from '../../src/time/recurrence/dates.js';
import { parseRecurrence } from '../../src/time/recurrence/parse.js';
import { secondsToText, textToSeconds } from '../../src/time/wall-clock.js';

type Lines = string[];

const event = (lines: Lines): Lines => [
  'BEGIN:VEVENT',
  'UID:1',
  ...(lines.some((line) => line.startsWith('SUMMARY')) ? [] : ['SUMMARY:Class']),
  ...lines,
  'END:VEVENT',
];

/** → of each row: key, date, start, rules and title; or its error. */
async function read(...events: Lines[]): Promise<unknown[]> {
  async function* texts() {
    yield ['BEGIN:VCALENDAR', ...events.flatMap(event), 'END:VCALENDAR', ''].join('\r\n');
  }
  const said: unknown[] = [];
  for await (const item of formatNamed('ical')?.read(texts(), {}) ?? []) {
    if ('error' in item) said.push(item.error);
    else {
      const { external_id, recurrence_id, start_date, recurrence, title } = item.row;
      said.push([external_id, recurrence_id ?? recurrence, start_date, title]);
    }
  }
  return said;
}

const from = (date: string) => `RECURRENCE-ID;RANGE=THISANDFUTURE:${date}`;
/** A Tuesday. */
const series = (...rules: Lines): Lines => ['DTSTART:20260303T190000', ...rules];
const weekly = series('RRULE:FREQ=WEEKLY;BYDAY=TU');

test.each<[string, Lines[], unknown[]]>([
  [
    'another title and time, before its series in the file',
    [[from('20260317T190000'), 'DTSTART:20260317T200000', 'SUMMARY:Late class'], weekly],
    [
      [
        'ical:1',
        ['RRULE:FREQ=WEEKLY;UNTIL=20260317T185959;BYDAY=TU'],
        '2026-03-03 19:00:00',
        'Class',
      ],
      [
        'ical:1/20260317T190000',
        ['RRULE:FREQ=WEEKLY;BYDAY=TU'],
        '2026-03-17 20:00:00',
        'Late class',
      ],
    ],
  ],
  [
    'another day, exceptions, a changed date behind it, and what is left of COUNT',
    [
      series('RRULE:FREQ=WEEKLY;COUNT=6', 'EXDATE:20260310T190000,20260331T190000'),
      [from('20260317T190000'), 'DTSTART:20260318T183000'],
      ['RECURRENCE-ID:20260324T190000', 'DTSTART:20260325T183000', 'SUMMARY:Guest'],
    ],
    [
      [
        'ical:1',
        ['RRULE:FREQ=WEEKLY;UNTIL=20260317T185959', 'EXDATE:20260310T190000'],
        '2026-03-03 19:00:00',
        'Class',
      ],
      [
        'ical:1/20260317T190000',
        ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20260401T183000'],
        '2026-03-18 18:30:00',
        'Class',
      ],
      ['ical:1/20260317T190000', '2026-03-25 18:30:00', '2026-03-25 18:30:00', 'Guest'],
    ],
  ],
  [
    'two changes, the later one first',
    [
      weekly,
      [from('20260331T190000'), 'DTSTART:20260401T190000'],
      [from('20260317T190000'), 'DTSTART:20260317T180000'],
    ],
    [
      [
        'ical:1',
        ['RRULE:FREQ=WEEKLY;UNTIL=20260317T185959;BYDAY=TU'],
        '2026-03-03 19:00:00',
        'Class',
      ],
      [
        'ical:1/20260317T190000',
        ['RRULE:FREQ=WEEKLY;UNTIL=20260331T175959;BYDAY=TU'],
        '2026-03-17 18:00:00',
        'Class',
      ],
      ['ical:1/20260331T190000', ['RRULE:FREQ=WEEKLY;BYDAY=WE'], '2026-04-01 19:00:00', 'Class'],
    ],
  ],
  [
    'from the first date on: the series itself',
    [weekly, [from('20260303T190000'), 'DTSTART:20260305T190000', 'SUMMARY:Other']],
    [['ical:1', ['RRULE:FREQ=WEEKLY;BYDAY=TH'], '2026-03-05 19:00:00', 'Other']],
  ],
  [
    'to days that no rule gives: date by date',
    [
      series('RRULE:FREQ=MONTHLY;BYDAY=1TU;COUNT=4'),
      [from('20260407T190000'), 'DTSTART:20260409T190000'],
    ],
    [
      [
        'ical:1',
        ['RRULE:FREQ=MONTHLY;UNTIL=20260407T185959;BYDAY=1TU'],
        '2026-03-03 19:00:00',
        'Class',
      ],
      [
        'ical:1/20260407T190000',
        ['RDATE:20260507T190000,20260604T190000'],
        '2026-04-09 19:00:00',
        'Class',
      ],
    ],
  ],
  [
    'what is lost: no such date, no rule without end, no series',
    [
      series('RRULE:FREQ=MONTHLY;BYDAY=1TU'),
      [from('20260408T190000'), 'DTSTART:20260408T190000'],
      [from('20260407T190000'), 'DTSTART:20260409T190000'],
      ['UID:2', from('20260407T190000'), 'DTSTART:20260409T190000'],
    ],
    [
      ['ical:1', ['RRULE:FREQ=MONTHLY;BYDAY=1TU'], '2026-03-03 19:00:00', 'Class'],
      expect.stringContaining('moves all following dates to days that no rule gives'),
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
      const frame = { start: '2026-03-03 19:00:00', zone: 'Europe/Paris', isAllDay: false };
      const rule = `FREQ=${freq};INTERVAL=${interval}${end};WKST=${wkst}`;
      const { recurrence } = parseRecurrence(rule, frame);
      if (!recurrence) throw new Error(rule);
      const within = { from: frame.start, to: '2060-01-01 00:00:00', limit: 60 };
      const dates = datesWithin(recurrence, frame, within);
      const at = dates[nth];
      fc.pre(at !== undefined);
      const move = (wall: string) => secondsToText(textToSeconds(wall) + quarters * 900);
      const { after } = splitAt(recurrence, frame, at ?? '');
      const to = { ...frame, start: move(at ?? ''), zone: 'UTC' };
      const moved = movedTo(after, { ...frame, start: at ?? '' }, to);
      fc.pre(moved !== null);
      const early = { ...within, from: '2026-01-01 00:00:00', limit: 60 - nth };
      expect(datesWithin(moved ?? after, to, early)).toEqual(dates.slice(nth).map(move));
    }),
    { numRuns: 40 },
  );
});
