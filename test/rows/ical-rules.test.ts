/** Rules of calendars that are no rules of ours, and values of calendars that would be lost. */
import { expect, test } from 'vitest';
import { formatNamed } from '../../src/rows/formats/index.js';
import { openNotes } from '../../src/rows/notes.js';
import { readRows } from '../../src/rows/rows.js';

const window = { from: '2026-12-01 00:00:00', to: '2027-12-31 23:59:59' };
const notes = openNotes();

async function read(...lines: string[]) {
  const event = ['BEGIN:VEVENT', 'UID:1@example.org', 'SUMMARY:Choir', ...lines, 'END:VEVENT'];
  const todo = ['BEGIN:VTODO', 'SUMMARY:Posters', 'END:VTODO'];
  async function* bytes() {
    yield Buffer.from(['BEGIN:VCALENDAR', ...event, ...todo, 'END:VCALENDAR', ''].join('\r\n'));
  }
  const format = formatNamed('ical') ?? undefined;
  for await (const item of readRows({ bytes: bytes() }, { format, kind: 'event', window, notes })) {
    if ('error' in item) return { error: item.error, warnings: [] };
    const warnings = item.warnings?.map(({ param, reason }) => `${param}: ${reason}`) ?? [];
    return { recurrence: item.row.recurrence, warnings };
  }
  throw new Error('no row');
}

const START = 'DTSTART;TZID=Europe/Berlin:20261204T200000';
const taken = (count: number) =>
  `rrule: left out: several rules, or an EXRULE: ${count} dates are taken`;

test.each<[string, string[], string[], string[]]>([
  [
    'an exception by rule',
    ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXRULE:FREQ=MONTHLY;BYMONTHDAY=25'],
    ['RDATE:20261204T200000,20261204T200000,20261211T200000,20261218T200000,20270101T200000'],
    [taken(4)],
  ],
  [
    'two rules',
    ['RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2', 'EXDATE:20261206'],
    ['RDATE:20261204T200000,20261204T200000,20261211T200000'],
    [taken(2)],
  ],
  [
    'an exception of the first date',
    ['RRULE:FREQ=WEEKLY;COUNT=2', 'EXRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=4'],
    ['RDATE:20261204T200000,20261211T200000', 'EXDATE:20261204T200000'],
    [taken(1)],
  ],
  [
    'parts that say nothing',
    ['RRULE:FREQ=WEEKLY;BYDAY=FR;INTERVAL=;X-APP=1;BYDAY=FR;COUNT=2'],
    ['RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2'],
    [],
  ],
  [
    'an end after all years',
    ['RRULE:FREQ=WEEKLY;UNTIL=99991231T235959Z'],
    ['RRULE:FREQ=WEEKLY'],
    [],
  ],
  [
    'a midnight as an exception: no date begins there',
    ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Europe/Berlin:20261205T000000'],
    ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261205'],
    [],
  ],
  [
    'a midnight in another zone, or of a rule with hours',
    ['RRULE:FREQ=DAILY;COUNT=3;BYHOUR=0,20', 'EXDATE;TZID=Europe/Berlin:20261205T000000'],
    ['RRULE:FREQ=DAILY;COUNT=3;BYHOUR=0,20', 'EXDATE;TZID=Europe/Berlin:20261205T000000'],
    [],
  ],
])('%s', async (_, lines, recurrence, warnings) => {
  expect(await read(START, ...lines)).toEqual({ recurrence, warnings });
});

test.each(['EXRULE:FREQ=WEEKLY', 'EXDATE:20261211T200000'])('%s alone is named', async (line) => {
  const { recurrence, warnings } = await read(START, line);
  expect(recurrence).toBeNull();
  expect(warnings).toEqual([expect.stringMatching(/^ex(rule|date): left out: no rule/)]);
});

test('many rules are refused before any is read', async () => {
  const rules = Array.from({ length: 11 }, (_, at) => `RRULE:FREQ=DAILY;COUNT=${at + 1}`);
  expect((await read(START, ...rules)).error).toBe('over 10 rules');
});

test('other components are named beside events', () => {
  expect(notes.list()).toContainEqual(
    expect.objectContaining({ param: 'VTODO', reason: expect.stringMatching('^not taken over') }),
  );
});
