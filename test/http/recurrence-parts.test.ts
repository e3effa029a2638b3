/** Parts of series: what changes from a date on, wherever it comes from and goes to. Contract 29.3. */
import { expect } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import { embeddedPair, pairNamed } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { eventPayload, givenVenue } from '../support/factories.js';
import { exported } from '../support/files.js';
import { load as sendLoad } from '../support/http-loads.js';
import { sendBack } from '../support/send-back.js';
import { datesOf, inMarch, patch } from '../support/series.js';

const weekly = (extra: Json = {}): Json =>
  eventPayload({
    title: 'Market',
    timezone: 'Europe/Paris',
    start_date: '2026-03-03 19:00:00',
    end_date: '2026-03-03 21:00:00',
    recurrence: 'FREQ=WEEKLY;COUNT=6',
    ...extra,
  });

const create = (app: TestApp, extra: Json = {}): Promise<Json> =>
  app.given({ request: 'POST /events', body: weekly(extra) });

/** → of each date: day and time, title, venue. */
const states = async (app: TestApp, series: Json): Promise<string[]> =>
  (await datesOf(app, series)).map(({ start_date, title, venue }) =>
    [start_date.slice(5, 16), title, ...(venue.venue ? [venue.venue] : [])].join(' '),
  );

async function load(app: TestApp, body: string): Promise<number[]> {
  const { counts } = await sendLoad(app, 'events/bulk', body, { as: 'admin' });
  await drain(app.deps);
  return counts.slice(0, 4);
}

inMarch('29.3 the end of a part', {
  'stays on its day when the dates move within theirs': async (app) => {
    const series = await create(app, { recurrence: 'FREQ=WEEKLY;UNTIL=20260407' });
    const dates = await datesOf(app, series);
    const times = { start_date: '2026-03-17 22:30:00', end_date: '2026-03-17 23:30:00' };
    const { recurrence } = await patch(app, dates[2], { scope: 'following', ...times });
    expect(recurrence.parts[1].text).toBe('Every Tuesday until 7 April 2026');
    expect((await states(app, series)).at(-1)).toBe('04-07 22:30 Market');
    const moved = { start_date: '2026-03-25 01:00:00', end_date: '2026-03-25 02:00:00' };
    const later = await patch(app, dates[3], { scope: 'following', ...moved });
    expect(later.recurrence.parts[2].text).toBe('Every Wednesday until 8 April 2026');
    expect((await states(app, series)).at(-1)).toBe('04-08 01:00 Market');
  },
});

/** Found by lives of test/lifecycle: seeds 7 and 101. */
inMarch('29.3 a value that the series has', {
  'goes from the date and from all parts that it is sent to': async (app) => {
    const series = await create(app);
    const dates = await datesOf(app, series);
    await patch(app, dates[0], { title: 'Opening' });
    await patch(app, dates[0], { scope: 'following', title: 'Market' });
    expect((await states(app, series))[0]).toBe('03-03 19:00 Market');
    await patch(app, dates[3], { scope: 'following', title: 'Late' });
    await patch(app, dates[4], { scope: 'all', title: 'Market' });
    expect(new Set((await datesOf(app, series)).map(({ title }) => title))).toEqual(
      new Set(['Market']),
    );
  },

  'is stated by no part: an own export changes nothing': async (app) => {
    const series = await create(app);
    const dates = await datesOf(app, series);
    const at = (hour: number) => ({
      scope: 'following',
      start_date: `2026-03-24 ${hour}:00:00`,
      end_date: `2026-03-24 ${hour + 2}:00:00`,
    });
    await patch(app, dates[3], at(18));
    await patch(app, dates[3], at(19));
    const before = await exported(app.deps, 'event');
    expect(before).not.toContain('"parts"');
    expect(await load(app, before)).toEqual([0, 0, 1, 0]);
    expect(await exported(app.deps, 'event')).toBe(before);
  },
});

