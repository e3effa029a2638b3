/** Bodies of updates that nobody reads are refused: the write would look done. Contract 0. */
import { expect } from 'vitest';
import type { Json } from '../support/app.js';
import { givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const FORM = 'application/x-www-form-urlencoded';

const unread = (name: string, call: Json, params: string[]): Scenario => ({
  name: `0 bodies that nobody reads: ${name} is 400, and no update`,
  given: (app) => givenVenue(app, { venue: 'Hall' }),
  call: ({ id }) => ({ request: `PATCH /venues/${id}?phone=1`, as: 'admin', ...call }),
  status: 400,
  code: 'rest_invalid_param',
  params,
  check: async (_, { id, modified_utc }, app) => {
    const now = await app.given({ request: `GET /venues/${id}` });
    expect([now.venue, now.phone, now.modified_utc]).toEqual(['Hall', undefined, modified_utc]);
  },
});
const PATCH_TYPE = 'application/json-patch+json';

runScenarios('bodies that nobody reads', [
  unread('JSON sent as a form', { type: FORM, body: '{"venue":"New"}' }, ['{"venue":"New"}']),
  unread('a misspelt name', { body: { vneue: 'New', citty: 'Ghent' } }, ['vneue', 'citty']),
  unread('JSON:API', { type: 'application/vnd.api+json', body: '{"data":{"attributes":{}}}' }, [
    'data',
  ]),
  unread('JSON Patch', { type: PATCH_TYPE, body: '[{"op":"replace","path":"/venue"}]' }, ['body']),
  unread('a text', { body: '"New"' }, ['body']),
  unread(
    'many unknown names',
    { body: Object.fromEntries([...'abcdefghijkl'].map((n) => [n, 1])) },
    [...'abcdefghij'],
  ),
  {
    name: '0 bodies that nobody reads: on a key of another system too',
    given: (app) => app.given({ request: 'PUT /venues/external/crm/1', body: { venue: 'Hall' } }),
    call: { request: 'PUT /venues/external/crm/1', as: 'admin', body: { vneue: 'New' } },
    status: 400,
    params: ['vneue'],
  },
  ...[{}, { lang: 'en' }, { url: 'x', x: 1 }, { phone: '1', x: 1 }, { status: 'publish' }].map(
    (body): Scenario => ({
      name: `0 a body is read: ${JSON.stringify(body)}`,
      given: (app) => givenVenue(app, { venue: 'Hall' }),
      call: ({ id }) => ({ request: `PATCH /venues/${id}`, as: 'admin', body }),
      status: 200,
    }),
  ),
]);
