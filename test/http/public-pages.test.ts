/** The pages for people: what each shows, where it leads, and its designed states. Contract 26. */
import { beforeAll, expect, it } from 'vitest';
import { indexUnavailable } from '../../src/errors.js';
import type { Json, TestApp } from '../support/app.js';
import { describeApp } from '../support/shared.js';
import { type GotPage, givenSite, openPage, RIGHT_TO_LEFT } from '../support/site.js';
import { breakIndex } from '../sync/faulty.js';

/** → what a page tells search engines. */
function describedIn(html: string): Json[] {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json)['@graph'];
}

interface Row {
  name: string;
  path: string;
  status?: number;
  holds?: string[];
  lacks?: string[];
  /** Of a redirect. */
  location?: string;
  check?: (page: GotPage, app: TestApp) => void | Promise<void>;
}

const SHORT = '2026-03-20T19:00:00-04:00';

const front: Row[] = [
  {
    name: '/ lists what has not ended, each with its page, times in its zone',
    path: '/',
    holds: [
      '<a href="/event/jazz-night/">Jazz night</a>',
      '<h3 class="day-title">Friday 20 March</h3>',
      `<strong><time datetime="${SHORT}">19:00</time></strong>`,
      '<span class="until"> New York Time</span>',
      '<a dir="auto" href="/venue/blue-note/">Blue Note</a>',
      '<link rel="canonical" href="https://example.com/"/>',
      '1 exhibition or market on now',
      '6 events',
    ],
    lacks: ['Secret plan', 'Old fair', 'Taken down', 'noindex'],
  },
  {
    name: '/ says what is cancelled, online, free, sold out',
    path: '/',
    holds: ['Cancelled', 'Online', 'Free', 'Sold out', '$10'],
  },
  {
    name: '/ hostile titles are texts, and right-to-left ones have their direction',
    path: '/',
    holds: ['&lt;script>alert(1)&lt;/script>', `<h4 dir="auto"><a href="/event/rtl/">`],
    lacks: ['<script>alert', '<img src="http'],
    check: ({ html }) => expect(html).toContain(RIGHT_TO_LEFT),
  },
  {
    name: '/ offers categories with their counts, and those of others when one is chosen',
    path: '/?categories=music',
    holds: ['<option value="jazz">Jazz (1)</option>', 'Category: Music', 'noindex', '1 event<'],
  },
  {
    name: '/ filters are told by the titles of what they name',
    path: '/?categories=jazz,music',
    holds: ['Category: Jazz, Music'],
    check: async (page, app) => {
      const { body } = await app.call({ request: 'GET /venues?search=Blue' });
      const { html } = await openPage(app, `/?venue=${body.venues[0].id}`);
      expect(page.status).toBe(200);
      expect(html).toContain('Venue: Blue Note');
    },
  },
  {
    name: '/ the days: what runs through today is a shelf, with a link to all of it',
    path: '/?overlaps=today,today',
    holds: [
      'href="/?overlaps=today%2Ctoday&amp;running=only">1 exhibition or market on now<',
      'aria-current="true">Today</button>',
      '>Exhibition<',
    ],
    lacks: ['Jazz night'],
  },
  {
    name: '/ what runs through today',
    path: '/?overlaps=today,today&running=only',
    holds: ['>Exhibition<', '<h1 dir="auto">Exhibitions and markets today</h1>', '1 event<'],
    lacks: ['Jazz night', 'on now'],
  },
  {
    name: '/ the days are named, so that they move',
    path: '/?search=&near=&when=weekend',
    status: 303,
    location: '/?overlaps=weekend%2Cweekend',
  },
  {
    name: '/ the form sends a town: the page has its coordinates, and no empty parameters',
    path: '/?near=gent&search=jazz&start_date=&overlaps=&geoloc_radius=25',
    status: 303,
    location: '/?search=jazz&geoloc_radius=25&geoloc_lat=51.05&geoloc_lng=3.717',
  },
  {
    name: '/ a point shows the town, the distances and the circle',
    path: '/?geoloc_lat=51.05&geoloc_lng=3.717&geoloc_radius=25&orderby=distance',
    holds: ['value="Ghent, Belgium"', 'Within 25 km of Ghent, Belgium', 'km away', 'Nearest first'],
    lacks: ['Called off'],
  },
  {
    name: '/ near a point what is soon and close comes first, each card with its day',
    path: '/?geoloc_lat=51.05&geoloc_lng=3.717&geoloc_radius=25',
    holds: ['Soon and close first', 'By day, nearest first', 'km away'],
    lacks: ['<h3 class="day-title">Fri'],
  },
  { name: '/ times of day', path: '/?part=night,evening', holds: ['<bdi>Night and Evening</bdi>'] },
  {
    name: '/ filters are told in words',
    path: '/?availability=sold_out&featured=true&explain=1&orderby=best&search=x',
    holds: ['<bdi>Sold out</bdi>', '<bdi>Recommended</bdi>'],
    lacks: ['sold_out<', 'featured:'],
  },
  {
    name: '/ an unknown town is said so, beside its field, and which one may be meant',
    path: '/?near=Gennt&search=jazz&geoloc_radius=5&orderby=distance',
    holds: ['aria-describedby="near-error"', '>Ghent, Belgium</a>', 'Jazz night'],
  },
  {
    name: '/ without a town, what belongs to one is dropped',
    path: '/?near=&geoloc_lat=1&geoloc_lng=2&geoloc_radius=5&orderby=distance&is_free=true',
    status: 303,
    location: '/?is_free=true',
  },
  {
    name: '/ a new town replaces a part of the map',
    path: '/?near=gent&geoloc_bbox=-12,35,32,62',
    status: 303,
    location: '/?geoloc_lat=51.05&geoloc_lng=3.717',
  },
  {
    name: '/ what is over keeps its direction, and an order chosen by name its own',
    path: '/?near=&ends_before=today&strict_dates=true&order=desc&orderby=title&search=fair',
    status: 303,
    location: '/?ends_before=today&strict_dates=true&orderby=title&search=fair',
  },
  {
    name: '/ dates by hand replace the days chosen before',
    path: '/?near=&day=tonight&overlaps=today,today&from=2026-03-20&until=2026-03-20',
    status: 303,
    location: '/?overlaps=2026-03-20%2C2026-03-20',
  },
  {
    name: '/ a misspelled search says what was searched instead',
    path: '/?search=jaxz',
    holds: ['No events match “<bdi>jaxz</bdi>”. These match “<bdi>jazz</bdi>”.', 'Jazz night'],
  },
  {
    name: '/ no result: what to do, and filters with links that remove them',
    path: '/?search=zzzzzz&categories=jazz',
    holds: ['No events match. Remove a filter', 'href="/?categories=jazz"', '0 events'],
  },
  {
    name: '/ what is over',
    path: '/?ends_before=now&strict_dates=true&order=desc',
    // The link that removes the filter leads to what is to come.
    holds: ['Old fair', '<strong>Ended</strong>', 'name="when" value="today"', 'href="/"'],
    lacks: ['Jazz night'],
  },
  {
    name: '/ pages have links, which keep the filters',
    path: '/?per_page=2&search=&page=2',
    holds: ['Page 2 of 3', 'href="/?per_page=2"', 'href="/?per_page=2&amp;page=3"'],
  },
  {
    name: '/ fragment=results is the form and the list',
    path: '/?fragment=results&search=jazz',
    holds: ['<h2 id="results-title">1 event</h2>'],
    lacks: ['<html', '<h1', 'fragment'],
  },
  {
    name: '/ bad parameters are told',
    path: '/?start_date=foo',
    status: 400,
    holds: ["We couldn't run this search", '<input type="search"'],
    lacks: ['start_date'],
  },
  {
    name: '/ bad parameters of a fragment, too',
    path: '/?fragment=results&per_page=x',
    status: 400,
    holds: ["We couldn't run this search"],
    lacks: ['<html', 'per_page'],
  },
  { name: '/ a page past the end', path: '/?page=99', status: 404, holds: ['Page not found'] },
];

