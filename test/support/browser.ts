/**
 * The system's Chromium, driven by playwright-core, before the app on the embedded file. A tab
 * collects every fault that a reader would not see: a request to another host, an error or a
 * refusal by the Content-Security-Policy in the console, a script that should not run.
 */
import { accessSync, constants } from 'node:fs';
import { get } from 'node:http';
import { delimiter, join } from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { urlRoots } from '../../src/present/markers.js';
import { pairNamed } from './adapters.js';
import { openTestApp, type TestApp } from './app.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** Where Chromium is: `CHROMIUM_PATH`, else the first of its names in `PATH`; null: nowhere. */
const executablePath = findBrowser();

function findBrowser(): string | null {
  const { CHROMIUM_PATH: given } = process.env;
  if (!given) return findCommand(NAMES);
  return isExecutable(given) ? given : null;
}

function findCommand(names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** How long something may take to appear, ms. */
const WAIT_MS = 15_000;

/** How a reader looks at a page. */
export interface View {
  /** CSS pixels; 1280 × 800 unless given. */
  width?: number;
  height?: number;
  /** Device pixels for one of CSS: a window of 1280 at a zoom of 200 % is 640 wide and has 2. */
  scale?: number;
  scheme?: 'light' | 'dark';
  /** False: the browser runs no script of the page. */
  scripts?: boolean;
  /** URLs of this host that fail to load. */
  missing?: RegExp;
}

/** A tab with what went wrong in it. */
export interface Tab {
  page: Page;
  /** One line each; a test expects none. */
  faults: string[];
  /** URLs of this host that were asked, in order. */
  asked: string[];
  /** Opens a path below the app's URL. → the status of the answer. */
  open(path: string): Promise<number>;
  /** → the bytes of everything that was asked, as a browser receives it: compressed by gzip. */
  weigh(): Promise<number>;
  /** → whether something is wider than the window. */
  isTooWide(): Promise<boolean>;
  /** → what axe-core finds against WCAG 2.2 AA and its best practices, one line an element. */
  judge(): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens tabs before one app. */
interface BrowserSuite<T> {
  app(): TestApp;
  /** → what filling the app gave. */
  given(): T;
  tab(view?: View): Promise<Tab>;
}

/**
 * Describes a suite in Chromium over an app that `given` has filled. It is skipped by name where
 * there is no Chromium, and fails there when REQUIRE_BROWSER is `true`.
 */
export function inBrowser<T>(
  title: string,
  given: (app: TestApp) => Promise<T>,
  suite: (browser: BrowserSuite<T>) => void,
  settings: Record<string, string> = {},
): void {
  const reason = executablePath === null ? 'no Chromium: apt-get install chromium' : null;
  if (reason && process.env.REQUIRE_BROWSER === 'true') throw new Error(`${title}: ${reason}`);
  describe.skipIf(reason !== null)(`${title}${reason ? ` (skipped: ${reason})` : ''}`, () => {
    let app: TestApp;
    let made: T;
    beforeAll(async () => {
      app = await openTestApp(pairNamed('sqlite + sqlite'), { settings });
      // Links lead to the app itself.
      app.deps.roots = urlRoots({ baseUrl: app.url, siteUrl: app.url });
      made = await given(app);
    });
    afterAll(async () => app?.close());
    suite({
      app: () => app,
      given: () => made,
      tab: async (view = {}) => openTab(app, await launched(), view),
    });
  });
}

let running: Promise<Browser> | null = null;

afterAll(async () => (await running)?.close());

/** → the browser of this test file. */
function launched(): Promise<Browser> {
  running ??= launch();
  return running;
}

// Chromium's sandbox refuses to run as root, which containers of CI are.
const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

async function openTab(app: TestApp, browser: Browser, view: View): Promise<Tab> {
  const { width = 1280, height = 800, scale = 1, scheme = 'light', scripts = true } = view;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    javaScriptEnabled: scripts,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block',
  });
  const faults: string[] = [];
  const asked: string[] = [];
  await refuseOthers(context, app.url, faults);
  if (view.missing) await context.route(view.missing, (route) => route.abort());
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  page.on('request', (request) => request.url().startsWith(app.url) && asked.push(request.url()));
  page.on('pageerror', ({ message }) => faults.push(`error: ${message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // The page itself may be a 404 or a 503; the test looks at its status.
    const isOwn =
      message.text().startsWith('Failed to load') && message.location().url === page.url();
    if (message.type() === 'error' && !isOwn) faults.push(`console: ${message.text()}`);
  });
  return {
    page,
    faults,
    asked,
    async open(path) {
      const answer = await page.goto(`${app.url}${path}`);
      return answer?.status() ?? 0;
    },
    weigh: () => weigh([...new Set(asked)]),
    isTooWide: () => page.evaluate<boolean>(TOO_WIDE),
    judge: () => judge(page),
    close: () => context.close(),
  };
}

const TOO_WIDE = 'document.scrollingElement.scrollWidth > document.scrollingElement.clientWidth';

async function weigh(urls: string[]): Promise<number> {
  let bytes = 0;
  for (const url of urls) {
    await new Promise<void>((resolve, reject) => {
      const headers = { 'Accept-Encoding': 'gzip' };
      get(url, { headers }, (answer) => {
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', resolve).on('error', reject);
      }).on('error', reject);
    });
  }
  return bytes;
}

/** Requests to another host do not leave the machine, and are faults. */
async function refuseOthers(context: BrowserContext, own: string, faults: string[]) {
  await context.route(
    ({ origin }) => origin !== own,
    (route) => {
      faults.push(`request to another host: ${route.request().url()}`);
      return route.abort();
    },
  );
}

/** WCAG 2.2 AA, and what axe-core holds for good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function judge(page: Page): Promise<string[]> {
  // Not a script element: the page's Content-Security-Policy would refuse it.
  await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: { type: 'tag', values: RULES },
  };
  const { violations }: AxeResults = await page.evaluate(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help}: ${target.join(' ')}: ${html.slice(0, 120)}`),
  );
}
