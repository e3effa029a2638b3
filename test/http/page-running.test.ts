/** Exhibitions do not bury what begins: the first card is a dated event. Contract 26.1. */
import { beforeAll, expect, it } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import type { Json } from '../support/app.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { describeApp } from '../support/shared.js';
import { openPage } from '../support/site.js';

const GHENT = 'geoloc_lat=51.05&geoloc_lng=3.717';

/** → the slugs of the events in cards, in order. */
const cardsIn = (html: string): string[] =>
  [...html.matchAll(/<li class="card">.*?<a href="\/event\/([^/]+)/gs)].map(
    ([, slug = '']) => slug,
  );

/** → the address in an attribute. */
const plain = (text: string): string => text.replaceAll('&amp;', '&');

// The clock stands at 2026-03-10 12:00 UTC.
describeApp('45 running exhibitions among 100 events', (app) => {
  beforeAll(async () => {
    const place = { city: 'Ghent', geo_lat: 51.05, geo_lng: 3.717 };
    const { id: venue } = await givenVenue(app(), { venue: 'Museum', ...place });
    const art = await givenTerm(app(), 'categories', 'Art');
    const more = { venue, categories: [art.id] };
    for (let at = 0; at < 45; at++) {
      const long = {
        start_date: `2026-02-${10 + (at % 15)}`,
        end_date: `2026-05-${10 + (at % 15)}`,
      };
      await givenEvent(app(), { title: `Show ${at}`, ...long, all_day: true, ...more });
    }
    for (let at = 0; at < 55; at++) {
      const day = `2026-03-${10 + (at % 11)}`;
      const times = { start_date: `${day} 20:00`, end_date: `${day} 22:00` };
      await givenEvent(app(), { title: `Gig ${at}`, ...times, ...more });
    }
  });

  it.each([
    ['/', '45 exhibitions and markets on now'],
    ['/?overlaps=today,today', '45 exhibitions and markets on now'],
    ['/?day=tonight', '45 exhibitions and markets on now'],
    ['/?overlaps=weekend,weekend', '45 exhibitions and markets during these days'],
    [`/?${GHENT}`, '45 exhibitions and markets on now'],
  ])('%s has a shelf of six, the first to end first, above what begins', async (path, line) => {
    const { html } = await openPage(app(), path);
    const [above = '', below = ''] = html.split(line);
    expect(above).not.toContain('class="card"');
    const [shelf = '', list = ''] = below.split('</section>');
    expect(cardsIn(shelf)).toHaveLength(6);
    expect(shelf).toContain('until <time datetime="2026-05-10"');
    expect(cardsIn(list)[0]).toMatch('gig');
    expect(below.slice(shelf.length)).not.toContain('/event/show-');
  });

  it.each([
    ['/?search=show', 0, '>45 events<'],
    ['/?categories=art', 20, '>100 events<'],
    ['/venue/museum/', 20, 'Upcoming events (100)'],
    ['/events/category/art/', 20, 'Upcoming events (100)'],
    ['/?search=gig&overlaps=today,today', 5, '>5 events<'],
  ])('%s lists both: what begins, then what runs', async (path, begins, count) => {
    const { html } = await openPage(app(), path);
    expect(html).toContain(count);
    const kinds = cardsIn(html).map((slug) => slug.split('-', 1)[0]);
    const running = path.includes('gig') ? 0 : 20;
    expect(kinds).toEqual([...Array(begins).fill('gig'), ...Array(running).fill('show')]);
  });

  it('a category has one number, wherever it stands', async () => {
    for (const path of ['/', '/?search=museum', '/?categories=art']) {
      expect((await openPage(app(), path)).html).toContain('>Art (100)</option>');
    }
  });

  it('the line leads to them, the first to end first, without another line', async () => {
    const { html } = await openPage(app(), '/?running=only');
    expect(html).toContain('>45 events<');
    expect(html).not.toContain('class="running"');
    const days = [...html.matchAll(/datetime="2026-05-(\d\d)"/g)].map(([, day]) => day);
    expect(days.length).toBe(20);
    expect(days).toEqual(days.toSorted());
  });

  it('a month counts what begins, and has one line', async () => {
    const { html } = await openPage(app(), '/?view=month');
    expect(html).toContain('45 exhibitions and markets during these days');
    expect(html).toContain('5 events</span><span class="hidden">, Tuesday 10 March</span>');
    for (const path of ['/?view=month', '/?view=month&running=only']) {
      const { html: month } = await openPage(app(), path);
      const [, line = ''] = /<p class="running"><a href="([^"]+)"/.exec(month) ?? [];
      expect((await openPage(app(), plain(line))).html).toContain('>45 events<');
    }
  });

  it('the form keeps to what runs, and its numbers are those of its lists', async () => {
    const days = 'overlaps=2026-03-10,2026-03-12';
    const { html } = await openPage(app(), `/?running=only&${days}`);
    expect(html).toContain('>Art (45)</option>');
    expect(html).toContain('<input type="hidden" name="running" value="only"/>');
    const sent = 'near=&from=2026-03-10&until=2026-03-12&categories=art&running=only';
    const { headers } = await openPage(app(), `/?${sent}`);
    const there = await openPage(app(), headers.get('location') ?? '');
    expect(there.html).toContain('>45 events<');
  });

  it('the feed of a page has what runs through, too, and is called as the page', async () => {
    const { html } = await openPage(app(), '/?overlaps=today,today');
    const [, href = ''] = /type="application\/atom\+xml"[^>]* href="([^"]+)"/.exec(html) ?? [];
    const { pathname, search } = new URL(plain(href));
    const { html: feed } = await openPage(app(), `${pathname}${search}`);
    expect(feed).toContain('<title>What&apos;s on today – example.com</title>');
    expect(feed.match(/<entry>/g)?.length).toBe(50);
  });
});

