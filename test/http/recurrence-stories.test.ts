/** What random stories of series found (test/lifecycle/stories.ts), a test for each kind. */
import { expect } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { eraseTrashed, removedBefore } from '../../src/records/erase.js';
import { embeddedPair } from '../support/adapters.js';
import { catchUp } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { exported } from '../support/files.js';
import { load } from '../support/http-loads.js';
import { datesOf, inMarch, patch } from '../support/series.js';

const zone = { timezone: 'Europe/Paris' };
const at = (day: string, hour: number) => ({
  start_date: `2026-${day} ${hour}:00`,
  end_date: `2026-${day} ${hour + 1}:00`,
});
const wholeDay = (day: string) => ({
  ...{ all_day: true, start_date: `2026-${day}`, end_date: `2026-${day}` },
});

const create = (app: TestApp, recurrence: string | string[], extra: Json = {}): Promise<Json> =>
  app.given({
    request: 'POST /events',
    body: { title: 'Choir', ...zone, ...at('03-03', 19), recurrence, status: 'publish', ...extra },
  });

/** → start and slug of each date. */
const shown = async (app: TestApp, series: Json): Promise<string[]> =>
  (await datesOf(app, series)).map(({ start_date, slug }) => `${start_date.slice(5, 16)} ${slug}`);

const starts = async (app: TestApp, series: Json): Promise<string[]> =>
  (await datesOf(app, series)).map(({ start_date }) => start_date.slice(5, 16));

/** Loads the export into an empty system, where the same is exported. */
async function elsewhere(app: TestApp, test: (other: TestApp) => Promise<void>): Promise<void> {
  const other = await openTestApp(embeddedPair, { clock: app.clock });
  try {
    const body = await exported(app.deps, 'event');
    const { summary } = await load(other, 'events/bulk', body, { as: 'admin' });
    expect(summary).toMatchObject({ rejected: 0 });
    await catchUp(other.deps);
    expect(await exported(other.deps, 'event')).toBe(body);
    await test(other);
  } finally {
    await other.close();
  }
}

const inOther = async (other: TestApp): Promise<Json> =>
  (await other.given({ request: 'GET /events?view=series&start_date=2025-01-01' })).events[0];

inMarch('29.3 whole days', {
  'leave parts of whole days, and of other hours, on their days': async (app) => {
    const series = await create(app, 'FREQ=WEEKLY;COUNT=5');
    const dates = await datesOf(app, series);
    await patch(app, dates[1], { ...wholeDay('03-10'), scope: 'following' });
    await patch(app, dates[3], { ...at('03-24', 5), scope: 'following' });
    await patch(app, series, wholeDay('03-03'));
    const days = ['03-03', '03-10', '03-17', '03-24', '03-31'];
    expect(await starts(app, series)).toEqual(days.map((day) => `${day} 00:00`));
    await patch(app, series, { all_day: false, ...at('03-03', 8) });
    expect(await starts(app, series)).toEqual(days.map((day) => `${day} 08:00`));
  },

  'are given to rules of a part: their dates, exceptions and calendar stay on their days': async (
    app,
  ) => {
    const series = await create(app, 'FREQ=WEEKLY;COUNT=3');
    const [, second] = await datesOf(app, series);
    await patch(app, second, { recurrence: 'FREQ=DAILY;COUNT=4', scope: 'following' });
    const [, , third, fourth] = await datesOf(app, series);
    await app.given({ request: `DELETE /events/${third.id}?force=true` });
    await patch(app, fourth, { cost: '5', scope: 'following' });
    await patch(app, series, wholeDay('03-03'));
    const days = ['03-03', '03-10', '03-12', '03-13'];
    expect(await starts(app, series)).toEqual(days.map((day) => `${day} 00:00`));
    await elsewhere(app, async (other) => {
      expect(await starts(other, await inOther(other))).toEqual(await starts(app, series));
    });
    await patch(app, series, { all_day: false, ...at('03-03', 8) });
    expect(await starts(app, series)).toEqual(days.map((day) => `${day} 08:00`));
  },

  'are those of a date that comes back to a series with whole days by now': async (app) => {
    const series = await create(app, 'FREQ=WEEKLY;COUNT=3');
    const [, , third] = await datesOf(app, series);
    await patch(app, series, { recurrence: 'FREQ=WEEKLY;COUNT=2' });
    await patch(app, series, wholeDay('03-03'));
    await patch(app, third, { status: 'publish' });
    const { recurrence } = await app.given({ request: `GET /events/${third.id}` });
    expect(recurrence.original_start_date).toBe('2026-03-17 00:00:00');
  },

  'begin a part with rules on its first day': async (app) => {
    const series = await create(app, 'FREQ=WEEKLY;COUNT=4');
    const dates = await datesOf(app, series);
    await patch(app, dates[2], { cost: '5', scope: 'following' });
    await patch(app, dates[1], { ...wholeDay('03-10'), scope: 'following' });
    await patch(app, dates[2], { recurrence: 'FREQ=DAILY;COUNT=2', scope: 'following' });
    const days = ['03-03 19:00', '03-10 00:00', '03-17 00:00', '03-18 00:00'];
    expect(await starts(app, series)).toEqual(days);
  },
});

