/** What is typed and chosen in the form stays when a chip or a link of the list is tapped. 26.1. */
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.js';
import { inBrowser, type Tab } from '../support/browser.js';
import { givenEvent, givenTerm } from '../support/factories.js';

async function givenEvents(app: TestApp): Promise<void> {
  await givenTerm(app, 'categories', 'Jazz');
  const at = { start_date: '2026-03-10 19:00', end_date: '2026-03-10 22:00' };
  await givenEvent(app, { title: 'Jazz trio', cost: '$15', ...at, categories: ['jazz'] });
  await givenEvent(app, { title: 'Jazz gala', cost: '$90', ...at, categories: ['jazz'] });
  await givenEvent(app, { title: 'Chess', ...at });
}

const heading = ({ page }: Tab, text: string) =>
  page.locator('#results-title').getByText(text, { exact: true }).waitFor();

inBrowser('a form', givenEvents, ({ tab }) => {
  describe.each([true, false])('with scripts: %s', (scripts) => {
    it('sends with a chip what is typed and chosen', async () => {
      const one = await tab({ scripts, width: 360 });
      const { page } = one;
      await one.open('/');
      await page.locator('#search-text').fill('jazz');
      await page.getByRole('button', { name: 'Today' }).click();
      await heading(one, '2 events');
      await page.getByText('Filters & sort').click();
      await page.getByLabel('Category').selectOption('jazz');
      await page.locator('#search-text').fill('trio');
      await page.getByRole('button', { name: 'Up to $20' }).click();
      await heading(one, '1 event');
      const { searchParams } = new URL(page.url());
      expect(Object.fromEntries(searchParams)).toEqual({
        ...{ search: 'trio', categories: 'jazz', cost_max: '20', overlaps: 'today,today' },
      });
      expect(await page.locator('#search-text').inputValue()).toBe('trio');
      expect(one.faults).toEqual([]);
      await one.close();
    });
  });

  it('keeps them with scripts where a link of the list is tapped, and filters open', async () => {
    const one = await tab({ width: 360 });
    const { page } = one;
    await one.open('/?search=jazz');
    await page.getByText('Filters & sort').click();
    await page.getByRole('button', { name: 'Up to $20' }).click();
    await heading(one, '1 event');
    expect(await page.evaluate("document.querySelector('details').open")).toBe(true);
    expect(await page.evaluate('document.activeElement.value')).toBe('20');
    await page.getByLabel('Category').selectOption('jazz');
    await page.locator('#search-text').fill('gala');
    await page.getByRole('link', { name: 'Up to $20' }).click();
    await heading(one, '2 events');
    expect(await page.locator('#search-text').inputValue()).toBe('gala');
    expect(await page.getByLabel('Category').inputValue()).toBe('jazz');
    await page.getByRole('link', { name: 'Search: jazz' }).click();
    await heading(one, '3 events');
    expect(await page.locator('#search-text').inputValue()).toBe('gala');
    await page.keyboard.press('Escape');
    await page.goBack();
    await heading(one, '2 events');
    expect(one.faults).toEqual([]);
    await one.close();
  });
});