describeApp('eight events that the operator recommends', (app) => {
  beforeAll(async () => {
    const long = { start_date: '2026-02-01', end_date: '2026-05-01', all_day: true };
    const soon = { start_date: '2026-03-10 20:00', end_date: '2026-03-10 22:00' };
    const later = { start_date: '2026-03-12 20:00', end_date: '2026-03-12 22:00' };
    for (const at of [1, 2]) {
      await givenEvent(app(), { title: `Show ${at}`, ...long, featured: at === 1 });
      await givenEvent(app(), { title: `Gig ${at}`, ...soon, featured: at === 1 });
    }
    for (let at = 1; at < 7; at++) {
      await givenEvent(app(), { title: `Gala ${at}`, ...later, featured: true });
    }
  });

  it.each([
    ['/', ['show-1', 'gig-1', 'gala-1', 'gala-2', 'gala-3', 'gala-4'], ['gig-2', 'gala-5']],
    ['/?overlaps=today,today', ['show-1', 'gig-1'], ['gig-2']],
    ['/?search=gig', [], ['gig-1', 'gig-2']],
    ['/?page=1&per_page=2', ['show-1', 'gig-1', 'gala-1', 'gala-2', 'gala-3', 'gala-4'], ['gig-2']],
  ])('%s has six at most above all else, and no event twice', async (path, above, below) => {
    const { html } = await openPage(app(), path);
    const [, highlights = ''] =
      /<section class="day highlights">(.*?)<\/section>/s.exec(html) ?? [];
    expect(cardsIn(highlights)).toEqual(above);
    const all = cardsIn(html);
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((slug) => !above.includes(slug) && slug !== 'show-2')).toEqual(
      expect.arrayContaining(below),
    );
    if (above.length > 0) expect(all).toContain('show-2');
    const listed = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');
    const { itemListElement } = listed['@graph'].find(
      ({ '@type': type }: Json) => type === 'ItemList',
    );
    expect(itemListElement[0].url).toContain(above[0] ?? below[0]);
  });
});

