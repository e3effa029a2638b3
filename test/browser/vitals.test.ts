/**
 * What a visitor waits for, in Chromium with a processor four times slower and slow 4G, and what
 * moves under the finger meanwhile. Printed, and within the bounds of docs/testing.md.
 */
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.js';
import { inBrowser, type View } from '../support/browser.js';
import { givenEvent, givenVenue } from '../support/factories.js';

/** Lighthouse's "slow 4G": ms, and bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const SLOWER_CPU = 4;

/** Largest contentful paint, ms, and the sum of layout shifts. */
interface Vitals {
  lcp: number;
  cls: number;
}

const OBSERVE = `window.vitals = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) vitals.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) vitals.cls += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

async function givenMonth(app: TestApp): Promise<void> {
  const place = { city: 'Turin', geo_lat: 45.069, geo_lng: 7.693 };
  const { id: venue } = await givenVenue(app, { venue: 'Mole', ...place });
  for (let n = 1; n <= 28; n++) {
    const start = `2026-03-${String((n % 14) + 11).padStart(2, '0')} 20:00:00`;
    const description = `<p>${'All are welcome. '.repeat(40)}</p>`;
    const dates = { start_date: start, end_date: start };
    await givenEvent(app, { title: `Evening ${n}`, ...dates, venue, description });
  }
}

const phone: View = { width: 390, height: 844 };

const rows: [name: string, path: string, view: View, lcpMs: number][] = [
  ['front, phone', '/', phone, 3000],
  ['front, desktop', '/', {}, 3000],
  ['month, desktop', '/?view=month', {}, 4000],
  ['event, phone', '/event/evening-1/', phone, 2500],
  ['event, desktop', '/event/evening-1/', {}, 2500],
];

inBrowser('vitals', givenMonth, (browser) => {
  it.each([
    [320, '100%'],
    [360, '100%'],
    [360, '200%'],
  ])('the field of a town has room in %i pixels with letters of %s', async (width, size) => {
    const tab = await browser.tab({ width, height: 640 });
    await tab.open('/');
    await tab.page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
    const room = `(() => {
      const { paddingInlineStart: start, paddingInlineEnd: end } = getComputedStyle(near);
      const [letters] = getComputedStyle(near).fontSize.split('px');
      return (near.clientWidth - parseFloat(start) - parseFloat(end)) / letters;
    })()`;
    expect(await tab.page.evaluate<number>(room)).toBeGreaterThan(3.5);
    expect(await tab.isTooWide()).toBe(false);
    if (size === '100%') {
      const top = async (id: string) => (await tab.page.locator(id).boundingBox())?.y;
      expect(await top('#search-button')).toBe(await top('#near'));
    }
    await tab.close();
  });

  it.each(rows)('%s', async (name, path, view, lcpMs) => {
    const tab = await browser.tab(view);
    await tab.page.addInitScript(OBSERVE);
    const session = await tab.page.context().newCDPSession(tab.page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
    await tab.open(path);
    await tab.page.waitForLoadState('networkidle');
    const { lcp, cls } = await tab.page.evaluate<Vitals>('window.vitals');
    process.stdout.write(`${name}: LCP ${Math.round(lcp)} ms, CLS ${cls.toFixed(3)}\n`);
    expect(cls).toBeLessThanOrEqual(0.05);
    expect(lcp).toBeGreaterThan(0);
    expect(lcp).toBeLessThanOrEqual(lcpMs);
    expect(tab.faults).toEqual([]);
    await tab.close();
  });
});

/** Settings that add lines above the first card. */
const faces: Record<string, string>[] = [
  {},
  {
    SITE_NAME: 'Kulturkalender München',
    SITE_DESCRIPTION:
      'Concerts, theatre, exhibitions, tours and courses in town and around. '.repeat(3),
    SITE_LANGUAGES: 'en,de,fr,es,it,ja,ar',
  },
];

describe.each(faces)('the front page of a site with %j', (settings) => {
  const given = async (app: TestApp) => {
    await givenMonth(app);
    await givenEvent(app, { title: 'Gala', featured: true });
  };
  inBrowser(
    'on a phone',
    given,
    (browser) => {
      it('has its first card on the first screen', async () => {
        const tab = await browser.tab({ width: 360, height: 640 });
        await tab.open('/');
        const box = await tab.page.locator('.card').first().boundingBox();
        expect(box?.y).toBeLessThanOrEqual(400);
        expect(await tab.isTooWide()).toBe(false);
        expect(await tab.judge()).toEqual([]);
        await tab.close();
      });
    },
    settings,
  );
});