const records: Row[] = [
  {
    name: 'an event: when, where, by whom, price, links, formats, structured data',
    path: '/event/jazz-night/',
    holds: [
      '<h1 dir="auto">Jazz night</h1>',
      '22:00</time> New York Time',
      '1 Main Street',
      '<a dir="auto" href="/organizer/ann-lee/">Ann Lee</a>',
      '<a dir="auto" href="/events/category/music/jazz/">Jazz</a>',
      '<a dir="auto" href="/tag/late/">late</a>',
      '<a href="https://jazz.test/tickets" rel="noopener nofollow ugc">jazz.test</a>',
      '<link rel="canonical" href="https://example.com/event/jazz-night/"/>',
      'type="text/calendar"',
      '<meta property="og:type" content="article"/>',
    ],
    check: ({ html, headers }) => {
      const [described] = describedIn(html);
      expect(described).toMatchObject({ '@type': 'Event', name: 'Jazz night', startDate: SHORT });
      expect(described?.organizer[0]['@type']).toBe('Organization');
      expect(described?.description).toMatch(/^Come\s+All night/);
      expect(headers.get('last-modified')).toBe('Tue, 10 Mar 2026 12:00:00 GMT');
    },
  },
  {
    name: 'a description shows clean HTML; its pictures are links',
    path: '/event/jazz-night/',
    holds: [
      '<h2>Come</h2><p>All <b>night</b>',
      '<a href="https://other.test/poster.png" rel="nofollow noopener ugc">Poster</a>',
    ],
    lacks: ['onclick', 'alert(3)', 'javascript:', '<img src="http'],
  },
  {
    name: 'a description without HTML keeps its lines',
    path: '/event/hostile/',
    holds: ['a &lt; b &amp; c<br'],
    lacks: ['<script>alert', '<img src=x'],
  },
  {
    name: 'a cancelled event says why',
    path: '/event/called-off/',
    holds: ['Cancelled', 'The roof leaks', '<time datetime="2026-03-21">Sat, 21 Mar 2026</time>'],
  },
  {
    name: 'an event with a new date names the old one',
    path: '/event/moved/',
    holds: [
      'New date',
      '<time datetime="2026-03-27T09:00:00+01:00">Fri, 27 Mar 2026, 09:00</time>',
      '<del><time datetime="2026-03-20T09:00:00+01:00">Fri, 20 Mar 2026, 09:00</time>',
      'Previously: <del>',
      '11:00</time> Europe/Brussels</del>',
    ],
  },
  {
    name: 'an online event',
    path: '/event/talk/',
    holds: ['Sold out', '<a href="https://talk.test/"', 'talk.test</a>', 'Free'],
  },
  {
    name: 'a venue: its address, and what is on there',
    path: '/venue/blue-note/',
    holds: [
      ...['1 Main Street', 'Jazz night', 'v.test', "What's on near here"],
      'href="/venue/blue-note/?running=only">1 exhibition or market on now<',
      ...['>Exhibition<', 'Upcoming events (2)'],
    ],
    lacks: ['Old fair'],
  },
  {
    name: 'a venue: what is over',
    path: '/venue/blue-note/?ends_before=today&strict_dates=true&order=desc',
    holds: ['Old fair', 'noindex'],
    lacks: ['Jazz night'],
  },
  {
    name: 'an organizer',
    path: '/organizer/ann-lee/',
    holds: [
      'mailto:ann%40o.test',
      'Jazz night',
      'events.ics?clock=local&amp;ends_after=-14%20days&amp;strict_dates=true&amp;organizer=',
    ],
  },
  {
    name: 'a category: what is below it, and what is on in it',
    path: '/events/category/music/',
    holds: [
      'href="/events/category/music/jazz/">Jazz</a>',
      'Jazz night',
      'strict_dates=true&amp;categories=music"',
    ],
  },
  {
    name: 'a category below another one',
    path: '/events/category/music/jazz/',
    holds: ['href="/events/category/music/">Music</a>'],
  },
  { name: 'a tag', path: '/tag/late/', holds: ['<h1 dir="auto">late</h1>', 'Jazz night'] },
  {
    name: 'another path of a record leads to its own',
    path: '/events/category/jazz/?page=1',
    status: 301,
    location: '/events/category/music/jazz/?page=1',
  },
  { name: 'no slash', path: '/event/talk', status: 301, location: '/event/talk/' },
  {
    name: 'a merged record leads to the one that is kept',
    path: '/venue/blue-notte/',
    status: 301,
    location: '/venue/blue-note/',
  },
  {
    name: 'a record merged into one that is not public',
    path: '/venue/hidden-halle/',
    status: 404,
    lacks: ['hidden-hall/'],
  },
  { name: 'what was taken down', path: '/event/taken-down/', status: 410, holds: ['No longer'] },
  { name: 'a draft', path: '/event/secret-plan/', status: 404, lacks: ['Secret'] },
  { name: 'no record', path: '/venue/nowhere/', status: 404, holds: ['Page not found'] },
  { name: 'no category', path: '/events/category/nothing/', status: 404 },
  { name: 'bad escapes', path: '/event/%ff/', status: 404 },
  { name: 'an unknown path, in a browser', path: '/nothing', status: 404, holds: ['<html'] },
];

