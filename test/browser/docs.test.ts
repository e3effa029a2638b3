/** The docs page in a real browser. Contract 28. */
import { expect, it } from 'vitest';
import { inBrowser } from '../support/browser.js';

inBrowser(
  'the docs page',
  async () => undefined,
  (browser) => {
    it('opens', async () => {
      const tab = await browser.tab();
      expect(await tab.open('/vendor/events/v1/doc')).toBe(200);
      expect(tab.faults).toEqual([]);
      await tab.close();
    });
  },
);
