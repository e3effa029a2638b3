/**
 * The map closer than countries: towns by their size, shores and borders, in small files, without
 * another host. With street tiles, their host learns where the page is. Contract 27.2.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.js';
import { inBrowser, type Tab } from '../support/browser.js';
import { givenEvent, givenVenue } from '../support/factories.js';
import { top } from '../support/process.js';

const assets = join(top, 'dist', 'assets');
const files = readdirSync(assets).filter((name) => /^ground-\d+-\w+\.json$/.test(name));

describe('the files of the ground', () => {
  it('are small, and hold land and towns all around', () => {
    expect(files.length).toBeGreaterThan(300);
    const towns = new Set<string>();
    for (const name of files) {
      expect(statSync(join(assets, `${name}.gz`)).size, name).toBeLessThanOrEqual(25_000);
      const tile = JSON.parse(readFileSync(join(assets, name), 'utf8'));
      for (const [town] of tile.towns) towns.add(town);
    }
    expect(towns.size).toBeGreaterThan(25_000);
    for (const town of ['Tokyo', 'Berlin', 'Suva', 'Auckland', 'Honolulu', 'Ushuaia']) {
      expect(towns).toContain(town);
    }
  });
});

async function givenTowns(app: TestApp): Promise<void> {
  const venue = await givenVenue(app, {
    venue: 'Hall',
    city: 'Berlin',
    geo_lat: 52.5,
    geo_lng: 13,
  });
  await givenEvent(app, { title: 'Jazz', slug: 'jazz', venue: venue.id });
}

/** Rows: a language, and the name of a town on the map of Berlin. */
const languages: [string, string][] = [
  ['en', 'Potsdam'],
  ['ja', 'ベルリン'],
  ['ar', 'برلين'],
  ['pl', 'Poczdam'],
];

const around = (lat: number, lng: number, radius = 60) =>
  `/?geoloc_lat=${lat}&geoloc_lng=${lng}&geoloc_radius=${radius}`;

const townsOn = (tab: Tab) => tab.page.locator('#map .town bdi').allTextContents();

/** Rows: the view, and a town on it. */
const views: [string, string, string][] = [
  ['Berlin', around(52.52, 13.405), 'Potsdam'],
  ['New York', around(40.71, -74), 'New York City'],
  ['Fiji, at 180°', around(-17.8, 178, 200), 'Lautoka'],
  ['Buenos Aires', around(-34.6, -58.4), 'La Plata'],
];

inBrowser(
  'the ground of the map',
  givenTowns,
  (browser) => {
    it.each(views)('%s has its towns, and asks nobody else', async (_name, path, town) => {
      const tab = await browser.tab({});
      await tab.open(path);
      await tab.page.locator('#map .town bdi', { hasText: town }).waitFor();
      await tab.page.waitForLoadState('networkidle');
      // None lies over another, so that all can be read.
      const towns = await townsOn(tab);
      expect(new Set(towns).size).toBe(towns.length);
      expect(await tab.page.locator('#map .land').count()).toBeLessThan(20);
      expect(await tab.judge()).toEqual([]);
      expect(tab.faults).toEqual([]);
      await tab.close();
    });

    it.each(
      languages,
    )('towns are called as in the language of the page, %s', async (lang, town) => {
      const tab = await browser.tab({});
      await tab.open(`${around(52.52, 13.405)}&lang=${lang}`);
      await tab.page.locator('#map .town bdi', { hasText: town }).waitFor();
      expect(tab.faults).toEqual([]);
      await tab.close();
    });

    it('dark, and on the map of a venue', async () => {
      const tab = await browser.tab({ scheme: 'dark' });
      await tab.open('/venue/hall/');
      await tab.open(around(52.52, 13.405));
      await tab.page.locator('#map .town bdi').first().waitFor();
      expect(await tab.judge()).toEqual([]);
      expect(tab.faults).toEqual([]);
      await tab.close();
    });

    it('where its files cannot be had, countries are shown', async () => {
      const tab = await browser.tab({ missing: /ground-\d/ });
      await tab.open(around(52.52, 13.405));
      await expect.poll(() => tab.asked.some((url) => url.includes('ground-world-'))).toBe(true);
      await expect.poll(() => tab.page.locator('#map .land').count()).toBe(1);
      expect(await townsOn(tab)).toEqual([]);
      await tab.close();
    });

    it('a view of the world loads that of the world alone', async () => {
      const tab = await browser.tab({});
      await tab.open('/?geoloc_bbox=-120,-50,150,70');
      await tab.page.locator('#map .count').first().waitFor();
      await tab.page.waitForLoadState('networkidle');
      expect(tab.asked.filter((url) => /ground-\d/.test(url))).toEqual([]);
      expect(await tab.page.locator('#map .land').count()).toBe(1);
      await tab.close();
    });
  },
  { SITE_LANGUAGES: 'en,ja,ar,pl' },
);

inBrowser(
  'a map with street tiles',
  givenTowns,
  (browser) => {
    it('tells their host the origin of the page, which tile servers ask for', async () => {
      const tab = await browser.tab({});
      const asked: (string | undefined)[] = [];
      await tab.page.route('https://tiles.test/**', (route) => {
        asked.push(route.request().headers().referer);
        return route.fulfill({ status: 204 });
      });
      await tab.open(around(52.52, 13.405));
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      expect(new Set(asked)).toEqual(new Set([`${browser.app().url}/`]));
      await tab.close();
    });
  },
  { MAP_TILES: 'https://tiles.test/{z}/{x}/{y}.png' },
);
