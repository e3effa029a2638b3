/**
 * Pages with pictures in a real browser: nothing moves when they come, what cannot be had leaves no
 * broken image and no room, with and without scripts. Contract 26.5.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/lib/log.js';
import { openPictures } from '../../src/service/pictures.js';
import type { TestApp } from '../support/app.js';
import { inBrowser, type Tab, type View } from '../support/browser.js';
import { givenEvent, givenOrganizer, givenVenue } from '../support/factories.js';
import { type ImageServer, openImageServer } from '../support/images.js';

let images: ImageServer;
beforeAll(async () => {
  images = await openImageServer();
});
afterAll(() => images.close());

const NAMES = ['photo', 'poster', 'logo', 'missing', 'svg', 'photo/2', 'none'];

async function givenPictures(app: TestApp): Promise<void> {
  const { config } = app.deps;
  app.deps.pictures = openPictures({ config, log: silentLog, fetchImage: images.fetchImage });
  const image = `${images.url}/photo/linked.jpg`;
  const venue = await givenVenue(app, { venue: 'The Big Hall', city: 'Ghent', image });
  await givenOrganizer(app, { organizer: 'Ann', image: `${images.url}/logo/ann.png` });
  for (const name of NAMES) {
    const own = name === 'none' ? {} : { image: `${images.url}/${name}/event.jpg` };
    const slug = name.replace('/', '-');
    const title = `A night of ${name}`;
    const featured = ['photo', 'poster'].includes(name);
    const more = { description: 'All night.', venue: venue.id, featured, ...own };
    await givenEvent(app, { title, slug, ...more });
  }
}

/** The images that a page shows on a screen. */
const ON_SCREEN = `[...document.images].filter((image) => !image.closest('.on-paper'))`;

/** Height and width of the pictures of a page, CSS pixels, by the title that they stand with. */
const BOXES = `Object.fromEntries(${ON_SCREEN}.map((image) => {
  const { width, height } = image.getBoundingClientRect();
  const title = image.closest('.card, main').querySelector('h1, .about a').textContent.trim();
  return [title, { width, height, isLoaded: image.complete && image.naturalWidth > 0 }];
}))`;

const SHIFTS = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 300);
})`;

/** Loads what is out of sight, too. */
async function loadAll(tab: Tab): Promise<void> {
  await tab.page.evaluate(`for (const image of ${ON_SCREEN}) image.loading = 'eager'`);
  await tab.page.waitForLoadState('networkidle');
  const isLoaded = `${ON_SCREEN}.every((image) => image.complete)`;
  await expect.poll(() => tab.page.evaluate(isLoaded), { timeout: 10_000 }).toBe(true);
}

type Boxes = Record<string, { width: number; height: number; isLoaded: boolean }>;

const views: [string, View][] = [
  ['wide and light', { scheme: 'light' }],
  ['narrow and dark', { scheme: 'dark', width: 320, height: 640 }],
  ['without scripts', { scripts: false }],
];

inBrowser('pages with pictures', givenPictures, (browser) => {
  describe.each(views)('%s', (_name, view) => {
    it('26.5 pages are fine, and pictures have their room before they come', async () => {
      const tab = await browser.tab(view);
      for (const path of ['/', '/event/photo/', '/event/poster/', '/venue/the-big-hall/']) {
        // What cannot be had is known from here on.
        await tab.open(path);
        await loadAll(tab);
        tab.faults.length = 0;
        expect(await tab.open(`${path}?n=1`)).toBe(200);
        await loadAll(tab);
        const boxes = (await tab.page.evaluate(BOXES)) as Boxes;
        expect(Object.keys(boxes)).not.toContain('A night of missing');
        for (const [alt, { width, height, isLoaded }] of Object.entries(boxes)) {
          expect(isLoaded, alt).toBe(true);
          expect(width / height, alt).toBeCloseTo(1200 / 630, 1);
        }
        expect(Object.keys(boxes).length).toBeGreaterThan(0);
        // axe is a script.
        if (view.scripts !== false) expect(await tab.judge()).toEqual([]);
        expect(await tab.isTooWide(), path).toBe(false);
        expect(tab.faults).toEqual([]);
      }
      await tab.close();
    });
  });

  it('26.5 the first who looks finds no broken image and no room for it', async () => {
    const { config } = browser.app().deps;
    const forget = () => {
      const options = { config, log: silentLog, fetchImage: images.fetchImage };
      browser.app().deps.pictures = openPictures(options);
    };
    const tab = await browser.tab();
    forget();
    await tab.open('/event/missing/?n=2');
    await loadAll(tab);
    const { 'A night of missing': wide } = (await tab.page.evaluate(BOXES)) as Boxes;
    expect(wide?.isLoaded).toBe(true);
    expect(wide?.height).toBeLessThan(1);
    expect(await tab.judge()).toEqual([]);
    forget();
    await tab.open('/?n=2');
    await loadAll(tab);
    const { 'A night of svg': small } = (await tab.page.evaluate(BOXES)) as Boxes;
    expect(small?.isLoaded).toBe(true);
    expect(small?.height).toBeLessThan(1);
    const widths = (title: string) =>
      tab.page
        .locator(`.card:has-text("${title}") :is(h3, h4)`)
        .evaluate((title) => title.getBoundingClientRect().width);
    expect(await widths('A night of svg')).toBe(await widths('A night of none'));
    await tab.close();
  });

  it('26.5 nothing moves when pictures come', async () => {
    for (const path of ['/', '/event/photo/', '/venue/the-big-hall/']) {
      const tab = await browser.tab({});
      await tab.open(path);
      await tab.page.waitForLoadState('networkidle');
      const shift = await tab.page.evaluate(SHIFTS);
      expect(shift, path).toBeLessThan(0.05);
      await tab.close();
    }
  });
});