describeApp('public pages', (app) => {
  let given: Json;
  beforeAll(async () => {
    given = await givenSite(app());
  });

  for (const row of [...front, ...records]) {
    it(row.name, async () => {
      const page = await openPage(app(), row.path);
      expect(page.status, page.html).toBe(row.status ?? 200);
      if (row.location === undefined) expect(page.headers.get('content-type')).toMatch('text/html');
      else expect(page.headers.get('location')).toBe(row.location);
      for (const text of row.holds ?? []) expect(page.html).toContain(text);
      // The structured data holds texts as they are stored.
      const shown = page.html.replace(/<script type="application\/ld\+json">.*?<\/script>/s, '');
      for (const text of row.lacks ?? []) expect(shown).not.toContain(text);
      await row.check?.(page, app());
    });
  }

  it.each([
    ['/', ['WebSite', 'ItemList'], 6],
    ['/events/category/music/', ['ItemList', 'BreadcrumbList'], 1],
    ['/tag/late/', ['ItemList', 'BreadcrumbList'], 1],
    ['/venue/blue-note/', ['Place', 'ItemList', 'BreadcrumbList'], 1],
    ['/organizer/ann-lee/', ['Organization', 'ItemList', 'BreadcrumbList'], 1],
    ['/event/talk/', ['Event', 'BreadcrumbList'], 0],
  ])('%s tells search engines %j', async (path, types, items) => {
    const nodes = describedIn((await openPage(app(), path)).html);
    expect(nodes.map((node) => node['@type'])).toEqual(types);
    const list = nodes.find((node) => node['@type'] === 'ItemList');
    const entries = list?.itemListElement ?? [];
    expect(entries).toHaveLength(items);
    for (const [at, { position, url }] of entries.entries()) {
      expect([position, url]).toEqual([at + 1, expect.stringContaining('https://example.com/')]);
    }
  });

  it('every url of an answer is a page', async () => {
    const { event, venue, organizer, jazz, music } = given;
    const urls = [event, venue, organizer, jazz, music, ...event.tags].map(({ url }) => url);
    for (const url of urls) {
      const { status, html } = await openPage(app(), new URL(url).pathname);
      expect([status, html.includes(`rel="canonical" href="${url}"`)], url).toEqual([200, true]);
    }
  });

  it('without the index a list is a 503, and a venue is shown without its events', async () => {
    const fail = async () => {
      throw indexUnavailable(new Error('down'));
    };
    const mend = breakIndex(app().deps, () => ({ search: fail }));
    try {
      const list = await openPage(app(), '/?search=away');
      expect([list.status, list.headers.get('retry-after')]).toEqual([503, '5']);
      expect(list.html).toContain('not available at the moment');
      const venue = await openPage(app(), '/venue/blue-note/?page=1');
      expect([venue.status, venue.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(venue.html).toContain('not available at the moment');
    } finally {
      mend();
    }
    expect((await openPage(app(), '/venue/blue-note/?page=1')).html).toContain('Jazz night');
  });
});
