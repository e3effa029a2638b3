/**
 * Pages in languages of other lengths, scripts and directions, in a real browser: no violation of
 * WCAG 2.2 AA, nothing wider than the window, no error. Contract 26.7.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inBrowser, type View } from '../support/browser.js';
import { givenHardRecords } from '../support/hard-records.js';

const LANGUAGES = ['de', 'fr', 'ja', 'ar'];

const PATHS = ['/', '/?search=evening&view=month', '/?running=only', '/?per_page=x', '/event/rtl/'];

const VIEWS: [string, View][] = [
  ['wide', { scheme: 'light' }],
  ['narrow and dark', { scheme: 'dark', width: 320 }],
];

/** Screenshots, for whoever wants to look. */
const pictures = process.env.SCREENSHOTS;

inBrowser(
  'languages of pages',
  givenHardRecords,
  (browser) => {
    describe.each(VIEWS)('%s', (name, view) => {
      it.each(LANGUAGES)('26.7 in %s', async (lang) => {
        const tab = await browser.tab(view);
        for (const [at, path] of PATHS.entries()) {
          await tab.open(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`);
          if (pictures) {
            mkdirSync(pictures, { recursive: true });
            await tab.page.screenshot({ path: join(pictures, `${lang} ${at} ${name}.png`) });
          }
          expect(await tab.judge(), path).toEqual([]);
          expect(await tab.isTooWide(), path).toBe(false);
        }
        expect(tab.faults).toEqual([]);
        await tab.close();
      });
    });

    it('26.7 a heading begins with a large letter where its first word is a day or a month', async () => {
      const tab = await browser.tab();
      for (const [path, heading] of [
        ['/?lang=fr', '.day-title'],
        ['/?view=month&lang=fr', '#results-title'],
      ] as const) {
        await tab.open(path);
        const first = `getComputedStyle(document.querySelector('${heading}'), '::first-letter')`;
        expect(await tab.page.evaluate(`${first}.textTransform`), path).toBe('uppercase');
      }
      await tab.close();
    });

    it('26.7 scripts speak the language of the page', async () => {
      const tab = await browser.tab();
      await tab.open('/?lang=de');
      const marker = tab.page.locator('#map .count').first();
      await marker.waitFor();
      expect(await marker.getAttribute('aria-label')).toMatch(
        /^\d+ Veranstaltung(en)? (bei|hier:) /,
      );
      expect(await tab.page.locator('#map').getAttribute('aria-label')).toMatch(/^Karte\. /);
      await tab.close();
    });
  },
  { SITE_LANGUAGES: `en,${LANGUAGES.join()}` },
);