inMarch('29.3 parts of series', {
  'count for all later ones, which lose sent fields and times, and are named': async (app) => {
    const series = await create(app);
    const dates = await datesOf(app, series);
    const late = await patch(app, dates[4], {
      scope: 'following',
      title: 'Late',
      cost: '$9',
      start_date: '2026-03-31 20:00:00',
      end_date: '2026-03-31 22:00:00',
    });
    expect(late).not.toHaveProperty('warnings');
    const { warnings } = await patch(app, dates[2], {
      scope: 'following',
      title: 'Night',
      start_date: '2026-03-18 20:00:00',
      end_date: '2026-03-18 22:00:00',
    });
    expect(warnings).toEqual({ recurrence: expect.stringContaining('2026-03-31 19:00:00') });
    expect(await states(app, series)).toEqual([
      ...['03-03 19:00 Market', '03-10 19:00 Market', '03-18 20:00 Night'],
      ...['03-25 20:00 Night', '04-01 20:00 Night', '04-08 20:00 Night'],
    ]);
    const costs = (await datesOf(app, series)).map(({ cost }) => cost);
    expect(costs).toEqual(['', '', '', '', '$9', '$9']);
    await patch(app, dates[2], { scope: 'following', title: 'Market' });
    await patch(app, dates[3], { scope: 'all', end_date: '2026-03-25 23:00:00' });
    const { recurrence } = await app.given({ request: `GET /events/${series.id}` });
    expect(recurrence.parts.map(({ changed }: Json) => changed.includes('title'))).toEqual(
      Array(3).fill(false),
    );
    const ends = (await datesOf(app, series)).map(({ end_date }) => end_date.slice(5, 16));
    expect(ends).toEqual([
      ...['03-03 22:00', '03-10 22:00', '03-18 23:00'],
      ...['03-25 23:00', '04-01 23:00', '04-08 23:00'],
    ]);
    const every = { scope: 'following', recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=2' };
    await patch(app, dates[4], every);
    const lost = await patch(app, dates[1], { ...every, recurrence: 'FREQ=WEEKLY;COUNT=3' });
    expect(lost.warnings.recurrence).toContain('2026-03-17 19:00:00, 2026-03-31 19:00:00');
    await sendBack(app);
  },

  'take what differs from the date that it is sent to, by value': async (app) => {
    const series = await create(app, { venue: { venue: 'Hall' } });
    const dates = await datesOf(app, series);
    await patch(app, dates[2], { venue: { venue: 'Square' }, cost: '8' });
    await patch(app, dates[2], { scope: 'following', venue: { venue: 'Square' }, cost: '8' });
    await patch(app, dates[2], { scope: 'all', venue: { venue: 'Square' }, cost: '8' });
    const places = async () =>
      (await datesOf(app, series)).map(({ venue, cost }) => venue.venue + cost);
    expect(await places()).toEqual(['Hall', 'Hall', 'Square$8', 'Hall', 'Hall', 'Hall']);
    await patch(app, dates[3], { scope: 'following', venue: { venue: 'Square' } });
    await patch(app, dates[4], { scope: 'all', venue: { venue: 'Hall' } });
    expect(await places()).toEqual(['Hall', 'Hall', 'Square$8', 'Hall', 'Hall', 'Hall']);
  },

  'have rules of their own, which those behind them take over': async (app) => {
    const series = await create(app);
    const dates = await datesOf(app, series);
    await patch(app, dates[4], { scope: 'following', title: 'Late' });
    const body = { scope: 'following', start_date: '2026-03-18 20:00:00' };
    const recurrence = 'FREQ=WEEKLY;BYDAY=WE;COUNT=3';
    const end_date = '2026-03-18 21:00:00';
    await patch(app, dates[2], { ...body, end_date, recurrence });
    expect(await states(app, series)).toEqual([
      ...['03-03 19:00 Market', '03-10 19:00 Market'],
      ...['03-18 20:00 Market', '03-25 20:00 Market', '04-01 20:00 Late'],
    ]);
    const [, , third] = await datesOf(app, series);
    await app.given({ request: `DELETE /events/${third.id}?force=true` });
    await patch(app, series, { start_date: '2026-03-03 18:00:00' });
    expect(await states(app, series)).toEqual([
      ...['03-03 18:00 Market', '03-10 18:00 Market'],
      ...['03-25 19:00 Market', '04-01 19:00 Late'],
    ]);
    const { last, next } = (await app.given({ request: `GET /events/${series.id}` })).recurrence;
    expect([last, next.length]).toEqual(['2026-04-01 19:00:00', 4]);
    await patch(app, series, { recurrence: null });
    const ended = await app.given({ request: `GET /events/${series.id}` });
    expect(ended.recurrence).toBeNull();
  },

  'link records as others do: names, merges and the trash reach them': async (app) => {
    const [hall, square] = [
      await givenVenue(app, { venue: 'Hall' }),
      await givenVenue(app, { venue: 'Square' }),
    ];
    const series = await create(app, { venue: hall.id });
    const [, , third] = await datesOf(app, series);
    await patch(app, third, { scope: 'following', venue: square.id });
    const places = async () => (await states(app, series)).map((text) => text.slice(19));
    expect(await places()).toEqual([...Array(2).fill('Hall'), ...Array(4).fill('Square')]);
    await app.given({ request: `PATCH /venues/${square.id}`, body: { venue: 'Plaza' } });
    expect(await places()).toEqual([...Array(2).fill('Hall'), ...Array(4).fill('Plaza')]);
    const merge = { request: `POST /venues/${hall.id}/merge`, body: { drop: [square.id] } };
    await app.given(merge);
    expect(await places()).toEqual(Array(6).fill('Hall'));
    const [record] = await app.deps.store.find('event', 'id', [series.id]);
    expect(record?.parts?.map(({ relations }) => relations.venue?.map(({ id }) => id))).toEqual([
      [hall.id],
    ]);
    await app.given({ request: `DELETE /venues/${hall.id}` });
    expect(await places()).toEqual(Array(6).fill(''));
  },

  'are told from one another in lists that collapse series': async (app) => {
    const series = await create(app);
    const [, , third, fourth] = await datesOf(app, series);
    await patch(app, fourth, { scope: 'following', start_date: '2026-03-24 20:00:00' });
    const listed = async (query: string) => {
      const { events } = await app.given({ request: `GET /events?collapse=series&${query}` });
      return events.map(({ start_date }: Json) => start_date.slice(5, 10));
    };
    expect(await listed('')).toEqual(['03-03']);
    await patch(app, third, { scope: 'following', title: 'Night' });
    await drain(app.deps);
    expect(await listed('')).toEqual(['03-03', '03-17']);
    expect(await listed('search=night')).toEqual(['03-17']);
  },

  'are refused where no series has them': async (app) => {
    const series = await create(app);
    const [, second] = await datesOf(app, series);
    const tries: [body: Json, params: string[]][] = [
      [{ slug: 'other' }, ['slug']],
      [{ status: 'trash', slug: 'x' }, ['slug', 'status']],
      [{ recurrence: 'FREQ=DAILY;COUNT=2;BYDAY=MO' }, ['start_date']],
      [{ recurrence: 'FREQ=NEVER', cost: {} }, ['cost', 'recurrence']],
    ];
    for (const [extra, params] of tries) {
      const body = { scope: 'following', ...extra };
      const answer = await app.call({ request: `PATCH /events/${second.id}`, as: 'admin', body });
      expect([answer.status, Object.keys(answer.body.data.params).sort()]).toEqual([400, params]);
    }
    const { recurrence } = await app.given({ request: `GET /events/${series.id}` });
    expect(recurrence).not.toHaveProperty('parts');
  },

  'go through an export, and its load leaves them as they are': async (app) => {
    const venue = await givenVenue(app, { venue: 'Hall' });
    const series = await create(app, { description: 'Cheese.', venue: venue.id });
    const dates = await datesOf(app, series);
    await patch(app, dates[2], {
      scope: 'following',
      title: 'Night',
      description: '',
      venue: { venue: 'Square', city: 'Paris' },
      start_date: '2026-03-18 20:00:00',
      end_date: '2026-03-18 23:00:00',
    });
    const recurrence = 'FREQ=WEEKLY;COUNT=2';
    const times = { start_date: '2026-04-01 20:00:00', end_date: '2026-04-01 21:00:00' };
    await patch(app, dates[4], { scope: 'following', ...times, recurrence });
    await patch(app, dates[3], { title: 'Guest' });
    const before = await states(app, series);
    const text = await exported(app.deps, 'event');
    expect(JSON.parse(text.split('\n')[0] ?? '').parts).toMatchObject([
      { from: '2026-03-17 19:00:00', by: 'user', description: null, title: 'Night' },
      { from: '2026-03-31 19:00:00', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] },
    ]);
    const overrides = { now: () => app.clock.nowMs };
    const other = await openTestApp(pairNamed('sqlite + sqlite'), { overrides });
    try {
      expect(await load(other, text)).toEqual([1, 1, 0, 0]);
      expect(await exported(other.deps, 'event')).toBe(text);
      const [copy] = (await other.given({ request: 'GET /events?view=series' })).events;
      expect(await states(other, copy)).toEqual(before);
      expect(await load(other, text)).toEqual([0, 0, 2, 0]);
    } finally {
      await other.close();
    }
    expect(await load(app, text)).toEqual([0, 0, 2, 0]);
    expect(await exported(app.deps, 'event')).toBe(text);
    const { parts: _, ...line } = JSON.parse(text.split('\n')[0] ?? '');
    expect(await load(app, JSON.stringify({ ...line, cost: '$3' }))).toEqual([0, 1, 0, 0]);
    expect(await states(app, series)).toEqual(before);
    expect(await load(app, JSON.stringify({ ...line, parts: [] }))).toEqual([0, 1, 0, 0]);
    const titles = (await datesOf(app, series)).map(({ title }) => title);
    expect(titles).toEqual(['Market', 'Market', 'Market', 'Guest', 'Market', 'Market']);
  },

  'are events of their own in a calendar, which nobody joins and which is ours again': async (
    app,
  ) => {
    const series = await create(app);
    const dates = await datesOf(app, series);
    const start_date = '2026-03-18 20:00:00';
    await patch(app, dates[2], { scope: 'following', title: 'Night', start_date });
    await patch(app, dates[3], { title: 'Guest' });
    await app.given({ request: `DELETE /events/${dates[4].id}` });
    const { text } = await app.call({ request: `GET /events/${series.id}.ics` });
    const lines = text.replaceAll('\r\n ', '').split('\r\n');
    const wanted = /^(UID|RELATED-TO|DTSTART|RRULE|EXDATE|RECURRENCE-ID|SUMMARY)/;
    const uid = `event-${series.id}@example.com`;
    const later = `event-${series.id}/20260317T190000@example.com`;
    const zone = 'TZID=Europe/Paris';
    expect(lines.filter((line) => wanted.test(line) && !/T02|T03|YEARLY/.test(line))).toEqual([
      ...[`UID:${uid}`, `DTSTART;${zone}:20260303T190000`],
      ...['RRULE:FREQ=WEEKLY;UNTIL=20260317T175959Z', 'SUMMARY:Market'],
      ...[`UID:${later}`, `RELATED-TO:${uid}`, `DTSTART;${zone}:20260318T200000`],
      ...['RRULE:FREQ=WEEKLY;COUNT=4', `EXDATE;${zone}:20260401T200000`, 'SUMMARY:Night'],
      ...[`UID:${later}`, `DTSTART;${zone}:20260325T200000`],
      ...[`RECURRENCE-ID;${zone}:20260325T200000`, 'SUMMARY:Guest'],
    ]);
    const before = await states(app, series);
    const [created] = await load(app, text);
    expect(created).toBe(0);
    expect(await states(app, series)).toEqual(before);
  },
});

