/** Dates that are added to a series, and erased, beside what its source tells. Contract 29.5, 32. */
import { expect } from 'vitest';
import { catchUp } from '../support/agree.js';
import type { Json, TestApp } from '../support/app.js';
import { load as sendLoad } from '../support/http-loads.js';
import { inMarch } from '../support/series.js';

const load = async (app: TestApp, rows: readonly Json[]): Promise<Json> => {
  const { summary } = await sendLoad(app, 'events/bulk', rows, { as: 'admin' });
  await catchUp(app.deps);
  return summary;
};

const days = async (app: TestApp): Promise<string[]> => {
  const request = 'GET /events?per_page=50&start_date=2025-01-01';
  const { events } = await app.given({ request });
  return events.map((one: Json) => one.start_date.slice(0, 13));
};

const row = (recurrence: string[], hour = 19) => ({
  external_id: 'crm:class',
  title: 'Class',
  timezone: 'Europe/Paris',
  start_date: `2026-03-03 ${hour}:00:00`,
  end_date: `2026-03-03 ${hour + 1}:00:00`,
  recurrence,
});

inMarch('dates that are said here', {
  'stay whatever rules and times a source tells, until a user says others': async (app) => {
    await load(app, [row(['FREQ=WEEKLY;COUNT=4', 'EXDATE:20260324T190000'])]);
    const [{ recurrence }] = (await app.given({ request: 'GET /events' })).events;
    const request = `PATCH /events/${recurrence.series_id}`;
    const said = ['RRULE:FREQ=WEEKLY;COUNT=4', 'RDATE:20260305T190000', 'EXDATE:20260310T190000'];
    // The exception of the source goes, another one and a date come.
    const { recurrence: after } = await app.given({ request, body: { recurrence: said } });
    expect(after.rules).toEqual(said);
    const before = ['2026-03-03 19', '2026-03-05 19', '2026-03-17 19', '2026-03-24 19'];
    expect(await days(app)).toEqual(before);
    await load(app, [row(['FREQ=WEEKLY;COUNT=5', 'EXDATE:20260324T190000'])]);
    expect(await days(app)).toEqual([...before, '2026-03-31 19']);
    await load(app, [row(['FREQ=WEEKLY;COUNT=4', 'EXDATE:20260324T200000'], 20)]);
    expect(await days(app)).toEqual(before.map((date) => date.replace(' 19', ' 20')));
    const plain = { recurrence: 'FREQ=WEEKLY;COUNT=2', start_date: '2026-03-03 20:00:00' };
    await app.given({ request, body: { ...plain, end_date: '2026-03-03 21:00:00' } });
    expect(await days(app)).toEqual(['2026-03-03 20', '2026-03-10 20']);
  },

  'stay out by name where they are over': async (app) => {
    await load(app, [row(['FREQ=WEEKLY;COUNT=4'])]);
    app.clock.nowMs = Date.parse('2026-03-12T12:00:00Z');
    const [{ recurrence }] = (await app.given({ request: 'GET /events' })).events;
    const said = ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20260310T190000'];
    const request = `PATCH /events/${recurrence.series_id}`;
    await app.given({ request, body: { recurrence: said } });
    const left = ['2026-03-03 19', '2026-03-17 19', '2026-03-24 19'];
    expect(await days(app)).toEqual(left);
    await load(app, [row(['FREQ=WEEKLY;COUNT=5'])]);
    expect(await days(app)).toEqual([...left, '2026-03-31 19']);
  },

  'are made by a row of our own columns, but for those that were erased': async (app) => {
    const date = (recurrence_id: string) => ({
      ...{ external_id: 'crm:class', recurrence_id, title: `Of ${recurrence_id}` },
    });
    await load(app, [row(['FREQ=WEEKLY;COUNT=2'])]);
    const [, second] = (await app.given({ request: 'GET /events' })).events;
    await app.given({ request: `DELETE /events/${second.id}?force=true`, as: 'admin' });
    const rows = ['2026-02-11 19:00:00', '2026-03-05 18:00:00', '2026-03-10 19:00:00'].map(date);
    expect(await load(app, rows)).toMatchObject({ updated: 2, unchanged: 1, rejected: 0 });
    expect(await days(app)).toEqual(['2026-02-11 19', '2026-03-03 19', '2026-03-05 18']);
    expect(await load(app, rows)).toMatchObject({ updated: 0, unchanged: 3 });
    expect(await load(app, [date('2031-03-05 18:00:00')])).toMatchObject({ rejected: 1 });
  },

  'are 1,000 a year at most, in all parts together': async (app) => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour).join();
    const rule = `FREQ=DAILY;BYHOUR=${hours}`;
    const { external_id: _, ...event } = row([`${rule};COUNT=24`], 10);
    const { id } = await app.given({ request: 'POST /events', body: event });
    const [last] = (await app.given({ request: `GET /events?post_parent=${id}&order=desc` }))
      .events;
    expect(last.recurrence.original_start_date).toBe('2026-03-04 09:00:00');
    const request = `PATCH /events/${last.id}`;
    const body = { scope: 'following', recurrence: `${rule};COUNT=990` };
    const answer = await app.call({ request, as: 'admin', body });
    expect(answer.body.data.params.recurrence).toContain('2026 has more');
  },

  'and a calendar of another system is none of this one': async (app) => {
    const named = {
      ...row(['FREQ=WEEKLY;COUNT=2']),
      external_id: 'calendar-1:class@example.org',
    };
    await load(app, [{ ...named, keys: ['calendar-1:other'] }]);
    const keys = await app.deps.store.keys.list('event', {
      ...{ prefix: 'calendar-1:', after: '', limit: 9 },
    });
    expect(keys).toEqual([]);
    const [uid] = await app.deps.store.keys.list('event', { keys: ['@uid:class@example.org'] });
    expect(uid?.told).not.toBeNull();
    const request = 'PUT /events/external/calendar-1/new';
    const answer = await app.call({ request, as: 'admin', body: row([]) });
    expect(answer.body.data.params).toEqual({ source: expect.stringContaining('calendar') });
  },
});
