/** The map beside a list without an event, in a real browser. Contract 27.2. */
import { expect, it } from 'vitest';
import type { TestApp } from '../support/app.js';
import { inBrowser } from '../support/browser.js';
import { givenEvent, givenVenue } from '../support/factories.js';

async function givenTowns(app: TestApp): Promise<void> {
  const towns = [
    ['Turin', 45.069, 7.693],
    ['Sydney', -33.857, 151.215],
  ] as const;
  for (const [city, geo_lat, geo_lng] of towns) {
    const { id: venue } = await givenVenue(app, {
      venue: `Hall of ${city}`,
      city,
      geo_lat,
      geo_lng,
    });
    await givenEvent(app, { title: 'Concert', venue });
  }
  await givenEvent(app, { title: 'Talk', attendance_mode: 'online' });
}

inBrowser('lists without an event or a place', givenTowns, (browser) => {
  it('the map is of the town of a list, and there is none without a place', async () => {
    const tab = await browser.tab();
    const { page } = tab;
    const map = page.locator('#map');
    const shows = (count: string) =>
      page.locator('#results-title').getByText(count, { exact: true }).waitFor();
    const search = async (words: string) => {
      await page.locator('#search-text').fill(words);
      await page.keyboard.press('Enter');
    };
    await tab.open('/?city=Turin&overlaps=2026-03-11,2026-03-11');
    await shows('0 events');
    await expect.poll(async () => Number(await map.getAttribute('data-zoom'))).toBeGreaterThan(8);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await shows('3 events');
    expect(await map.isVisible()).toBe(true);
    for (const [words, count] of [
      ['nothing', '0 events'],
      ['talk', '1 event'],
    ] as const) {
      await search(words);
      await shows(count);
      expect(await map.isVisible()).toBe(false);
      expect(await tab.judge()).toEqual([]);
    }
    await search('concert');
    await page.locator('#map .count').first().waitFor();
    expect(tab.faults).toEqual([]);
    await tab.close();
  });
});
