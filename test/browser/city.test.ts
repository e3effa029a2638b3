/**
 * A city's pages in a real browser: tasks on a phone with their taps and keys counted, the clock
 * of the visitor, and states of all pages in languages and schemes. Contract 26, 27.2.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.js';
import { inBrowser, type Tab, type View } from '../support/browser.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { RIGHT_TO_LEFT } from '../support/site.js';

const PHONE: View = { width: 390, height: 844 };
const MUNICH = { latitude: 48.14, longitude: 11.58 };

/** Screenshots, for whoever wants to look. */
const pictures = process.env.SCREENSHOTS;

const at = (day: number, from = '19:00', until = '22:00') => {
  const date = `2026-03-${String(day).padStart(2, '0')}`;
  return { start_date: `${date} ${from}`, end_date: `${date} ${until}` };
};

/** A listing of two towns; its clock stands at 2026-03-10 12:00 UTC, a Tuesday. */
async function givenCity(app: TestApp) {
  const venue = async (name: string, city: string, geo_lat: number, geo_lng: number) =>
    (await givenVenue(app, { venue: name, city, address: 'Am Markt 1', geo_lat, geo_lng })).id;
  const hall = await venue('Muffatwerk', 'München', 48.133, 11.59);
  const club = await venue('Unterfahrt im Einstein Kultur', 'München', 48.13, 11.606);
  const museum = await venue('Museum', 'Freising', 48.4, 11.745);
  const kids = (await givenTerm(app, 'categories', 'Kids')).id;
  const jazz = (await givenTerm(app, 'categories', 'Jazz')).id;
  const add = (title: string, more: object) => givenEvent(app, { title, ...more });
  await add('Quartet', { ...at(10), venue: club, cost: '€ 15', categories: [jazz] });
  await add('Gala', { ...at(10, '20:00', '23:30'), venue: hall, cost: '€ 90' });
  await add('Late set', { ...at(10, '21:00'), venue: club, cost: '0', categories: [jazz] });
  await add('Lunch break', { ...at(10, '12:30', '13:30'), venue: hall, cost: '0' });
  await add('Puppets', { ...at(14, '15:00', '16:00'), venue: hall, categories: [kids], cost: '8' });
  await add('Puppets in Freising', { ...at(14, '15:00'), venue: museum, categories: [kids] });
  await add('Story time', { ...at(17, '15:00'), venue: club, categories: [kids] });
  await add('Opening', { ...at(14), venue: museum, featured: true });
  await add('Put off', { ...at(15), venue: hall, event_status: 'postponed' });
  await add('Called off', { ...at(15), venue: hall, event_status: 'cancelled' });
  await add(RIGHT_TO_LEFT, { ...at(16), venue: club, description: `<p>${RIGHT_TO_LEFT}</p>` });
  const next = { start_date: '2027-01-15 19:00', end_date: '2027-01-15 22:00' };
  await add('Next year at last', { ...next, venue: club });
  const show = { start_date: '2026-01-01', end_date: '2026-04-30', all_day: true };
  for (const name of ['Old masters', 'Glass']) await add(name, { ...show, venue: museum });
  const online = { attendance_mode: 'online', online_url: 'https://talk.test/' };
  await add('Talk', { ...at(12), timezone: 'America/New_York', ...online, slug: 'talk' });
  const draft = await add('Not yet public', { ...at(20), venue: hall, status: 'draft' });
  const { url } = await app.given({ request: `POST /events/${draft.id}/preview` });
  return { preview: url.slice(app.url.length) as string };
}

/** Counts what somebody does with a thumb. */
function thumb(tab: Tab) {
  const done = { taps: 0, keys: 0 };
  return {
    done,
    tap: async (where: Locator) => {
      done.taps += 1;
      await where.click();
    },
    type: async (text: string) => {
      done.keys += text.length;
      await tab.page.keyboard.type(text);
    },
  };
}

const titles = (tab: Tab) => tab.page.locator('.card :is(h3, h4) a').allInnerTexts();
const option = (tab: Tab, hasText: string) =>
  tab.page.locator('#suggestions [role=option]', { hasText });
const heading = (tab: Tab, text: string | RegExp) =>
  tab.page.locator('h1').getByText(text, { exact: true }).waitFor();

const settings = {
  SITE_LANGUAGES: 'en,de,ar',
  SITE_NAME: 'Kulturkalender',
  SITE_TIMEZONE: 'Europe/Berlin',
  CURRENCY_CODE: 'EUR',
  CURRENCY_SYMBOL: '€',
};

