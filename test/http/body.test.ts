/** Bodies: types, limits, encodings, and how parameters are merged. Contract 0, 10. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import type { Json } from '../support/app.js';
import { eventPayload, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';
import { breakOff, describeApp, PREFIX, rawCall, sendBytes } from '../support/shared.js';

const FORM = 'application/x-www-form-urlencoded';

const multipart = (parts: string[], boundary = 'edge') => ({
  type: `multipart/form-data; boundary=${boundary}`,
  body: `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
});
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, content: string) =>
  `Content-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${content}`;

const createsTag = (name: string, call: Json, body: Json = { name: 'jazz' }): Scenario => ({
  name: `0 body types: ${name}`,
  call: { request: 'POST /tags', as: 'admin', ...call },
  status: 201,
  body,
});
const givesNothing = (name: string, call: Json): Scenario => ({
  name: `0 body types: ${name} gives no parameters`,
  call: { request: 'POST /tags', as: 'admin', ...call },
  status: 400,
  code: 'rest_missing_callback_param',
  params: ['name'],
});
const times = 'start_date=2026-03-20+09:00&end_date=2026-03-20+11:00';

runScenarios('body types', [
  createsTag('application/json', { body: { name: 'jazz' } }),
  createsTag('application/json with a charset', {
    type: 'application/json; charset=utf-8',
    body: '{"name":"jazz"}',
  }),
  createsTag('…+json', { type: 'application/vnd.api+json', body: '{"name":"jazz"}' }),
  createsTag('a JSON type in upper case', { type: 'Application/JSON', body: '{"name":"jazz"}' }),
  createsTag('JSON after a byte order mark', { body: '\uFEFF{"name":"jazz"}' }),
  createsTag('a form', { type: FORM, body: 'name=jazz' }),
  createsTag('a form with + and %', { type: FORM, body: 'name=a+b%26%C3%A9' }, { name: 'a b&é' }),
  createsTag('a form: the last value of a repeated name', { type: FORM, body: 'name=x&name=jazz' }),
  createsTag('a form with a dot in a name', { type: FORM, body: 'name=jazz&a.b=1' }),
  createsTag('multipart', multipart([field('name', 'jazz')])),
  createsTag('multipart with non-ASCII text', multipart([field('name', 'Zoë & Co')]), {
    name: 'Zoë & Co',
  }),
  createsTag('multipart, files ignored', multipart([file('slug', 'x'), field('name', 'jazz')])),
  givesNothing('an empty form', { type: FORM, body: '' }),
  givesNothing('an empty text', { type: 'text/plain', body: '' }),
  ...(
    [
      ['text/plain', { type: 'text/plain', body: '{"name":"jazz"}' }],
      ['XML', { type: 'application/xml', body: '<name>jazz</name>' }],
      ['an unknown type', { type: 'x/y', body: 'name=jazz' }],
      ['an invalid type', { type: '///;;', body: 'name=jazz' }],
      ['multipart with only a file', multipart([file('name', 'jazz')])],
    ] as [string, Json][]
  ).flatMap(([name, call]) =>
    ['POST /tags', 'PATCH /tags/1', 'PUT /venues/external/crm/1', 'DELETE /events/1'].map(
      (request): Scenario => ({
        name: `0 body types: ${name} is 415, ${request}`,
        call: { request, as: 'admin', ...call },
        status: 415,
        code: 'rest_unsupported_media_type',
      }),
    ),
  ),
  {
    name: '0 lists: a form may use x[]= and nested names',
    call: {
      request: 'POST /events',
      as: 'admin',
      type: FORM,
      body: `title=Fair&${times}&tags[]=jazz&tags[]=blues&venue[venue]=Hall&venue[city]=Ghent&organizer[0][organizer]=Ann`,
    },
    status: 201,
    body: {
      tags: [{ name: 'jazz' }, { name: 'blues' }],
      venue: { venue: 'Hall', city: 'Ghent' },
      organizer: [{ organizer: 'Ann' }],
    },
  },
  {
    name: '0 lists: a form may have 100 items in each list, and more parameters after them',
    call: {
      request: 'POST /events',
      as: 'admin',
      type: FORM,
      body: `${['tags', 'categories'].map((list) => Array.from({ length: 100 }, (_, at) => `${list}[]=${list}${at}`).join('&')).join('&')}&title=Fair&${times}`,
    },
    status: 201,
    check: ({ body }) => expect([body.tags.length, body.categories.length]).toEqual([100, 100]),
  },
  {
    name: '0 lists: multipart may use x[]= and nested names',
    call: {
      request: 'POST /events',
      as: 'admin',
      ...multipart([
        field('title', 'Fair'),
        field('start_date', '2026-03-20 09:00'),
        field('end_date', '2026-03-20 11:00'),
        field('tags[]', 'jazz'),
        field('tags[]', 'blues'),
        field('venue[venue]', 'Hall [2]'),
      ]),
    },
    status: 201,
    body: { tags: [{ name: 'jazz' }, { name: 'blues' }], venue: { venue: 'Hall [2]' } },
  },
  {
    name: '0 lists: a comma list is trimmed and loses empty items',
    call: { request: 'POST /events', as: 'admin', body: eventPayload({ tags: ' jazz, ,blues ,' }) },
    status: 201,
    body: { tags: [{ name: 'jazz' }, { name: 'blues' }] },
  },
]);

runScenarios('parameters merge', [
  {
    name: '0 parameters: the JSON body overrides the query',
    call: { request: 'POST /tags?name=query&slug=from-query', as: 'admin', body: { name: 'body' } },
    status: 201,
    body: { name: 'body', slug: 'from-query' },
  },
  {
    name: '0 parameters: the form body overrides the query',
    call: { request: 'POST /tags?name=query', as: 'admin', type: FORM, body: 'name=body' },
    status: 201,
    body: { name: 'body' },
  },
  {
    name: '0 parameters: the query alone is enough',
    call: { request: 'POST /tags?name=query', as: 'admin' },
    status: 201,
    body: { name: 'query' },
  },
  {
    name: '0: an id in the body does not override the path',
    given: async (app) => [await givenTerm(app, 'tags', 'a'), await givenTerm(app, 'tags', 'b')],
    call: ([a, b]) => ({
      request: `PATCH /tags/${a.id}?id=${b.id}`,
      as: 'admin',
      body: { id: b.id, name: 'c' },
    }),
    status: 200,
    body: ([a]: Json) => ({ id: a.id, name: 'c' }),
  },
  {
    name: '0: an id in the query does not override the path on GET',
    given: async (app) => [await givenTerm(app, 'tags', 'a'), await givenTerm(app, 'tags', 'b')],
    call: ([a, b]) => ({ request: `GET /tags/${a.id}?id=${b.id}` }),
    status: 200,
    body: ([a]: Json) => ({ id: a.id }),
  },
  {
    name: '0: a slug in the body is ignored on the by-slug route of a venue',
    given: (app) => givenVenue(app),
    call: ({ slug }) => ({
      request: `PATCH /venues/by-slug/${slug}`,
      as: 'admin',
      body: { slug: 'renamed', phone: '1' },
    }),
    status: 200,
    body: ({ id, slug }: Json) => ({ id, slug, phone: '1' }),
  },
  {
    name: '0 parameters: unknown parameters and generated fields are ignored',
    call: {
      request: 'POST /events',
      as: 'admin',
      body: eventPayload({
        id: 777,
        url: 'x',
        rest_url: 7,
        utc_start_date: 'never',
        start_date_details: [],
        timezone_abbr: {},
        cost_details: 'x',
        revision: 9,
        kind: 'venue',
        fields: { description: 'x' },
        relations: { venue: [1] },
        removed: { by: 'user', at: '2026-03-01 00:00:00', status: 'draft' },
        nonsense: { deep: [1] },
      }),
    },
    status: 201,
    check: ({ body }) => {
      expect(body.id).not.toBe(777);
      expect(body.utc_start_date).toBe('2026-03-20 09:00:00');
      expect(body).not.toHaveProperty('nonsense');
    },
  },
]);

const over = (bytes: number) => Buffer.alloc(bytes, 'a');
const json = { 'Content-Type': 'application/json' };

describeApp('10 bounds of the body', (app) => {
  const path = `${PREFIX}/tags`;
  const post = (headers: Record<string, string>, body: string | Buffer | Buffer[]) =>
    rawCall(app(), { method: 'POST', path, headers, body });
  const big = 2 * 1024 * 1024;
  const chunks = (bytes: number) =>
    Array.from({ length: Math.ceil(bytes / 65536) }, () => over(65536));
  const textOf = (bytes: number) => {
    const frame = JSON.stringify({ pad: '' }).length;
    return JSON.stringify({ pad: 'a'.repeat(bytes - frame) });
  };
  const tooLarge: [string, () => ReturnType<typeof post>][] = [
    ['2 MiB of JSON with Content-Length', () => post(json, textOf(big))],
    ['one byte more than 1 MiB', () => post(json, textOf(limits.bodyBytes + 1))],
    ['2 MiB of JSON in chunks', () => post(json, chunks(big))],
    ['2 MiB of a form', () => post({ 'Content-Type': FORM }, over(big))],
    ['2 MiB of a form in chunks', () => post({ 'Content-Type': FORM }, chunks(big))],
    [
      '2 MiB of multipart in chunks',
      () =>
        post({ 'Content-Type': 'multipart/form-data; boundary=edge' }, [
          Buffer.from(`--edge\r\n${field('name', '')}`),
          ...chunks(big),
        ]),
    ],
    [
      '2 MiB in a multipart file',
      () =>
        post({ 'Content-Type': 'multipart/form-data; boundary=edge' }, [
          Buffer.from(`--edge\r\n${file('name', '')}`),
          ...chunks(big),
        ]),
    ],
  ];
  it.each(tooLarge)('10: %s is 413 rest_body_too_large', async (_name, call) => {
    const answer = await call();
    expect([answer.status, answer.body?.code]).toEqual([413, 'rest_body_too_large']);
    expect(answer.body.data.status).toBe(413);
  });

  it('10: exactly 1 MiB is accepted', async () => {
    const answer = await post(json, textOf(limits.bodyBytes));
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_missing_callback_param']);
  });

  it.each(['gzip', 'rot13'])('0 bodies: %s is 400 rest_invalid_json', async (encoding) => {
    const answer = await post({ ...json, 'Content-Encoding': encoding }, gzipSync('{"name":""}'));
    expect([answer.status, answer.body?.code]).toEqual([400, 'rest_invalid_json']);
  });

  const multiparts: [string, string, string][] = [
    ['without a boundary', 'multipart/form-data', 'x'],
    ['that never ends', 'multipart/form-data; boundary=edge', `--edge\r\n${field('name', 'x')}`],
    ['that never begins', 'multipart/form-data; boundary=edge', 'nothing'],
    ['with a broken header', 'multipart/form-data; boundary=edge', '--edge\r\n\u0000: x\r\n\r\n'],
    ['that is empty', 'multipart/form-data; boundary=edge', ''],
  ];
  it.each(multiparts)('0 bodies: multipart %s is 400', async (_name, type, body) => {
    const answer = await post({ 'Content-Type': type }, body);
    expect(answer.status).toBe(400);
    expect(answer.body?.data.status).toBe(400);
  });

  it('0 step 2: GET and DELETE read a JSON body too', async () => {
    const headers = { ...json };
    const calls = [
      { method: 'GET', path: `${PREFIX}/events`, headers, body: '{' },
      { method: 'DELETE', path: `${PREFIX}/events/9`, headers, body: '{' },
    ];
    for (const call of calls) {
      const answer = await rawCall(app(), call);
      expect([answer.status, answer.body?.code]).toEqual([400, 'rest_invalid_json']);
    }
    const body = '{"per_page":0}';
    const answer = await rawCall(app(), { path: `${PREFIX}/events`, headers, body });
    expect(Object.keys(answer.body.data.params)).toEqual(['per_page']);
  });

  it('a request aborted in its body does no harm to the service', async () => {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n`;
    await breakOff(app(), `${head}Content-Type: application/json\r\n\r\n{"name":`);
    await breakOff(app(), `${head}Content-Type: multipart/form-data; boundary=e\r\n\r\n--e\r\n`);
    await breakOff(app(), `GET ${PREFIX}/events HTTP/1.1\r\nHost: a\r\n`);
    await breakOff(app(), `GET ${PREFIX}/events HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect((await app().call({ request: 'GET /events' })).status).toBe(200);
  });

  const broken: [string, string, number][] = [
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    [
      'a chunk without a size',
      `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n`,
      400,
    ],
    [
      'a header of 20,000 characters',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['a path of 20,000 characters', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    [
      'two lengths',
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx`,
      400,
    ],
    [
      'a length and chunks',
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
  ];
  it.each(broken)('%s is refused', async (_name, bytes, status) => {
    const text = await sendBytes(app(), bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toContain('Content-Type: application/json; charset=UTF-8');
    expect(text).not.toMatch(/node_modules|\.js:/);
  });
});
