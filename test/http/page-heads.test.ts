/** What those see who show a page elsewhere: titles, descriptions, structured data. 26.3. */
import { beforeAll, expect, it } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { describeApp } from '../support/shared.js';
import { openPage } from '../support/site.js';

const metaIn = (html: string, name: string): string =>
  new RegExp(`(?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';

// The clock stands at 2026-03-10 12:00 UTC, a Tuesday.
describeApp(
  'heads of pages',
  (app) => {
    const open = async (path: string) => (await openPage(app(), path)).html;
    beforeAll(async () => {
      const place = { city: 'Ghent', country: 'Belgium', geo_lat: 51.05, geo_lng: 3.717 };
      const { id: venue } = await givenVenue(app(), { venue: 'Museum', ...place });
      const jazz = await givenTerm(app(), 'categories', 'Jazz');
      const rock = await givenTerm(app(), 'categories', 'Rock');
      const more = { venue, timezone: 'Europe/Brussels', description: 'Come.' };
      const long = { start_date: '2026-02-01', end_date: '2026-05-01', all_day: true };
      await givenEvent(app(), { title: 'Show', ...long, ...more });
      const at = (day: string, hour: string) => ({
        ...{ start_date: `2026-03-${day} ${hour}:00`, end_date: `2026-03-${day} ${hour}:30` },
      });
      await givenEvent(app(), { title: 'Brunch', ...at('10', '09'), ...more });
      await givenEvent(app(), { title: 'Gig', ...at('10', '20'), ...more, categories: [jazz.id] });
      await givenEvent(app(), { title: 'Set', ...at('11', '20'), categories: [rock.id] });
      const { id: park } = await givenVenue(app(), { venue: 'Park', ...place, geo_lat: 51.051 });
      for (const [title, hour] of Object.entries({ Run: '09', Walk: '20' })) {
        await givenEvent(app(), { title, ...at('10', hour), ...more, venue: park });
      }
      const weekly = { ...at('05', '20'), recurrence: 'FREQ=WEEKLY;COUNT=20' };
      await givenEvent(app(), { title: 'Choir', ...weekly, ...more });
      await drain(app().deps);
    });

    it.each([
      ['/event/show/', 'until Friday, 1 May 2026'],
      ['/event/gig/', 'Tuesday, 10 March 2026'],
      ['/event/choir/', 'Thursday, 12 March 2026'],
    ])('%s says when: the end of what runs, the next date of a series', async (path, day) => {
      const html = await open(path);
      expect(html).toContain(` · ${day} · Ghent – example.com</title>`);
      expect(metaIn(html, 'og:title')).toMatch(` · ${day} · Ghent`);
      expect(metaIn(html, 'description')).toBe(`${day}, Museum, Ghent. Come.`);
      expect(metaIn(html, 'og:description')).toBe(metaIn(html, 'description'));
      expect(html).toContain('"addressCountry":"BE"');
    });

    it('Japanese has its own signs between words', async () => {
      const html = await open('/event/gig/?lang=ja');
      expect(metaIn(html, 'description')).toBe('2026年3月10日火曜日、Museum、Ghent。Come.');
      expect(await open('/?categories=jazz,rock&lang=ja')).toContain('カテゴリー：Jazz、Rock');
    });

    it('the interface has the country as the venue names it', async () => {
      const { body } = await app().call({ request: 'GET /venues/by-slug/museum' });
      expect(body.json_ld.address.addressCountry).toBe('Belgium');
    });

    it('recommends what begins at its venue before what runs there', async () => {
      const [, part = ''] = (await open('/event/gig/')).split('More at Museum');
      const [list = ''] = part.split('</section>');
      const slugs = [...list.matchAll(/<h3[^>]*><a href="\/event\/([^/]+)/g)].map(([, one]) => one);
      expect(slugs).toEqual(['choir-2026-03-12', 'show']);
      expect(list).toContain('<p class="times"><span class="until">until <time');
    });

    it('a list of running events alone has the map of their town', async () => {
      const html = await open('/?overlaps=2026-04-29,2026-04-29');
      expect(html).toContain('>0 events<');
      expect(html).toContain('data-centre="51.05,3.717"');
    });

    it('recommends nothing that is over', async () => {
      const html = await open('/event/show/');
      const [, nearby = ''] = html.split('Nearby in the next days');
      expect(nearby).toContain('/event/walk/');
      for (const past of ['brunch', 'run']) expect(html).not.toContain(`/event/${past}/`);
    });
  },
  { settings: { SITE_LANGUAGES: 'en,ja' } },
);
