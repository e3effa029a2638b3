/** What runs through a window, tonight, and the order of the events' own days. Contract 14. */
import { beforeAll, describe, expect, it } from 'vitest';
import { statedDates } from '../../src/validation/stated-dates.js';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { describeApp } from '../support/shared.js';

const at = (text: string) => Date.parse(`${text}Z`);
const NOON = at('2026-03-10T12:00:00');

async function givenEvents(app: TestApp): Promise<void> {
  const add = (title: string, start_date: string, end_date: string, more: Json = {}) =>
    givenEvent(app, { title, start_date, end_date, timezone: 'UTC', ...more });
  const whole = { all_day: true };
  await add('Show', '2026-02-01', '2026-06-30', whole);
  await add('Fair', '2026-03-02', '2026-03-12', whole);
  await add('Exact', '2026-03-05 10:00', '2026-03-12 10:00');
  await add('Weeklong', '2026-03-05 10:00', '2026-03-12 10:01');
  await add('Festival', '2026-03-09', '2026-03-11', whole);
  await add('Matinee', '2026-03-10 11:00', '2026-03-10 13:00');
  await add('Opening', '2026-03-10 18:00', '2026-05-01 18:00');
  await add('Dinner', '2026-03-10 17:00', '2026-03-10 20:00');
  await add('Late', '2026-03-11 05:30', '2026-03-11 06:30');
  await add('Breakfast', '2026-03-11 06:00', '2026-03-11 08:00');
}

const TODAY = 'overlaps=today,today';

/** [query, titles in their order, moment] */
const lists: [string, string, number?][] = [
  [`${TODAY}&running=hide`, 'Exact Festival Matinee Dinner Opening'],
  [`${TODAY}&running=only`, 'Weeklong Fair Show'],
  [`${TODAY}&running=hide&clock=local`, 'Exact Festival Matinee Dinner Opening'],
  [`${TODAY}&running=only&clock=local`, 'Weeklong Fair Show'],
  [`${TODAY}&running=only&orderby=start_date`, 'Show Fair Weeklong'],
  ['ends_after=now&strict_dates=true&running=only', 'Weeklong Fair Show'],
  ['ends_after=now&strict_dates=true&running=only&collapse=series', 'Weeklong Fair Show'],
  [
    'ends_after=now&strict_dates=true&running=hide&collapse=series',
    'Exact Festival Matinee Dinner Opening Late Breakfast',
  ],
  ['ends_after=2026-03-12&running=only', 'Opening Show'],
  ['day=2026-03-10&running=only', 'Weeklong Fair Show'],
  ['day=2026-03-10&running=hide', 'Matinee Dinner Opening'],
  ['day=tonight&running=only&clock=local', 'Weeklong Fair Show'],
  ['start_date=2026-03-11&end_date=2026-03-11&running=only', 'Weeklong Fair Opening Show'],
  ['starts_after=2026-03-10&running=hide', 'Late Breakfast'],
  ['day=tonight', 'Dinner Opening Late'],
  ['overlaps=weekend,weekend', 'Show Opening'],
  ['overlaps=today,weekend&running=hide', 'Exact Festival Matinee Dinner Opening Late Breakfast'],
  ['overlaps=weekend,weekend', 'Show Opening', at('2026-03-15T12:00:00')],
  ['day=tonight&clock=local', 'Dinner Opening Late'],
  ['day=tonight', 'Opening Late', at('2026-03-10T17:30:00')],
  ['day=tonight', 'Late', at('2026-03-11T05:00:00')],
  ['day=tonight', '', at('2026-03-11T06:00:00')],
];

describeApp('14 running, tonight', (app) => {
  beforeAll(() => givenEvents(app()));

  it.each(lists)('%s lists %s', async (query, titles, nowMs = NOON) => {
    app().clock.nowMs = nowMs;
    const { events, total } = await app().given({ request: `GET /events?${query}` });
    expect(events.map(({ title }: Json) => title).join(' ')).toBe(titles);
    expect(total).toBe(titles.split(' ').filter(Boolean).length);
  });

  it.each([
    ['running=hide&ends_before=now', ['running']],
    ['running=only&view=series', ['running']],
    ['running=both', ['running']],
  ])('%s is 400', async (query, params) => {
    const { status, body } = await app().call({ request: `GET /events?${query}` });
    expect([status, Object.keys(body.data.params)]).toEqual([400, params]);
  });

  it('a walk by cursor has what pages have', async () => {
    app().clock.nowMs = NOON;
    const titles: string[] = [];
    const query = `${TODAY}&running=hide&clock=local&per_page=2`;
    for (let cursor = ''; ; ) {
      const { events, next_cursor } = await app().given({
        request: `GET /events?${query}${cursor}`,
      });
      titles.push(...events.map(({ title }: Json) => title));
      if (!next_cursor) break;
      cursor = `&cursor=${next_cursor}`;
    }
    expect(titles.join(' ')).toBe('Exact Festival Matinee Dinner Opening');
  });
});

describeApp('14 clock=local orders by the events’ own days', (app) => {
  it('a day that began earlier in another zone is not before its neighbours', async () => {
    const add = (title: string, timezone: string, start_date: string) =>
      givenEvent(app(), { title, timezone, start_date, end_date: start_date });
    await add('Tokyo', 'Asia/Tokyo', '2026-03-12 07:00');
    await add('Berlin', 'Europe/Berlin', '2026-03-12 00:30');
    await add('Denver', 'America/Denver', '2026-03-11 20:00');
    const of = async (query: string) => {
      const { events } = await app().given({ request: `GET /events?day=2026-03-12&${query}` });
      return events.map(({ title }: Json) => title).join(' ');
    };
    const dates = 'start_date=2026-03-11&end_date=2026-03-12';
    const { events } = await app().given({ request: `GET /events?${dates}&clock=local` });
    expect(events.map(({ title }: Json) => title).join(' ')).toBe('Denver Berlin Tokyo');
    expect(await of('clock=local')).toBe('Berlin Tokyo');
    expect(await of('clock=local&order=desc')).toBe('Tokyo Berlin');
    const site = await app().given({ request: `GET /events?${dates}` });
    expect(site.events.map(({ title }: Json) => title).join(' ')).toBe('Tokyo Berlin Denver');
  });
});

describe('14 the weekend of a zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-10', '2026-03-14,2026-03-15'],
    ['Europe/Berlin', '2026-03-15', '2026-03-15'],
    ['UTC', '2026-03-14', '2026-03-14,2026-03-15'],
    ['Asia/Amman', '2026-03-10', '2026-03-13,2026-03-14'],
    ['Asia/Amman', '2026-03-14', '2026-03-14'],
    ['Asia/Tehran', '2026-03-14', '2026-03-20'],
  ])('in %s on %s is %s', (siteTimeZone, day, weekend) => {
    const context = { siteTimeZone, nowMs: Date.parse(`${day}T12:00Z`) };
    expect(statedDates({ day: 'weekend' }, context)).toEqual({ day: weekend });
    const [first, last = first] = weekend.split(',');
    const overlaps = { overlaps: 'weekend,weekend' };
    expect(statedDates(overlaps, context)).toEqual({ overlaps: `${first},${last}` });
  });
});
