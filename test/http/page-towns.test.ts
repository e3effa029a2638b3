/** The pages of towns, and what search engines find. Contract 26.4, 26.11. */
import { beforeAll, describe, expect, it } from 'vitest';
import { townTable } from '../../src/pages/site/towns.js';
import { drain } from '../../src/sync/drain.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { describeEverywhere } from '../support/shared.js';
import { openPage } from '../support/site.js';

describe('towns of a listing', () => {
  const counts = (values: Record<string, number>) =>
    Object.entries(values).map(([value, count]) => ({ value, count }));

  it('a second town of a name has its state, a spelling without one is of the first', () => {
    const all = counts({
      'Springfield, Illinois': 9,
      'München, Bayern': 8,
      München: 7,
      'Springfield, Missouri': 3,
      springfield: 2,
      東京: 1,
      'Frankfurt, Oder': 1,
      'Frankfurt Oder': 1,
    });
    const { called, coming } = townTable(all, counts({ München: 2, 'Springfield, Missouri': 5 }));
    expect(called('springfield')).toMatchObject({
      name: 'Springfield',
      values: ['Springfield, Illinois', 'springfield'],
      coming: 0,
    });
    expect(called('springfield-illinois')).toBe(called('springfield'));
    expect(called('springfield-missouri')).toMatchObject({
      name: 'Springfield, Missouri',
      values: ['Springfield, Missouri'],
    });
    expect(called('munchen')).toMatchObject({ values: ['München, Bayern', 'München'], coming: 2 });
    expect(called('東京')?.name).toBe('東京');
    expect(called('tokyo')).toBe(called('東京'));
    expect([called('München'), called('munich')]).toEqual([called('munchen'), called('munchen')]);
    expect(called('frankfurt-oder')?.values).toEqual(['Frankfurt Oder']);
    expect([called(''), called('berlin')]).toEqual([null, null]);
    expect(coming.map(({ slug }) => slug)).toEqual(['springfield-missouri', 'munchen']);
  });

  it('a town that no table has is called as German writes it, too', () => {
    const { called } = townTable(counts({ 'Lünö am Ährbach': 1 }), []);
    expect(called('luenoe-am-aehrbach')).toBe(called('luno-am-ahrbach'));
    expect(called('luenoe-am-aehrbach')).not.toBeNull();
  });

  it('a town has what is coming in any spelling, and as many of these as a list takes', () => {
    const past = counts({ BERLIN: 9, Munchen: 8 });
    const { called } = townTable(past, counts({ Berlin: 2, München: 3 }));
    expect([called('berlin')?.coming, called('munchen')?.coming]).toEqual([2, 3]);
    const many = Array.from({ length: 60 }, (_, at) => [`Bonn${'!'.repeat(at)}`, 1]);
    expect(townTable(counts(Object.fromEntries(many)), []).called('bonn')?.values).toHaveLength(50);
  });
});

const on = (day: string, hour = 20) => ({
  start_date: `2026-03-${day} ${hour}:00`,
  end_date: `2026-03-${day} ${hour + 2}:00`,
  timezone: 'Europe/Berlin',
});

