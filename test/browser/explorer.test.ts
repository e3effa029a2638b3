/**
 * The front page with scripts, in a real browser: searches without a reload, suggestions, near me,
 * the map by mouse and by keyboard, and what they weigh. Contract 27.2.
 */
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.js';
import { inBrowser, type Tab } from '../support/browser.js';
import { givenEvent, givenVenue } from '../support/factories.js';

const PICTURES = process.env.SCREENSHOTS;

/** A venue with two events, one of jazz. */
async function givenEvents(app: TestApp, ...[venue, city, geo_lat, geo_lng]: Place): Promise<void> {
  const made = await givenVenue(app, { venue, city, geo_lat, geo_lng });
  const event = (title: string, start: string) =>
    givenEvent(app, { title, start_date: start, end_date: start, venue: made.id });
  await event(`Jazz at ${venue}`, '2026-04-01 20:00:00');
  await event(`Chess at ${venue}`, '2026-04-02 20:00:00');
}

type Place = [venue: string, city: string, lat: number, lng: number];

async function givenTowns(app: TestApp): Promise<void> {
  await givenEvents(app, 'Blue Note', 'New York', 40.73, -74);
  await givenEvents(app, 'Mole', 'Turin', 45.069, 7.693);
  await givenEvents(app, 'Teatro', 'Turin', 45.0705, 7.6868);
  await givenEvents(app, 'Opera', 'Sydney', -33.857, 151.215);
}

const MARKER = '#map .count';
const names = (tab: Tab) =>
  tab.page.locator(MARKER).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

/** → the zoom of the map whose markers are there. */
const zoomOf = (tab: Tab) => tab.page.locator('#map').getAttribute('data-zoom');

/** Marks the page: the mark is gone when it is loaded anew. */
const mark = (tab: Tab) => tab.page.evaluate('window.isSamePage = true');
const isSame = (tab: Tab) => tab.page.evaluate('window.isSamePage === true');

async function expectFine(tab: Tab, name: string): Promise<void> {
  if (PICTURES) await tab.page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  expect(await tab.judge()).toEqual([]);
  expect(tab.faults).toEqual([]);
  await tab.close();
}

/** → what has the focus: its ID, else its name. */
const focused = (tab: Tab) =>
  tab.page.evaluate<string>(
    "document.activeElement.id || document.activeElement.getAttribute('aria-label')",
  );

const heading = (tab: Tab, text: string) =>
  tab.page.locator('#results-title').getByText(text, { exact: true }).waitFor();