inMarch('29.3 all', {
  'keeps the zone and the length that other parts have': async (app) => {
    const series = await create(app, 'FREQ=WEEKLY;COUNT=4');
    const dates = await datesOf(app, series);
    const tokyo = { timezone: 'Asia/Tokyo', start_date: '2026-03-17 10:00' };
    await patch(app, dates[2], { ...tokyo, end_date: '2026-03-17 13:00', scope: 'following' });
    const later = { timezone: 'Asia/Tokyo', start_date: '2026-03-24 11:00' };
    await patch(app, dates[3], { ...later, end_date: '2026-03-24 14:00', scope: 'all' });
    const all = (await datesOf(app, series)).map(({ timezone, start_date, end_date }) =>
      [timezone, start_date.slice(5, 13), end_date.slice(11, 13)].join(' '),
    );
    expect(all).toEqual([
      ...['Europe/Paris 03-03 20 21', 'Europe/Paris 03-10 20 21'],
      ...['Asia/Tokyo 03-17 11 14', 'Asia/Tokyo 03-24 11 14'],
    ]);
  },
});

inMarch('29.2 a series that has ended', {
  'keeps past dates and those with something of their own, and recurs with one brought back':
    async (app) => {
      const series = await create(app, 'FREQ=WEEKLY;COUNT=5');
      const dates = await datesOf(app, series);
      app.clock.nowMs = Date.parse('2026-03-18T12:00:00Z');
      await patch(app, dates[3], { cost: '7' });
      await app.given({ request: `DELETE /events/${dates[4].id}` });
      await patch(app, series, { recurrence: null, title: 'Concert' });
      const left = ['03-10 19:00', '03-17 19:00', '03-24 19:00'];
      expect(await starts(app, series)).toEqual(left);
      const sent = { request: `PATCH /events/${dates[1].id}`, as: 'admin' } as const;
      const refused = await app.call({ ...sent, body: { cost: '5', scope: 'following' } });
      expect(refused.body.data.params).toHaveProperty('scope');
      await elsewhere(app, async (other) => {
        const list = await other.given({ request: 'GET /events?start_date=2025-01-01' });
        expect(list.events.map((event: Json) => event.title)).toEqual([
          'Concert',
          'Choir',
          'Choir',
          'Choir',
        ]);
      });
      await patch(app, dates[4], { status: 'publish' });
      expect(await starts(app, series)).toEqual(['03-03 19:00', ...left, '03-31 19:00']);
    },
});

inMarch('18.2 an export', {
  'has the slugs of dates, those of the first title among them': async (app) => {
    const series = await create(app, 'FREQ=WEEKLY;COUNT=3');
    const [first] = await datesOf(app, series);
    await patch(app, first, { slug: 'opening' });
    await patch(app, series, { slug: 'singing' });
    const slugs = ['03-03 19:00 opening', '03-10 19:00 choir-2026-03-10'];
    expect(await shown(app, series)).toEqual([...slugs, '03-17 19:00 choir-2026-03-17']);
    await elsewhere(app, async (other) => {
      expect(await shown(other, await inOther(other))).toEqual(await shown(app, series));
    });
  },

  'has when dates took place that the rules lack by now': async (app) => {
    const series = await create(app, ['RRULE:FREQ=WEEKLY;COUNT=3', 'RDATE:20260305T190000']);
    app.clock.nowMs = Date.parse('2026-03-08T12:00:00Z');
    await patch(app, series, { recurrence: 'FREQ=WEEKLY;COUNT=3' });
    await patch(app, series, at('03-03', 21));
    const before = await starts(app, series);
    expect(before).toContainEqual(expect.stringContaining('03-05'));
    await elsewhere(app, async (other) => {
      expect(await starts(other, await inOther(other))).toEqual(before);
    });
  },

  'names the row of a part that is rejected': async (app) => {
    const parts = [{ from: '2027-03-09 19:00:00', by: 'user', recurrence: ['FREQ=SECONDLY'] }];
    const series = { title: 'Choir', ...zone, recurrence: 'FREQ=WEEKLY;COUNT=3', parts };
    const times = { start_date: '2027-03-02 19:00', end_date: '2027-03-02 20:00' };
    const { lines } = await load(app, 'events/bulk', [{ external_id: 'a:1', ...series, ...times }]);
    const params = { recurrence: expect.stringMatching(/FREQ/) };
    expect(lines.at(-1)).toMatchObject({ line: 1, status: 'rejected', params });
  },
});

