/**
 * Pictures of records on pages: of public records alone, from our address, and none where there is
 * none. The images come from a server on this machine. Contract 26.5.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embeddedPair } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { givenEvent, givenOrganizer, givenVenue } from '../support/factories.js';
import { type ImageServer, openImageServer } from '../support/images.js';
import { openPage } from '../support/site.js';

let images: ImageServer;
beforeAll(async () => {
  images = await openImageServer(1000);
});
afterAll(() => images.close());
beforeEach(() => {
  images.asked.length = 0;
});

const openApp = (pair: Parameters<typeof openTestApp>[0], settings = {}) =>
  openTestApp(pair, { settings, overrides: { fetchImage: images.fetchImage } });

/** → the paths of the pictures of a page, in order. */
const picturesIn = (html: string): string[] =>
  [...html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, path = '']) => path);

const ask = (app: TestApp, path: string, headers = {}) => fetch(`${app.url}${path}`, { headers });

describe('pictures', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp(embeddedPair);
  });
  afterAll(() => app.close());

  it('26.5 events, venues and organizers show their image, scaled, from our address', async () => {
    const image = `${images.url}/photo/all.jpg`;
    const venue = await givenVenue(app, { venue: 'Hall', image });
    const organizer = await givenOrganizer(app, { organizer: 'Ann', image });
    await givenEvent(app, {
      ...{ title: 'Jazz "night" <b>', image, venue: venue.id, organizer: organizer.id },
      slug: 'jazz-night',
    });
    const pages = ['/', '/event/jazz-night/', '/venue/hall/', '/organizer/ann/'];
    for (const path of pages) {
      const { html } = await openPage(app, path);
      expect(html).not.toContain(`<img src="${images.url}`);
      const [first = ''] = picturesIn(html);
      expect(first).toMatch(/^\/pictures\/\w+\/\d+\/[0-9a-f]{20}-(400|1200)\.webp$/);
      const answer = await ask(app, first);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const isList = path === '/';
      const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
      expect({ width, height, format }).toEqual({
        ...(isList ? { width: 400, height: 210 } : { width: 1200, height: 630 }),
        format: 'webp',
      });
      expect(html).toContain(` width="${width}" height="${height}"`);
      expect(html).toContain(`loading="${isList ? 'lazy' : 'eager'}"`);
      const tag = answer.headers.get('etag') ?? '';
      const tagged = { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' };
      expect((await ask(app, first, tagged)).status).toBe(304);
    }
    const { html } = await openPage(app, '/event/jazz-night/');
    // Its title is beside it.
    expect(html).toMatch(/<img [^>]* alt(="")?[ >]/);
    const [wide] = picturesIn(html);
    const jpeg = String(wide).replace('.webp', '.jpg');
    expect(html).toContain(`<meta property="og:image" content="http://api.test${jpeg}"/>`);
    const shared = await ask(app, jpeg);
    expect([shared.status, shared.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    // One image of three records is fetched once.
    expect(images.asked.filter((path) => path === '/photo/all.jpg')).toHaveLength(1);
  });

  it('26.5 nobody asks for anything but the images of public records', async () => {
    const image = `${images.url}/photo/secret.jpg`;
    const event = await givenEvent(app, { title: 'Known', slug: 'known', image });
    const [path = ''] = picturesIn((await openPage(app, '/event/known/')).html);
    const draft = await givenEvent(app, { title: 'Draft', image, status: 'draft' });
    const others = [
      path.replace(`/${event.id}/`, `/${draft.id}/`),
      path.replace(/[0-9a-f]{20}/, 'a'.repeat(20)),
      path.replace('1200', '9999'),
      path.replace('/events/', '/venues/'),
      path.replace('/events/', '/nothing/'),
      '/pictures/',
      `/pictures/${encodeURIComponent(image)}`,
    ];
    for (const other of others) expect((await ask(app, other)).status, other).toBe(404);
    expect((await fetch(app.url + path, { method: 'POST' })).status).toBe(404);
    expect(images.asked).not.toContain('/photo/secret.jpg');
    expect((await ask(app, path)).status).toBe(200);
    await app.given({ request: `DELETE /events/${event.id}` });
    expect((await ask(app, path)).status).toBe(404);
  });

  it('24.2 the pictures of an erased record go with it, unless another record has the image', async () => {
    const folder = join(app.deps.config.dataDir, 'pictures');
    const filesOf = async (slug: string): Promise<string[]> => {
      const [path = ''] = picturesIn((await openPage(app, `/event/${slug}/`)).html);
      expect((await ask(app, path)).status).toBe(200);
      const key = path.split('/').at(-1)?.slice(0, 20) ?? '';
      expect(readdirSync(folder)).toContain(`${key}-400.webp`);
      return ['400', '1200'].map((width) => `${key}-${width}.webp`);
    };
    const erased = [];
    for (const slug of ['erased', 'shared', 'sharing']) {
      const image = `${images.url}/photo/${slug === 'erased' ? 'own' : 'shared'}.jpg`;
      erased.push(await givenEvent(app, { title: slug, slug: `pic-${slug}`, image }));
    }
    const own = await filesOf('pic-erased');
    const shared = await filesOf('pic-shared');
    for (const { id } of erased.slice(0, 2)) {
      await app.given({ request: `DELETE /events/${id}?force=true` });
    }
    await expect.poll(() => readdirSync(folder).filter((name) => own.includes(name))).toEqual([]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(shared));
  });

  it('26.5 no picture: a line of no height at first, then nothing', async () => {
    for (const name of ['svg', 'missing', 'huge', 'slow']) {
      const image = `${images.url}/${name}/page.jpg`;
      await givenEvent(app, { title: name, slug: `no-${name}`, image });
      const before = await openPage(app, `/event/no-${name}/`);
      expect(before.html).toContain('og:image');
      const answer = await ask(app, picturesIn(before.html)[0] ?? '');
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).not.toContain('max-age');
      const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
      expect([width, height]).toEqual([2000, 1]);
      const after = await openPage(app, `/event/no-${name}/?n=1`);
      expect(after.html).not.toMatch(/<img src="\/pictures|og:image/);
    }
  });
});

describe('settings of pictures', () => {
  it('PAGE_IMAGES=off: no picture, and nobody is asked for one', async () => {
    const app = await openApp(embeddedPair, { PAGE_IMAGES: 'off' });
    const image = `${images.url}/photo/off.jpg`;
    await givenEvent(app, { title: 'Jazz', slug: 'jazz', image });
    const { html } = await openPage(app, '/event/jazz/');
    expect(html).not.toContain('<img src="/pictures');
    expect(html).toContain(`property="og:image" content="${image}"`);
    expect((await ask(app, `/pictures/events/1/${'a'.repeat(20)}-400.webp`)).status).toBe(404);
    expect(images.asked).not.toContain('/photo/off.jpg');
    await app.close();
  });

  it('pictures are not counted by limits on requests', async () => {
    const app = await openApp(embeddedPair, { RATE_LIMIT: 'anonymous=2/60' });
    await givenEvent(app, { title: 'Jazz', slug: 'jazz', image: `${images.url}/photo/rate.jpg` });
    const [path = ''] = picturesIn((await openPage(app, '/event/jazz/')).html);
    for (let time = 0; time < 5; time++) expect((await ask(app, path)).status).toBe(200);
    await app.close();
  });
});
