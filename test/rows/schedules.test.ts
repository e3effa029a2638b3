/** Events of schema.org with schedules: each is a series. Contract 29.6. */
import { expect, test } from 'vitest';
import { type Facts, loadBody, openCases } from '../support/cases.js';

const app = openCases();

const weekly = (day: string, hour: number, more: Facts = {}) => ({
  ...{ '@type': 'Schedule', repeatFrequency: 'P1W', byDay: `https://schema.org/${day}` },
  // A season begins on a Tuesday.
  ...{ startDate: '2026-09-01', endDate: '2026-12-18' },
  ...{ startTime: `${hour}:00`, endTime: `${hour + 2}:00`, scheduleTimezone: 'Europe/Berlin' },
  ...more,
});

const choir = (...eventSchedule: unknown[]) => ({
  ...{ '@context': 'https://schema.org', '@type': 'Event', '@id': 'https://choir.example/#c' },
  ...{ name: 'Choir', startDate: '2026-09-01', eventSchedule },
});

const load = async (...nodes: object[]) => {
  const { lines } = await loadBody(app(), JSON.stringify({ '@graph': nodes }));
  const ids = [...new Set(lines.filter(({ id }) => id !== undefined).map(({ id }) => id))];
  const series = await Promise.all(ids.map((id) => app().given({ request: `GET /events/${id}` })));
  const stated = series.map(({ start_date, end_date, recurrence }) => [
    ...[start_date, end_date.slice(11), recurrence?.rules[0].replace(/;UNTIL=\w+/, '')],
  ]);
  return { lines, ids, stated };
};

const TUESDAYS = ['2026-09-01 19:00:00', '21:00:00', 'RRULE:FREQ=WEEKLY;BYDAY=TU'];
const SATURDAYS = ['2026-09-05 11:00:00', '13:00:00', 'RRULE:FREQ=WEEKLY;BYDAY=SA'];

test('an event with two is two series, again the same, and one moves alone', async () => {
  const first = await load(choir(weekly('Tuesday', 19), weekly('Saturday', 11)));
  expect(first.lines).toMatchObject([{ status: 'created' }, { status: 'created' }]);
  expect(first.stated).toEqual([TUESDAYS, SATURDAYS]);
  const again = await load(choir(weekly('Tuesday', 19), weekly('Saturday', 11)));
  expect(again.lines).toMatchObject([{ status: 'unchanged' }, { status: 'unchanged' }]);
  const other = weekly('Saturday', 11, { endTime: '14:00' });
  const longer = await load(choir(weekly('Tuesday', 19), other));
  expect(longer.lines).toMatchObject([{ status: 'unchanged' }, { status: 'updated' }]);
  expect(longer.ids).toEqual(first.ids);
});

test('two at the same time of other days, and other events beside them', async () => {
  const talk = { '@type': 'Event', name: 'Talk', startDate: '2026-09-02T10:00Z' };
  const { stated } = await load(talk, choir(weekly('Saturday', 11), weekly('Tuesday', 11)));
  expect(stated.map(([start]) => start)).toEqual([
    '2026-09-02 10:00:00',
    '2026-09-05 11:00:00',
    '2026-09-01 11:00:00',
  ]);
});

test('one begins with the first date of its rule', async () => {
  const { stated } = await load(choir(weekly('Saturday', 11)));
  expect(stated).toEqual([SATURDAYS]);
});

test('two that are one, one without a rule, and eleven: the first is read', async () => {
  const hours = Array.from({ length: 11 }, (_, at) => weekly('Tuesday', 8 + at));
  const same = [weekly('Tuesday', 19), weekly('Tuesday', 19)];
  const odd = [weekly('Tuesday', 19), { repeatFrequency: 'now and then' }];
  for (const schedules of [hours, same, odd]) {
    const { lines } = await load({ ...choir(...schedules), '@id': `x:${schedules.length}` });
    expect(lines).toMatchObject([{ warnings: { recurrence: expect.any(String) } }]);
  }
});
