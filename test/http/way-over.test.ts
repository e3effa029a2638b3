/**
 * The way over: what one installation has, exported and loaded into an empty one, is the same to
 * its visitors. Pages, redirects, feeds, keys and UIDs are compared. Contract 18.2.
 */
import { expect, it } from 'vitest';
import { addUser } from '../../src/service/users.js';
import { embeddedPair, overTwoPairs } from '../support/adapters.js';
import { catchUp, disagreements } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenTerm, givenVenue } from '../support/factories.js';
import { exportedAll, loadAll } from '../support/files.js';

/** → the notes of the loads. */
async function load({ deps }: TestApp, files: Record<string, string>): Promise<string[]> {
  const { told } = await loadAll(deps, files);
  await catchUp(deps);
  expect(await disagreements(deps)).toEqual([]);
  return told;
}

const TIMES = {
  timezone: 'Europe/Paris',
  start_date: '2026-03-17 19:00:00',
  end_date: '2026-03-17 21:00:00',
};

/** Records with all that they have been called, and dates of series with a past. */
async function fill(app: TestApp): Promise<void> {
  const given = (request: string, body?: Json) => app.given({ request, body });
  await addUser(app.deps, { name: 'anna', role: 'author' });
  await addUser(app.deps, { name: 'ben', role: 'author' });
  const [anna, ben] = (await app.deps.store.documents.list<Json>('user')).slice(-2);
  const kept = await givenVenue(app, { venue: 'Blue Note', city: 'Paris' });
  const twin = await given('PUT /venues/external/feeda/s3', { venue: 'The Blue Note' });
  const plain = await givenVenue(app, { venue: 'Note, the blue' });
  // The one that has a key comes last, and its key names the line of both.
  for (const id of [plain.id, twin.id]) {
    await given(`POST /venues/${kept.id}/merge`, { drop: [id] });
  }
  const rock = await givenTerm(app, 'tags', 'Rock');
  const beat = await givenTerm(app, 'tags', 'Rock music');
  await given(`POST /tags/${rock.id}/merge`, { drop: [beat.id] });
  const talk = { ...TIMES, title: 'Talk', author: ben?.id, venue: kept.id, tags: [rock.id] };
  const event = await given('POST /events', talk);
  await given(`PATCH /events/${event.id}`, { slug: 'the-talk' });
  const later = { event_status: 'rescheduled', start_date: '2026-03-18 19:00:00' };
  await given(`PATCH /events/${event.id}`, { ...later, end_date: '2026-03-18 21:00:00' });
  const market = { ...TIMES, title: 'Market', author: anna?.id, venue: kept.id };
  const rules = ['FREQ=WEEKLY;COUNT=6', 'RDATE:20260324T150000'];
  const series = await given('POST /events', { ...market, recurrence: rules });
  await catchUp(app.deps);
  const dates = (await given(`GET /events?post_parent=${series.id}`)).events;
  await given(`PATCH /events/${dates[1].id}`, { slug: 'matinee', title: 'Matinee' });
  await given(`PATCH /events/${dates[2].id}`, { author: ben?.id });
  const hour = { start_date: '2026-03-31 20:00:00', end_date: '2026-03-31 22:00:00' };
  await given(`PATCH /events/${dates[3].id}?scope=following`, hour);
  await given(`PATCH /events/${series.id}`, { slug: 'night-market' });
  // A day of which the rules have a second date later on.
  const second = [...rules, 'RDATE:20260407T230000'];
  await given(`PATCH /events/${series.id}`, { recurrence: second });
  const class_ = await given('POST /events', {
    ...TIMES,
    title: 'Class',
    recurrence: 'FREQ=DAILY;COUNT=3',
  });
  await catchUp(app.deps);
  await given(`PATCH /events/${class_.id}`, {
    event_status: 'rescheduled',
    start_date: '2026-03-17 20:00:00',
  });
  await catchUp(app.deps);
}

const LISTS = 'start_date=2026-01-01&per_page=50';

/** Pages, of which some lead on to others. */
const PAGES = [
  '/venue/blue-note/',
  '/venue/the-blue-note/',
  '/venue/note-the-blue/',
  '/event/the-talk/',
  '/event/talk/',
  '/event/matinee/',
  '/event/market-2026-03-24-1500/',
  '/event/market-2026-04-07/',
  '/event/market/',
];

/** → what visitors and subscribers of an installation are shown, without its IDs. */
async function shown(app: TestApp): Promise<Json> {
  const text = async (path: string) => {
    const { text } = await app.call({ request: `GET ${path}` });
    // Dates are made anew, and what begins at once stands by its ID.
    const made = /(DTSTAMP|LAST-MODIFIED):.*|<(updated|lastBuildDate)>[^<]*/g;
    const plain = String(text).replace(made, '');
    return plain.split(/(?=BEGIN:VEVENT|<entry>|<item>)|(?<=END:VEVENT|<.entry>|<.item>)/).sort();
  };
  const feeds = ['ics', 'atom', 'rss'].map((format) => text(`/events.${format}?${LISTS}`));
  const { events } = await app.given({ request: `GET /events?${LISTS}` });
  const told = (events as Json[]).map(({ slug, uid, title, previous_dates, venue }) => ({
    ...{ slug, uid, title, previous_dates, venue: venue.venue },
  }));
  const answer = async (path: string) => {
    const { status, body, headers } = await app.call({ request: `GET ${path}` });
    return [path, status, body?.code, headers.get('location')?.replace(/\d+$/, '')];
  };
  const paths = ['/tags/by-slug/rock-music', '/venues/by-slug/the-blue-note'];
  const bySlug = [...paths, '/events/by-slug/talk', '/venues/external/feeda/s3'].map(answer);
  const page = async (path: string) => {
    const { status, headers } = await fetch(`${app.url}${path}`, { redirect: 'manual' });
    return [path, status, headers.get('location')];
  };
  const pages = await Promise.all(PAGES.map(page));
  return { told, pages, feeds: await Promise.all(feeds), bySlug: await Promise.all(bySlug) };
}

overTwoPairs('18.2 the way over', (pair) => {
  it('shows the same pages, redirects, feeds, keys and UIDs', async () => {
    const from = await openTestApp(embeddedPair);
    await fill(from);
    const files = await exportedAll(from.deps);
    const to = await openTestApp(pair);
    await addUser(to.deps, { name: 'anna', role: 'author' });
    to.clock.nowMs += 3_600_000;
    expect((await load(to, files)).filter((line) => !/: like /.test(line))).toEqual([
      'author_name: no such user here: the author of what is new is who loads it; rows: 2',
    ]);
    const [before, after] = [await shown(from), await shown(to)];
    expect(after).toEqual(before);
    // The file again changes nothing, and keys brought by merged records go back to them.
    const again = await exportedAll(to.deps);
    await load(to, files);
    expect(await exportedAll(to.deps)).toEqual(again);
    expect(again.venue).toBe(files.venue);
    const [venue] = await to.deps.store.find('venue', 'title', ['the blue note']);
    await to.given({
      request: `PATCH /venues/${venue?.id}`,
      as: 'admin',
      body: { status: 'publish' },
    });
    expect(await to.given({ request: 'GET /venues/external/feeda/s3' })).toMatchObject({
      venue: 'The Blue Note',
    });
    await Promise.all([from.close(), to.close()]);
  });
});
