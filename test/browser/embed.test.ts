/** A list that another site frames: as high as it is, and silent to all others. Contract 26.9. */
import { createServer } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { inBrowser, type Tab, type View } from '../support/browser.js';
import { listening } from '../support/host.js';
import { givenSite } from '../support/site.js';
import { read } from '../support/sources.js';

/** The page of docs/examples, on two hosts. */
const portal = createServer((_, answer) => {
  answer.setHeader('Content-Type', 'text/html; charset=utf-8');
  answer.end(read('docs/examples/embed.html'));
});
const allowed = await listening(portal);
afterAll(() => portal.close());
const other = allowed.replace('127.0.0.1', 'localhost');

const given = async (app: Parameters<typeof givenSite>[0]) => void (await givenSite(app));

inBrowser(
  'embeds',
  given,
  (browser) => {
    const open = async (origin: string, view: View = {}): Promise<Tab> => {
      const tab = await browser.tab(view);
      await tab.page.context().route(`${origin}/**`, (route) => route.continue());
      await tab.page.goto(`${origin}/?marquee=${browser.app().url}`);
      return tab;
    };
    const heightOf = (tab: Tab) => tab.page.locator('iframe').getAttribute('height');

    it.each([
      ['wide and light', {}],
      ['narrow and dark', { width: 320, scheme: 'dark' }],
    ] as [string, View][])('the frame is as high as its list, %s', async (_, view) => {
      const tab = await open(allowed, view);
      const frame = tab.page.frameLocator('iframe');
      await frame.locator('.all').waitFor();
      await expect.poll(() => heightOf(tab)).not.toBe('600');
      const height = await frame.locator('html').evaluate('document.documentElement.offsetHeight');
      expect(Number(await heightOf(tab))).toBeGreaterThanOrEqual(Number(height));
      const isScrolled = 'document.documentElement.scrollHeight > innerHeight + 1';
      expect(await frame.locator('html').evaluate(isScrolled)).toBe(false);
      expect(await tab.judge()).toEqual([]);
      expect(tab.faults).toEqual([]);
      await frame.locator('.all a').click();
      await tab.page.waitForURL(`${browser.app().url}/?search=web`);
      await tab.close();
    });

    it('a site that the setting does not name sees nothing', async () => {
      const tab = await open(other);
      await expect.poll(() => tab.faults.join()).toContain('frame-ancestors');
      expect(await heightOf(tab)).toBe('600');
      await tab.close();
    });
  },
  { EMBED_ORIGINS: `https://unused.test,${allowed}` },
);
