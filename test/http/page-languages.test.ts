/** Pages in the languages of a site. Contract 26.7. */
import { beforeAll, expect, it } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import { givenEvent, givenVenue } from '../support/factories.js';
import { describeApp } from '../support/shared.js';
import { givenSite, openPage } from '../support/site.js';

/** A page of each kind. */
const PLACES = [
  ...['/', '/event/jazz-night/', '/venue/blue-note/', '/organizer/ann-lee/', '/tag/late/'],
  ...['/events/category/music/jazz/', '/in/ghent/', '/in/ghent/today/', '/in/ghent/category/jazz/'],
];

const languageOf = (html: string) => /<html lang="([^"]+)" dir="(\w+)">/.exec(html)?.slice(1);

describeApp(
  '26.7 languages',
  (app) => {
    const open = (path: string, accepted?: string) =>
      openPage(app(), path, accepted ? { headers: { 'accept-language': accepted } } : {});

    beforeAll(async () => {
      await givenSite(app());
      await givenVenue(app(), { venue: 'Hall', country: 'Belgique' });
      await givenEvent(app(), {
        title: 'Chor',
        start_date: '2026-03-12 19:00:00',
        end_date: '2026-03-12 21:00:00',
        recurrence: 'FREQ=WEEKLY;UNTIL=20260430',
      });
      const { body } = await app().call({ request: 'GET /events?search=jazz' });
      const { venue, categories } = body.events[0];
      for (let at = 0; at < 5; at++) {
        const links = { venue: venue.id, categories: [categories[0].id] };
        await givenEvent(app(), { title: `Konzert ${at}`, ...links });
      }
      await drain(app().deps);
    });

    /** [path, Accept-Language, language] */
    it.each([
      ['/', undefined, 'de-CH'],
      ['/', 'en-US,en;q=0.9', 'en-GB'],
      ['/', 'sv;q=0.9, ar;q=0.8', 'ar'],
      ['/', 'ja, *;q=0.1', 'de-CH'],
      ['/', 'not a language, fr_FR, %%', 'de-CH'],
      ['/', `${'xx,'.repeat(4000)}en`, 'de-CH'],
      ['/?lang=EN-gb', 'de', 'en-GB'],
      ['/?lang=ja', 'en', 'en-GB'],
      ['/event/jazz-night/?lang=ar', undefined, 'ar'],
      ['/nothing/?lang=en-GB', undefined, 'en-GB'],
    ])('%s for %s is in %s', async (path, accepted, tag) => {
      const { html, headers } = await open(path, accepted);
      expect(languageOf(html)).toEqual([tag, tag === 'ar' ? 'rtl' : 'ltr']);
      expect(headers.get('content-language')).toBe(tag);
      expect(headers.get('vary')).toMatch(/Accept-Language/);
    });

    it('one answer in memory for each language, not for each header', async () => {
      const first = await open('/?search=jazz', 'en');
      const other = await open('/?search=jazz', 'de');
      const again = await open('/?search=jazz', 'en-AU,en;q=0.5');
      expect(other.html).not.toBe(first.html);
      expect(again.html).toBe(first.html);
    });

    it('canonical and hreflang name the same URLs in each language', async () => {
      for (const path of PLACES) {
        const url = `https://example.com${path}`;
        const versions = { 'de-CH': url, 'en-GB': `${url}?lang=en-GB`, ar: `${url}?lang=ar` };
        for (const [tag, canonical] of Object.entries(versions)) {
          const { html } = await open(`${path}?lang=${tag}`);
          expect(html).toContain(`<link rel="canonical" href="${canonical}"/>`);
          for (const [lang, href] of Object.entries({ ...versions, 'x-default': url })) {
            expect(html).toContain(`<link rel="alternate" hreflang="${lang}" href="${href}"/>`);
          }
        }
      }
      expect((await open('/?search=jazz')).html).not.toContain('<link rel="alternate" hreflang');
    });

    it('links keep the language that was asked for, and no other', async () => {
      const asked = await open('/?lang=en-GB&search=jazz');
      expect(asked.html).toContain('href="/event/jazz-night/?lang=en-GB"');
      expect(asked.html).toContain('href="/?lang=en-GB&amp;search=jazz&amp;view=month"');
      expect(asked.html).toContain('<input type="hidden" name="lang" value="en-GB"/>');
      expect(asked.html).toContain('<a href="/?lang=ar&amp;search=jazz" lang="ar"');
      expect(asked.html).toMatch(/events\.ics\?[^"]*lang=en-GB"/);
      const plain = await open('/?search=jazz', 'en');
      expect(plain.html).toContain('href="/event/jazz-night/"');
      expect(plain.html).not.toContain('name="lang"');
      const list = await open('/event/jazz-night/?lang=en-GB');
      expect(list.html).toContain('href="/venue/blue-note/?lang=en-GB"');
    });

    it('words, dates, distances, rules and errors are in the language', async () => {
      const front = await open('/?geoloc_lat=51.05&geoloc_lng=3.717&geoloc_radius=2.5');
      expect(front.html).toContain('Im Umkreis von 2.5 km um Gent, Belgien');
      const arabic = await open('/?geoloc_lat=51.05&geoloc_lng=3.717&lang=ar');
      expect(arabic.html).toContain('value="غنت، بلجيكا"');
      for (const [tag, country] of Object.entries({ 'de-CH': 'Belgien', 'en-GB': 'Belgium' })) {
        const hall = await open(`/venue/hall/?lang=${tag}`);
        expect(hall.html).toContain(`<div dir="auto">${country}</div>`);
      }
      const venue = { 'de-CH': 'Blue Note</a>, <bdi>', ar: 'Blue Note</a>، <bdi>' };
      for (const [tag, text] of Object.entries(venue)) {
        expect((await open(`/?search=jazz&lang=${tag}`)).html).toContain(text);
      }
      const day = await open('/?overlaps=2026-03-20,2026-03-20&search=jazz');
      expect(day.html).toContain('<h1 dir="auto">„jazz“ am Freitag, 20. März</h1>');
      expect(day.html).toContain('<option value="best">Bald und passend zuerst</option>');
      const series = await open('/event/chor/');
      expect(series.html).toContain('Jeden Donnerstag bis 30. April 2026');
      expect(series.html).toContain('Nächster Termin: <time');
      const other = await open('/event/chor/?lang=en-GB');
      expect(other.html).toContain('Every Thursday until 30 April 2026');
      const lost = await open('/venue/nowhere/');
      expect(lost.html).toContain('<h1>Seite nicht gefunden</h1>');
      const wrong = await open('/?per_page=x&lang=ar');
      expect([wrong.status, wrong.html.includes('per_page')]).toEqual([400, false]);
    });

    it('a name of the other direction is isolated in messages', async () => {
      const { html } = await open('/?lang=ar&search=jazz');
      expect(html).toContain('«\u2068jazz\u2069»');
    });

    it('feeds are called in the language they ask for, and never by the header', async () => {
      const feed = '/vendor/events/v1/events.atom?search=jazz';
      expect((await open(feed, 'en')).html).toContain('<title>„jazz“ – example.com</title>');
      expect((await open(`${feed}&lang=en-GB`)).html).toContain('<title>“jazz” – example.com');
      expect((await open(feed, 'en')).headers.get('vary')).not.toMatch(/Language/);
    });

    it('the site is called, described and linked in the language of the page', async () => {
      const [own, other] = [await open('/', 'ar'), await open('/')];
      for (const text of ['<title>فعاليات – كل ما يجري</title>', '<bdi>الخصوصية</bdi>']) {
        expect([own.html.includes(text), other.html.includes(text)]).toEqual([true, false]);
      }
      expect(other.html).toMatch(/– example.com<.title>/);
      const [, path = ''] = /rel="manifest" href="([^"]+)"/.exec(own.html) ?? [];
      expect(JSON.parse((await open(path)).html)).toMatchObject({ name: 'فعاليات' });
      const feed = await open('/vendor/events/v1/events.atom?search=jazz&lang=ar');
      expect(feed.html).toMatch(/<title>[^<]+ – فعاليات<.title>/);
    });

    it('robots are not kept from languages', async () => {
      expect((await open('/robots.txt')).html).not.toMatch(/\blang=/);
    });
  },
  {
    settings: {
      SITE_LANGUAGES: 'de-CH,en-GB,ar',
      SITE_NAME_AR: 'فعاليات',
      SITE_DESCRIPTION_AR: 'كل ما يجري',
      SITE_LINKS_AR: 'الخصوصية=/privacy',
    },
  },
);