// The clock stands at 2026-03-10 12:00 UTC, a Tuesday.
describeEverywhere('26.11 pages of towns', (app) => {
  const venues: Record<string, number> = {};
  beforeAll(async () => {
    const jazz = await givenTerm(app(), 'categories', 'Jazz');
    const place = async (name: string, where: object) => {
      venues[name] = (await givenVenue(app(), { venue: name, ...where })).id;
    };
    await place('Club', { city: 'München', stateprovince: 'Bayern' });
    await place('Bar', { city: 'MUNCHEN' });
    await place('Hall', { city: 'Springfield', stateprovince: 'Illinois' });
    await place('Tent', { city: 'Springfield', stateprovince: 'Missouri' });
    await place('Old', { city: 'Freising' });
    const add = (title: string, venue: string, more: object) =>
      givenEvent(app(), { title, venue: venues[venue], ...more });
    for (const day of ['10', '13', '14', '15', '20']) {
      await add(`Jazz ${day}`, 'Club', { ...on(day), categories: [jazz.id] });
    }
    await add('Reading', 'Bar', on('14'));
    for (const day of ['11', '12', '16']) await add(`Fair ${day}`, 'Hall', on(day));
    for (const day of ['11', '12']) await add(`Show ${day}`, 'Tent', on(day));
    await add('Past', 'Old', { start_date: '2026-01-02 10:00', end_date: '2026-01-02 11:00' });
    await add('Choir', 'Club', { ...on('12'), recurrence: 'FREQ=WEEKLY;COUNT=20' });
    await drain(app().deps);
  });
  const open = (path: string) => openPage(app(), path);
  const eventsIn = (html: string) =>
    [...html.matchAll(/<h[34] dir="auto"><a href="\/event\/([^"]+)\/"/g)].map(([, slug]) => slug);

  it('15 the facet town tells towns apart, and the filter takes what it says', async () => {
    const { body } = await app().call({ request: 'GET /events?facets=town' });
    const facet = Object.fromEntries(
      body.facets.town.map(({ value, count }: { value: string; count: number }) => [value, count]),
    );
    expect(facet).toMatchObject({ 'Springfield, Illinois': 3, 'Springfield, Missouri': 2 });
    const query = 'town[]=springfield, MISSOURI&town[]=münchen';
    const list = await app().call({ request: `GET /events?${query}&collapse=series` });
    expect(list.body.events.map(({ title }: { title: string }) => title)).toEqual([
      ...['Show 11', 'Show 12', 'Reading'],
    ]);
    const wrong = await app().call({ request: 'GET /events?town=' });
    expect(wrong.status).toBe(400);
  });

  const MUNICH = 'town[0]=München, Bayern&town[1]=MUNCHEN';
  const COMING = 'ends_after=now&strict_dates=true&clock=local&running=hide';

  /** [path, heading, is for search engines, the question to the interface] */
  it.each([
    ['/in/munchen/', 'in München', true, `${MUNICH}&${COMING}&collapse=series`],
    ['/in/munchen/today/', 'in München today', true, `${MUNICH}&overlaps=today,today`],
    ['/in/munchen/weekend/', 'this weekend', true, `${MUNICH}&overlaps=weekend,weekend`],
    [
      '/in/munchen/category/jazz/',
      'Jazz in München',
      true,
      `${MUNICH}&categories=jazz&${COMING}&collapse=series`,
    ],
    ['/in/springfield/', 'in Springfield', false, `town[0]=Springfield, Illinois&${COMING}`],
    [
      '/in/springfield-missouri/',
      'in Springfield, Missouri',
      false,
      `town[0]=Springfield, Missouri&${COMING}`,
    ],
    ['/in/freising/', 'in Freising', false, `town[0]=Freising&${COMING}`],
  ])('%s is the list that the interface gives', async (path, heading, isIndexed, question) => {
    const { status, html } = await open(path);
    expect(status).toBe(200);
    expect(/<h1 dir="auto">([^<]+)</.exec(html)?.[1]).toContain(heading);
    const { body } = await app().call({ request: `GET /events?${question}&clock=local` });
    const slugs = body.events.map(({ slug }: { slug: string }) => slug);
    // The card of a series leads to its page.
    expect(eventsIn(html)).toEqual(slugs.map((slug: string) => slug.replace(/^choir-.*/, 'choir')));
    const canonical = `<link rel="canonical" href="https://example.com${path}"/>`;
    expect([html.includes(canonical), html.includes('noindex')]).toEqual([isIndexed, !isIndexed]);
    // A campaign changes nothing, a filter makes another page.
    expect((await open(`${path}?utm_source=x`)).html.includes(canonical)).toBe(isIndexed);
    const filtered = await open(`${path}?search=jazz`);
    expect([filtered.status, filtered.html.includes('noindex')]).toEqual([200, true]);
  });

  it.each([
    ['/in/muenchen/', '/in/munchen/'],
    ['/in/munich/weekend/?lang=en', '/in/munchen/weekend/?lang=en'],
    ['/in/ミュンヘン/', '/in/munchen/'],
    ['/in/Мюнхен/category/jazz/', '/in/munchen/category/jazz/'],
  ])('%s, another name of the town, leads to %s', async (path, location) => {
    const { status, headers } = await open(encodeURI(path));
    expect([status, headers.get('location')]).toEqual([301, location]);
  });

  it('has the way to it, for visitors and for search engines', async () => {
    const { html } = await open('/in/munchen/category/jazz/');
    expect(html).toContain(
      `<a href="/">What's on</a> › <a dir="auto" href="/in/munchen/">München</a>`,
    );
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    const nodes = JSON.parse(json)['@graph'];
    expect(nodes.at(-1)).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, item: 'https://example.com/' },
        { position: 2, name: 'München', item: 'https://example.com/in/munchen/' },
        { position: 3, item: 'https://example.com/in/munchen/category/jazz/' },
      ],
    });
    for (const path of ['', 'today/', 'weekend/', 'category/jazz/']) {
      expect(html).toContain(`href="/in/munchen/${path}"`);
    }
  });

  it.each([
    ['/in/munchen', '/in/munchen/'],
    ['/in/munchen/today?lang=en', '/in/munchen/today/?lang=en'],
    ['/in/springfield-illinois/', '/in/springfield/'],
    ['/in/M%C3%BCnchen/', '/in/munchen/'],
  ])('%s leads to %s', async (path, location) => {
    const { status, headers } = await open(path);
    expect([status, headers.get('location')]).toEqual([301, location]);
  });

  it.each([
    ...['/in/berlin/', '/in/', '/in//', '/in/%ff/', '/in/munchen/tomorrow/', '/in/munchen/x/y/'],
    ...[
      '/in/munchen/category/',
      '/in/munchen/category/rock/',
      '/in/..%2f/',
      '/sitemap-towns-2.xml',
    ],
  ])('%s is 404, with a search', async (path) => {
    const { status, html } = await open(path);
    expect(status).toBe(404);
    expect(html).toContain('<input type="search"');
  });

  it('a chip of a page of a town leads to another one of its pages', async () => {
    const { html } = await open('/in/munchen/today/?lang=en');
    const town = [...html.matchAll(/<input type="hidden" name="(town[^"]*)" value="([^"]*)"/g)];
    const sent = (more: string) =>
      open(
        `/?near=&${new URLSearchParams(town.map(([, name = '', value = '']) => [name, value]))}&${more}`,
      );
    for (const [more, path] of [
      ['overlaps=today,today&when=weekend', '/in/munchen/weekend/'],
      ['overlaps=today,today&when=any&lang=en', '/in/munchen/?lang=en'],
      ['categories=jazz', '/in/munchen/category/jazz/'],
    ]) {
      expect((await sent(more ?? '')).headers.get('location')).toBe(path);
    }
    for (const more of ['when=week', 'search=x', 'categories=jazz&when=today', 'per_page=5']) {
      expect((await sent(more)).headers.get('location')).toMatch(/^\/\?.*town/);
    }
    // The filter of the day removed.
    expect(html).toContain('<a href="/in/munchen/?lang=en"><span class="hidden">Remove');
    expect((await open('/in/munchen/?per_page=3')).html).toMatch(/rel="next" href="\/\?.*page=2"/);
  });

  it('the front page leads to towns with five events or more, and is the site', async () => {
    const { html } = await open('/');
    const [, towns = ''] = /aria-labelledby="towns">(.*?)<\/nav>/s.exec(html) ?? [];
    expect(towns.match(/href="[^"]+"/g)).toEqual(['href="/in/munchen/"']);
    expect(html).toContain('"@type":"WebSite"');
    expect(html).toContain('"urlTemplate":"https://example.com/?search={search_term_string}"');
    expect((await open('/?search=jazz')).html).not.toMatch(/id="towns"|WebSite/);
  });

  it('26.4 the sitemap has single events, series, dates of 30 days, and towns', async () => {
    const index = await open('/sitemap.xml');
    const locsIn = (xml: string) =>
      [...xml.matchAll(/<loc>https?:\/\/[^/]+(.*?)<\/loc>/g)].map(([, path]) => path);
    const parts = await Promise.all(
      locsIn(index.html).map(async (part = '') => [part, locsIn((await open(part)).html)] as const),
    );
    const all = Object.fromEntries(parts);
    expect(all['/sitemap-events-1.xml']).toHaveLength(11);
    expect(all['/sitemap-series-1.xml']).toEqual(['/event/choir/']);
    // From Thursday on, for 30 days.
    expect(all['/sitemap-dates-1.xml']).toHaveLength(5);
    expect(all['/sitemap-towns-1.xml']).toEqual([
      ...['/in/munchen/', '/in/munchen/today/', '/in/munchen/weekend/'],
      '/in/munchen/category/jazz/',
    ]);
    for (const path of parts.flatMap(([, paths]) => paths)) {
      const { status, html } = await open(String(path));
      expect([path, status, html.includes('noindex')]).toEqual([path, 200, false]);
    }
  });

  it('titles have day and town; a series begins with its next date, whose whole is a page', async () => {
    const event = await open('/event/jazz-13/');
    expect(event.html).toContain(
      '<title>Jazz 13 · Friday, 13 March 2026 · München – example.com</title>',
    );
    const nodeIn = (html: string) => {
      const [, json = ''] =
        /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
      return JSON.parse(json)['@graph'][0];
    };
    const series = await open('/event/choir/');
    expect(series.html).toContain('<title>Choir · Thursday, 12 March 2026 · München');
    expect(nodeIn(series.html).startDate).toBe('2026-03-12T20:00:00+01:00');
    const { html } = await open('/event/choir-2026-03-19/');
    const url = 'https://example.com/event/choir/';
    expect(nodeIn(html).superEvent).toMatchObject({ '@type': 'EventSeries', '@id': url, url });
    const month = await open('/?view=month&month=2026-05');
    expect(month.html).toMatch(/<title>[^<]*May 2026/);
  });

  it('a day without an event is not for search engines', async () => {
    app().clock.nowMs = Date.UTC(2026, 2, 17, 12);
    const { html } = await open('/in/munchen/today/');
    expect(html).toContain('noindex');
    expect((await open('/sitemap-towns-1.xml')).html).not.toContain('today');
  });
});