describeApp('a month', (app) => {
  beforeAll(async () => {
    const allDay = (start_date: string, end_date: string) => ({
      ...{ start_date, end_date, all_day: true },
    });
    await givenEvent(app(), { title: 'Art show', ...allDay('2026-03-05', '2026-04-20') });
    await givenEvent(app(), { title: 'Art trail', ...allDay('2026-02-05', '2026-03-20') });
    await givenEvent(app(), { title: 'Festival of art', ...allDay('2026-03-13', '2026-03-15') });
    await givenEvent(app(), { title: 'Gig', start_date: '2026-03-14 20:00' });
  });

  it.each(['', '&search=art'])('has the numbers of the lists of its days%s', async (asked) => {
    const { html } = await openPage(app(), `/?view=month&month=2026-03${asked}`);
    const numbers = new Map(
      [...html.matchAll(/<a class="number" href="([^"]+)".*?class="total">(\d+) event/gs)].map(
        ([, href = '', total]) => [href.replaceAll('&amp;', '&'), Number(total)],
      ),
    );
    expect(numbers.size).toBeGreaterThan(3);
    for (const [href, total] of numbers) {
      const { html: list } = await openPage(app(), href);
      expect(Number(/id="results-title">(\d+) event/.exec(list)?.[1]), href).toBe(total);
    }
  });

  it.each([
    ['2026-03-14,2026-03-14', ['Saturday 14 March']],
    ['2026-03-13,2026-03-14', ['Friday 13 March', 'Saturday 14 March']],
    ['weekend,weekend', ['Saturday 14 March']],
  ])('the list of %s begins with its first day', async (days, titles) => {
    const { html } = await openPage(app(), `/?overlaps=${days}`);
    const shown = [...html.matchAll(/class="day-title">([^<]+)</g)].map(([, title]) => title);
    expect(shown).toEqual(titles);
  });
});

describeApp(
  'a site with a description',
  (app) => {
    it.each(['/', '/?search=jazz'])('%s tells scripts the title of its tab', async (path) => {
      const { html } = await openPage(app(), path);
      const title = /<title>(.*?)<\/title>/.exec(html)?.[1];
      expect(title).toBe(path === '/' ? 'example.com – All that is on' : '“jazz” – example.com');
      expect(html).toContain(`data-tab="${title}"`);
    });
  },
  { settings: { SITE_DESCRIPTION: 'All that is on' } },
);

describeApp('series on pages', (app) => {
  it('a series and its dates: the rule in words, the dates that come, the way between them', async () => {
    await givenEvent(app(), {
      title: 'Choir',
      start_date: '2026-03-05 19:00:00',
      end_date: '2026-03-05 21:00:00',
      recurrence: 'FREQ=WEEKLY;COUNT=9',
    });
    await drain(app().deps);
    const date = await openPage(app(), '/event/choir-2026-03-12/');
    expect(date.status).toBe(200);
    for (const text of [
      'Thu, 12 Mar 2026, 19:00',
      'Every Thursday, 9 times',
      '<h2>Upcoming dates (',
      '<a href="/event/choir-2026-04-09/">',
      '<a href="/event/choir/">All dates</a>',
    ]) {
      expect(date.html).toContain(text);
    }
    expect(date.html).not.toContain('choir-2026-04-16');
    expect(date.headers.get('last-modified')).toBeNull();
    const series = await openPage(app(), '/event/choir/');
    for (const text of ['Every Thursday, 9 times', 'choir-2026-04-16', '>Past dates</a>']) {
      expect(series.html).toContain(text);
    }
    expect(series.html).not.toContain('>Over<');
    const { body } = await app().call({ request: 'GET /events?view=series' });
    const front = await openPage(app(), '/?search=choir');
    expect(front.html).toContain('>1 event<');
    expect(front.html).toContain('<a href="/event/choir/">Choir</a>');
    expect(front.html).toContain('<li class="rhythm">Every Thursday, 9 times</li>');
    const next = '<a href="/event/choir-2026-03-12/">Next: <time';
    expect(series.html).toContain(next);
    expect(series.html).toMatch(/<th scope="row"><a href="\/event\/choir-2026-03-19\/">/);
    const later = await openPage(app(), '/?search=choir&start_date=2026-04-01');
    expect(later.html).toContain('>5 events<');
    const all = await openPage(app(), `/?post_parent=${body.events[0].id}`);
    expect(all.html).toContain('Series: Choir');
    expect(all.html).toContain('>8 events<');
    const past = await openPage(app(), '/event/choir/?ends_before=today&strict_dates=true');
    expect(past.html).toContain('choir-2026-03-05');
    expect(past.html).toContain('<h2>Past dates (');
  });
});
