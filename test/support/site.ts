/** A small site for tests of pages: each record stands for a state that a page shows. */
import type { Json, TestApp } from './app.js';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from './factories.js';

export const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>';
export const RIGHT_TO_LEFT = 'مهرجان الموسيقى';

/** Fills an app whose clock stands at 2026-03-10 12:00 UTC, a Tuesday. */
export async function givenSite(app: TestApp): Promise<Json> {
  const music = await givenTerm(app, 'categories', 'Music');
  const jazz = await givenTerm(app, 'categories', 'Jazz', { parent: music.id });
  const place = { address: '1 Main Street', city: 'Ghent', geo_lat: 51.05, geo_lng: 3.717 };
  const venue = await givenVenue(app, { venue: 'Blue Note', ...place, website: 'https://v.test/' });
  const twin = await givenVenue(app, { venue: 'Blue Notte', city: 'Ghent' });
  const organizer = await givenOrganizer(app, { email: 'ann@o.test', phone: '+32 9 123' });
  const event = await givenEvent(app, {
    title: 'Jazz night',
    start_date: '2026-03-20 19:00:00',
    end_date: '2026-03-20 22:00:00',
    timezone: 'America/New_York',
    cost: '$10',
    website: 'https://jazz.test/tickets',
    description:
      '<h1>Come</h1><p onclick="x()">All <b>night</b><script>alert(3)</script>' +
      '<img src="https://other.test/poster.png" alt="Poster"><a href="javascript:x()">no</a></p>',
    categories: [jazz.id],
    tags: ['late'],
    venue: venue.id,
    organizer: [organizer.id],
  });
  const day = { start_date: '2026-03-21', end_date: '2026-03-21', all_day: true };
  const reason = { event_status: 'cancelled', event_status_reason: 'The roof leaks' };
  await givenEvent(app, { title: 'Called off', ...day, ...reason });
  const online = { attendance_mode: 'online', online_url: 'https://talk.test/' };
  await givenEvent(app, { title: 'Talk', ...day, ...online, cost: '0', availability: 'sold_out' });
  const past = { start_date: '2026-03-01 09:00', end_date: '2026-03-01 10:00' };
  await givenEvent(app, { title: 'Old fair', ...past, venue: venue.id });
  const long = { start_date: '2026-02-01', end_date: '2026-05-01', all_day: true };
  await givenEvent(app, { title: 'Exhibition', ...long, venue: venue.id });
  const moved = await givenEvent(app, { title: 'Moved', timezone: 'Europe/Brussels' });
  const later = { start_date: '2026-03-27 09:00', end_date: '2026-03-27 11:00' };
  const body = { event_status: 'rescheduled', ...later };
  await app.given({ request: `PATCH /events/${moved.id}`, body });
  await givenEvent(app, { title: 'Secret plan', status: 'draft', slug: 'secret-plan' });
  await givenEvent(app, { title: HOSTILE, slug: 'hostile', description: 'a < b & c\nd' });
  await givenEvent(app, { title: RIGHT_TO_LEFT, slug: 'rtl' });
  // Of two in the trash that had the same slug, one was public.
  const { nowMs } = app.clock;
  for (const status of ['draft', 'publish']) {
    const gone = await givenEvent(app, { title: 'Taken down', slug: 'taken-down', status });
    // The last one removed has the slug.
    app.clock.nowMs += 1000;
    await app.given({ request: `DELETE /events/${gone.id}` });
  }
  app.clock.nowMs = nowMs;
  const merge = { request: `POST /venues/${venue.id}/merge`, body: { drop: [twin.id] } };
  await app.given(merge);
  const hidden = await givenVenue(app, { venue: 'Hidden hall' });
  const other = await givenVenue(app, { venue: 'Hidden halle' });
  await app.given({ request: `POST /venues/${hidden.id}/merge`, body: { drop: [other.id] } });
  await app.given({ request: `PATCH /venues/${hidden.id}`, body: { status: 'draft' } });
  return { event, venue, organizer, jazz, music };
}

/** A page as a browser gets it. */
export interface GotPage {
  status: number;
  headers: Headers;
  html: string;
}

/** Opens a page; redirects are not followed. */
export async function openPage(
  app: TestApp,
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<GotPage> {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...options.headers };
  const answer = await fetch(`${app.url}${path}`, { ...options, headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}
