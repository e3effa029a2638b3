/** Loads the files of test/fixtures/cases as a client does, and reads what became of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { pairNamed } from './adapters.js';
import { type Json, openTestApp, type TestApp } from './app.js';

const folder = new URL('../fixtures/cases', import.meta.url).pathname;

export type Facts = Record<string, Json>;

export interface Loaded {
  /** Lines of the answer, by line of the file. */
  lines: Json[];
  summary: Json;
  notes: Json;
  /** Events as listed, by title. */
  events: Map<string, Json[]>;
}

/** Opens an app in November 2026 for each test. → it. */
export function openCases(): () => TestApp {
  let app: TestApp;
  beforeEach(async () => {
    const now = () => Date.parse('2026-11-25T12:00:00Z');
    app = await openTestApp(pairNamed('sqlite + sqlite'), { overrides: { now } });
  });
  afterEach(() => app.close());
  return () => app;
}

const TYPES: Record<string, string> = { csv: 'text/csv', ics: 'text/calendar' };

export function loadCase(app: TestApp, file: string, options: Loading = {}): Promise<Loaded> {
  const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/json';
  return loadBody(app, readFileSync(join(folder, file)), { type, ...options });
}

interface Loading {
  query?: string;
  type?: string;
  route?: string;
}

export async function loadBody(
  { call, given }: TestApp,
  body: string | Uint8Array,
  { query = '', type = 'application/json', route = 'events' }: Loading = {},
): Promise<Loaded> {
  const request = `POST /${route}/bulk${query}`;
  const answer = await call({ request, as: 'admin', type, body });
  const lines = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { summary, notes } = lines.pop() ?? {};
  const events = new Map<string, Json[]>();
  const list = 'GET /events?per_page=100&start_date=2026-01-01&end_date=2028-01-01';
  for (const event of (await given({ request: list, as: 'admin' })).events) {
    events.set(event.title, [...(events.get(event.title) ?? []), event]);
  }
  return { lines, summary, notes, events };
}
