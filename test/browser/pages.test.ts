/**
 * Every page in every state that somebody designed, in a real browser: no violation of WCAG 2.2 AA,
 * no request to another host, no error, nothing refused by the Content-Security-Policy, nothing
 * wider than a small telephone, no script but ours. Contract 26.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { indexUnavailable } from '../../src/errors.js';
import { inBrowser, type Tab, type View } from '../support/browser.js';
import { givenHardRecords } from '../support/hard-records.js';
import { breakIndex } from '../sync/faulty.js';

/** Name; a path, or the name of a record that was made; status. */
type State = [name: string, path: string, status: number];

const states: State[] = [
  ['the front page', '/', 200],
  ['its second page', '/?page=2', 200],
  [
    'a filtered front page',
    '/?search=evening&categories=music&is_free=true&start_date=2026-03-11&end_date=2026-04-30',
    200,
  ],
  ['a town', '/?near=Berlin&geoloc_radius=25&orderby=distance', 200],
  ['a town that nobody knows', '/?near=%22%3E%3Cb%3ENowhere', 200],
  ['a search with a wrong letter', '/?search=evenimg', 200],
  ['a month', '/?view=month&search=evening', 200],
  ['a month without events', '/?view=month&month=2031-02', 200],
  ['tonight', '/?day=today&part=evening,night', 200],
  ['no results', '/?search=zzzzzz', 200],
  ['a wrong parameter', '/?start_date=%3Cscript%3E', 400],
  ['a page past the end', '/?page=99', 404],
  ['no such event', '/event/nowhere/', 404],
  ['no such page', '/nowhere', 404],
  ['an event in the trash', '/event/gone/', 410],
  ['an event', '/event/plain/', 200],
  ['a cancelled event', '/event/cancelled/', 200],
  ['an event with a new date', '/event/rescheduled/', 200],
  ['an online event', '/event/online/', 200],
  ['a sold-out event in another zone', '/event/sold-out/', 200],
  ['an event of whole days', '/event/all-day/', 200],
  ['an event from right to left', '/event/rtl/', 200],
  ['an event with controls of direction', '/event/bidi/', 200],
  ['a hostile event', '/event/hostile/', 200],
  ['an event with 1,000 characters in its title', '/event/long/', 200],
  ['an event without a title', '/event/untitled/', 200],
  ['a venue', 'venue', 200],
  ['a hostile venue', 'hostileVenue', 200],
  ['an organizer', 'organizer', 200],
  ['a category with one below it', 'category', 200],
  ['a hostile tag', 'tag', 200],
];

const SCRIPT_LINKS = '[href^="javascript:" i], [href^="data:" i]';

/** Screenshots, for whoever wants to look. */
const pictures = process.env.SCREENSHOTS;

async function expectFine(tab: Tab, name: string): Promise<void> {
  // A map asks for more once it shows.
  if (await tab.page.locator('#map').isVisible()) await tab.page.waitForLoadState('networkidle');
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    await tab.page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  }
  expect(await tab.judge()).toEqual([]);
  expect(await tab.isTooWide()).toBe(false);
  expect(tab.faults).toEqual([]);
  expect(await tab.page.evaluate('window.hostile')).toBeUndefined();
  expect(await tab.page.locator(SCRIPT_LINKS).count()).toBe(0);
}

const views: [string, View][] = [
  ['wide and light', { scheme: 'light' }],
  ['narrow and dark', { scheme: 'dark', width: 320 }],
];

inBrowser('pages', givenHardRecords, (browser) => {
  it('26 nothing is wider than a window of 1280 pixels at a zoom of 200 %', async () => {
    const tab = await browser.tab({ width: 640, height: 400, scale: 2 });
    for (const [name, path, status] of states) {
      expect(await tab.open(browser.given()[path] ?? path)).toBe(status);
      expect(await tab.isTooWide(), name).toBe(false);
    }
    await tab.close();
  });

  it('a tab sees what these tests are to find', async () => {
    const tab = await browser.tab();
    await tab.open('/event/plain/');
    await tab.page.evaluate(`document.querySelector('main').innerHTML =
      '<img src="https://elsewhere.test/" onerror="window.hostile=1"><pre>' + 'x'.repeat(999)`);
    expect(await tab.isTooWide()).toBe(true);
    expect((await tab.judge()).join()).toContain('image-alt');
    const said = tab.faults.join();
    expect(said).toContain('https://elsewhere.test/');
    expect(said).toContain('inline event handler');
    await tab.close();
  });

  describe.each(views)('%s', (viewName, view) => {
    // One for all: it keeps stylesheets and scripts, as that of a reader does.
    let tab: Tab;
    beforeAll(async () => {
      tab = await browser.tab(view);
    });
    afterAll(() => tab?.close());
    beforeEach(() => {
      tab.faults.length = 0;
    });

    it.each(states)('26 %s', async (name, path, status) => {
      expect(await tab.open(browser.given()[path] ?? path)).toBe(status);
      await expectFine(tab, `${name} ${viewName}`);
    });

    it('26 the index does not answer', async () => {
      const mend = breakIndex(browser.app().deps, () => ({
        search: async () => {
          throw indexUnavailable(new Error('down'));
        },
      }));
      try {
        expect(await tab.open('/?search=anything')).toBe(503);
        await expectFine(tab, `503 ${viewName}`);
        // The record itself is read from the store.
        expect(await tab.open(`${browser.given().venue}?page=1`)).toBe(200);
        expect(await tab.page.getByText('The list is not available').count()).toBe(1);
        await expectFine(tab, `venue without list ${viewName}`);
      } finally {
        mend();
      }
    });
  });
});

inBrowser(
  'pages of an empty listing',
  async () => undefined,
  (browser) => {
    it.each(views)('26 the front page, %s', async (viewName, view) => {
      const tab = await browser.tab(view);
      expect(await tab.open('/')).toBe(200);
      await expectFine(tab, `empty ${viewName}`);
      await tab.close();
    });
  },
);