inMarch('29.6 the calendar of a series', {
  'has no part without dates, and no event where all are excepted': async (app) => {
    const series = await create(app, 'FREQ=WEEKLY;COUNT=3');
    const dates = await datesOf(app, series);
    await patch(app, dates[1], { recurrence: null, scope: 'following' });
    const calendar = async () =>
      (await app.call({ request: `GET /events/${series.id}.ics` })).text.match(/BEGIN:VEVENT/g);
    expect(await calendar()).toHaveLength(2);
    await app.given({ request: `DELETE /events/${dates[1].id}?force=true` });
    expect(await calendar()).toHaveLength(1);
    const { recurrence } = await app.given({ request: `GET /events/${series.id}` });
    expect(recurrence.last).toBe('2026-03-03 19:00:00');
    await app.given({ request: `DELETE /events/${dates[0].id}` });
    expect(await calendar()).toBeNull();
  },
});

inMarch('29.2 a date that is over', {
  'stays when the rules lack it, and goes when an EXDATE names it, at whatever hour': async (
    app,
  ) => {
    const series = await create(app, 'FREQ=WEEKLY;COUNT=5');
    const [, second] = await datesOf(app, series);
    app.clock.nowMs = Date.parse('2026-03-20T12:00:00Z');
    await patch(app, series, at('03-03', 18));
    await patch(app, series, { recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=5' });
    expect((await starts(app, series)).slice(0, 3)).toEqual([
      ...['03-03 18:00', '03-10 18:00', '03-17 18:00'],
    ]);
    await patch(app, series, at('03-03', 17));
    const recurrence = ['FREQ=WEEKLY;INTERVAL=2;COUNT=5', 'EXDATE:20260310T170000'];
    await patch(app, series, { recurrence });
    expect((await starts(app, series)).slice(0, 2)).toEqual(['03-03 17:00', '03-17 17:00']);
    await patch(app, second as Json, { status: 'publish' });
    expect((await starts(app, series)).slice(0, 2)).toEqual(['03-03 17:00', '03-10 18:00']);
  },
});

const rdates = async (app: TestApp, { id }: Json) =>
  (await app.call({ request: `GET /events/${id}.ics` })).text.match(/^(?:RDATE|DTSTART).*$/gmu);

inMarch('29.6 calendars of dates that were added', {
  'have one before the start once, and the start of a series without a rule': async (app) => {
    const series = await create(app, 'FREQ=WEEKLY;COUNT=4', wholeDay('03-17'));
    const [first] = await datesOf(app, series);
    await app.given({ request: `DELETE /events/${first?.id}` });
    await patch(app, series, wholeDay('03-18'));
    await patch(app, first as Json, { status: 'publish' });
    expect(await rdates(app, series)).toEqual([
      ...['DTSTART;VALUE=DATE:20260318', 'DTSTART;VALUE=DATE:20260317'],
    ]);
    const dated = await create(app, 'RDATE;VALUE=DATE:20260324', wholeDay('03-17'));
    expect(await rdates(app, dated)).toEqual([
      'DTSTART;VALUE=DATE:20260317',
      'RDATE;VALUE=DATE:20260317',
      'RDATE;VALUE=DATE:20260324',
    ]);
  },
});

inMarch('29.2 a date that the rules lack', {
  'comes back with them, though the trash was emptied meanwhile': async (app) => {
    const series = await create(app, 'FREQ=WEEKLY;COUNT=4');
    await datesOf(app, series);
    await patch(app, series, { recurrence: 'FREQ=WEEKLY;COUNT=2' });
    await datesOf(app, series);
    const before = '2100-01-01 00:00:00';
    for await (const records of removedBefore(app.deps, kinds.event, before)) {
      await eraseTrashed(app.deps, kinds.event, records);
    }
    await patch(app, series, { recurrence: 'FREQ=WEEKLY;COUNT=4' });
    expect(await starts(app, series)).toHaveLength(4);
  },
});

inMarch('18.2 an export of past dates beside others of their days', {
  'names each, here and in an empty system': async (app) => {
    const series = await create(app, 'FREQ=DAILY;BYHOUR=15,20;COUNT=6', at('02-20', 15));
    await patch(app, series, { recurrence: 'FREQ=DAILY;COUNT=3' });
    const before = await starts(app, series);
    expect(before).toHaveLength(6);
    const body = await exported(app.deps, 'event');
    const { summary } = await load(app, 'events/bulk', body, { as: 'admin' });
    expect(summary).toMatchObject({ created: 0, updated: 0, rejected: 0 });
    expect(await starts(app, series)).toEqual(before);
    await elsewhere(app, async (other) => {
      expect(await starts(other, await inOther(other))).toEqual(before);
    });
  },
});
