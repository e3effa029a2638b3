/** The docs page in a real browser. Contract 28. */
import { expect, it } from 'vitest';
import { inBrowser, type Tab, type View } from '../support/browser.js';

const nothing = async (): Promise<void> => undefined;

inBrowser('the docs page', nothing, (browser) => {
  /** Opens it and waits until its script is done. */
  const openDocs = async (tab: Tab, hash = ''): Promise<void> => {
    expect(await tab.open(`/docs${hash}`)).toBe(200);
    await tab.page.getByText('Authentication').first().waitFor();
  };
  const expectFine = async (tab: Tab): Promise<void> => {
    // The menu scrolls to what is chosen; while it moves, an item at its edge is cut.
    await expect.poll(() => tab.judge()).toEqual([]);
    expect(await tab.isTooWide()).toBe(false);
  };

  it.each(['light', 'dark'] as const)('28 is usable by everybody in %s', async (scheme) => {
    const tab = await browser.tab({ scheme });
    await openDocs(tab);
    await expectFine(tab);
    await tab.page.getByRole('link', { name: /^events/ }).press('Enter');
    await tab.page.getByRole('link', { name: 'Suggest what to search' }).first().press('Enter');
    await tab.page.getByRole('button', { name: 'Execute' }).waitFor();
    await expectFine(tab);
    expect(tab.faults).toEqual([]);
    await tab.close();
  });

  it('28 sends a request to the host that answered it', async () => {
    const tab = await browser.tab();
    await openDocs(tab, '#?route=get-/tags');
    await tab.page.getByRole('button', { name: 'Execute' }).click();
    await tab.page.getByText('Response Status: OK (200)').waitFor();
    expect(tab.asked.at(-1)).toContain('/vendor/events/v1/tags?');
    expect(tab.faults).toEqual([]);
    await tab.close();
  });

  it('28 the filter finds parameters and fields', async () => {
    const tab = await browser.tab();
    await openDocs(tab);
    const operations = tab.page.locator('.nav-bar-path');
    for (const [text, titles] of [
      ['geoloc_radius', ['List events', 'List venues']],
      ['attendance_mode', ['Create an event', 'Update an event by PUT', 'List events']],
      ['by patch', ['Update an event by PATCH']],
    ] as const) {
      await tab.page.getByPlaceholder('Filter').fill(text);
      for (const title of titles) {
        await operations.getByText(title, { exact: true }).waitFor();
      }
      expect(await operations.getByText('Delete a tag', { exact: true }).count()).toBe(0);
    }
    await tab.close();
  });

  it('28 shows a sentence and an example answer of an operation', async () => {
    const tab = await browser.tab({ width: 390 });
    await openDocs(tab, '#?route=get-/events/-id-');
    await tab.page.getByText(/^Answers the whole record/).waitFor();
    await tab.page.getByRole('button', { name: 'Example' }).last().click();
    await tab.page.getByText('"Opera ball"').waitFor();
    await expectFine(tab);
    await tab.close();
  });

  it('28 weighs at most 300 kB compressed, the OpenAPI document included', async () => {
    const tab = await browser.tab({ width: 320 });
    await openDocs(tab);
    expect(await tab.isTooWide()).toBe(false);
    expect(await tab.weigh()).toBeLessThan(300_000);
    await tab.close();
  });

  it.each([
    ['without scripts', { scripts: false }],
    ['when the explorer does not load', { missing: /openapi-explorer/ }],
    ['when the OpenAPI document does not load', { missing: /v1\/doc$/ }],
  ] as [string, View][])('28 lists every route %s', async (_, view) => {
    const tab = await browser.tab({ width: 320, ...view });
    await tab.open('/docs');
    await tab.page.getByRole('heading', { name: 'organizers' }).waitFor();
    expect(await tab.page.getByText('/vendor/events/v1/tags/{id}').count()).toBeGreaterThan(0);
    expect(await tab.page.getByRole('link', { name: 'OpenAPI' }).getAttribute('href')).toBe(
      '/vendor/events/v1/doc',
    );
    expect(await tab.isTooWide()).toBe(false);
    if (view.scripts !== false) {
      await tab.page.getByText('The explorer could not be loaded. Reload the page.').waitFor();
      expect(await tab.judge()).toEqual([]);
    }
    await tab.close();
  });
});
