/** The client against a running service: requests, errors, walks and the change feed. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  changes,
  createMarquee,
  type Event,
  expectData,
  type Marquee,
  MarqueeError,
  walk,
} from '../../client/src/index.js';
import { prepareChanges } from '../../src/sync/number.js';
import { overTwoPairs } from '../support/adapters.js';
import { catchUp } from '../support/agree.js';
import { openTestApp, type TestApp, tokenOf } from '../support/app.js';
import { givenEvent, givenTerm } from '../support/factories.js';

const WHEN = { start_date: '2026-03-20 09:00:00', end_date: '2026-03-20 11:00:00' };

overTwoPairs('client', (pair) => {
  let app: TestApp;
  let marquee: Marquee;
  let reader: Marquee;
  beforeAll(async () => {
    app = await openTestApp(pair);
    await prepareChanges(app.deps);
    const url = `${app.url}/vendor/events/v1`;
    marquee = createMarquee(url, { token: tokenOf('admin') });
    reader = createMarquee(url);
  });
  afterAll(() => app.close());

  it('creates, reads, lists, changes and deletes', async () => {
    const venue = { venue: 'Hall', city: 'Vienna', geo_lat: 48.2, geo_lng: 16.37 };
    const body = { title: 'Ball', ...WHEN, venue, tags: ['Dance'] };
    const made: Event = expectData(await marquee.POST('/events', { body }));
    const path = { id: made.id };
    const read = expectData(await reader.GET('/events/{id}', { params: { path } }));
    expect(Array.isArray(read.venue) ? null : read.venue.city).toBe('Vienna');
    const query = { geoloc_lat: 48.2, geoloc_lng: 16.4, status: ['publish' as const] };
    const { data } = await reader.GET('/events', { params: { query } });
    expect(data?.events.map(({ title, distance }) => [title, Math.round(distance ?? 0)])).toEqual([
      ['Ball', 2],
    ]);
    const change = { params: { path }, body: { title: 'The ball' } };
    expect(expectData(await marquee.PATCH('/events/{id}', change)).title).toBe('The ball');
    const gone = await marquee.DELETE('/events/{id}', { params: { path } });
    expect(gone.data?.status).toBe('trash');
  });

  it('answers an error with its code, and throws the same', async () => {
    const { data, error, response } = await reader.POST('/events', {
      body: { title: 'Mine', ...WHEN },
    });
    // The code is one of those of this operation: another text does not compile.
    expect([data, error?.code === 'rest_forbidden', response.status]).toEqual([
      undefined,
      true,
      401,
    ]);
    const wrong = reader.GET('/events', { params: { query: { geoloc_lat: 99 } } }).then(expectData);
    await expect(wrong).rejects.toBeInstanceOf(MarqueeError);
    await expect(wrong).rejects.toMatchObject({
      code: 'rest_invalid_param',
      status: 400,
      data: { params: { geoloc_lat: expect.any(String) } },
    });
  });

  it.each([
    [502, '<html>', null],
    [503, '{"code":"service_overloaded","message":"Later.","data":{"status":503}}', 7],
  ])('throws what a proxy answers: %i', async (status, text, retryAfter) => {
    const headers = { 'Retry-After': retryAfter === null ? '' : String(retryAfter) };
    const fetch = async () => new Response(text, { status, headers });
    const failing = createMarquee('http://service.test', { fetch });
    const code = text.startsWith('{') ? 'service_overloaded' : null;
    await expect(failing.GET('/tags').then(expectData)).rejects.toMatchObject({
      name: 'MarqueeError',
      status,
      code,
      retryAfter,
    });
  });

  it('walks over all records of a list, a page at a time', async () => {
    const titles = Array.from({ length: 7 }, (_, at) => `Talk ${at}`);
    for (const title of titles) await givenEvent(app, { title, categories: ['Walk'] });
    const before = app.arrivals();
    const walked: string[] = [];
    const query = { categories: ['walk'], per_page: 3, orderby: 'title', fields: ['title'] };
    for await (const { title } of walk(reader, 'events', { ...query, orderby: 'title' })) {
      walked.push(title);
    }
    expect([walked.sort(), app.arrivals() - before]).toEqual([titles, 3]);
    for await (const _ of walk(reader, 'events', { categories: ['walk'], per_page: 3 })) break;
    expect(app.arrivals() - before).toBe(4);
    await givenTerm(app, 'tags', 'Kept');
    for await (const { slug } of walk(reader, 'tags', { search: 'Kept', hide_empty: false })) {
      walked.push(slug);
    }
    expect(walked.at(-1)).toBe('kept');
  });

  it('a walk fails with the code of the service, and ends by its signal', async () => {
    const refused = walk(reader, 'events', { overlaps: 'x' }).next();
    await expect(refused).rejects.toMatchObject({ code: 'rest_invalid_param' });
    const signal = AbortSignal.abort();
    await expect(walk(reader, 'events', {}, { signal }).next()).rejects.toThrow(/abort/i);
  });

  beforeEach(() => catchUp(app.deps));

  it('follows the changes of a kind, from where it was', async () => {
    const copy = new Map<number, string>();
    let place: string | undefined;
    const follow = async () => {
      for await (const { items, next, isRestart } of changes(reader, 'venues', { from: place })) {
        if (isRestart) copy.clear();
        for (const { id, state, data } of items) {
          if (state === 'updated') copy.set(id, data?.venue ?? '');
          else copy.delete(id);
        }
        place = next;
      }
    };
    const create = async (venue: string) =>
      expectData(await marquee.POST('/venues', { body: { venue } })).id;
    const [kept, gone] = [await create('Kept'), await create('Gone')];
    await catchUp(app.deps);
    await follow();
    expect([copy.get(kept), copy.get(gone)]).toEqual(['Kept', 'Gone']);
    await marquee.DELETE('/venues/{id}', { params: { path: { id: gone } } });
    await catchUp(app.deps);
    const before = app.arrivals();
    await follow();
    expect([copy.has(kept), copy.has(gone), app.arrivals() - before]).toEqual([true, false, 2]);

    // A backup was restored: what the copy has may be gone.
    copy.set(999_999, 'Of before');
    const { searchParams } = new URL(place ?? '');
    const numbers = searchParams.get('afterChangeNumber');
    place = `${app.url}/?afterChangeNumber=${numbers}&space=another`;
    await follow();
    expect([copy.has(999_999), copy.has(kept)]).toEqual([false, true]);
  });

  it('waits at the end of a feed, until its signal', async () => {
    const end = new AbortController();
    const seen: number[] = [];
    const following = (async () => {
      const options = { idleMs: 5, signal: end.signal };
      for await (const { items } of changes(reader, 'organizers', options)) {
        seen.push(...items.map(({ id }) => id));
        if (seen.length === 2) end.abort(new Error('enough'));
      }
    })();
    const ended = expect(following).rejects.toThrow('enough');
    const ids: number[] = [];
    for (const organizer of ['One', 'Two']) {
      const { id } = expectData(await marquee.POST('/organizers', { body: { organizer } }));
      ids.push(id);
      await catchUp(app.deps);
      await expect.poll(() => seen).toEqual(ids);
    }
    await ended;
  });
});
