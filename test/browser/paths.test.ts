/** Ways through the pages: by keyboard alone, and without scripts. Contract 26. */
import { describe, expect, it } from 'vitest';
import { inBrowser, type Tab } from '../support/browser.js';
import { givenHardRecords } from '../support/hard-records.js';

/** More presses of a key than any page has stops. */
const STOPS_MAX = 150;

/** What has the focus: its name for a reader, and whether it can be seen that it has. */
const FOCUSED = `(() => {
  const { activeElement: at } = document;
  const name = at.labels?.[0]?.textContent ?? at.textContent;
  // The button inside a field for a date shows its own focus.
  const isSeen = at.type === 'date' || getComputedStyle(at).outlineStyle !== 'none';
  return { name: name.trim(), isSeen };
})()`;

/** Presses Tab until an element of this name has the focus. */
async function tabTo(tab: Tab, name: string): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await tab.page.keyboard.press('Tab');
    const focused: { name: string; isSeen: boolean } = await tab.page.evaluate(FOCUSED);
    expect(focused.isSeen, `the focus shows on ${focused.name}`).toBe(true);
    if (focused.name === name) return;
    passed.push(focused.name);
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passed.join(' | ')}`);
}

inBrowser('ways through the pages', givenHardRecords, (browser) => {
  describe.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('%s', (_, scripts) => {
    it('26 by keyboard from a search to an event and back', async () => {
      const tab = await browser.tab({ scripts });
      const { page } = tab;
      await tab.open('/');
      await tabTo(tab, 'Search');
      await page.keyboard.type('jazz');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/?*search=jazz*');
      await page.getByRole('heading', { name: '11 events' }).waitFor();
      await tabTo(tab, 'An evening of jazz');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/event/plain/');
      await page.getByRole('heading', { level: 1, name: 'An evening of jazz' }).waitFor();
      // Its key is the browser's own, which pages do not see.
      await page.goBack();
      await page.waitForURL('**/?*search=jazz*');
      expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('jazz');
      await page.getByRole('heading', { name: '11 events' }).waitFor();
      expect(tab.faults).toEqual([]);
      await tab.close();
    });

    it('26 the skip link leads past the header', async () => {
      const tab = await browser.tab({ scripts });
      await tab.open('/event/plain/');
      await tabTo(tab, 'Skip to content');
      await tab.page.keyboard.press('Enter');
      expect(await tab.page.evaluate('document.activeElement.id')).toBe('main');
      await tabTo(tab, "What's on");
      await tab.close();
    });

    it('26 by days, category, town and pages', async () => {
      const tab = await browser.tab({ scripts });
      const { page } = tab;
      await tab.open('/');
      await page.getByRole('link', { name: 'Next page' }).click();
      await page.waitForURL('**/?*page=2*');
      await tab.open('/');
      await page.getByRole('button', { name: 'Tomorrow', exact: true }).click();
      await page.getByRole('heading', { name: '0 events' }).waitFor();
      await tab.open('/');
      await page.getByLabel('Near').fill('Berlin');
      await page.getByText('Filters & sort').click();
      await page.getByLabel('Category').selectOption({ index: 1 });
      await page.locator('details').getByRole('button', { name: 'Search' }).click();
      await page.waitForURL('**/?*geoloc_lat=52.5*');
      // Not the one that is online.
      await page.getByRole('heading', { name: '10 events' }).waitFor();
      expect(page.url()).toContain('categories=jazz');
      expect(tab.faults).toEqual([]);
      await tab.close();
    });
  });

  it('26 the page of a record weighs at most 40 kB, compressed', async () => {
    for (const path of ['/event/plain/', browser.given().venue ?? '']) {
      const tab = await browser.tab();
      await tab.open(path);
      expect(await tab.weigh(), tab.asked.join(' ')).toBeLessThanOrEqual(40_000);
      await tab.close();
    }
  });
});
