/** Days on the events' own clocks, in lists and on pages: `clock=local`. Contract 14, 26.1. */
import { beforeAll, expect, it } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { describeApp } from '../support/shared.js';
import { openPage } from '../support/site.js';

const PORTLAND = 'geoloc_lat=45.523&geoloc_lng=-122.676';
/** Late in the evening of 10 March in Portland, the morning of the 11th in Berlin. */
const EVENING = Date.UTC(2026, 2, 11, 4);
/** The clock of a new app: 13:00 on 10 March in Berlin. */
const NOON = Date.UTC(2026, 2, 10, 12);

async function givenDays(app: TestApp): Promise<void> {
  const add = (title: string, timezone: string, dates: [string, string?], more: Json = {}) =>
    givenEvent(app, {
      title,
      timezone,
      start_date: dates[0],
      end_date: dates[1] ?? dates[0],
      ...more,
    });
  const stage = { venue: 'Stage', city: 'Portland', geo_lat: 45.523, geo_lng: -122.676 };
  const whole = { all_day: true };
  await add('Show', 'Europe/Berlin', ['2026-03-01', '2026-03-20'], whole);
  await add('Vilnius', 'Europe/Vilnius', ['2026-03-11'], whole);
  await add('Gig', 'America/Los_Angeles', ['2026-03-10 20:00', '2026-03-10 23:30'], {
    venue: stage,
  });
  await add('Tokyo', 'Asia/Tokyo', ['2026-03-11 07:00', '2026-03-11 08:00']);
  await add('Early', 'Europe/Berlin', ['2026-03-10 09:00', '2026-03-10 10:00']);
}

/** [query, titles, moment, more of the query] */
const lists: [string, string, number?, string?][] = [
  ['overlaps=2026-03-10,2026-03-10', 'Show Early Tokyo Vilnius'],
  ['clock=local&overlaps=2026-03-10,2026-03-10', 'Show Early Gig'],
  ['clock=local&overlaps=2026-03-11,2026-03-11', 'Show Tokyo Vilnius'],
  ['clock=local&overlaps=today,today', 'Show Tokyo Vilnius', EVENING],
  [`clock=local&overlaps=today,today&${PORTLAND}`, 'Gig', EVENING],
  [`overlaps=today,today&${PORTLAND}`, 'Gig', EVENING],
  [`clock=local&overlaps=tomorrow,tomorrow&${PORTLAND}`, '', EVENING],
  ['clock=local&start_date=2026-03-11&end_date=2026-03-11', 'Tokyo Vilnius'],
  ['clock=local&starts_after=2026-03-10', 'Tokyo Vilnius'],
  ['clock=local&starts_before=2026-03-10&ends_after=2026-03-09', 'Show Early Gig'],
  ['clock=local&ends_before=2026-03-10', 'Early Gig'],
  ['clock=local&ends_after=now&strict_dates=true', 'Show Tokyo Vilnius Gig'],
  ['clock=site&overlaps=2026-03-10,2026-03-10', 'Show Early Tokyo Vilnius'],
  ['overlaps=today,today', 'Show Early Gig'],
  ['overlaps=2026-03-10,tomorrow', 'Show Early Gig Tokyo Vilnius'],
  ['clock=site&overlaps=today,today', 'Show Early Tokyo Vilnius'],
  ['day=today', 'Early Gig'],
  ['day=today&collapse=series', 'Early Tokyo Vilnius'],
  ['day=2026-03-10', 'Early Tokyo Vilnius'],
  ['day=tomorrow', 'Tokyo Vilnius'],
  ['day=tomorrow&clock=site', 'Gig'],
  ['day=tonight', 'Gig'],
  ['day=tonight&clock=site', 'Gig Tokyo'],
  [`day=tonight&${PORTLAND}`, 'Gig', EVENING - 3 * 3600_000],
  ['day=2026-03-10,2026-03-11', 'Early Gig Tokyo Vilnius', NOON, 'clock=local'],
  ['day=2026-03-10 07:00:00,2026-03-11 07:00:00', 'Early Gig Tokyo', NOON, 'clock=local'],
];

describeApp(
  "14 clock=local: days are those of the events' own clocks",
  (app) => {
    beforeAll(() => givenDays(app()));

    it.each(lists)('%s lists %s', async (query, titles, nowMs = NOON, more = '') => {
      app().clock.nowMs = nowMs;
      const { events } = await app().given({ request: `GET /events?${query}&${more}` });
      const shown = events.map(({ title }: Json) => title).toSorted();
      expect(shown).toEqual(titles.split(' ').filter(Boolean).toSorted());
    });

    it.each([
      ['clock=local&collapse=series', ['collapse']],
      ['clock=noon', ['clock']],
      ['clock=local&overlaps=2026-03-12,2026-03-11', ['overlaps']],
    ])('%s is 400', async (query, params) => {
      const { status, body } = await app().call({ request: `GET /events?${query}` });
      expect([status, Object.keys(body.data.params)]).toEqual([400, params]);
    });

    it.each([
      // What runs is on a shelf of its own.
      ['/', NOON, 'Tokyo Vilnius Gig Show'],
      ['/?overlaps=today,today', NOON, 'Early Gig Show'],
      ['/?overlaps=today,today&running=only', NOON, 'Show'],
      ['/?overlaps=today,today', EVENING, 'Tokyo Vilnius Show'],
      [`/?overlaps=today,today&${PORTLAND}`, EVENING, 'Gig'],
      ['/?start_date=2026-03-11&end_date=2026-03-11', NOON, 'Tokyo Vilnius Show'],
      ['/venue/stage/', NOON, 'Gig'],
      ['/venue/stage/', Date.UTC(2026, 2, 11, 7), ''],
      ['/?ends_before=now&strict_dates=true&order=desc', NOON, 'Early'],
    ])('the page %s at %i shows %s', async (path, nowMs, titles) => {
      app().clock.nowMs = nowMs;
      const { html } = await openPage(app(), path);
      const cards = [...html.matchAll(/<h[34] dir="auto"><a [^>]*>(\w+)</g)].map(
        ([, title]) => title,
      );
      expect(cards.toSorted()).toEqual(titles.split(' ').filter(Boolean).toSorted());
    });

    it('days of the form and the weekend are those of the place; feeds have its days', async () => {
      app().clock.nowMs = Date.UTC(2026, 2, 16, 3);
      const there = await openPage(app(), `/?start_date=today&${PORTLAND}`);
      expect(there.html).toContain('name="from" value="2026-03-15"');
      expect(there.html).toContain(
        'events.ics?clock=local&amp;start_date=today&amp;starts_before=9999-12-30',
      );
      const here = await openPage(app(), '/?start_date=today');
      expect(here.html).toContain('name="from" value="2026-03-16"');
    });
  },
  { settings: { SITE_TIMEZONE: 'Europe/Berlin' } },
);
