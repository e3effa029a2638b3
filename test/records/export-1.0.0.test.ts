/** What release 1.0.0 exported is loaded by this one, and shown as it was there. Contract 25.1. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { overTwoPairs } from '../support/adapters.js';
import { catchUp, disagreements } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';

/** In the order in which they are loaded. */
const KINDS: KindName[] = ['category', 'tag', 'venue', 'organizer', 'event'];

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/export-1.0.0/${name}.ndjson`, import.meta.url), 'utf8');

const parsed = (lines: string): Json[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Loads an export of a kind. → its counts, and the lines that were rejected. */
async function load(app: TestApp, name: KindName): Promise<Json> {
  const request = `POST /${kinds[name].route}/bulk`;
  const sent = { request, as: 'admin', type: 'application/x-ndjson', body: fixture(name) };
  const rows = parsed((await app.call(sent)).text);
  await catchUp(app.deps);
  const { created, updated } = rows.at(-1)?.summary ?? {};
  const rejected = rows.filter(({ status }) => status === 'rejected').map(({ line }) => line);
  return { created, updated, rejected };
}

/** → start, title, status, cost and venue of all events and dates, and of all series. */
async function listed(app: TestApp): Promise<Json[]> {
  const rows: Json[] = [];
  for (const view of ['', '&view=series']) {
    for (let page = 1; ; page++) {
      const { events, total_pages } = await app.given({
        request:
          `GET /events?start_date=2026-01-01&end_date=2027-12-31&per_page=50&page=${page}` +
          `&status=publish,private,draft,future${view}`,
      });
      rows.push(...events);
      if (page >= total_pages) break;
    }
  }
  return rows
    .map((event) => [event.start_date, event.title, event.status, event.cost, event.venue?.venue])
    .map(([start, title, status, cost, venue]) => [start, title, status, cost, venue ?? '']);
}

const sorted = (rows: Json[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

overTwoPairs('the export of release 1.0.0', (pair) => {
  it('is loaded whole, shows what it showed, and changes nothing when it is loaded again', async () => {
    const app = await openTestApp(pair);
    try {
      for (const name of KINDS) {
        expect(await load(app, name)).toMatchObject({ rejected: [] });
      }
      expect(sorted(await listed(app))).toEqual(sorted(parsed(fixture('lists'))));
      for (const name of KINDS) {
        const unchanged = { created: 0, updated: 0, rejected: [] };
        expect([name, await load(app, name)]).toEqual([name, unchanged]);
      }
      expect(await disagreements(app.deps)).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