inBrowser(
  'a city',
  givenCity,
  (browser) => {
    it('tonight near me under €20 takes four taps', async () => {
      const tab = await browser.tab(PHONE);
      const context = tab.page.context();
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation(MUNICH);
      await tab.open('/');
      const { done, tap } = thumb(tab);
      await tap(tab.page.getByRole('button', { name: 'Near me' }));
      await heading(tab, "What's on near you");
      await tap(tab.page.getByRole('button', { name: 'Tonight' }));
      await heading(tab, "What's on near you tonight");
      await tap(tab.page.getByText('Filters & sort'));
      await tap(tab.page.getByRole('button', { name: 'Up to €20' }));
      await heading(tab, "What's on near you tonight, up to €20");
      expect((await titles(tab)).sort()).toEqual(['Late set', 'Quartet']);
      expect(done).toEqual({ taps: 4, keys: 0 });
      expect(tab.faults).toEqual([]);
      await tab.close();
    });

    it('kids this weekend in München takes five taps and six keys', async () => {
      const tab = await browser.tab(PHONE);
      await tab.open('/');
      const { done, tap, type } = thumb(tab);
      await tap(tab.page.getByLabel('Near', { exact: true }));
      await type('mün');
      await tap(option(tab, 'München'));
      await heading(tab, "What's on around Munich (40 km)");
      await tap(tab.page.getByRole('button', { name: 'This weekend' }));
      await heading(tab, "What's on around Munich (40 km) this weekend");
      await tap(tab.page.getByLabel('Search', { exact: true }).first());
      await type('kid');
      await tap(option(tab, 'Kids'));
      await heading(tab, 'Kids around Munich (40 km) this weekend');
      expect(await titles(tab)).toEqual(['Puppets', 'Puppets in Freising']);
      expect(done).toEqual({ taps: 5, keys: 6 });
      expect(tab.faults).toEqual([]);
      await tab.close();
    });

    it('26.2 an online event tells the time of the visitor, and moves nothing', async () => {
      const tab = await browser.tab(PHONE);
      await tab.page.addInitScript(`window.shifts = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) shifts += value;
        }).observe({ type: 'layout-shift', buffered: true });`);
      await tab.open('/event/talk/');
      const line = tab.page.locator('#own-clock');
      await line.getByText('Your time:').waitFor();
      // From 19:00 in New York on, in summer time already; here it is not.
      expect(await line.innerText()).toMatch(/^Your time: Fri,? 13 Mar,? 00:00$/);
      expect(await tab.page.evaluate('shifts')).toBe(0);
      await tab.close();
      const without = await browser.tab({ ...PHONE, scripts: false });
      await without.open('/event/talk/');
      expect(await without.page.locator('#own-clock').isVisible()).toBe(false);
      await without.close();
    });

    it('26.6 today is in the first screen of a month, without a map', async () => {
      for (const view of [PHONE, {}]) {
        const tab = await browser.tab(view);
        browser.app().clock.nowMs += 18 * 86_400_000;
        await tab.open('/?view=month');
        browser.app().clock.nowMs -= 18 * 86_400_000;
        const today = await tab.page.locator('td.today').boundingBox();
        expect(today?.y).toBeLessThan(view.height ?? 800);
        expect(await tab.page.locator('#map-pane').isVisible()).toBe(false);
        await tab.close();
      }
    });

    it('27.2 the map fits the events of the list, and leads on where streets are missing', async () => {
      const tab = await browser.tab();
      await tab.open('/');
      const marker = tab.page.locator('#map .count').first();
      await marker.waitFor();
      const map = tab.page.locator('#map');
      expect(Number(await map.getAttribute('data-zoom'))).toBeGreaterThanOrEqual(8);
      for (let step = 0; step < 2; step++)
        await tab.page.getByRole('button', { name: 'Zoom in' }).click();
      const way = map.getByRole('link', { name: 'Directions' });
      await way.waitFor();
      expect(await way.getAttribute('href')).toMatch(/directions\?to=48\.\d+%2C11\.\d+$/);
      expect(await tab.judge()).toEqual([]);
      await tab.close();
    });

    const states: [string, string][] = [
      ['front', '/'],
      ['filtered', '/?categories=jazz&cost_max=20&geoloc_lat=48.137&geoloc_lng=11.575'],
      ['meant', '/?search=free+jazz+in+M%C3%BCnchen+today'],
      ['order', '/?orderby=title'],
      ['month', '/?view=month'],
      ['nothing', '/?search=xyzzy'],
      ['event', '/event/quartet/'],
      ['online', '/event/talk/'],
      ['right to left', '/event/mhrjan-almwsyqa/'],
      ['venue', '/venue/unterfahrt-im-einstein-kultur/'],
      ['category', '/events/category/kids/'],
      ['preview', ''],
      ['error', '/?cost_max=cheap'],
      ['missing', '/event/none/'],
    ];
    const views: [string, View][] = [
      ['phone', PHONE],
      ['desktop', {}],
      ['dark', { ...PHONE, scheme: 'dark' }],
    ];
    describe.each(pictures ? ['en', 'de', 'ar'] : ['de', 'ar'])('in %s', (lang) => {
      // Each state in each scheme takes minutes: those who look at them have them all.
      it.each(pictures ? views : views.slice(lang === 'de' ? 0 : 2, lang === 'de' ? 1 : 3))(
        '26 all states, %s',
        async (name, view) => {
          const tab = await browser.tab(view);
          for (const [state, path] of states) {
            const full = path || browser.given().preview;
            await tab.open(`${full}${full.includes('?') ? '&' : '?'}lang=${lang}`);
            if (pictures) {
              mkdirSync(pictures, { recursive: true });
              await tab.page.waitForLoadState('networkidle');
              const file = join(pictures, `${state} ${name} ${lang}.png`);
              await tab.page.screenshot({ path: file, fullPage: name !== 'desktop' });
            }
            expect(await tab.judge(), state).toEqual([]);
            expect(await tab.isTooWide(), state).toBe(false);
          }
          expect(tab.faults).toEqual([]);
          await tab.close();
        },
        240_000,
      );
    });
  },
  settings,
);
