/**
 * The picture of the README: the front page over the records of `npm run demo`. It is taken in
 * every run, and kept when UPDATE_PICTURE is `true`.
 */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TestApp } from '../support/app.js';
import { inBrowser } from '../support/browser.js';
import { loadPath } from '../support/files.js';
import { fixture, top } from '../support/process.js';
import { read } from '../support/sources.js';

const NAME = 'test/golden/front-page.png';
const BYTES_MAX = 150_000;

async function givenDemo({ deps }: TestApp): Promise<void> {
  const files = [
    ['venue', 'breweries-excerpt.csv', 'openbrewerydb'],
    ['event', 'conferences-excerpt.ndjson', 'confs-tech'],
  ] as const;
  for (const [kind, file, mapping] of files) {
    expect((await loadPath(deps, kind, fixture(file), mapping)).rejected).toBe(0);
  }
}

inBrowser(
  'the picture of the README',
  givenDemo,
  (browser) => {
    it('shows real conferences, listed and on the map', async () => {
      const tab = await browser.tab({ width: 1200, height: 760 });
      await tab.open('/?search=javascript&geoloc_bbox=-12,35,32,62');
      await tab.page.locator('#map .count').first().waitFor();
      await tab.page.waitForLoadState('networkidle');
      const picture = await tab.page.screenshot();
      expect(picture.length).toBeLessThan(BYTES_MAX);
      if (process.env.UPDATE_PICTURE === 'true') writeFileSync(join(top, NAME), picture);
      expect(tab.faults).toEqual([]);
      await tab.close();
    });
  },
  { SITE_NAME: 'Conferences' },
);

it('the README shows the picture, which is small', () => {
  expect(read('README.md')).toContain(`](${NAME})`);
  expect(existsSync(join(top, NAME))).toBe(true);
  expect(statSync(join(top, NAME)).size).toBeLessThan(BYTES_MAX);
});
