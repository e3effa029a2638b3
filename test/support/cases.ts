/** Loads the files of test/fixtures/cases as a client does, and reads what became of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { embeddedPair } from './adapters.js';
import { type Call, type Json, openTestApp, type TestApp } from './app.js';
import { type Loaded as Load, load } from './http-loads.js';

const folder = new URL('../fixtures/cases', import.meta.url).pathname;

export type Facts = Record<string, Json>;

export interface Loaded extends Load {
  /** Events as listed, by title. */
  events: Map<string, Json[]>;
}

/** Opens an app in November 2026 for each test. → it. */
export function openCases(): () => TestApp {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp(embeddedPair, { at: '2026-11-25T12:00:00Z' });
  });
  afterEach(() => app.close());
  return () => app;
}

const TYPES: Record<string, string> = { csv: 'text/csv', ics: 'text/calendar' };

export function loadCase(app: TestApp, file: string, options: Loading = {}): Promise<Loaded> {
  const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/json';
  return loadBody(app, readFileSync(join(folder, file)), { type, ...options });
}

interface Loading extends Partial<Call> {
  query?: string;
  route?: string;
}

export async function loadBody(
  app: TestApp,
  body: string | Uint8Array,
  { query = '', route = 'events', ...how }: Loading = {},
): Promise<Loaded> {
  const sent = { as: 'admin', type: 'application/json', ...how };
  const loaded = await load(app, `${route}/bulk${query}`, body, sent);
  const events = new Map<string, Json[]>();
  const list = 'GET /events?per_page=100&start_date=2026-01-01&end_date=2028-01-01';
  for (const event of (await app.given({ request: list, as: 'admin' })).events) {
    events.set(event.title, [...(events.get(event.title) ?? []), event]);
  }
  return { ...loaded, events };
}
