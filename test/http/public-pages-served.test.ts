/**
 * How pages are served, which does not depend on the engines: kept, compressed, conditional, within
 * limits; their weight; what search engines read. Contract 26.
 */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairNamed } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { givenEvent, givenVenue } from '../support/factories.js';
import { rawCall } from '../support/shared.js';
import { givenSite, openPage } from '../support/site.js';

const embedded = pairNamed('sqlite + sqlite');
const PAGES = ['/', '/event/jazz-night/', '/venue/blue-note/', '/tag/late/', '/nothing'];

describe('pages as they are served', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(embedded);
    await givenSite(app);
  });
  afterAll(() => app.close());

  it.each(
    PAGES,
  )('%s allows nothing but what this service serves, and sets no cookie', async (path) => {
    const { headers, html } = await openPage(app, path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // Scripts are files of ours, or data.
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    for (const tag of scripts) expect(tag).toMatch(/src="\/assets\/|type="application\/ld\+json"/);
    expect(html).not.toMatch(/<style|<[^>]* (?:style|on\w+)=/);
    const loaded = [
      ...html.matchAll(/<(?:link rel="stylesheet"|script|img)[^>]*(?:href|src)="([^"]+)/g),
    ];
    expect(loaded.length).toBeGreaterThan(0);
    for (const [, url] of loaded) expect(url).toMatch(/^\/(assets\/|qr\.svg)/);
  });

  it.each(PAGES.slice(0, 4))('%s is kept until a write, and 304 for its ETag', async (path) => {
    const { get } = app.deps.store;
    let reads = 0;
    app.deps.store.get = (...args) => {
      reads++;
      return get(...args);
    };
    const { search } = app.deps.index;
    app.deps.index.search = (query) => {
      reads++;
      return search(query);
    };
    try {
      const first = await openPage(app, `${path}?n=1`);
      const made = reads;
      const second = await openPage(app, `${path}?n=1`);
      expect([made > 0, reads]).toEqual([true, made]);
      expect(second.html).toBe(first.html);
      const etag = first.headers.get('etag') ?? '';
      // Not by fetch, which then asks for no cached answer.
      const asked = { accept: 'text/html', 'if-none-match': etag };
      const same = await rawCall(app, { path: `${path}?n=1`, headers: asked });
      expect([same.status, same.text]).toEqual([304, '']);
      await givenVenue(app, { venue: 'Another' });
      await openPage(app, `${path}?n=1`);
      expect(reads).toBeGreaterThan(made);
    } finally {
      app.deps.store.get = get;
      app.deps.index.search = search;
    }
  });

  it('If-Modified-Since alone is 304, from memory and without; an earlier one gets the page', async () => {
    const path = '/event/jazz-night/?since=1';
    const asked = async (since: string, more: string) => {
      const headers = { accept: 'text/html', 'if-modified-since': since };
      return (await rawCall(app, { path: `${path}${more}`, headers })).status;
    };
    const modified = (await openPage(app, path)).headers.get('last-modified') ?? '';
    const earlier = new Date(Date.parse(modified) - 1000).toUTCString();
    for (const more of ['', '&n=2']) {
      expect([await asked(modified, more), await asked(earlier, more)]).toEqual([304, 200]);
    }
    const front = await rawCall(app, { path: '/', headers: { 'if-modified-since': modified } });
    expect([front.status, front.headers['last-modified']]).toEqual([200, undefined]);
  });

  it.each([
    ['/', 'https://example.com/'],
    ['/event/jazz-night/', 'https://example.com/event/jazz-night/'],
    ['/venue/blue-note/', 'https://example.com/venue/blue-note/'],
  ])('%s with parameters of campaigns is the page without them', async (path, url) => {
    const { html } = await openPage(app, `${path}?utm_source=mail&fbclid=1&gclid=`);
    expect(html).toContain(`<link rel="canonical" href="${url}"/>`);
    expect(html).not.toMatch(/noindex|utm_source|fbclid/);
    const filtered = await openPage(app, `${path}?utm_source=mail&is_free=true`);
    expect(filtered.html).toContain('noindex');
    expect(filtered.html).not.toMatch(/utm_source/);
  });

  it('the site has an icon and a manifest', async () => {
    const { html } = await openPage(app, '/');
    const [, icon = ''] = /<link rel="icon" [^>]*href="([^"]+)"/.exec(html) ?? [];
    expect((await openPage(app, icon)).headers.get('content-type')).toMatch('image/svg+xml');
    const favicon = await openPage(app, '/favicon.ico');
    expect([favicon.status, favicon.headers.get('location')]).toEqual([301, icon]);
    const manifest = await openPage(app, '/manifest.webmanifest');
    expect(manifest.headers.get('content-type')).toMatch('application/manifest+json');
    expect(JSON.parse(manifest.html)).toMatchObject({ start_url: '/', icons: [{ src: icon }] });
  });

  it('a page has the Cache-Control of lists, and is compressed', async () => {
    const { headers } = await openPage(app, '/', { headers: { 'accept-encoding': 'gzip' } });
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(headers.get('vary')).toMatch(/Accept-Encoding/);
  });

  it('HEAD has the headers of GET; other methods are not there', async () => {
    const got = await openPage(app, '/');
    const head = await openPage(app, '/', { method: 'HEAD' });
    expect([head.status, head.html]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(got.headers.get('etag'));
    expect((await openPage(app, '/', { method: 'POST' })).status).toBe(404);
  });

  it.each([
    '/?start_date=2026-03-20&end_date=2026-03-22&search=jazz',
    '/venue/blue-note/?start_date=2026-03-20',
  ])('%s is kept no longer than none of its events ends', async (path) => {
    const over = async () =>
      (await openPage(app, path)).html.split('<strong>Ended</strong>').length - 1;
    const nowMs = app.clock.nowMs;
    app.clock.nowMs = Date.UTC(2026, 2, 21, 1);
    const before = await over();
    app.clock.nowMs = Date.UTC(2026, 2, 21, 2, 0, 2);
    expect(await over()).toBeGreaterThan(before);
    app.clock.nowMs = nowMs;
  });

  it('the page of an event changes by the clock when it is over, and not before', async () => {
    const path = '/event/jazz-night/';
    const before = await openPage(app, path);
    expect(before.html).not.toContain('<strong>Ended</strong>');
    const nowMs = app.clock.nowMs;
    app.clock.nowMs = Date.UTC(2026, 2, 21, 2, 0, 1);
    const after = await openPage(app, path);
    app.clock.nowMs = nowMs;
    expect(after.html).toContain('<strong>Ended</strong>');
    expect(after.headers.get('last-modified')).toBe('Sat, 21 Mar 2026 02:00:01 GMT');
  });

  it('assets keep for good under a name with their hash; no path leads elsewhere', async () => {
    const [, asset = ''] = /href="(\/assets\/[^"]+)"/.exec((await openPage(app, '/')).html) ?? [];
    const { status, headers } = await openPage(app, asset);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/assets/', '/assets/../package.json', '/assets/%2e%2e/package.json']) {
      expect((await rawCall(app, { method: 'GET', path })).status, path).toBe(404);
    }
  });

  it('assets are there in both encodings, each with a tag of its own', async () => {
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec((await openPage(app, '/')).html) ?? [];
    const get = (encodings: string) =>
      rawCall(app, { path: script, headers: { 'accept-encoding': encodings } });
    const answers = [await get('gzip, deflate, br'), await get('gzip'), await get('identity')];
    const encodings = answers.map(({ headers }) => headers['content-encoding']);
    expect(encodings).toEqual(['br', 'gzip', undefined]);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3);
    const [br, gzip, plain] = answers.map(({ headers }) => Number(headers['content-length']));
    expect(br).toBeLessThan(Number(gzip));
    expect(gzip).toBeLessThan(Number(plain));
    for (const ending of ['.br', '.gz']) {
      expect((await openPage(app, `${script}${ending}`)).status).toBe(404);
    }
  });

  it('the front page without its map weighs at most 40 kB', async () => {
    for (let n = 0; n < 20; n++) {
      const title = `${n} `.repeat(150);
      await givenEvent(app, { title, venue: { venue: `Venue ${n}`, city: `Town ${n}` } });
    }
    const { html } = await openPage(app, '/?weight=1');
    const names = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, name = '']) => name);
    const loaded = names.filter((name) => !/map/.test(name));
    let bytes = gzipSync(html).length;
    for (const name of loaded) bytes += gzipSync((await openPage(app, name)).html).length;
    expect(loaded.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(40 * 1000);
  });

  it('search engines find what is on', async () => {
    const robots = await openPage(app, '/robots.txt');
    expect(robots.html).toContain('Sitemap: http://api.test/sitemap.xml');
    const rules = robots.html.split('\n').filter((line) => line.startsWith('Disallow: /*'));
    const isKept = (path: string) =>
      rules.every((line) => !path.includes(line.replace('Disallow: /*', '')));
    for (const path of ['/?utm_source=mail', '/event/jazz-night/?fbclid=1', '/?landing_page=1']) {
      expect(isKept(path), path).toBe(true);
    }
    const views = ['/?search=x', '/?utm_source=x&categories=jazz', '/?near=Gent', '/?page=2'];
    for (const path of views) expect(isKept(path), path).toBe(false);
    const index = await openPage(app, '/sitemap.xml');
    expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(index.html).toContain('<loc>http://api.test/sitemap-events-1.xml</loc>');
    expect(index.html).toContain('sitemap-categories-1.xml');
    const events = await openPage(app, '/sitemap-events-1.xml');
    expect(events.html).toContain('<loc>https://example.com/event/jazz-night/</loc><lastmod>2026-');
    expect(events.html).not.toContain('secret-plan');
    const venues = await openPage(app, '/sitemap-venues-1.xml');
    expect(venues.html).toContain('https://example.com/venue/blue-note/');
    expect((await openPage(app, '/sitemap-events-9.xml')).status).toBe(404);
    expect((await openPage(app, '/sitemap-nothing-1.xml')).status).toBe(404);
  });
});