inBrowser('the front page with scripts', givenTowns, ({ tab, app }) => {
  describe('the list', () => {
    it('is searched without a reload; back shows what was before, the focus stays', async () => {
      const one = await tab();
      await one.open('/');
      await mark(one);
      await one.page.locator('#search-text').fill('jazz');
      await one.page.keyboard.press('Enter');
      await heading(one, '4 events');
      expect(new URL(one.page.url()).searchParams.get('search')).toBe('jazz');
      expect(await one.page.evaluate('document.activeElement.id')).toBe('search-text');
      expect(await one.page.locator('#status').textContent()).toBe('4 events');
      await one.page.goBack();
      await heading(one, '8 events');
      expect(await one.page.locator('#search-text').inputValue()).toBe('');
      await one.page.getByRole('button', { name: 'Today' }).click();
      await heading(one, '0 events');
      expect(await one.page.evaluate('document.activeElement.textContent')).toBe('Today');
      expect(await isSame(one)).toBe(true);
      await expectFine(one, 'list');
    });

    it('keeps the focus on the button that was pressed, and tells equal counts again', async () => {
      const one = await tab();
      await one.open('/');
      await one.page.evaluate(`window.told = [];
        const status = document.querySelector('#status');
        new MutationObserver(() => told.push(status.textContent)).observe(status, {childList: true});`);
      for (const words of ['jazz', 'chess']) {
        await one.page.locator('#search-text').fill(words);
        await one.page.getByRole('button', { name: 'Search', exact: true }).press('Enter');
        await one.page.waitForURL(`**/?*search=${words}*`);
        await heading(one, '4 events');
        expect(await focused(one)).toBe('search-button');
      }
      const told = await one.page.evaluate('told');
      expect(told).toEqual(['4 events', '', '4 events']);
      await expectFine(one, 'button');
    });

    it('is that of the URL after back and forward while the list is loaded', async () => {
      const one = await tab();
      await one.open('/');
      await one.page.locator('#search-text').fill('jazz');
      await one.page.keyboard.press('Enter');
      await heading(one, '4 events');
      const isOfFirst = (url: string) => url.includes('fragment=') && !url.includes('search=');
      // It gets no answer.
      await one.page.route(
        ({ href }) => isOfFirst(href),
        () => undefined,
      );
      const asked = one.page.waitForRequest((request) => isOfFirst(request.url()));
      const dropped = one.page.waitForEvent('requestfailed', (request) => isOfFirst(request.url()));
      await one.page.goBack();
      await asked;
      await one.page.goForward();
      await dropped;
      await heading(one, '4 events');
      expect(await one.page.locator('#results').getAttribute('aria-busy')).toBeNull();
      expect(one.page.url()).toContain('search=jazz');
      await expectFine(one, 'forward');
    });

    it('is the page where the answer is no fragment', async () => {
      const one = await tab();
      await one.open('/');
      await mark(one);
      const contentType = 'text/html';
      await one.page.route(/fragment=/, (route) => route.fulfill({ contentType, body: 'Busy' }));
      await one.page.locator('#search-text').fill('jazz');
      await one.page.keyboard.press('Enter');
      await heading(one, '4 events');
      expect(await isSame(one)).toBe(false);
      await expectFine(one, 'no-fragment');
    });

    it('is that of a town, or the page says that nobody knows it', async () => {
      const one = await tab();
      await one.open('/');
      await mark(one);
      await one.page.locator('#near').fill('Turin');
      await one.page.keyboard.press('Enter');
      await heading(one, '4 events');
      expect(await one.page.locator('#near').inputValue()).toMatch(/^Turin/);
      expect(await isSame(one)).toBe(true);
      await one.page.locator('#near').fill('Nowhere at all');
      await one.page.keyboard.press('Enter');
      await one.page.locator('#near-error').waitFor();
      expect(await isSame(one)).toBe(true);
      expect(await focused(one)).toBe('near');
      expect(await one.page.locator('#near').inputValue()).toBe('Nowhere at all');
      expect(await one.page.locator('#status').textContent()).toContain('There is no town');
      await expectFine(one, 'town');
    });
  });

  describe('suggestions', () => {
    it('are chosen by keyboard', async () => {
      const one = await tab();
      await one.open('/');
      const field = one.page.getByRole('combobox', { name: 'Search' });
      await field.pressSequentially('mo');
      await one.page.getByRole('option', { name: /Mole/ }).first().waitFor();
      expect(await field.getAttribute('aria-expanded')).toBe('true');
      expect(await one.judge()).toEqual([]);
      await one.page.keyboard.press('ArrowDown');
      const chosen = one.page.locator('[role=option][aria-selected=true]');
      expect(await field.getAttribute('aria-activedescendant')).toBe(
        await chosen.getAttribute('id'),
      );
      await one.page.keyboard.press('Escape');
      expect(await field.getAttribute('aria-expanded')).toBe('false');
      expect(await field.inputValue()).toBe('mo');
      await field.pressSequentially('l');
      await one.page.getByRole('option').first().waitFor();
      await one.page.keyboard.press('ArrowUp');
      const type = await chosen.getAttribute('data-type');
      const slug = await chosen.getAttribute('data-slug');
      await one.page.keyboard.press('Enter');
      await one.page.waitForURL(`**/${type}/${slug}/`);
      await expectFine(one, 'suggestions');
    });

    it('a town is where to search, and what was typed goes', async () => {
      const one = await tab();
      await one.open('/');
      const field = one.page.getByRole('combobox', { name: 'Search' });
      await field.pressSequentially('turi');
      await one.page.getByRole('option', { name: /^Turin Town/ }).click();
      await one.page.waitForURL(/geoloc_lat=45.07/);
      await heading(one, '4 events');
      expect(await field.inputValue()).toBe('');
    });
  });

  describe('suggestions that are overtaken', () => {
    it('leave those of the letters typed last', async () => {
      const one = await tab();
      await one.open('/');
      const isFirst = (url: URL) => url.searchParams.get('q') === 'mo';
      // It gets no answer.
      await one.page.route(isFirst, () => undefined);
      const asked = one.page.waitForRequest((request) => isFirst(new URL(request.url())));
      const field = one.page.getByRole('combobox', { name: 'Search' });
      await field.pressSequentially('mo');
      await asked;
      await field.pressSequentially('l');
      await one.page.getByRole('option', { name: /Mole/ }).first().waitFor();
      await expectFine(one, 'overtaken');
    });
  });

  describe('near me', () => {
    it('is asked on a click, and rounded', async () => {
      const one = await tab();
      const context = one.page.context();
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation({ latitude: 45.069_876_5, longitude: 7.693_123_4 });
      await one.open('/');
      await one.page.getByRole('button', { name: 'Near me' }).click();
      await heading(one, '4 events');
      const { searchParams } = new URL(one.page.url());
      expect(searchParams.get('geoloc_lat')).toBe('45.07');
      expect(searchParams.get('geoloc_lng')).toBe('7.693');
      expect(await focused(one)).toBe('near-me');
      expect(one.asked.filter((url) => url.includes('45.0698'))).toEqual([]);
      await expectFine(one, 'near-me');
    });

    it('tells what to do where the browser refuses', async () => {
      const one = await tab();
      await one.page.context().clearPermissions();
      await one.open('/');
      await one.page.getByRole('button', { name: 'Near me' }).click();
      await one.page.getByText('Location is blocked').first().waitFor();
      await expectFine(one, 'refused');
    });
  });

  describe('the map', () => {
    it('shows counts; a click comes closer, at a venue it goes there', async () => {
      const one = await tab();
      await one.open('/');
      await one.page.locator(MARKER).first().waitFor();
      const shown = await names(one);
      expect(shown).toContain('4 events near Turin');
      expect(shown).toContain('2 events at Opera');
      expect(await one.judge()).toEqual([]);
      if (PICTURES) await one.page.screenshot({ path: `${PICTURES}/map-world.png` });
      for (let step = 0; step < 8; step++) {
        const mole = one.page.locator(`${MARKER}[aria-label="2 events at Mole"]`);
        if ((await mole.count()) > 0) break;
        const before = await zoomOf(one);
        await one.page.locator(`${MARKER}[aria-label="4 events near Turin"]`).press('Enter');
        await expect.poll(() => zoomOf(one)).not.toBe(before);
      }
      if (PICTURES) await one.page.screenshot({ path: `${PICTURES}/map-near.png` });
      await one.page.locator(`${MARKER}[aria-label="2 events at Mole"]`).press('Enter');
      await one.page.waitForURL(/\/venue\/mole\/$/);
      await expectFine(one, 'venue');
    });

    it('searches what it shows, and keeps to the filters of the list', async () => {
      const one = await tab();
      await one.open('/?near=Turin&search=jazz&geoloc_online=true&orderby=distance');
      await expect.poll(() => names(one)).toContain('2 events near Turin');
      await one.page.getByRole('button', { name: 'Search here' }).click();
      await one.page.waitForURL(/geoloc_bbox=/);
      await heading(one, '2 events');
      const { searchParams } = new URL(one.page.url());
      expect(searchParams.get('geoloc_bbox')?.split(',')).toHaveLength(4);
      for (const name of ['geoloc_lat', 'geoloc_online', 'orderby']) {
        expect(searchParams.has(name), name).toBe(false);
      }
      await one.page.getByRole('link', { name: 'Within an area of the map' }).waitFor();
      await expectFine(one, 'here');
    });

    it('keeps the focus on a marker whose tile is shown again', async () => {
      const one = await tab();
      await one.open('/');
      await heading(one, '8 events');
      await one.page.locator('#search-text').fill('jazz');
      await one.page.keyboard.press('Enter');
      await one.page.locator(`${MARKER}[aria-label="1 event at Opera"]`).focus();
      await one.page.goBack();
      await expect.poll(() => focused(one)).toBe('2 events at Opera');
      await expectFine(one, 'focus');
    });

    it('moves to a marker at its edge that gets the focus, and leaves it there', async () => {
      const one = await tab();
      await one.open('/?near=Turin');
      const marker = one.page.locator(MARKER);
      await marker.waitFor();
      const markOld = () => marker.evaluate((all) => all.setAttribute('data-old', ''));
      await markOld();
      const [map, at] = [await one.page.locator('#map').boundingBox(), await marker.boundingBox()];
      if (!map || !at) throw new Error('no map');
      const edge = map.x + map.width;
      const [x, y] = [map.x + 30, map.y + map.height * 0.6];
      await one.page.mouse.move(x, y);
      await one.page.mouse.down();
      await one.page.mouse.move(x + edge - (at.x + at.width / 2) - 2, y, { steps: 5 });
      await one.page.mouse.up();
      await one.page.locator(`${MARKER}:not([data-old])`).waitFor();
      await markOld();
      await one.page.locator('#map').focus();
      await one.page.keyboard.press('Tab');
      await one.page.locator(`${MARKER}:not([data-old]):focus`).waitFor();
      const now = await marker.boundingBox();
      expect((now?.x ?? edge) + (now?.width ?? 0)).toBeLessThanOrEqual(edge);
      await expectFine(one, 'edge');
    });

    it.each(['reduce', 'no-preference'] as const)('moves by keys, motion: %s', async (motion) => {
      const one = await tab();
      await one.page.emulateMedia({ reducedMotion: motion });
      await one.open('/?near=Turin');
      const marker = one.page.locator(MARKER);
      await marker.waitFor();
      const before = (await marker.boundingBox())?.x ?? 0;
      await one.page.evaluate(`window.glided = false;
        new MutationObserver(([{ target }]) => {
          glided ||= target.classList.contains('leaflet-pan-anim');
        }).observe(document.querySelector('.leaflet-map-pane'), { attributes: true });`);
      await one.page.locator('#map').press('ArrowRight');
      await expect.poll(async () => (await marker.boundingBox())?.x ?? before).toBeLessThan(before);
      expect(await one.page.evaluate('glided')).toBe(motion === 'no-preference');
      await expectFine(one, `motion-${motion}`);
    });

    it.each(['light', 'dark'] as const)('is fine on a phone, %s', async (scheme) => {
      const one = await tab({ width: 320, height: 640, scheme });
      await one.open('/');
      expect((await one.page.locator('.card').first().boundingBox())?.y).toBeLessThan(450);
      await one.page.getByRole('button', { name: 'Map', exact: true }).click();
      await one.page.locator(MARKER).first().waitFor();
      expect(await one.isTooWide()).toBe(false);
      await expectFine(one, `phone-${scheme}`);
    });

    it('weighs at most 55 kB with its styles, the page without it 40 kB', async () => {
      const one = await tab();
      await one.open('/');
      await one.page.locator(MARKER).first().waitFor();
      const isMap = (url: string) => /\/(map|chunk)-\w+\.(js|css)$/.test(url);
      const isData = (url: string) => /\.json$|\/vendor\//.test(url);
      const weigh = async (test: (url: string) => boolean) => {
        const urls = [...new Set(one.asked)].filter(test);
        const sizes = await Promise.all(urls.map((url) => sizeOf(url)));
        return sizes.reduce((sum, size) => sum + size, 0);
      };
      const map = await weigh(isMap);
      expect(map).toBeGreaterThan(30_000);
      expect(map).toBeLessThanOrEqual(55_000);
      expect(await weigh((url) => !isMap(url) && !isData(url))).toBeLessThanOrEqual(40_000);
      expect(app().url).toBeDefined();
      await expectFine(one, 'weight');
    });

    it('a suggested category sets the filter', async () => {
      // Its event is in no test before this one.
      await givenEvent(app(), {
        title: 'Ragtime',
        categories: ['Swing'],
        start_date: '2026-04-01',
      });
      const one = await tab();
      await one.open('/');
      await one.page.getByRole('combobox', { name: 'Search' }).pressSequentially('swin');
      await one.page.locator('#suggestions [role=option]', { hasText: 'Swing' }).click();
      await one.page.waitForURL(/categories=swing/);
      await heading(one, '1 event');
      expect(new URL(one.page.url()).searchParams.has('search')).toBe(false);
    });

    it('shows events on both sides of 180°, and searches there', async () => {
      // Its events are in no test before this one.
      await givenEvents(app(), 'Reef', 'Apia', -13.83, -171.76);
      const known = '140,-50,-165,0';
      const one = await tab();
      await one.open(`/?geoloc_bbox=${known}`);
      await one.page.locator(`${MARKER}[aria-label="2 events at Opera"]`).waitFor();
      await one.page.locator(`${MARKER}[aria-label="2 events at Reef"]`).waitFor();
      await one.page.getByRole('button', { name: 'Search here' }).click();
      await one.page.waitForURL((url) => url.searchParams.get('geoloc_bbox') !== known);
      await heading(one, '4 events');
      const box = new URL(one.page.url()).searchParams.get('geoloc_bbox') ?? '';
      const [west = 0, , east = 0] = box.split(',').map(Number);
      expect(west).toBeGreaterThan(east);
      await expectFine(one, 'across');
    });
  });
});

/** → the bytes of an answer, compressed. */
async function sizeOf(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } });
  const length = answer.headers.get('content-length');
  await answer.arrayBuffer();
  return Number(length);
}
