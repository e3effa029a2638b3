/** A list without an event offers what is on near in time and place. Contract 26.1. */
import { beforeAll, expect, it } from 'vitest';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { describeApp } from '../support/shared.js';
import { openPage } from '../support/site.js';

/** → the name, the number and the page of each offer. */
const offersIn = (html: string): [name: string, count: number, href: string][] => {
  const [, part = ''] = /<div class="nothing">(.*?)<\/div>/s.exec(html) ?? [];
  const links = part.matchAll(/<a href="([^"]+)"><bdi>([^<]+)<\/bdi> \((\d+)\)/g);
  return [...links].map(([, href = '', name = '', count]) => [
    name,
    Number(count),
    href.replaceAll('&amp;', '&'),
  ]);
};

// The clock stands at 2026-03-10 12:00 UTC.
describeApp('jazz in two towns', (app) => {
  beforeAll(async () => {
    const place = async (venue: string, city: string, geo_lat: number, geo_lng: number) =>
      (await givenVenue(app(), { venue, city, country: 'Germany', geo_lat, geo_lng })).id;
    const club = await place('Club', 'München', 48.13, 11.6);
    const museum = await place('Museum', 'Freising', 48.4, 11.745);
    const far = await place('Hall', 'Hamburg', 53.55, 10);
    const jazz = (await givenTerm(app(), 'categories', 'Jazz')).id;
    const on = (day: number, venue: number, more = {}) => {
      const times = { start_date: `2026-03-${day} 20:00`, end_date: `2026-03-${day} 22:00` };
      return givenEvent(app(), { title: 'Set', ...times, venue, ...more });
    };
    const categories = [jazz];
    await on(10, far, { categories });
    await on(10, club);
    for (const day of [12, 12, 14, 20, 27]) await on(day, club, { categories });
    await on(15, museum, { categories });
  });

  it.each([
    [
      '/?overlaps=2026-03-11,2026-03-11',
      ['Thursday 12 March', 'Saturday 14 March', 'Sunday 15 March'],
    ],
    ['/?overlaps=2026-03-16,2026-03-17&categories=jazz', ['Friday 20 March', 'Friday 27 March']],
    ['/?overlaps=today,today&search=set&city=Freising', ['Sunday 15 March', 'München']],
    ['/in/freising/today/', ['Sunday 15 March', 'München']],
    [
      '/?geoloc_lat=48.4&geoloc_lng=11.745&geoloc_radius=5&overlaps=2026-03-12,2026-03-12',
      ['Sunday 15 March', 'München'],
    ],
    ['/?search=nothing', []],
    ['/?overlaps=2027-01-01,2027-01-02', []],
  ])('%s', async (path, names) => {
    const { html } = await openPage(app(), path);
    expect(html).toContain('>0 events<');
    const offers = offersIn(html);
    expect(offers.map(([name]) => name)).toEqual(names);
    for (const [name, count, href] of offers) {
      const { html: page } = await openPage(app(), href);
      expect(Number(/id="results-title">(\d+) event/.exec(page)?.[1]), name).toBe(count);
    }
  });
});
