/**
 * The example answers of the documentation are answers of the service, letter by letter:
 * `UPDATE_EXAMPLES=true` writes them into schemas/answers. Those of webhooks are written by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import { pairNamed } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';

const SITE = 'https://events.example.org';

let app: TestApp;

beforeAll(async () => {
  const settings = { BASE_URL: SITE, SITE_URL: SITE };
  app = await openTestApp(pairNamed('sqlite + sqlite'), { settings });
  await app.given({
    request: 'POST /events',
    body: {
      title: 'Opera ball',
      description: 'A night of music and dance.',
      timezone: 'Europe/Vienna',
      start_date: '2026-03-20 20:00:00',
      end_date: '2026-03-21 02:00:00',
      cost: ['10€', '30€'],
      categories: ['Music'],
      tags: ['dance'],
      venue: {
        venue: 'Opera house',
        address: 'Ring 2',
        city: 'Vienna',
        country: 'Austria',
        geo_lat: 48.2,
        geo_lng: 16.37,
      },
      organizer: { organizer: 'Opera club', website: 'https://club.example/' },
    },
  });
});
afterAll(() => app.close());

const asked: [file: string, request: string, key: string | null][] = [
  ...allKinds.map(({ name, route }): [string, string, string] => [name, `/${route}`, route]),
  ['suggestions', '/events/suggest?q=op', null],
  ['error', '/events?page=x', null],
];

it.each(asked)('1.9 the example of %s is the answer of GET %s', async (name, request, key) => {
  const { body } = await app.call({ request: `GET ${request}` });
  const answer = key === null ? body : body[key][0];
  const url = new URL(`../../schemas/answers/${name}.json`, import.meta.url);
  const schema: Json = JSON.parse(readFileSync(url, 'utf8'));
  if (process.env.UPDATE_EXAMPLES === 'true') {
    const text = JSON.stringify({ ...schema, example: answer }, null, 2);
    writeFileSync(fileURLToPath(url), `${text}\n`);
    return;
  }
  expect(answer).toEqual(schema.example);
});
