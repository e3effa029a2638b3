/**
 * The widget of docs/examples in a real browser, started by the line in its head, on another
 * origin than the service: its place granted, refused, unavailable.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/dev/engines/processes.js';
import type { TestApp } from '../support/app.js';
import { inBrowser, type Tab } from '../support/browser.js';
import { givenEvent } from '../support/factories.js';
import { top } from '../support/process.js';
import { read } from '../support/sources.js';

const BERLIN = { latitude: 52.52, longitude: 13.4 };
const PAGE = 'docs/examples/near-me.html';
const [line = ''] = /npx esbuild .*/.exec(read(PAGE)) ?? [];

let host: ChildProcess;
let origin: string;
beforeAll(async () => {
  const port = await freePort(0);
  origin = `http://127.0.0.1:${port}`;
  const [, ...args] = line.replace(/:8080$/, `:${port}`).split(' ');
  host = spawn('npx', args, { cwd: top, stdio: ['pipe', 'ignore', 'ignore'] });
  const isUp = () => fetch(`${origin}/client/dist/marquee-client.js`).then(({ ok }) => ok);
  await vi.waitUntil(() => isUp().catch(() => false), { timeout: 30_000 });
});
afterAll(async () => {
  // It ends with its input.
  host.stdin?.end();
  if (host.exitCode === null) await once(host, 'exit');
});

const given = async (app: TestApp): Promise<void> => {
  const venue = (name: string, city: string, geo_lat: number, geo_lng = 13.4) => ({
    venue: { venue: name, city, geo_lat, geo_lng },
  });
  const tonight = { start_date: '2026-03-10 20:00:00', end_date: '2026-03-10 22:00:00' };
  const far = { title: 'Far <b>fair</b>', ...tonight, ...venue('Field', 'Potsdam', 52.4) };
  await givenEvent(app, far);
  await givenEvent(app, { title: 'Close concert', ...venue('Hall', 'Berlin', 52.51) });
  await givenEvent(app, { title: 'Elsewhere', ...venue('Tent', 'Munich', 48.14, 11.57) });
};

inBrowser('the widget', given, (browser) => {
  /** Opens it before the service, after `prepare`. */
  const open = async (prepare?: (tab: Tab) => Promise<unknown>): Promise<Tab> => {
    const tab = await browser.tab({ width: 320 });
    await tab.page.context().route(`${origin}/**`, (route) => route.continue());
    await prepare?.(tab);
    await tab.page.goto(`${origin}/${PAGE}?api=${browser.app().url}/vendor/events/v1`);
    return tab;
  };
  const says = (tab: Tab, text: string) =>
    tab.page.getByRole('status').filter({ hasText: text }).waitFor();
  const items = (tab: Tab) => tab.page.getByRole('listitem').allInnerTexts();
  const ask = (tab: Tab) => tab.page.getByRole('button', { name: 'Where I am' }).click();
  const allow = async (tab: Tab) => {
    const context = tab.page.context();
    await context.grantPermissions(['geolocation'], { origin });
    await context.setGeolocation(BERLIN);
  };
  /** Types a town, as the widget asks for when there is no place. */
  const type = async (tab: Tab, town: string) => {
    expect(await tab.page.evaluate('document.activeElement.name')).toBe('town');
    await tab.page.keyboard.type(`${town}\n`);
  };

  it('lists what is soon and close to its visitor', async () => {
    const tab = await open(allow);
    await ask(tab);
    await says(tab, '2 events near you');
    expect(await items(tab)).toEqual([
      'Far <b>fair</b>\n\nTuesday, March 10, 2026 at 8:00 PM · Field · Potsdam · 13.3 km',
      'Close concert\n\nFriday, March 20, 2026 at 9:00 AM · Hall · Berlin · 1.1 km',
    ]);
    expect(await tab.judge()).toEqual([]);
    expect(await tab.isTooWide()).toBe(false);
    expect(tab.faults).toEqual([]);
    await tab.close();
  });

  it.each<[string, string, (tab: Tab) => Promise<unknown>]>([
    [
      'is refused',
      'You keep your place to yourself.',
      (tab) => tab.page.context().grantPermissions([]),
    ],
    [
      'is unavailable',
      'Your place is unknown.',
      async (tab) => {
        await allow(tab);
        await tab.page.context().setGeolocation(null);
      },
    ],
    [
      'is nothing that the browser has',
      'This browser does not tell where you are.',
      (tab) => tab.page.addInitScript(`Object.defineProperty(navigator, 'geolocation', {})`),
    ],
  ])('takes a town where the place %s', async (_, text, prepare) => {
    const tab = await open(prepare);
    await ask(tab);
    await says(tab, `${text} Type a town instead.`);
    await type(tab, 'Munich');
    await says(tab, 'One event near Munich, ');
    expect(await items(tab)).toEqual([expect.stringContaining('Elsewhere')]);
    const search = async (town: string) => {
      await tab.page.getByRole('textbox').fill(town);
      await tab.page.getByRole('button', { name: 'Search' }).click();
    };
    await search('Springfield');
    await says(tab, 'No events near Springfield, Missouri');
    await tab.page.getByRole('button', { name: 'Springfield, Illinois' }).click();
    await says(tab, 'No events near Springfield, Illinois');
    await search('Munch');
    await says(tab, 'We know no town “Munch”. Try a larger one nearby.');
    expect(await items(tab)).toEqual([]);
    await tab.page.getByRole('button', { name: 'Munich' }).click();
    await says(tab, 'One event near Munich, ');
    // The console tells of the answer 400.
    expect(tab.faults.filter((fault) => !fault.includes('400'))).toEqual([]);
    await tab.close();
  });

  it('says when the service does not answer', async () => {
    const tab = await open(allow);
    await tab.page.context().route(`${browser.app().url}/**`, (route) => route.abort());
    await ask(tab);
    await says(tab, 'Events cannot be shown at the moment. Try again in a few seconds.');
    await tab.close();
  });
});
