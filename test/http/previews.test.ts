/**
 * Previews: the page of a record before it is public, at an address that ends with a week or the
 * next change, and that nobody learns from it. Contract 26.10.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { overTwoPairs, type TakenEngines, takeEngines } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { type ImageServer, openImageServer } from '../support/images.js';
import { openPage } from '../support/site.js';

const WEEK_MS = 7 * 86_400_000;

overTwoPairs('previews', (pair) => {
  let images: ImageServer;
  let engines: TakenEngines;
  let app: TestApp;
  /** What the app has logged, as JSON. */
  const lines: string[] = [];
  const note = (...line: unknown[]) => void lines.push(JSON.stringify(line));
  const log = { debug: note, info: note, warn: note, error: note, close: async () => undefined };
  const open = (settings = {}) =>
    openTestApp(pair, {
      engines,
      settings,
      overrides: { fetchImage: images.fetchImage, log: log as never },
    });
  beforeAll(async () => {
    images = await openImageServer(30_000);
    engines = await takeEngines(pair);
    app = await open();
  });
  afterAll(async () => {
    await app?.close();
    await engines?.release();
    await images?.close();
  });

  const ask = (path: string, as?: string, headers = {}) =>
    app.call({ request: `POST ${path}/preview`, headers, ...(as ? { as } : {}) });
  /** → the path of a preview of a record, made by an editor. */
  const previewOf = async (path: string): Promise<string> => {
    const { status, body } = await ask(path, 'editor');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.url).toMatch(/^http:\/\/api\.test\/preview\/\w+\/\d+\?preview=\d+\.[\w-]{43}$/);
    return body.url.slice('http://api.test'.length);
  };
  const statusOf = async (path: string) => (await openPage(app, path)).status;
  const patch = (path: string, body: Json) => app.given({ request: `PATCH ${path}`, body });
  const draft = (more: Json = {}) => givenEvent(app, { status: 'draft', ...more });

  it('26.10 shows what is not public as its page will be, with its picture', async () => {
    const image = `${images.url}/photo/all.jpg`;
    const event = await draft({ title: 'Secret plan', image, slug: 'secret-plan' });
    const path = await previewOf(`/events/${event.id}`);
    const { status, html, headers } = await openPage(app, path);
    expect(status).toBe(200);
    expect(html).toContain('<h1 dir="auto">Secret plan</h1>');
    expect(html).toContain('This address works until Tue, 17 Mar 2026, 12:00');
    expect(await statusOf('/event/secret-plan/')).toBe(404);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    for (const told of ['rel="canonical"', 'og:url', 'og:image', 'ld+json', 'rel="alternate"']) {
      expect(html).not.toContain(told);
    }
    const [, src = ''] = /<img [^>]*src="([^"]*)"/.exec(html) ?? [];
    const picture = await fetch(app.url + src.replaceAll('&amp;', '&'));
    expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await sharp(await picture.arrayBuffer()).metadata()).width).toBe(1200);
    // Nobody else has the picture, and its token shows no other record.
    expect((await fetch(app.url + src.split('?')[0])).status).toBe(404);
    const other = src.replace(`/${event.id}/`, `/${event.id + 1}/`);
    expect((await fetch(app.url + other)).status).toBe(404);
  });

  it('26.10 is there for every kind and state that may be edited', async () => {
    const venue = await givenVenue(app, { venue: 'New hall', status: 'draft' });
    const tag = await givenTerm(app, 'tags', 'Late');
    const at = { status: 'publish', date: '2027-01-01 09:00:00', slug: 'later' };
    const series = await draft({ title: 'Weekly', recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const shown: [string, string][] = [
      [`/events/${(await draft({ title: 'A draft' })).id}`, 'A draft'],
      [`/events/${(await givenEvent(app, { title: 'A wish', status: 'pending' })).id}`, 'A wish'],
      [`/events/${(await givenEvent(app, { title: 'For us', status: 'private' })).id}`, 'For us'],
      [`/events/${(await givenEvent(app, { title: 'Next year', ...at })).id}`, 'Next year'],
      [`/events/${(await givenEvent(app, { title: 'Public' })).id}`, 'Public'],
      [`/events/${series.id}`, 'Weekly'],
      [`/venues/${venue.id}`, 'New hall'],
      [`/tags/${tag.id}`, 'Late'],
    ];
    const request = `GET /events?post_parent=${series.id}&status=draft&start_date=2026-03-01`;
    const { body } = await app.call({ request, as: 'editor' });
    expect(body.events).toHaveLength(3);
    shown.push([`/events/${body.events[1].id}`, 'Weekly']);
    for (const [path, title] of shown) {
      const page = await openPage(app, await previewOf(path));
      expect([page.status, page.html.includes(`<h1 dir="auto">${title}</h1>`)]).toEqual([
        200,
        true,
      ]);
      expect(page.html).not.toContain('is not available at the moment');
    }
  });

  it('26.10 is 404 for a token that is wrong, over, of another record or a change before', async () => {
    const [event, other] = [await draft({ title: 'One' }), await draft({ title: 'Two' })];
    const path = await previewOf(`/events/${event.id}`);
    const [page = '', token = ''] = path.split('?preview=');
    const [until = '', signature = ''] = token.split('.');
    const swapped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    const texts = new Set<string>();
    const refused = [
      page,
      `${page}?preview=`,
      `${page}?preview=${until}.${swapped}`,
      `${page}?preview=${Number(until) + 1}.${signature}`,
      `${page}?preview=${until}.${signature}&preview=${token}x`,
      `${page}?preview=${'9'.repeat(5000)}.${signature}`,
      `/preview/events/${other.id}?preview=${token}`,
      `/preview/venues/${event.id}?preview=${token}`,
      `/preview/events/999999?preview=${token}`,
      `/preview/none/${event.id}?preview=${token}`,
    ];
    for (const one of refused) {
      const { status, html } = await openPage(app, one);
      expect(status, one).toBe(404);
      texts.add(html);
    }
    expect(await statusOf(path)).toBe(200);
    app.clock.nowMs += WEEK_MS;
    const late = await openPage(app, path);
    app.clock.nowMs -= WEEK_MS;
    await patch(`/events/${event.id}`, { title: 'One more' });
    const changed = await openPage(app, path);
    expect([late.status, changed.status]).toEqual([404, 404]);
    // Nothing tells which of these it was.
    expect([...texts, late.html, changed.html].every((html) => html === late.html)).toBe(true);
    const again = await previewOf(`/events/${event.id}`);
    await app.given({ request: `DELETE /events/${event.id}` });
    expect(await statusOf(again)).toBe(404);
  });

  it('26.10 is for whoever may edit the record, of the revision that they know', async () => {
    const event = await givenEvent(app, { status: 'draft' }, 'contributor');
    const path = `/events/${event.id}`;
    const asked = ['editor', 'contributor', 'contributor2', 'author', 'subscriber', undefined];
    const statuses = await Promise.all(asked.map(async (as) => (await ask(path, as)).status));
    expect(statuses).toEqual([200, 200, 403, 403, 403, 401]);
    const { headers } = await app.call({ request: `GET ${path}`, as: 'editor' });
    const tag = { 'If-Match': headers.get('etag') ?? '' };
    expect((await ask(path, 'editor', tag)).status).toBe(200);
    await patch(path, { title: 'Other' });
    expect((await ask(path, 'editor', tag)).status).toBe(412);
    expect((await ask('/events/999999', 'editor')).status).toBe(404);
    await app.given({ request: `DELETE ${path}` });
    expect((await ask(path, 'editor')).body.code).toBe('event-is-in-trash');
  });

  it('26.10 holds in other processes and after a restart, and nothing grows', async () => {
    const event = await draft({ title: 'Held' });
    const path = await previewOf(`/events/${event.id}`);
    const other = await open();
    try {
      expect((await openPage(other, path)).status).toBe(200);
    } finally {
      await other.close();
    }
    await app.close();
    app = await open();
    expect(await statusOf(path)).toBe(200);
    await previewOf(`/events/${event.id}`);
    expect(await app.deps.store.documents.list('secret')).toHaveLength(1);
  });

  it('26.10 shows no other record that has its ID and revision after a restored backup', async () => {
    const [secret] = await app.deps.store.documents.list<{ secret: string }>('secret');
    // Two installations that begin alike: the same backup, restored twice.
    const opened = await Promise.all(
      ['Announced', 'Another'].map(async (title) => {
        const restored = await openTestApp(pair, { overrides: { fetchImage: images.fetchImage } });
        if (secret) await restored.deps.store.documents.swap({ ...secret, revision: 0 });
        return { restored, event: await givenEvent(restored, { title, status: 'draft' }) };
      }),
    );
    try {
      const [first, second] = opened;
      expect(first?.event.id).toBe(second?.event.id);
      const request = `POST /events/${first?.event.id}/preview`;
      const { body } = (await first?.restored.call({ request, as: 'editor' })) as { body: Json };
      const path = body.url.slice('http://api.test'.length);
      const shown = opened.map(async ({ restored }) => (await openPage(restored, path)).status);
      expect(await Promise.all(shown)).toEqual([200, 404]);
    } finally {
      for (const { restored } of opened) await restored.close();
    }
  });

  it('26.10 is in no log, and does not exist without pages', async () => {
    const event = await draft();
    const path = await previewOf(`/events/${event.id}`);
    await openPage(app, path);
    const signature = path.split('.').at(-1) ?? '';
    expect(lines.some((line) => line.includes(`/preview/events/${event.id}`))).toBe(true);
    expect(lines.filter((line) => line.includes(signature))).toEqual([]);
    const without = await open({ EXPLORER: 'off' });
    try {
      const request = `POST /events/${event.id}/preview`;
      expect((await without.call({ request, as: 'editor' })).body.code).toBe('rest_no_route');
      expect((await fetch(without.url + path)).status).toBe(404);
    } finally {
      await without.close();
    }
  });
});
