/**
 * The requests that the documents show are sent to a service with a few records, in the order of
 * their page, and what is printed below them is compared. The README's first answer is that of
 * the demo: test/scripts/demo.test.ts.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedPair } from './support/adapters.js';
import { type Json, openTestApp, type TestApp } from './support/app.js';
import { comparePrinted } from './support/printed.js';
import { top } from './support/process.js';
import { read } from './support/sources.js';

/** A request of a document, and the answer that is printed below it. */
interface Example {
  request: string;
  body?: Json;
  answer?: string;
}

const FENCED = /^```http\n([A-Z]+ \S+)\n([\s\S]*?)```(?:\n\n```json\n([\s\S]*?)```)?/gm;
/** Requests in tables and text: `GET /events`, and those with a body: `PATCH /events/12` `{…}`. */
const INLINE = /`(GET|DELETE) (\/[^`…{}]*)`|`(POST|PUT|PATCH) (\/[^`…{}]*)` `(\{"[^`…]*\})`/g;
/** Commands of the README that write. */
const CURL = /^curl -X (POST) \S+\/vendor\/events\/v1(\S+) \\\n[\s\S]*?-d '([^']*)'/gm;
/** Paths that stand outside of the interface, or speak of records that nobody has. */
const ELSEWHERE = /^\/(health|ready|\{)/;

function examplesOf(page: string): Example[] {
  const text = read(page);
  const fenced = [...text.matchAll(FENCED)].map(([, request = '', body = '', answer]) => ({
    request,
    ...(body.trim() ? { body: JSON.parse(body) } : {}),
    ...(answer ? { answer } : {}),
  }));
  const inline = [...text.matchAll(INLINE)].map(([, read, path = '', write, to = '', body = '']) =>
    read ? { request: `${read} ${path}` } : { request: `${write} ${to}`, body: JSON.parse(body) },
  );
  const commands = [...text.matchAll(CURL)].map(([, method, path = '', body = '']) => {
    return { request: `${method} ${path}`, body: JSON.parse(body) };
  });
  return [
    ...[...fenced, ...commands],
    ...inline.filter(({ request }) => !ELSEWHERE.test(request.split(' ')[1] ?? '')),
  ];
}

const inApi = (name: string): string => `docs/api/${name}`;
const PAGES = ['README.md', ...readdirSync(join(top, 'docs', 'api')).map(inApi)].filter(
  (page) => examplesOf(page).length > 0,
);

/** The records that the documents speak of, under the IDs that they name. */
async function fill(app: TestApp): Promise<void> {
  const at = { start_date: '2027-03-05 20:00', end_date: '2027-03-05 23:00' };
  const add = (path: string, body: Json) => app.given({ request: `POST /${path}`, body });
  for (const name of ['Blues', 'Python', 'Rock']) await add('categories', { name });
  await add('tags', { name: 'Kids' });
  const berlin = { city: 'Berlin', country: 'Germany', geo_lat: 52.52, geo_lng: 13.405 };
  const venues = ['Town hall', 'Corn exchange', 'Old mill', 'Arts centre'];
  for (const venue of venues) await add('venues', { venue, city: 'Ghent' });
  await add('venues', { venue: 'Blue Note', ...berlin });
  await add('venues', { venue: 'Blue Notte', ...berlin });
  await add('organizers', { organizer: 'Ann Lee' });
  const jazz = { categories: ['Jazz'], venue: 5, cost: '€12' };
  await add('events', { title: 'Jazz night', ...at, ...jazz });
  await add('events', { title: 'Jazz trio', ...at, ...jazz, cost: 'Free' });
  await add('events', { title: 'Python meetup', ...at, categories: ['Python'], venue: 5 });
  await add('events', { title: 'Reading', ...at });
  await add('events', { title: 'Open stage', ...at });
  const put = { as: 'admin', body: { title: 'Open mike', ...at } };
  await app.given({ request: 'PUT /events/external/crm/4711', ...put });
}

describe.each(PAGES)('%s', (page) => {
  const examples = examplesOf(page);
  let app: TestApp;
  beforeAll(async () => {
    const now = () => Date.parse('2027-03-04T12:00:00Z');
    app = await openTestApp(embeddedPair, { overrides: { now } });
    await fill(app);
  });
  afterAll(() => app?.close());

  it.each(examples)('$request', async ({ request, body, answer }) => {
    const { status, text, body: given } = await app.call({ request, as: 'admin', body });
    const [, wanted = '', printed = ''] = answer?.match(/^(?:(\d{3}) )?([\s\S]*)$/) ?? [];
    expect(status, text).toBe(Number(wanted || (request.startsWith('GET') ? 200 : status)));
    if (!wanted) expect(status, text).toBeLessThan(400);
    if (printed) comparePrinted(given, JSON.parse(printed), request);
  });
});

describe('rules of recurring events', () => {
  /** In the table: lines of a rule, and the first dates of the event. */
  const rows = read('docs/api/recurring.md').matchAll(
    /\| ((?:`[A-Z]+[=:][^`]+` ?)+): ([\d :,-]+) \|$/gm,
  );
  const rules = [...rows].map(([, lines = '', dates = '']): [string[], string[]] => [
    [...lines.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line),
    dates.split(', ').map((date) => (date.includes(' ') ? `${date}:00` : `${date} 19:00:00`)),
  ]);
  let app: TestApp;
  beforeAll(async () => {
    const now = () => Date.parse('2027-03-04T12:00:00Z');
    app = await openTestApp(embeddedPair, { overrides: { now } });
  });
  afterAll(() => app?.close());

  it('has an example in each row', () => expect(rules).toHaveLength(6));

  it.each(rules)('%s', async (recurrence, dates) => {
    const [start_date] = dates;
    const event = { title: 'Choir', start_date, end_date: start_date, recurrence };
    const { recurrence: answered } = await app.given({ request: 'POST /events', body: event });
    expect(answered.next.slice(0, dates.length)).toEqual(dates);
  });
});
