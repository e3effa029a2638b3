/** Recurring events: series, their dates, scopes, the trash. Source: Contract 29. */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenVenue } from '../support/factories.js';
import { inMarch } from '../support/series.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');

const weekly = (extra: Json = {}): Json =>
  eventPayload({
    title: 'Market',
    timezone: 'Europe/Paris',
    start_date: '2026-03-03 19:00:00',
    end_date: '2026-03-03 21:00:00',
    recurrence: 'FREQ=WEEKLY;COUNT=4',
    ...extra,
  });

const create = (app: TestApp, extra: Json = {}): Promise<Json> =>
  app.given({ request: 'POST /events', body: weekly(extra) });

const list = async (app: TestApp, query: string): Promise<Json[]> =>
  (await app.given({ request: `GET /events?per_page=50&${query}` })).events;

const datesOf = (app: TestApp, { id }: Json): Promise<Json[]> =>
  list(app, `post_parent=${id}&starts_after=2000-01-01`);

const starts = (events: Json[]): string[] => events.map(({ start_date }) => start_date);

const STARTS = ['03-03', '03-10', '03-17', '03-24'].map((day) => `2026-${day} 19:00:00`);

const refused: [extra: Json, params: string[]][] = [
  [{ recurrence: 'FREQ=SECONDLY' }, ['recurrence']],
  [{ recurrence: ['FREQ=DAILY', 'RRULE:FREQ=DAILY'] }, ['recurrence']],
  [{ recurrence: 'FREQ=WEEKLY;BYDAY=WE' }, ['start_date']],
  [{ recurrence: 'FREQ=WEEKLY;BYDAY=WE', cost: {} }, ['cost', 'start_date']],
  [{ scope: 'all', recurrence: '' }, ['scope']],
  [{ scope: 'some', recurrence: '' }, ['scope']],
];

inMarch('29.1 a series', {
  'is answered with its rule, and its dates are events of their own': async (app) => {
    const series = await create(app);
    expect(series.recurrence).toEqual({
      series_id: series.id,
      series_url: `http://api.test/vendor/events/v1/events/${series.id}`,
      rules: ['RRULE:FREQ=WEEKLY;COUNT=4'],
      text: 'Every Tuesday, 4 times',
      first: STARTS[0],
      last: STARTS[3],
      next: STARTS,
    });
    const dates = await datesOf(app, series);
    expect(starts(dates)).toEqual(STARTS);
    expect(dates.map(({ slug }) => slug)).toEqual(
      ['03-03', '03-10', '03-17', '03-24'].map((day) => `market-2026-${day}`),
    );
    expect(dates[1].recurrence).toMatchObject({
      series_id: series.id,
      original_start_date: STARTS[1],
      changed: [],
      next: STARTS.slice(2),
    });
    expect(dates[1].utc_end_date).toBe('2026-03-10 20:00:00');
    expect(dates[1].author).toBe(series.author);
  },

  'is in no list but that of series, and counts as no use': async (app) => {
    const venue = await givenVenue(app, { venue: 'Hall' });
    const series = await create(app, { venue: venue.id });
    const single = await app.given({ request: 'POST /events', body: eventPayload() });
    expect(single.recurrence).toBeNull();
    const all = await list(app, 'facets=venue');
    expect(all.map(({ id }) => id)).not.toContain(series.id);
    expect(all).toHaveLength(5);
    const shown = await list(app, 'view=series');
    expect(shown.map(({ id }) => id)).toEqual([series.id]);
    expect((await list(app, 'view=series&search=nothing')).length).toBe(0);
    expect((await list(app, `view=series&venue=${venue.id}`)).length).toBe(1);
    expect((await list(app, 'recurring=true')).length).toBe(4);
    expect((await list(app, 'recurring=false')).map(({ id }) => id)).toEqual([single.id]);
    const { facets } = await app.given({ request: 'GET /events?facets=venue' });
    expect(facets.venue[0].count).toBe(4);
    const usage = await app.deps.store.usage([{ kind: 'venue', id: venue.id }], NOW / 1000);
    expect([...usage.values()][0]?.events).toBe(4);
  },

  'is refused with every fault': async (app) => {
    for (const [extra, params] of refused) {
      const body = weekly(extra);
      const answer = await app.call({ request: 'POST /events', as: 'admin', body });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.data.params).sort()).toEqual(params);
    }
    expect((await list(app, 'view=series')).length).toBe(0);
  },
});

const collapsed = async (app: TestApp, query: string) => {
  const request = `GET /events?collapse=series&${query}`;
  const { total, events } = await app.given({ request });
  return [total, events.map(({ start_date }: Json) => start_date.slice(5, 10))];
};

inMarch('29.4 collapse=series', {
  'lists the first date of each series in the window': async (app) => {
    const series = await create(app);
    await app.given({ request: 'POST /events', body: eventPayload() });
    expect(await collapsed(app, '')).toEqual([2, ['03-03', '03-20']]);
    expect(await collapsed(app, 'start_date=2026-03-11')).toEqual([2, ['03-17', '03-20']]);
    expect(await collapsed(app, 'overlaps=2026-03-18,2026-03-30')).toEqual([2, ['03-20', '03-24']]);
    expect(await collapsed(app, 'search=market&per_page=1')).toEqual([1, ['03-03']]);
    expect(await collapsed(app, 'ends_before=2026-03-12')).toEqual([1, ['03-03']]);
    const [first, second, third] = await datesOf(app, series);
    await app.given({ request: `DELETE /events/${first.id}` });
    expect(await collapsed(app, '')).toEqual([2, ['03-10', '03-20']]);
    const later = { start_date: '2026-03-19 10:00:00', end_date: '2026-03-19 11:00:00' };
    await app.given({ request: `PATCH /events/${second.id}`, body: later });
    expect(await collapsed(app, '')).toEqual([2, ['03-17', '03-20']]);
    const body = { availability: 'sold_out' };
    await app.given({ request: `PATCH /events/${third.id}`, body });
    expect(await collapsed(app, '')).toEqual([3, ['03-17', '03-19', '03-20']]);
    expect(await collapsed(app, 'availability=available')).toEqual([2, ['03-19', '03-20']]);
  },
});

