/** Lists that other sites frame. Contract 26.9. */
import { beforeAll, expect, it } from 'vitest';
import { describeApp } from '../support/shared.js';
import { givenSite, openPage } from '../support/site.js';

const ORIGINS = ['https://portal.test', 'http://localhost:8080'];

describeApp(
  '26.9 embeds',
  (app) => {
    beforeAll(async () => {
      await givenSite(app());
    });

    it('is the list alone, with links out of the frame, to be framed by these sites', async () => {
      const { status, html, headers } = await openPage(app(), '/embed?search=jazz');
      expect(status).toBe(200);
      for (const text of [
        '<base target="_top"/>',
        '<meta name="robots" content="noindex"/>',
        '<a href="/event/jazz-night/">Jazz night</a>',
        '<h1 class="hidden">“jazz”</h1>',
        'href="/?search=jazz"',
        `data-origins="${ORIGINS.join(' ')}"`,
      ]) {
        expect(html).toContain(text);
      }
      expect(html).not.toMatch(/<header|<footer|<form|<nav|id="map"|rel="alternate"/);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain(`frame-ancestors ${ORIGINS.join(' ')}`);
      expect(policy).toMatch(/^default-src 'none'; /);
      expect([headers.get('x-frame-options'), headers.get('set-cookie')]).toEqual([null, null]);
      // The answer in memory is the same.
      const again = await openPage(app(), '/embed?search=jazz');
      expect([again.html, again.headers.get('x-frame-options')]).toEqual([html, null]);
    });

    it('has the list that the page has', async () => {
      for (const query of ['', '?overlaps=today,today', '?categories=music', '?view=month']) {
        const [page, embed] = [
          await openPage(app(), `/${query}`),
          await openPage(app(), `/embed${query}`),
        ];
        const linksIn = (html: string) =>
          [...html.matchAll(/href="(\/event\/[^"]+)"/g)].map(([, href]) => href);
        expect(linksIn(embed.html), query).toEqual(linksIn(page.html));
      }
    });

    it('a town that is named is found, within the frame', async () => {
      const { status, headers } = await openPage(app(), '/embed?near=gent');
      expect([status, headers.get('location')]).toEqual([
        303,
        '/embed?geoloc_lat=51.05&geoloc_lng=3.717',
      ]);
    });

    it('has the language that is asked for', async () => {
      const { html } = await openPage(app(), '/embed?search=zzzz&lang=de');
      expect(html).toContain('<html lang="de" dir="ltr">');
      expect(html).toContain('Alle Veranstaltungen ansehen');
      expect(html).toContain('href="/?lang=de&amp;search=zzzz"');
    });

    it('an error is shown in the frame, too', async () => {
      for (const more of ['', '&fragment=results']) {
        const { status, html, headers } = await openPage(app(), `/embed?start_date=x${more}`);
        expect([status, headers.get('x-frame-options')]).toEqual([400, null]);
        expect(html).toContain('<base target="_top"/>');
        expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${ORIGINS[0]}`);
      }
    });

    it('no other page may be framed', async () => {
      for (const path of ['/', '/event/jazz-night/', '/embed/', '/embed/x']) {
        const { headers } = await openPage(app(), path);
        expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
        expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      }
    });
  },
  { settings: { EMBED_ORIGINS: ORIGINS.join(','), SITE_LANGUAGES: 'en,de' } },
);

describeApp('26.9 without the setting', (app) => {
  it('there is no embed', async () => {
    const { status, headers } = await openPage(app(), '/embed');
    expect([status, headers.get('x-frame-options')]).toEqual([404, 'SAMEORIGIN']);
  });
});
