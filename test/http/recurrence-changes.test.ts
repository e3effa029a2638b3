/** What a change of a series tells: dropped and moved dates, and the end of the dates. Contract 29. */
import { expect } from 'vitest';
import { dateOf } from '../../src/kinds/series.js';
import { drain } from '../../src/sync/drain.js';
import { catchUp } from '../support/agree.js';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload } from '../support/factories.js';
import { load } from '../support/http-loads.js';
import { datesListed, datesOf, inMarch, patch } from '../support/series.js';

const tuesdays: Json = eventPayload({
  title: 'Market',
  timezone: 'Europe/Paris',
  start_date: '2026-03-03 19:00:00',
  end_date: '2026-03-03 21:00:00',
  recurrence: 'FREQ=WEEKLY;COUNT=4',
});

const market = (app: TestApp): Promise<Json> =>
  app.given({ request: 'POST /events', body: tuesdays });

inMarch('29 changes of series', {
  'name the dates with changes of their own that it no longer has': async (app) => {
    const series = await market(app);
    const dates = await datesListed(app, series);
    const own = { title: 'Night market' };
    for (const { id } of [dates[1], dates[3]]) {
      await app.given({ request: `POST /events/${id}`, body: own });
    }
    const body = { recurrence: 'FREQ=WEEKLY;COUNT=2' };
    const shorter = await app.given({ request: `POST /events/${series.id}`, body });
    const [, , , last] = dates;
    expect(shorter.dropped).toEqual([
      {
        id: last.id,
        slug: last.slug,
        start_date: '2026-03-24 19:00:00',
        original_start_date: '2026-03-24 19:00:00',
      },
    ]);
    const read = await app.given({ request: `GET /events/${series.id}` });
    expect(read).not.toHaveProperty('dropped');
    const again = await app.given({ request: `POST /events/${series.id}`, body });
    expect(again).not.toHaveProperty('dropped');
  },

  'count for all parts, a load of them for none': async (app) => {
    const loaded = (body: Json) =>
      load(app, 'events/bulk', [{ ...body, external_id: 'crm:market' }]);
    await loaded(tuesdays);
    const { events } = await app.given({ request: 'GET /events?search=market' });
    const series = { id: events[0].recurrence.series_id };
    const [first, , third] = await datesListed(app, series);
    const titles = async () => (await datesListed(app, series)).map(({ title }) => title);
    await patch(app, third, { title: 'Late market', scope: 'following' });
    expect((await loaded({ ...tuesdays, title: 'Fair' })).summary).toMatchObject({ updated: 1 });
    expect(await titles()).toEqual(['Fair', 'Fair', 'Late market', 'Late market']);
    await patch(app, first, { title: 'Own' });
    // The series has this title; the date that it is sent to has another one.
    await patch(app, first, { title: 'Fair', scope: 'all' });
    expect(await titles()).toEqual(Array(4).fill('Fair'));
  },

  'name them where rules change from a date on, too': async (app) => {
    const series = await market(app);
    const [, second, third] = await datesListed(app, series);
    await app.given({ request: `POST /events/${third.id}`, body: { title: 'Night market' } });
    const body = { scope: 'following', recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=2' };
    const request = `POST /events/${second.id}`;
    const rest = await app.given({ request, body });
    expect(rest.dropped.map(({ id }: Json) => id)).toEqual([third.id]);
  },

  'to rules that end elsewhere or except dates leave its parts, others replace their times': async (
    app,
  ) => {
    const series = await market(app);
    const [, second] = await datesListed(app, series);
    const part = { scope: 'following', title: 'Night market', start_date: '2026-03-10 21:00:00' };
    await app.given({ request: `POST /events/${second.id}`, body: part });
    const states = async () => {
      await drain(app.deps);
      const dates = await datesListed(app, series);
      return dates.map(({ title, start_date }) => [title, start_date.slice(5, 16)]);
    };
    const put = (recurrence: Json) =>
      app.given({ request: `POST /events/${series.id}`, body: { recurrence } });
    await put(['FREQ=WEEKLY;COUNT=5', 'EXDATE:20260317T190000']);
    expect(await states()).toEqual([
      ['Market', '03-03 19:00'],
      ['Night market', '03-10 21:00'],
      ['Night market', '03-24 21:00'],
      ['Night market', '03-31 21:00'],
    ]);
    await put('FREQ=WEEKLY;INTERVAL=2;COUNT=3');
    expect(await states()).toEqual([
      ['Market', '03-03 19:00'],
      ['Night market', '03-17 19:00'],
      ['Night market', '03-31 19:00'],
    ]);
  },

  'by a PUT of its identity leave the parts that were made here': async (app) => {
    const put = { request: 'PUT /events/external/crm/1', body: { ...tuesdays, title: 'Class' } };
    const series = await app.given(put);
    const [, second] = await datesListed(app, series);
    const body = { scope: 'following', title: 'Late class' };
    const { id } = await app.given({ request: `POST /events/${second.id}`, body });
    expect(id).toBe(series.id);
    await app.given({ ...put, body: { ...put.body, cost: '$5', title: 'Course' } });
    await drain(app.deps);
    const dates = await datesListed(app, series);
    expect(dates.map(({ title, cost }) => [title, cost])).toEqual([
      ['Course', '$5'],
      ...Array(3).fill(['Late class', '$5']),
    ]);
  },

  'make parts before the dates have followed those before': async (app) => {
    const body = { ...tuesdays, title: 'Show', recurrence: 'FREQ=DAILY;COUNT=60' };
    const series = await app.given({ request: 'POST /events', body });
    await drain(app.deps);
    const stored = await app.deps.store.find('event', 'parent', [series.id], 100);
    const ids = stored.sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1)).map(({ id }) => id);
    for (const [at, title] of [
      [3, 'Late show'],
      [50, 'Last show'],
    ] as const) {
      const request = `PATCH /events/${ids[at]}`;
      await app.given({ request, body: { scope: 'following', title }, isSettled: false });
    }
    await drain(app.deps);
    const all = await app.deps.store.find('event', 'id', ids);
    expect(all.map(({ title }) => title)).toEqual([
      ...Array(3).fill('Show'),
      ...Array(47).fill('Late show'),
      ...Array(10).fill('Last show'),
    ]);
    const { total } = await app.given({ request: 'GET /events?search=show' });
    expect(total).toBe(60);
  },

  'with a new end alone leave its start, whatever the date was moved to': async (app) => {
    const series = await market(app);
    const [, second] = await datesListed(app, series);
    const request = `PATCH /events/${second.id}`;
    await app.given({ request, body: { start_date: '2026-03-10 20:00:00' } });
    const body = { scope: 'all', end_date: '2026-03-10 22:00:00' };
    const { start_date, end_date } = await app.given({ request, body });
    expect([start_date, end_date]).toEqual(['2026-03-03 19:00:00', '2026-03-03 22:00:00']);
  },

  'keep the earlier times of dates that are rescheduled': async (app) => {
    const series = await market(app);
    const before = await datesListed(app, series);
    const body = {
      start_date: '2026-03-03 20:00:00',
      end_date: '2026-03-03 22:00:00',
      event_status: 'rescheduled',
    };
    await app.given({ request: `POST /events/${series.id}`, body });
    await drain(app.deps);
    const moved = await datesListed(app, series);
    expect(moved.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    for (const { start_date, previous_dates } of moved) {
      const day = start_date.slice(0, 10);
      expect(start_date).toBe(`${day} 20:00:00`);
      expect(previous_dates).toMatchObject([
        { start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` },
      ]);
    }
  },

  'are not known behind a day, which lists that ask past it name': async (app) => {
    await market(app);
    const until = async (query: string) =>
      (await app.given({ request: `GET /events?${query}` })).occurrences_until;
    const table: [string, string | undefined][] = [
      ['', undefined],
      ['starts_after=2026-03-01', '2028-03-01'],
      ['starts_after=2026-03-01&starts_before=2028-03-01', undefined],
      ['start_date=2026-03-01&end_date=2028-03-02', '2028-03-01'],
      ['overlaps=2028-02-01,2028-03-01', undefined],
      ['overlaps=2028-02-01,2028-03-05', '2028-03-01'],
      ['starts_after=2026-03-01&view=series', undefined],
      ['starts_after=2026-03-01&recurring=false', undefined],
    ];
    for (const [query, expected] of table) expect(await until(query), query).toBe(expected);
    const { venues, ...envelope } = await app.given({ request: 'GET /venues' });
    expect(venues).toEqual([]);
    expect(envelope).not.toHaveProperty('occurrences_until');
  },

  'say which dates there are, whatever rules a part has of its own': async (app) => {
    const series = await market(app);
    const [, second] = await datesListed(app, series);
    await patch(app, second, { scope: 'following', recurrence: null });
    const days = async () =>
      (await datesOf(app, series)).map(({ start_date }) => start_date.slice(5, 10));
    expect(await days()).toEqual(['03-03', '03-10']);
    const added = ['FREQ=WEEKLY;COUNT=4', 'RDATE:20260319T190000'];
    await patch(app, series, { recurrence: added });
    expect(await days()).toEqual(['03-03', '03-10', '03-19']);
    await patch(app, series, { recurrence: [...added, 'RDATE:20260326T190000'] });
    expect(await days()).toEqual(['03-03', '03-10', '03-19', '03-26']);
    const { recurrence } = await patch(app, series, { recurrence: 'FREQ=WEEKLY;COUNT=5' });
    expect(recurrence).not.toHaveProperty('parts');
    expect(await days()).toEqual(['03-03', '03-10', '03-17', '03-24', '03-31']);
  },

  'leave a date that outlives its series in all lists': async (app) => {
    const series = await market(app);
    const dates = await datesListed(app, series);
    const times = { start_date: '2026-03-17 20:00:00', end_date: '2026-03-17 22:00:00' };
    await patch(app, dates[2], times);
    await patch(app, series, { recurrence: null });
    await drain(app.deps);
    const { events } = await app.given({ request: 'GET /events?collapse=series' });
    expect(events.map(({ id }: Json) => id)).toEqual([series.id, dates[2].id]);
  },

  'are answered for a part without dates, too: later ones have what it states': async (app) => {
    const series = await market(app);
    const dates = await datesListed(app, series);
    await patch(app, dates[2], { scope: 'following', title: 'Late' });
    await patch(app, dates[3], { scope: 'following', cost: '$9' });
    const recurrence = ['FREQ=WEEKLY;COUNT=4', 'EXDATE:20260317T190000'];
    const after = await patch(app, series, { recurrence });
    const parts = after.recurrence.parts.map(({ from, rules, changed }: Json) => [
      ...[from.slice(5, 10), rules.length, changed.join()],
    ]);
    expect(parts).toEqual([
      ['03-03', 1, ''],
      ['03-17', 0, 'title'],
      ['03-24', 1, 'cost'],
    ]);
    const [, , last] = await datesOf(app, series);
    expect(last).toMatchObject({ title: 'Late', cost: '$9' });
  },

  'are told by the clock: the next dates, and the words of the part that is on': async (app) => {
    const series = await market(app);
    const [, , third] = await datesListed(app, series);
    await patch(app, third, { scope: 'following', recurrence: 'FREQ=DAILY;COUNT=3' });
    app.clock.nowMs = Date.parse('2026-03-17T22:00:00Z');
    const item = await app.given({ request: `GET /events/${series.id}` });
    expect(item.recurrence).toMatchObject({
      text: 'Every day, 3 times',
      next: ['2026-03-18 19:00:00', '2026-03-19 19:00:00'],
    });
    const { events } = await app.given({ request: 'GET /events?view=series' });
    expect(events[0].recurrence).toEqual(item.recurrence);
    await catchUp(app.deps);
    const { items } = await app.given({ request: 'GET /events/changes' });
    const told = items.findLast(({ id }: Json) => id === series.id);
    expect(told.data.recurrence).toEqual(item.recurrence);
  },
});
