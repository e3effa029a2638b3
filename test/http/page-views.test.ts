/** The month view, and what the page of an event offers beside its facts. Contract 26.2, 26.6. */
import { beforeAll, describe, expect, it } from 'vitest';
import { dateWords } from '../../src/pages/words/date-words.js';
import { drain } from '../../src/sync/drain.js';
import { weekIn } from '../../src/time/week.js';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from '../support/factories.js';
import { describeApp } from '../support/shared.js';
import { openPage } from '../support/site.js';
import { breakIndex, down } from '../sync/faulty.js';

const at = (day: string, from: string, until: string) => ({
  start_date: `${day} ${from}`,
  end_date: `${day} ${until}`,
  timezone: 'Europe/Brussels',
});

// The clock stands at 2026-03-10 12:00 UTC.
describeApp('views of pages', (app) => {
  const get = async (path: string) => (await openPage(app(), path)).html;

  beforeAll(async () => {
    const place = { city: 'Ghent', country: 'Belgium', geo_lat: 51.05, geo_lng: 3.717 };
    const venue = await givenVenue(app(), { venue: 'Blue Note', address: '1 Main St', ...place });
    const other = await givenVenue(app(), { venue: 'Red Hall', ...place, geo_lat: 51.06 });
    const { id: ann } = await givenOrganizer(app());
    const online = { attendance_mode: 'hybrid', online_url: 'https://talk.test/a' };
    const own = { venue: venue.id, organizer: [ann], ...at('2026-03-20', '19:00', '22:00') };
    await givenEvent(app(), { title: 'Main & more', ...own, ...online, description: 'Come <b>in' });
    const off = { event_status: 'cancelled', event_status_reason: 'No roof', ...online };
    await givenEvent(app(), {
      title: 'Off',
      venue: venue.id,
      ...at('2026-03-21', '9:00', '10:00'),
      ...off,
    });
    const elsewhere = { venue: other.id, organizer: [ann], ...at('2026-05-02', '9:00', '10:00') };
    await givenEvent(app(), { title: 'By Ann', ...elsewhere });
    await givenEvent(app(), {
      title: 'Near',
      venue: other.id,
      ...at('2026-03-25', '9:00', '10:00'),
    });
    await givenEvent(app(), {
      title: 'Later',
      venue: other.id,
      ...at('2026-03-29', '9:00', '10:00'),
    });
    const long = { start_date: '2026-03-01', end_date: '2026-03-31', all_day: true };
    await givenEvent(app(), { title: 'Long', ...long, timezone: 'Europe/Brussels' });
  });

  it('26.2 an event leads to calendars, to the meeting, to the place', async () => {
    const html = await get('/event/main-more/');
    for (const text of [
      'href="https://talk.test/a"',
      'Join online',
      'webcal://',
      'text=Main%20%26%20more&amp;dates=20260320T180000Z%2F20260320T210000Z',
      'location=Blue%20Note%2C%201%20Main%20St%2C%20Ghent%2C%20Belgium',
      'startdt=2026-03-20T18%3A00%3A00Z',
      'href="geo:51.05,3.717?q=51.05,3.717"',
      'https://www.openstreetmap.org/directions?to=51.05%2C3.717',
      // In whose own time, a script says.
      'data-start="2026-03-20T18:00:00Z"',
    ]) {
      expect(html).toContain(text);
    }
    // Without streets a map says less than the address.
    expect(html).not.toContain('id="place"');
  });

  it('26.2 a place without an address has a map', async () => {
    const point = { geo_lat: 51.06, geo_lng: 3.7 };
    const { slug } = await givenVenue(app(), { venue: 'By the river', ...point });
    expect(await get(`/venue/${slug}/`)).toContain('id="place"');
  });

  it.each([
    [{ cost: '10' }, 'Tickets'],
    [{ cost: '10', availability: 'sold_out' }, ''],
    [{ availability: 'limited', attendance_mode: 'online' }, 'Tickets'],
    [{ attendance_mode: 'online' }, 'Join online'],
    [{}, ''],
    [{ cost: '10', event_status: 'cancelled' }, ''],
  ])('26.2 the first action of %o is %j', async (more, name) => {
    const links = { website: 'https://shop.test/', online_url: 'https://talk.test/b' };
    const online = 'attendance_mode' in more ? links : { website: links.website };
    const times = at('2026-06-05', '19:00', '22:00');
    const { url } = await givenEvent(app(), { title: 'Act', ...times, ...online, ...more });
    const html = await get(new URL(url).pathname);
    const main = /class="button main" href="[^"]+" rel="[^"]+">([^<]+)</.exec(html)?.[1];
    expect(main ?? '').toBe(name);
  });

  it('26.2 an event of whole days ends the day after in calendars', async () => {
    expect(await get('/event/long/')).toContain('dates=20260301%2F20260401');
  });

  it('26.2 one that is cancelled says so first, and leads to no calendar', async () => {
    const html = await get('/event/off/');
    expect(html.indexOf('Cancelled')).toBeLessThan(html.indexOf('<h1'));
    expect(html).toContain('No roof');
    for (const text of ['Add to calendar', 'Join online', 'webcal:']) {
      expect(html).not.toContain(text);
    }
  });

  it('26.2 an event names others by its organizer, at its venue and nearby that week', async () => {
    const html = await get('/event/main-more/');
    const parts = html.split('class="more-events"').slice(1);
    const sections = parts.map((part) => part.split('</section>', 1)[0] ?? '');
    const titles = sections.map((part) =>
      [...part.matchAll(/\/event\/([a-z-]+)\//g)].map(([, slug]) => slug),
    );
    expect(titles).toEqual([['by-ann'], ['off'], ['near']]);
    expect(html).toContain('More by Ann Lee');
    expect(html).toContain('More at Blue Note');
    expect(html).toContain('Nearby that week');
  });

  it('26.2 a venue has days and a search of its own', async () => {
    const html = await get('/venue/red-hall/?overlaps=today,today');
    expect(html).toContain('aria-current="true">Today</button>');
    expect(html).toContain('<input type="hidden" name="overlaps" value="today,today"/>');
    expect(await get('/venue/red-hall/?search=near')).not.toContain('/event/later/');
    const past = 'href="/venue/red-hall/?ends_before=now&amp;strict_dates=true&amp;order=desc"';
    expect(html).toContain(past);
    const corrected = 'No events match “<bdi>latrr</bdi>”. These match “<bdi>later</bdi>”.';
    expect(await get('/venue/red-hall/?search=latrr')).toContain(corrected);
    expect(await get('/venue/red-hall/?search=zzzz')).toContain('<p>No events match.</p>');
    expect(await get('/organizer/ann-lee/?overlaps=2026-04-01,2026-04-01')).not.toContain(
      'coming events.',
    );
    expect(await get('/venue/red-hall/?ends_before=now&strict_dates=true&order=desc')).toContain(
      'No past events.',
    );
  });

  it('26.2 a date has its page where its series has none, and 410 with it in the trash', async () => {
    const rule = { title: 'Choir', recurrence: 'FREQ=WEEKLY;COUNT=3' };
    const series = await givenEvent(app(), { ...rule, ...at('2026-03-20', '19:00', '20:00') });
    const path = '/event/choir-2026-03-27/';
    const change = async (request: string, body: object) => {
      await app().given({ request, body });
      await drain(app().deps);
    };
    await change(`DELETE /events/${series.id}`, {});
    expect((await openPage(app(), path)).status).toBe(410);
    await change(`PATCH /events/${series.id}`, { status: 'publish' });
    const { body } = await app().call({ request: 'GET /events/by-slug/choir-2026-03-27' });
    await change(`PATCH /events/${series.id}`, { status: 'draft' });
    await change(`PATCH /events/${body.id}`, { status: 'publish' });
    const { status, html } = await openPage(app(), path);
    expect([status, html.includes('Every Friday'), html.includes('dates</h2>')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  it('26.6 a month counts and names what the lists of its days have, without what runs', async () => {
    const html = await get('/?view=month');
    expect(html).toContain('<h2 id="results-title">March 2026</h2>');
    expect(html).toContain('1 event</span><span class="hidden">, Friday 20 March</span>');
    const [, day = ''] = /, Friday 20 March(.*?)<\/td>/s.exec(html) ?? [];
    expect([day.includes('/event/main-more/'), day.includes('/event/long/')]).toEqual([
      true,
      false,
    ]);
    expect(html).toContain('href="/?view=month&amp;month=2026-04"');
    expect(html).toContain('href="/?overlaps=2026-03-20%2C2026-03-20"');
    expect(html).toContain('noindex');
  });

  it('26.6 a month keeps the filters, and drops dates and order', async () => {
    const html = await get(
      '/?view=month&month=2026-05&search=ann&overlaps=today,today&orderby=title',
    );
    expect(html).toContain('1 event</span><span class="hidden">, Saturday 2 May</span>');
    expect(html).toContain('href="/?view=month&amp;month=2026-06&amp;search=ann"');
    expect(html).toContain('<input type="hidden" name="view" value="month"/>');
    expect(await get('/?view=month&month=2027-05')).toContain('No events in this month.');
  });

  it('26.6 a month that is none is told', async () => {
    const { status, html } = await openPage(app(), '/?view=month&month=2026-13');
    expect([status, html.includes("couldn't run this search")]).toEqual([400, true]);
  });

  it('26.1 days of other years are told with it, and listed however far away', async () => {
    const times = { start_date: '2026-03-01', end_date: '2031-12-31', all_day: true };
    await givenEvent(app(), { title: 'Collection', ...times });
    expect(await get('/?search=collection&running=only')).toContain('>Wed, 31 Dec 2031</time>');
    await givenEvent(app(), { title: 'Congress', ...at('2028-01-05', '9:00', '10:00') });
    const html = await get('/?orderby=title');
    expect(html).toContain('<span class="day">Wed, 5 Jan 2028</span>');
    expect(html).toContain('<span class="day">Fri 20 Mar</span>');
    const far = { start_date: '2029-01-05', end_date: '2029-01-06' };
    await givenEvent(app(), { title: 'Jubilee', ...far });
    expect(await get('/?start_date=2029-01-01')).toContain('>Friday, 5 January 2029<');
  });

  it('26.1 what is over is not on now, although it ended today', async () => {
    await givenEvent(app(), {
      title: 'Last night',
      start_date: '2026-03-09 22:00',
      end_date: '2026-03-10 08:00',
    });
    await givenEvent(app(), { title: 'Fest', start_date: '2026-03-09', end_date: '2026-03-11' });
    const html = await get('/?overlaps=today,today');
    const [, now = '', today = ''] = html.split('<section class="day">');
    expect(now).toContain('>On now<');
    expect([now, today].map((part) => part.includes('>Last night<'))).toEqual([false, true]);
  });

  it.each([
    ['+49 (0)30 12 34–56', 'href="tel:+4930123456"'],
    ['(030) 123/456', 'href="tel:030123456"'],
    ['+1 555 0100 ext. 6', '<dd><bdi>'],
    ['see website', '<dd><bdi>'],
  ])('26.2 the phone %j', async (phone, shown) => {
    const { url } = await givenOrganizer(app(), { organizer: phone, phone });
    expect(await get(new URL(url).pathname)).toContain(shown);
  });

  it('26.2 services of the web take a date, and not its series: they have no rules', async () => {
    const rule = { title: 'Club', recurrence: 'FREQ=WEEKLY;COUNT=3' };
    await givenEvent(app(), { ...rule, ...at('2026-03-20', '19:00', '20:00') });
    const links = ['/event/club/', '/event/club-2026-03-27/'].map(async (path) => {
      const html = await get(path);
      return ['webcal://', 'calendar.google.com', 'outlook'].map((text) => html.includes(text));
    });
    expect(await Promise.all(links)).toEqual([
      [true, false, false],
      [true, true, true],
    ]);
  });

  it('26.1 a category has one number wherever it stands, with what is below it', async () => {
    const sport = await givenTerm(app(), 'categories', 'Sport');
    const ball = await givenTerm(app(), 'categories', 'Ball games', { parent: sport.id });
    const tennis = await givenTerm(app(), 'categories', 'Tennis', { parent: ball.id });
    const weekly = { recurrence: 'FREQ=WEEKLY;COUNT=5', ...at('2026-03-20', '19:00', '20:00') };
    await givenEvent(app(), { title: 'Match', categories: [tennis.id], ...weekly });
    const both = [sport.id, tennis.id];
    await givenEvent(app(), {
      title: 'Cup',
      categories: both,
      ...at('2026-03-21', '9:00', '10:00'),
    });
    await drain(app().deps);
    for (const path of ['/', '/?categories=sport', '/?categories=tennis']) {
      const html = await get(path);
      for (const name of ['Sport', 'Ball games', 'Tennis']) {
        expect(html).toMatch(new RegExp(`<option value="[a-z-]+"( selected)?>${name} \\(2\\)<`));
      }
    }
    expect(await get('/?categories=sport')).toContain('>2 events<');
    expect(await get('/events/category/sport/')).toContain('<h2>Upcoming events (2)</h2>');
  });

  it('a category leads to one below it that has events only further below', async () => {
    const art = await givenTerm(app(), 'categories', 'Art');
    const prints = await givenTerm(app(), 'categories', 'Prints', { parent: art.id });
    const woodcuts = await givenTerm(app(), 'categories', 'Woodcuts', { parent: prints.id });
    await givenTerm(app(), 'categories', 'Unused', { parent: art.id });
    await givenEvent(app(), { title: 'Cuts', categories: [woodcuts.id] });
    const html = await get('/events/category/art/');
    expect(html).toContain('<a dir="auto" href="/events/category/art/prints/">Prints</a>');
    expect(html).not.toContain('Unused');
  });

  // The last one: the index is given a pause.
  it('26.2 what the index lacks yet has its page, without its list', async () => {
    const mend = breakIndex(app().deps, down);
    const times = at('2026-03-20', '9:00', '10:00');
    const body = { title: 'New', ...times, organizer: { organizer: 'New one' } };
    try {
      await app().call({ request: 'POST /events', as: 'admin', body, isSettled: false });
    } finally {
      mend();
    }
    expect((await openPage(app(), '/event/new/')).status).toBe(200);
    const { status, headers, html } = await openPage(app(), '/organizer/new-one/');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).toContain('The list is not available');
    await drain(app().deps);
  });
});

describe('weeks', () => {
  it.each([
    ['Europe/Berlin', 1],
    ['America/New_York', 7],
    ['Asia/Dubai', 1],
    ['Africa/Cairo', 6],
    ['UTC', 1],
  ])('in %s begin on day %i', (zone, day) => expect(weekIn(zone).firstDay).toBe(day));

  it('a day of another year is told with it', () => {
    const { long } = dateWords('en-GB');
    expect(long('2026-11-27', '2026-11-24')).toBe('Friday 27 November');
    expect(long('2027-01-01', '2026-11-24')).toBe('Friday, 1 January 2027');
  });
});
