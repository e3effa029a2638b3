/** What a date of a series has of its own: what differs from the series. Contract 29.2. */
import { expect } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenVenue } from '../support/factories.js';
import { load } from '../support/http-loads.js';
import { sendBack } from '../support/send-back.js';
import { inMarch } from '../support/series.js';

const weekly: Json = eventPayload({
  title: 'Market',
  timezone: 'Europe/Paris',
  start_date: '2026-03-03 19:00:00',
  end_date: '2026-03-03 21:00:00',
  image: 'https://img.test/a.png',
  description: 'Cheese.',
  recurrence: 'FREQ=WEEKLY;COUNT=4',
});

const TIMES = ['all_day', 'end_date', 'start_date', 'timezone'];

const given = async (app: TestApp) => {
  const venue = await givenVenue(app, { venue: 'Hall' });
  const body = { ...weekly, venue: venue.id };
  const series = await app.given({ request: 'POST /events', body });
  await drain(app.deps);
  const query = `per_page=50&post_parent=${series.id}&starts_after=2000-01-01`;
  const dates = async (): Promise<Json[]> => {
    await drain(app.deps);
    return (await app.given({ request: `GET /events?${query}` })).events;
  };
  return { series, dates, venue };
};
const patch = (app: TestApp, { id }: Json, body: Json): Promise<Json> =>
  app.given({ request: `PATCH /events/${id}`, body });

inMarch('29.2 what a date has of its own', {
  'is nothing where series and dates are sent back as they were read': async (app) => {
    const { series, dates } = await given(app);
    const read = await app.given({ request: `GET /events/${series.id}` });
    await sendBack(app);
    app.clock.nowMs += 14 * 86_400_000;
    // The next dates are others by now.
    await app.given({ request: `PUT /events/${series.id}`, body: read });
    const all = await dates();
    expect(all.map(({ recurrence }) => recurrence.changed)).toEqual(all.map(() => []));
    const second = await app.given({ request: `GET /events/${all[1].id}` });
    const put = { request: `PUT /events/${second.id}`, body: { ...second, title: 'Night' } };
    expect((await app.given(put)).recurrence.changed).toEqual(['title']);
    await sendBack(app);
  },

  'is what differs by value, whatever was sent': async (app) => {
    const { dates, venue } = await given(app);
    const [first] = await dates();
    const table: [body: Json, changed: string[]][] = [
      [{ venue: venue.id, title: ' Market ', timezone: 'europe/paris' }, []],
      [{ venue: { venue: 'Hall' }, start_date: '2026-03-03T18:00:00Z' }, []],
      [{ cost: '5', website: 'https://market.test/' }, ['cost', 'website']],
      [{ cost: '', website: '' }, []],
      [{ title: 'Night', end_date: '2026-03-03 22:00:00' }, [...TIMES, 'title']],
      [{ end_date: '2026-03-03 21:00:00' }, ['title']],
      [
        { event_status: 'moved_online' },
        ['attendance_mode', 'event_status', 'event_status_reason', 'title'],
      ],
      [{ event_status: 'scheduled', title: 'Market', attendance_mode: 'in_person' }, []],
      [{ description: '', venue: '' }, ['description', 'venue']],
      [{ status: 'draft' }, ['description', 'status', 'venue']],
      [{ status: 'publish' }, ['description', 'venue']],
      [{ slug: 'a-night' }, ['description', 'venue']],
    ];
    for (const [body, changed] of table) {
      const { recurrence } = await patch(app, first, body);
      expect(recurrence.changed, JSON.stringify(body)).toEqual(changed);
    }
  },

  'stays though its series takes the same value, and leaves it again': async (app) => {
    const { series, dates } = await given(app);
    const [, second] = await dates();
    await patch(app, second, { title: 'Night' });
    const titles = async () => (await dates()).map(({ title }) => title);
    await patch(app, series, { title: 'Night' });
    await patch(app, series, { title: 'Fair' });
    expect(await titles()).toEqual(['Fair', 'Night', 'Fair', 'Fair']);
    await patch(app, second, { title: 'Fair' });
    await patch(app, series, { title: 'Market' });
    expect(await titles()).toEqual(Array(4).fill('Market'));
  },

  'is a state with its reason, and a publication date with its status': async (app) => {
    const { series, dates } = await given(app);
    const [, second, third] = await dates();
    await patch(app, second, { event_status: 'cancelled' });
    await patch(app, third, { date_utc: '2026-03-10 12:00:00' });
    await patch(app, series, { event_status: 'postponed', event_status_reason: 'Storm' });
    await drain(app.deps);
    const read = async ({ id }: Json) => app.given({ request: `GET /events/${id}` });
    expect(await read(second)).toMatchObject({
      event_status: 'cancelled',
      event_status_reason: '',
    });
    expect(await read(third)).toMatchObject({
      event_status: 'postponed',
      status: 'future',
      recurrence: { changed: ['date', 'date_utc'] },
    });
  },

  'goes through an export, emptiness and agreement too': async (app) => {
    const { series, dates } = await given(app);
    const [first, second] = await dates();
    const key = `example.com:${series.id}`;
    const rows = [
      { external_id: key, recurrence_id: '2026-03-03 19:00:00', image: null, description: null },
      {
        external_id: key,
        recurrence_id: '2026-03-10 19:00:00',
        title: 'Market',
        cost: '$5',
        own: ['title'],
      },
    ];
    for (const counts of [{ updated: 2 }, { unchanged: 2 }]) {
      expect((await load(app, 'events/bulk', rows)).summary).toMatchObject(counts);
    }
    await patch(app, series, { title: 'Fair', description: 'Wine.' });
    const [one, other] = await dates();
    expect([first.id, second.id]).toEqual([one.id, other.id]);
    expect([one.title, one.image, one.description]).toEqual(['Fair', false, '']);
    expect([other.title, other.image.url]).toEqual(['Market', weekly.image]);
  },
});
