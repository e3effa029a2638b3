/** Rows about single dates of a series, as Google's interface has them: they change its dates. */
import { expect, test } from 'vitest';
import { type Loaded, loadBody, openCases } from '../support/cases.js';

const app = openCases();
const load = (rows: object[], query = '') => loadBody(app(), JSON.stringify(rows), { query });

const time = (text: string) => ({ dateTime: `${text}-05:00`, timeZone: 'America/Detroit' });
const chess = {
  ...{ kind: 'calendar#event', id: 'wk1', status: 'confirmed', summary: 'Chess' },
  ...{ start: time('2027-01-04T18:00:00'), end: time('2027-01-04T20:00:00') },
};
const series = { ...chess, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=MO'] };
const of = (date: string) => ({
  ...{ kind: 'calendar#event', id: `wk1_${date}`, recurringEventId: 'wk1' },
  originalStartTime: { dateTime: `${date}T18:00:00-05:00` },
});
const off = { ...of('2027-01-11'), status: 'cancelled' };
const moved = {
  ...chess,
  ...of('2027-01-18'),
  ...{ start: time('2027-01-19T19:00:00'), end: time('2027-01-19T21:00:00') },
  summary: 'Blitz',
};

const shown = ({ events }: Loaded) =>
  [...events.values()]
    .flat()
    .map(({ title, start_date, event_status }) => `${start_date} ${title} ${event_status}`)
    .sort();

test.each([
  '',
  '?source=town',
])('a date that is off or moved, before its series %s', async (query) => {
  const rows = [off, moved, series];
  const loaded = await load(rows, query);
  expect(shown(loaded)).toEqual([
    '2027-01-04 18:00:00 Chess scheduled',
    '2027-01-11 18:00:00 Chess cancelled',
    '2027-01-19 19:00:00 Blitz scheduled',
    '2027-01-25 18:00:00 Chess scheduled',
  ]);
  expect(loaded.summary).toMatchObject({ rejected: 0 });
  const again = await load(rows, query);
  expect([again.summary.created, again.summary.updated]).toEqual([0, 0]);
});

test('dates of whole days, and dates without their series', async () => {
  const days = { start: { date: '2027-02-01' }, end: { date: '2027-02-02' } };
  const daily = { ...chess, id: 'd', ...days, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] };
  const day = { id: 'd_2', recurringEventId: 'd', originalStartTime: { date: '2027-02-02' } };
  const loaded = await load([daily, { kind: chess.kind, ...day, status: 'cancelled' }, moved]);
  expect(shown(loaded)).toEqual([
    '2027-01-19 19:00:00 Blitz scheduled',
    '2027-02-01 00:00:00 Chess scheduled',
    '2027-02-02 00:00:00 Chess cancelled',
    '2027-02-03 00:00:00 Chess scheduled',
  ]);
  const { lines, events } = await load([off, series]);
  expect(lines.map(({ status }) => status)).toEqual(['created', 'updated']);
  expect(events.get('Blitz')).toHaveLength(1);
  const alone = await load([{ ...off, recurringEventId: 'unknown' }]);
  expect(alone.lines[0].params.recurrence_id).toMatch(/series .* not there/);
});