const withApp = async (settings: Record<string, string>, work: (app: TestApp) => Promise<void>) => {
  const app = await openTestApp(embedded, { settings });
  try {
    await work(app);
  } finally {
    await app.close();
  }
};

describe('settings of pages', () => {
  it('MAP_TILES: browsers may ask its hosts, and nobody else', () =>
    withApp(
      {
        MAP_TILES: 'https://{s}.tiles.example:8443/{z}/{x}/{y}.png',
        MAP_ATTRIBUTION: '© <a href="https://tiles.example/">Tiles</a><script>x</script>',
      },
      async (app) => {
        const { html, headers } = await openPage(app, '/');
        expect(headers.get('content-security-policy')).toContain(
          "; img-src 'self' https://*.tiles.example:8443; ",
        );
        expect(html).toContain('data-tiles="https://{s}.tiles.example:8443/{z}/{x}/{y}.png"');
        expect(html).toContain('Tiles&lt;/a>"');
        expect(html).not.toContain('script>x');
        const other = await openPage(app, '/nothing');
        expect(other.headers.get('content-security-policy')).not.toContain('example');
      },
    ));

  it('EXPLORER=off: no page, no asset; errors are JSON', () =>
    withApp({ EXPLORER: 'off' }, async (app) => {
      await givenEvent(app, { title: 'Jazz night' });
      for (const path of ['/', '/event/jazz-night/', '/sitemap.xml', '/robots.txt', '/assets/x']) {
        const { status, headers } = await openPage(app, path);
        expect(status, path).toBe(404);
        expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
      }
    }));

  it('SITE_NAME names the site; an empty listing says so; links begin where BASE_URL does', () =>
    withApp({ SITE_NAME: 'Ghent & around', BASE_URL: 'http://api.test/on' }, async (app) => {
      const { html } = await openPage(app, '/');
      expect(html).toContain("<title>What's on – Ghent &amp; around</title>");
      expect(html).toContain('No upcoming events');
      expect(html).toContain('<form id="search" method="get" action="/on/"');
      expect(html).toMatch(/href="\/on\/assets\/pages-/);
    }));

  it('addresses leave out the country of the site, which has its zone', async () => {
    for (const [zone, isTold] of [
      ['Europe/Brussels', false],
      ['Europe/Berlin', true],
      ['UTC', true],
    ] as const) {
      await withApp({ SITE_TIMEZONE: zone }, async (app) => {
        await givenVenue(app, { venue: 'Hall', city: 'Gent', country: 'België' });
        const { html } = await openPage(app, '/venue/hall/');
        const [, address = ''] = /<address>(.*?)<\/address>/s.exec(html) ?? [];
        expect([address.includes('Gent'), address.includes('Belgium')]).toEqual([true, isTold]);
      });
    }
  });

  it('SITE_LINKS are in the footer of each page, SITE_DESCRIPTION on the front page', () => {
    const SITE_LINKS = 'Imprint & more=https://city.test/a?b=1, Privacy=/privacy';
    return withApp({ SITE_LINKS, SITE_DESCRIPTION: 'All of <Ghent>.' }, async (app) => {
      const [front, filtered, error] = await Promise.all(
        ['/', '/?is_free=true', '/event/nowhere/'].map((path) => openPage(app, path)),
      );
      expect(front?.html).toContain('<meta name="description" content="All of &lt;Ghent>."/>');
      expect(front?.html).toContain('class="about-site" dir="auto">All of &lt;Ghent>.</p>');
      expect(filtered?.html).not.toContain('All of');
      for (const page of [front, filtered, error]) {
        const links = '<a href="https://city.test/a?b=1"><bdi>Imprint &amp; more</bdi></a>';
        expect(page?.html).toContain(links);
        expect(page?.html).toContain('<a href="/privacy"><bdi>Privacy</bdi></a>');
      }
    });
  });

  it('requests for pages count, those for assets do not; whoever has too many gets a page', () =>
    withApp({ RATE_LIMIT: 'anonymous=2/3600' }, async (app) => {
      const { html } = await openPage(app, '/');
      const [, asset = ''] = /href="(\/assets\/[^"]+)"/.exec(html) ?? [];
      for (let n = 0; n < 3; n++) expect((await openPage(app, asset)).status).toBe(200);
      expect((await openPage(app, '/nothing')).status).toBe(404);
      const refused = await openPage(app, '/');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
      expect(refused.html).toContain('Too many requests');
    }));
});
