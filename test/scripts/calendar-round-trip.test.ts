/** Our own calendar, loaded into another service: the same events, with the same UIDs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Json } from '../support/app.js';
import { countsOf, load } from '../support/loads.js';
import { ask, fixture, type Service, serve, tempFolder } from '../support/process.js';

const ALL = 'start_date=1990-01-01&end_date=2100-01-01';

const timed: Json[] = [
  {
    title: 'Jazz; night, \\ "late"',
    start_date: '2027-07-01 20:00:00',
    end_date: '2027-07-01 23:30:00',
    timezone: 'Europe/Berlin',
    description: 'one\n\ntwo, three; four',
    categories: ['Jazz, modern'],
    venue: { venue: 'Blue', city: 'Berlin', geo_lat: 52.5, geo_lng: 13.4 },
  },
  {
    title: 'Past rules of a zone',
    start_date: '2029-02-01 10:00:00',
    end_date: '2029-02-01 10:00:00',
    timezone: 'UTC+5.75',
    event_status: 'cancelled',
  },
  ...['postponed', 'rescheduled', 'moved_online'].map((event_status) => ({
    title: `Not as planned: ${event_status}`,
    start_date: '2029-02-01 10:00:00',
    end_date: '2029-02-01 11:00:00',
    timezone: 'UTC',
    event_status,
    event_status_reason: 'Rain; 5 cm, "heavy"',
  })),
];

/** What must survive. Times by the clock for all-day events, which have no zone in a calendar. */
const told = (event: Json): Json => ({
  uid: event.uid,
  title: event.title,
  all_day: event.all_day,
  times: event.all_day
    ? [event.start_date, event.end_date]
    : [event.utc_start_date, event.utc_end_date],
  description: event.description,
  categories: event.categories.map(({ name }: Json) => name),
  venue: event.venue.venue,
  // A calendar holds 6 decimals.
  coordinates: [event.venue.geo_lat, event.venue.geo_lng].map((value) => value?.toFixed(6)),
  status: event.event_status,
  reason: event.event_status_reason,
});

async function eventsOf({ api }: Service): Promise<Json[]> {
  const events: Json[] = [];
  for (let url: string | undefined = `${api}/events?${ALL}&per_page=50`; url; ) {
    const { body }: Json = await ask(url);
    events.push(...body.events);
    url = body.next_rest_url;
  }
  return events.map(told).sort((one, other) => (one.uid < other.uid ? -1 : 1));
}

it('a calendar that is loaded gives the same events', async () => {
  const SITE_URL = 'https://first.example';
  const first = await serve({ SITE_URL });
  const file = fixture('conferences-excerpt.ndjson');
  expect((await load(first.dataDir, 'event', file, '--mapping', 'confs-tech')).code).toBe(0);
  for (const body of timed) {
    expect((await ask(`${first.api}/events`, { token: first.token, body })).status).toBe(201);
  }
  const calendar = join(tempFolder(), 'events.ics');
  const answer = await fetch(`${first.api}/events.ics?${ALL}`);
  writeFileSync(calendar, Buffer.from(await answer.arrayBuffer()));

  const second = await serve({ SITE_URL: 'https://second.example' });
  const loaded = await load(second.dataDir, 'event', calendar);
  const count = 220 + timed.length;
  expect([loaded.code, countsOf(loaded).slice(0, 4)]).toEqual([0, [count, 0, 0, 0]]);
  const events = await eventsOf(second);
  expect(events).toHaveLength(count);
  expect(events).toEqual(await eventsOf(first));
  const again = await load(second.dataDir, 'event', calendar);
  expect(countsOf(again).slice(0, 4)).toEqual([0, 0, count, 0]);
});
