/** Pages on paper: a programme without what only a screen can do. Contract 26.3. */
import { expect, it } from 'vitest';
import type { TestApp } from '../support/app.js';
import { inBrowser, type Tab } from '../support/browser.js';
import { givenEvent, givenVenue } from '../support/factories.js';

/** A4 without its margins, CSS pixels. */
const PAPER = { width: 680, height: 1000 };

async function givenDays(app: TestApp): Promise<void> {
  const { id: venue } = await givenVenue(app, { venue: 'Donaudampfschifffahrtsgesellschaft' });
  for (let day = 10; day < 25; day++) {
    for (const hour of [18, 19, 20, 21]) {
      const [start_date, end_date] = [hour, hour + 1].map((at) => `2026-03-${day} ${at}:00`);
      const title = `Veranstaltungsvorankündigung ${hour}`;
      await givenEvent(app, { title, start_date, end_date, venue, featured: day === 12 });
    }
  }
}

const onPaper = async (tab: Tab, path: string) => {
  await tab.open(path);
  await tab.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
};

const WIDER = `[...document.querySelectorAll('.month td')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)`;

const styleOf = (tab: Tab, selector: string, name: string) =>
  tab.page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${name}`);

inBrowser(
  'pages on paper',
  givenDays,
  (browser) => {
    it.each([
      ['/', '#results > .day:not(.highlights)'],
      ['/?overlaps=2026-03-12,2026-03-12', '.highlights'],
    ])('%s is in two columns, with the name of the site and nothing to press', async (path, day) => {
      const tab = await browser.tab(PAPER);
      await onPaper(tab, path);
      expect(await styleOf(tab, day, 'columnCount')).toBe('2');
      expect(await tab.page.getByText('Kulturkalender').first().isVisible()).toBe(true);
      expect(await tab.page.locator(':is(button, .button, input, nav):visible').count()).toBe(0);
      expect(await styleOf(tab, 'body', 'backgroundColor')).toBe('rgb(255, 255, 255)');
      const address = tab.page.locator('.on-paper');
      expect(decodeURIComponent(await address.innerText())).toBe(browser.app().url + path);
      await tab.page.emulateMedia({ media: 'screen' });
      expect(await address.isVisible()).toBe(false);
      await tab.close();
    });

    it('has the code of its address, which is loaded for paper alone', async () => {
      const tab = await browser.tab();
      await tab.open('/?search=19&lang=de');
      await tab.page.waitForLoadState('networkidle');
      const codes = () => tab.asked.filter((url) => url.includes('/qr.svg'));
      expect(codes()).toEqual([]);
      await tab.page.pdf();
      const [code = ''] = codes();
      expect(new URL(code).searchParams.get('of')).toMatch(/\/\?lang=de&search=19$/);
      const [own, other] = ['/', 'https://other.test/'].map((of) => new URL(of, code));
      const status = async (of = '') =>
        (await fetch(new URL(`/qr.svg?${new URLSearchParams({ of })}`, code))).status;
      expect(await status(own?.href)).toBe(200);
      expect(await status(other?.href)).toBe(404);
      expect(await status(`${own?.href}${'a'.repeat(300)}`)).toBe(404);
      await tab.close();
    });

    it.each([
      PAPER,
      { width: 1280 },
      { width: 700 },
    ])('in a month of %o nothing overlaps', async (view) => {
      const tab = await browser.tab(view);
      await tab.open('/?view=month&lang=de');
      expect(await tab.page.evaluate(WIDER)).toEqual([]);
      await tab.page.emulateMedia({ media: 'print' });
      expect(await tab.page.evaluate(WIDER)).toEqual([]);
      await tab.close();
    });
  },
  { SITE_NAME: 'Kulturkalender', SITE_LANGUAGES: 'en,de' },
);
