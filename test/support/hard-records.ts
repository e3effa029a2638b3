/** Records that are hard to show: every state of an event, and texts that would run as scripts. */
import type { Json, TestApp } from './app.js';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from './factories.js';

/** Sets a flag where it runs. */
const RUN = 'window.hostile=1';

/** A text that would leave any place it is put into without escaping. */
const BREAKOUT = `</title></script></textarea>--><script>${RUN}</script>"'><img src=x onerror="${RUN}">`;

/** HTML that runs, loads, frames, restyles or redirects, with a little that may stay. */
const HTML = [
  `<p onclick="${RUN}" style="position:fixed;inset:0">A <b>bold</b> word, <em>one</em> leans.</p>`,
  `<script>${RUN}</script><svg onload="${RUN}"><animate onbegin="${RUN}" attributeName="x"/></svg>`,
  `<img src="https://elsewhere.test/pixel.png" onerror="${RUN}" alt="A picture">`,
  `<a href="javascript:${RUN}">a script</a> <a href=" java\nscript:${RUN}">another</a>`,
  `<a href="data:text/html,<script>${RUN}</script>">data</a> <a href="https://elsewhere.test/">out</a>`,
  '<iframe src="https://elsewhere.test/"></iframe><object data="https://elsewhere.test/"></object>',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.test/"><base href="https://elsewhere.test/">',
  '<link rel="stylesheet" href="https://elsewhere.test/a.css"><style>body{display:none}</style>',
  '<form action="https://elsewhere.test/"><input name="password"><button>Log in</button></form>',
  '<h1>Another title</h1><main id="main">another main</main><ul><li>one<li>two</ul></div></article>',
].join('\n');

/** As long as a title may be. */
const LONG = `${'long '.repeat(180)}${'x'.repeat(100)}`;

const times = { start_date: '2026-03-20 19:00:00', end_date: '2026-03-20 22:00:00' };

/** The events, by what is hard about them. */
const events: Record<string, Json> = {
  plain: { title: 'An evening of jazz', description: 'Two sets.\n\nDoors at seven.', cost: '12' },
  cancelled: {
    title: 'A cancelled evening',
    event_status: 'cancelled',
    event_status_reason: 'The singer is ill.',
  },
  rescheduled: { title: 'A moved evening', event_status: 'rescheduled' },
  online: {
    title: 'An evening online',
    attendance_mode: 'online',
    online_url: 'https://elsewhere.test/room',
    cost: '0',
  },
  'sold-out': { title: 'A full evening', availability: 'sold_out', timezone: 'America/New_York' },
  'all-day': {
    title: 'A fair of three days',
    start_date: '2026-03-20',
    end_date: '2026-03-22',
    all_day: true,
  },
  rtl: { title: 'مهرجان الموسيقى ٢٠٢٦', description: 'شَلُومْ שלום עולם. <b>مرحبا</b> بكم.' },
  bidi: { title: 'Jazz \u202etxet sdrawkcab\u2066 night', description: '\u202eevil' },
  hostile: {
    title: BREAKOUT,
    description: HTML,
    excerpt: HTML,
    website: 'https://elsewhere.test/',
  },
  long: { title: LONG, description: `${'word '.repeat(20_000)}${'y'.repeat(500)}` },
  untitled: { title: '<b></b>' },
};

/**
 * Adds them, linked with venues, organizers and terms, some of which are hard, too. → the paths of
 * those.
 */
export async function givenHardRecords(app: TestApp): Promise<Record<string, string>> {
  const parent = await givenTerm(app, 'categories', 'Music');
  const category = await givenTerm(app, 'categories', 'Jazz', { parent: parent.id });
  const tag = await givenTerm(app, 'tags', BREAKOUT, { slug: 'hostile' });
  const venue = await givenVenue(app, {
    venue: 'The Big Hall',
    address: '1 Main Street',
    city: 'Berlin',
    country: 'Germany',
    geo_lat: 52.52,
    geo_lng: 13.405,
    website: 'https://elsewhere.test/?q="><script>',
    phone: '+49 30 123456',
  });
  const hostileVenue = await givenVenue(app, {
    venue: `${BREAKOUT} ${'hall'.repeat(60)}`,
    address: BREAKOUT,
    city: BREAKOUT,
    description: HTML,
    geo_lat: 52.53,
    geo_lng: 13.41,
  });
  const organizer = await givenOrganizer(app, {
    organizer: 'Ann "A" Lee',
    email: 'ann@elsewhere.test',
    description: HTML,
  });
  for (const [slug, event] of Object.entries(events)) {
    await givenEvent(app, {
      ...times,
      ...event,
      slug,
      categories: [category.id],
      tags: slug === 'hostile' ? [tag.id] : [],
      venue: { id: slug === 'hostile' ? hostileVenue.id : venue.id },
      organizer: [{ id: organizer.id }],
    });
  }
  for (let n = 0; n < 20; n++)
    await givenEvent(app, { ...times, title: `Talk ${n}`, slug: `talk-${n}` });
  const gone = await givenEvent(app, { ...times, title: 'A withdrawn evening', slug: 'gone' });
  await app.given({ request: `DELETE /events/${gone.id}` });
  const linked = { venue, hostileVenue, organizer, category: parent, tag };
  return Object.fromEntries(
    Object.entries(linked).map(([name, { url }]) => [name, new URL(url).pathname]),
  );
}