inMarch('29.2 changes', {
  'of one date are its own; those of the series reach all others': async (app) => {
    const series = await create(app);
    const [, second] = await datesOf(app, series);
    const body = { title: 'Night market', start_date: '2026-03-11 20:00:00' };
    const changed = await app.given({ request: `PATCH /events/${second.id}`, body });
    expect(changed.recurrence.changed).toEqual([
      ...['all_day', 'end_date', 'start_date', 'timezone', 'title'],
    ]);
    const update = { title: 'Fair', start_date: '2026-03-03 18:00:00' };
    await app.given({ request: `POST /events/${series.id}`, body: update });
    const dates = await datesOf(app, series);
    expect(dates.map(({ title }) => title)).toEqual(['Fair', 'Night market', 'Fair', 'Fair']);
    expect(starts(dates)).toEqual([
      '2026-03-03 18:00:00',
      '2026-03-11 20:00:00',
      '2026-03-17 18:00:00',
      '2026-03-24 18:00:00',
    ]);
    expect(dates[1].id).toBe(second.id);
    expect(dates[0].sequence).toBe(1);
  },

  'with scope=following make a part of the series': async (app) => {
    const series = await create(app);
    const before = await datesOf(app, series);
    const patch = { request: `PATCH /events/${before[3].id}`, body: { title: 'Last' } };
    await app.given(patch);
    const body = { scope: 'following', title: 'Late', start_date: '2026-03-17 20:00:00' };
    const request = `PATCH /events/${before[2].id}`;
    const answer = await app.call({ request, as: 'admin', body });
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    const late = ['2026-03-17 20:00:00', '2026-03-24 20:00:00'];
    expect(answer.body).toMatchObject({
      id: series.id,
      title: 'Market',
      recurrence: {
        rules: ['RRULE:FREQ=WEEKLY;COUNT=4'],
        first: STARTS[0],
        last: late[1],
        next: [...STARTS.slice(0, 2), ...late],
        parts: [
          { from: STARTS[0], changed: [] },
          {
            from: STARTS[2],
            rules: ['RRULE:FREQ=WEEKLY;COUNT=2'],
            text: 'Every Tuesday, 2 times',
            changed: ['all_day', 'end_date', 'start_date', 'timezone', 'title'],
          },
        ],
      },
    });
    const dates = await datesOf(app, series);
    expect(dates.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(dates.map(({ slug }) => slug)).toEqual(before.map(({ slug }) => slug));
    expect(dates.map(({ title }) => title)).toEqual(['Market', 'Market', 'Late', 'Last']);
    expect(starts(dates)).toEqual([...STARTS.slice(0, 2), ...late]);
    expect(dates[2].recurrence.original_start_date).toBe(STARTS[2]);
    const first = await app.call({
      request: `PATCH /events/${before[0].id}`,
      as: 'admin',
      body: { scope: 'following', title: 'All' },
    });
    expect([first.status, first.body.id]).toEqual([200, series.id]);
    expect((await datesOf(app, series)).map(({ title }) => title)).toEqual([
      ...['All', 'All', 'All', 'Last'],
    ]);
  },

  'of the rule keep the dates it still has, and drop and make others': async (app) => {
    const series = await create(app);
    const before = await datesOf(app, series);
    const body = { recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' };
    await app.given({ request: `POST /events/${series.id}`, body });
    const dates = await datesOf(app, series);
    expect(starts(dates)).toEqual([STARTS[0], STARTS[2], '2026-03-31 19:00:00']);
    expect(dates[1].id).toBe(before[2].id);
    await app.given({
      request: `POST /events/${series.id}`,
      body: { recurrence: 'FREQ=WEEKLY;COUNT=4' },
    });
    expect((await datesOf(app, series)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  },

  'with a scope need a series, and a date has no rules': async (app) => {
    const single = await app.given({ request: 'POST /events', body: eventPayload() });
    const series = await create(app);
    const [first] = await datesOf(app, series);
    const tries: [id: number, body: Json, param: string][] = [
      [single.id, { scope: 'all' }, 'scope'],
      [series.id, { scope: 'this' }, 'scope'],
      [first.id, { scope: 'none' }, 'scope'],
      [first.id, { recurrence: 'FREQ=DAILY' }, 'recurrence'],
    ];
    for (const [id, body, param] of tries) {
      const answer = await app.call({ request: `PATCH /events/${id}`, as: 'admin', body });
      expect([answer.status, Object.keys(answer.body.data?.params ?? {})]).toEqual([400, [param]]);
    }
  },
});

inMarch('29.2 the trash', {
  'an erased date is an exception, and an erased series leaves nothing': async (app) => {
    const series = await create(app);
    const [, second] = await datesOf(app, series);
    await app.given({ request: `DELETE /events/${second.id}?force=true` });
    const { recurrence } = await app.given({ request: `GET /events/${series.id}` });
    expect(recurrence.rules).toEqual(['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20260310T190000']);
    expect(starts(await datesOf(app, series))).toEqual([STARTS[0], STARTS[2], STARTS[3]]);
    await app.given({ request: `DELETE /events/${series.id}?force=true` });
    const left = await app.deps.store.scan('event', { afterId: 0, limit: 10 });
    expect(left).toEqual([]);
  },
});