inMarch('29.3 parts with times of their own', {
  'follow the times of the series: by as much, to whole days, and back': async (app) => {
    const series = await create(app);
    const dates = await datesOf(app, series);
    const every = 'FREQ=WEEKLY;INTERVAL=2;COUNT=3';
    await patch(app, dates[2], { scope: 'following', recurrence: every });
    await patch(app, dates[2], { scope: 'following', start_date: '2026-03-17 20:00:00' });
    const third = (await datesOf(app, series))[2];
    const at = async (times: Json) => {
      await patch(app, series, times);
      const now = await datesOf(app, series);
      expect(now[2]?.id).toBe(third?.id);
      return now.map(({ start_date, end_date }) =>
        [start_date.slice(5, 16), end_date.slice(11, 16)].join('-'),
      );
    };
    const days = ['03-03', '03-10', '03-17', '03-31', '04-14'];
    const of = (one: string, other: string) =>
      days.map((day, place) => `${day} ${place < 2 ? one : other}`);
    const hour = (start: string, end: string) => ({
      ...{ start_date: `2026-03-03 ${start}`, end_date: `2026-03-03 ${end}`, all_day: false },
    });
    expect(await at(hour('20:00', '21:00'))).toEqual(of('20:00-21:00', '21:00-22:00'));
    expect(await at(hour('17:00', '18:00'))).toEqual(of('17:00-18:00', '18:00-19:00'));
    expect(await at({ all_day: true })).toEqual(of('00:00-23:59', '00:00-23:59'));
    expect(await at(hour('10:00', '11:30'))).toEqual(of('10:00-11:30', '10:00-11:30'));
  },

  'are none that begin at another time, when the series has whole days': async (app) => {
    const series = await create(app);
    const [, , third] = await datesOf(app, series);
    const times = { start_date: '2026-03-17 20:00:00', end_date: '2026-03-17 22:00:00' };
    await patch(app, third, { scope: 'following', ...times });
    const { recurrence } = await patch(app, series, { all_day: true });
    expect(recurrence.parts).toBeUndefined();
    expect((await states(app, series))[2]).toBe('03-17 00:00 Market');
  },
});

inMarch(
  '29.3 parts of one series',
  {
    'are at most 50': async (app) => {
      const series = await create(app, { recurrence: 'FREQ=DAILY;COUNT=60' });
      const dates = await datesOf(app, series);
      const ids = dates.sort((a, b) => (a.start_date < b.start_date ? -1 : 1)).map(({ id }) => id);
      const { store } = app.deps;
      const all = await store.find('event', 'parent', [series.id], 100);
      for (const { id } of all) if (!ids.includes(id)) ids.push(id);
      for (let at = 1; at <= 51; at += 1) {
        const body = { scope: 'following', cost: `$${at}` };
        const call = { request: `PATCH /events/${ids[at]}`, as: 'admin', body, isSettled: false };
        const { status } = await app.call(call);
        expect(status, String(at)).toBe(at <= 50 ? 200 : 400);
      }
    },
  },
  [embeddedPair],
);
