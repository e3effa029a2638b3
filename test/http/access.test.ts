/** Credentials over HTTP: who is let in, refusals, and no token in answers or logs. 6.1. */
import { expect, it } from 'vitest';
import { hashToken } from '../../src/access/tokens.js';
import { addUser, revokeUser } from '../../src/service/users.js';
import type { Call, TestApp } from '../support/app.js';
import { eventPayload, givenEvent, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';
import { describeApp, keepingLog } from '../support/shared.js';

const TOKEN = 'mq_token-of-a-test-caller-0123456789';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** Adds a user with a known token. */
const addKnown = async (app: TestApp) =>
  (await addUser(app.deps, { name: 'Zoë', role: 'editor', token: TOKEN }))?.user;

const refused = (name: string, Authorization: string): Scenario => ({
  name: `6.1 ${name} is 401 rest_not_logged_in`,
  given: addKnown,
  call: { request: 'GET /events', headers: { Authorization } },
  status: 401,
  code: 'rest_not_logged_in',
  check: ({ headers, text }) => {
    expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(text).not.toContain(TOKEN);
  },
});

const accepted = (name: string, Authorization: string): Scenario => ({
  name: `6.1 ${name} is accepted`,
  given: addKnown,
  call: { request: 'POST /events', headers: { Authorization }, body: eventPayload() },
  status: 201,
  check: ({ body, headers }, user) => {
    expect(body.author).toBe(user.id);
    expect(headers.get('cache-control')).toContain('private');
  },
});

const unknownEverywhere = (request: string, body?: unknown): Scenario => ({
  name: `6.1 unknown credentials are refused on ${request}, before step 3`,
  call: {
    request,
    headers: { Authorization: 'Bearer nobody' },
    ...(body === undefined ? {} : { body }),
  },
  status: 401,
  code: 'rest_not_logged_in',
});

runScenarios('credentials', [
  accepted('a Bearer token', `Bearer ${TOKEN}`),
  accepted('a Bearer token, scheme in lower case', `bearer ${TOKEN}`),
  accepted('Basic with name and token', basic(`Zoë:${TOKEN}`)),
  refused('an unknown token', 'Bearer mq_unknown'),
  refused('Bearer without a token', 'Bearer'),
  refused('a token with something after it', `Bearer ${TOKEN} x`),
  refused('a token with its end cut off', `Bearer ${TOKEN.slice(0, -1)}`),
  refused('a token in another case', `Bearer ${TOKEN.toUpperCase()}`),
  refused('the hash of a token', `Bearer ${hashToken(TOKEN)}`),
  refused('a token without a scheme', TOKEN),
  refused('a token with the scheme Token', `Token ${TOKEN}`),
  refused('a token with the scheme Digest', `Digest ${TOKEN}`),
  refused('Basic under another name', basic(`admin:${TOKEN}`)),
  refused('Basic without a name', basic(`:${TOKEN}`)),
  refused('Basic with an empty password', basic('Zoë:')),
  refused('Basic without a colon', basic(TOKEN)),
  refused('Basic that is no base64', 'Basic %%%'),
  refused('SQL instead of a token', "Bearer 'OR'1'='1"),
  unknownEverywhere('GET /'),
  unknownEverywhere('GET /doc'),
  unknownEverywhere('GET /nothing'),
  unknownEverywhere('GET /venues/1'),
  unknownEverywhere('GET /events?per_page=0'),
  unknownEverywhere('POST /events', {}),
  unknownEverywhere('PATCH /tags/99', { name: '' }),
  unknownEverywhere('DELETE /categories/99'),
  {
    name: '6.1 no header is anonymous: reads are public',
    given: (app) => givenEvent(app),
    call: ({ id }) => ({ request: `GET /events/${id}` }),
    status: 200,
    check: ({ headers }) => {
      expect(headers.get('vary')).toMatch(/authorization/i);
      expect(headers.get('cache-control')).not.toContain('private');
    },
  },
  {
    name: '6.1 a token in the query is not a credential',
    given: addKnown,
    call: {
      request: `POST /events?access_token=${TOKEN}&token=${TOKEN}`,
      body: eventPayload(),
    },
    status: 401,
    code: 'rest_forbidden',
  },
  {
    name: '6.1 a cookie is not a credential',
    given: addKnown,
    call: {
      request: 'POST /events',
      headers: { Cookie: `token=${TOKEN}`, 'X-WP-Nonce': TOKEN },
      body: eventPayload(),
    },
    status: 401,
    code: 'rest_forbidden',
  },
  {
    name: '6.1 a revoked token is refused at once',
    given: async (app) => {
      await givenVenue(app, {}, 'author');
      await revokeUser(app.deps, { name: 'author', isForced: false });
    },
    call: { request: 'GET /venues', as: 'author' },
    status: 401,
    code: 'rest_not_logged_in',
  },
]);

describeApp('6.1 a refusal looks the same for every cause', (app) => {
  it('unknown token, wrong name, malformed header', async () => {
    await addKnown(app());
    const answers = await Promise.all(
      ['Bearer nobody', basic(`bob:${TOKEN}`), basic('Zoë:x'), 'Digest x'].map((Authorization) =>
        app().call({ request: 'GET /events', headers: { Authorization } }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

const { log, lines } = keepingLog();

describeApp(
  '6.1 no token in any log line or answer',
  (app) => {
    it('not in successes, refusals or faults', async () => {
      await addKnown(app());
      const { get } = app().deps.store;
      const { search } = app().deps.index;
      const bearer = { Authorization: `Bearer ${TOKEN}` };
      const calls: Call[] = [
        { request: 'GET /events', headers: bearer },
        { request: 'POST /events', headers: bearer, body: eventPayload() },
        { request: 'POST /events', headers: bearer, body: '{' },
        { request: 'POST /events', headers: bearer, body: {} },
        { request: 'GET /events/99', headers: bearer },
        { request: 'GET /nothing', headers: bearer },
        { request: 'GET /events', headers: { Authorization: `Digest ${TOKEN}` } },
        { request: 'GET /events', headers: { Authorization: basic(`bob:${TOKEN}`) } },
        { request: `GET /events?token=${TOKEN}&per_page=0` },
        { request: 'GET /events', headers: { Cookie: TOKEN, 'X-Token': TOKEN } },
      ];
      const texts: string[] = [];
      const callAll = async () => {
        for (const call of calls) {
          const answer = await app().call(call);
          texts.push(answer.text + JSON.stringify([...answer.headers]));
        }
      };
      await callAll();
      app().deps.store.get = () => Promise.reject(new Error('down'));
      app().deps.index.search = () => Promise.reject(new Error('down'));
      await callAll();
      Object.assign(app().deps.store, { get });
      Object.assign(app().deps.index, { search });
      expect(lines.length).toBeGreaterThanOrEqual(2 * calls.length);
      expect(lines.some((line) => line.includes('down'))).toBe(true);
      const shapes = [TOKEN, basic(`bob:${TOKEN}`).slice(6), hashToken(TOKEN)];
      for (const shape of shapes) {
        expect(lines.filter((line) => line.includes(shape))).toEqual([]);
        expect(texts.filter((text) => text.includes(shape))).toEqual([]);
      }
    });
  },
  { overrides: { log } },
);
