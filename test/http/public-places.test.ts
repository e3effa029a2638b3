/** The places and days that pages are about, and the headings that tell them. Contract 26.1. */
import { beforeAll, expect, it } from 'vitest';
import { givenVenue } from '../support/factories.js';
import { describeApp } from '../support/shared.js';
import { givenSite, openPage } from '../support/site.js';

interface Row {
  name: string;
  path: string;
  status?: number;
  holds?: string[];
  lacks?: string[];
  /** Of a redirect. */
  location?: string;
}

const rows: Row[] = [
  {
    name: '/ an unknown town: those that may be meant, and the form is kept',
    path: '/?near=Berlinn&search=jazz&geoloc_bbox=-12,35,32,62',
    holds: [
      'value="Berlinn"',
      'value="jazz"',
      'href="/?search=jazz&amp;geoloc_lat=52.524&amp;geoloc_lng=13.411">Berlin, G',
    ],
  },
  {
    name: '/ of towns with one name the largest is taken, and the others are offered',
    path: '/?geoloc_lat=-32.93&geoloc_lng=151.78',
    holds: [
      'value="Newcastle, Australia"',
      '>Newcastle, South Africa</a>',
      '>Newcastle upon Tyne, ',
    ],
  },
  {
    name: '/ a point that is no town is where the visitor is',
    path: '/?geoloc_lat=51.03&geoloc_lng=3.6',
    holds: ['value="Near you"', 'Within 40 km of you', '<h1 dir="auto">What\'s on near you</h1>'],
  },
  {
    name: '/ the name of a place, sent again, means the place',
    path: '/?near=Near%20you&geoloc_lat=51.03&geoloc_lng=3.6&search=jazz',
    status: 303,
    location: '/?geoloc_lat=51.03&geoloc_lng=3.6&search=jazz',
  },
  {
    name: '/ titles and headings tell the filters',
    path: '/?categories=jazz&geoloc_lat=51.05&geoloc_lng=3.717&overlaps=weekend,weekend',
    holds: [
      '<title>Jazz around Ghent (40 km) this weekend – ',
      '<h1 dir="auto">Jazz around Ghent (40 km) this weekend</h1>',
    ],
  },
  {
    name: '/ the radius that is chosen is in the heading, in its unit',
    path: '/?geoloc_lat=51.05&geoloc_lng=3.717&geoloc_radius=5&geoloc_unit=mi&city=Ghent',
    holds: ['<h1 dir="auto">What\'s on around Ghent (5 mi)</h1>'],
  },
  {
    name: '/ a search for nothing but spaces is none',
    path: '/?search=%20&per_page=+',
    holds: ['<h1 dir="auto">What\'s on</h1>', '6 events', 'rel="canonical"'],
  },
  {
    name: '/ until a day, what runs and what begins on that day included, but not what is over',
    path: '/?end_date=2026-03-20',
    holds: ['Jazz night', 'during these days', 'day-title">Friday 20 March<'],
    lacks: ['Called off', 'Old fair'],
  },
  {
    name: '/ a link with the parameters of an API list that has one date of a series',
    path: '/?collapse=series&start_date=2026-03-20',
    holds: ['Jazz night', 'noindex'],
  },
  {
    name: '/ a category without events on the day has its name in the form',
    path: '/?categories=jazz&overlaps=today,today',
    holds: ['<option value="jazz" selected>Jazz</option>'],
  },
  {
    name: '/ what is over until a day, that day included',
    path: '/?ends_before=now&strict_dates=true&order=desc&end_date=2026-03-01',
    holds: ['Old fair', 'past events'],
    lacks: ['Jazz night'],
  },
  {
    name: '/ a town whose name has a comma is one filter, which can be removed',
    path: '/?city[]=Washington,%20D.C.&is_free=true',
    holds: ['Town: Washington, D.C.', '<a href="/?is_free=true">'],
  },
  {
    name: '/ titles hold words as texts',
    path: '/?search=%3Cb%3Ejazz&overlaps=today,%2B6%20days&is_free=true',
    holds: ['<h1 dir="auto">“&lt;b>jazz” in the next 7 days, free</h1>'],
  },
];

describeApp('places of pages', (app) => {
  beforeAll(async () => {
    await givenSite(app());
  });

  for (const { name, path, status = 200, holds = [], lacks = [], location = null } of rows) {
    it(name, async () => {
      const page = await openPage(app(), path);
      expect(page.status, page.html).toBe(status);
      expect(page.headers.get('location')).toBe(location);
      for (const text of holds) expect(page.html).toContain(text);
      for (const text of lacks) expect(page.html).not.toContain(text);
    });
  }

  it('a town of the own venues is one, whatever its size, with its country or without', async () => {
    const place = { city: 'Kleindorf', country: 'Germany', geo_lat: 51.123456, geo_lng: 9.987654 };
    await givenVenue(app(), { venue: 'Scheune', ...place });
    for (const near of ['kleindorf', 'Kleindorf, Germany']) {
      const { headers } = await openPage(app(), `/?near=${encodeURIComponent(near)}`);
      expect(headers.get('location')).toBe('/?geoloc_lat=51.123&geoloc_lng=9.988');
    }
    const { html } = await openPage(app(), '/?geoloc_lat=51.123&geoloc_lng=9.988');
    expect(html).toContain('value="Kleindorf"');
    const none = await openPage(app(), '/?near=Kleindorf,%20France');
    expect(none.html).toContain('near-error');
  });
});
