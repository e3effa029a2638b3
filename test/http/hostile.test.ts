/**
 * Malicious input, or input that no careful client sends: it is refused or kept as text, never
 * a 500, and never half written. Contract 0, 7, 10.
 */
import { expect, it } from 'vitest';
import { openServer } from '../../src/http/server.js';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenEvent } from '../support/factories.js';
import { describeApp, expectSound, PREFIX, type RawCall, rawCall } from '../support/shared.js';

const ROUTES = ['events', 'venues', 'organizers', 'categories', 'tags'];
const TITLES: Record<string, string> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
};

const payloadOf = (route: string, extra: Json = {}): Json =>
  route === 'events' ? eventPayload(extra) : { [TITLES[route] ?? '']: 'Plain', ...extra };

const nested = (depth: number, open: string, close: string, inner = '') =>
  open.repeat(depth) + inner + close.repeat(depth);

describeApp('hostile bodies', (app) => {
  const post = (path: string, body: unknown) =>
    app().call({ request: `POST ${path}`, as: 'admin', body });

  const DEEP = 100_000;
  const deepTexts: [string, string][] = [
    ['lists', nested(DEEP, '[', ']')],
    ['objects', nested(DEEP, '{"a":', '}', '1')],
    ['lists cut off', '['.repeat(DEEP)],
    ['objects cut off', '{"a":'.repeat(DEEP)],
  ];
  it.each(deepTexts)('100,000 levels of %s as the body', async (_name, body) => {
    expectSound(await post('/tags', body), 'body');
  });
  const EVENT_PARAMS = ['title', 'cost', 'venue', 'organizer', 'tags', 'image', 'start_date', 'x'];
  it.each(EVENT_PARAMS)('100,000 levels of lists and objects in %s of an event', async (param) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"venue":', '}'],
      ['[{"organizer":', '}]'],
    ] as const) {
      const deep = nested(DEEP / open.length, open, close, '1');
      const body = JSON.stringify(eventPayload({ [param]: 0 })).replace(
        `"${param}":0`,
        `"${param}":${deep}`,
      );
      expectSound(await post('/events', body), open);
    }
  });
  it('a list query with a deep or odd JSON body', async () => {
    const bodies = [
      `{"x":${nested(DEEP, '[', ']')}}`,
      `{"x":${nested(DEEP, '{"a":', '}', '1')}}`,
      '{"x":{"toString":1}}',
      '{"x":[{"toString":1,"valueOf":2}]}',
      '{"x":"\\ud800"}',
      '{"\\ud800":"x"}',
      '{"__proto__":{"per_page":0}}',
      '{"fields":[{"toString":1}],"status":{"toString":1},"include":[[1]]}',
      '{"x":null,"y":[null],"z":true,"w":1e999}',
    ];
    for (const route of ROUTES) {
      for (const body of bodies) {
        const headers = { 'Content-Type': 'application/json' };
        const answer = await rawCall(app(), { path: `${PREFIX}/${route}`, headers, body });
        expectSound(answer, `${route} ${body.slice(0, 60)}`);
      }
    }
  });

  const PROTO = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
  it.each(PROTO)('the key %s in body and query is an unknown parameter', async (key) => {
    for (const route of ROUTES) {
      const polluted = `{"isAdmin":true,"${TITLES[route]}":"Polluted","status":"trash"}`;
      const plain = JSON.stringify(payloadOf(route, { [TITLES[route] ?? '']: `${key} ${route}` }));
      const body = `${plain.slice(0, -1)},"${key}":${polluted}}`;
      const query = `${key}[isAdmin]=1&${key}=1&a[${key}]=1&a[constructor][prototype][isAdmin]=1`;
      const answer = await post(`/${route}?${query}`, body);
      expect([answer.status, answer.text]).toEqual([201, answer.text]);
      expect(answer.body[TITLES[route] ?? '']).toBe(`${key} ${route}`);
      expectSound(await app().call({ request: `GET /${route}?${query}` }), key);
      expectSound(await app().call({ request: `GET /${route}?fields=${key}` }), key);
      expectSound(await app().call({ request: `GET /${route}?orderby=${key}` }), key);
    }
    const inline = `{"venue":"Inline ${key}","${key}":{"id":1}}`;
    const body = JSON.stringify(eventPayload({ venue: 0 })).replace(
      '"venue":0',
      `"venue":${inline}`,
    );
    expectSound(await post('/events', body), key);
    expect(({} as Json).isAdmin).toBeUndefined();
  });

  const UNCLEAN = ['a\u0000b', '\u0000', 'a\u0007b', '\ud800', 'a\udc00b', 'a\ud83d'];
  it.each(
    UNCLEAN.map((text) => [JSON.stringify(text), text]),
  )('the text %s is refused in every text field', async (shown, text) => {
    for (const route of ROUTES) {
      const title = TITLES[route] ?? '';
      for (const param of [title, 'description']) {
        const answer = await post(`/${route}`, payloadOf(route, { [param]: text }));
        expect(answer.status, `${route} ${param} ${shown}: ${answer.text}`).toBe(400);
        expect(Object.keys(answer.body.data.params)).toEqual([param]);
      }
    }
    for (const [param, value] of [
      ['venue', { venue: text }],
      ['organizer', [{ organizer: text }]],
      ['tags', [text]],
      ['cost', [text]],
    ]) {
      const answer = await post('/events', eventPayload({ [String(param)]: value }));
      expect(answer.status, `${param} ${shown}: ${answer.text}`).toBe(400);
    }
  });

  const MARKUP = '<script>alert(1)</script><img src=x onerror="alert(1)"> & \'"</p>';
  it('HTML and scripts are kept as text; answers have nosniff and a CSP', async () => {
    const texts: Record<string, string[]> = {
      events: ['title', 'description', 'excerpt'],
      venues: ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip'],
      organizers: ['organizer', 'description', 'phone', 'email'],
      categories: ['name', 'description'],
      tags: ['name', 'description'],
    };
    for (const [route, params] of Object.entries(texts)) {
      const payload = Object.fromEntries(params.map((param) => [param, MARKUP]));
      const made = await post(`/${route}`, payloadOf(route, payload));
      expect([route, made.status]).toEqual([route, 201]);
      const filter = route === 'categories' || route === 'tags' ? '&hide_empty=0' : '';
      const single = await app().call({ request: `GET /${route}/${made.body.id}` });
      const list = await app().call({ request: `GET /${route}?per_page=50${filter}` });
      const listed = list.body[route].find(({ id }: Json) => id === made.body.id);
      for (const param of params) {
        for (const body of [made.body, single.body, listed]) {
          expect(body[param], `${route}.${param}`).toBe(MARKUP);
        }
      }
      for (const { headers } of [made, single, list]) {
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toBe("default-src 'none'");
        expect(headers.get('content-type')).toBe('application/json; charset=UTF-8');
      }
      expect(made.body.slug).toMatch(/^[a-z0-9-]+$/);
      expect(made.body.url).not.toMatch(/[<>"]/);
    }
  });

  it('links other than http are refused as website and image', async () => {
    const bad = [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//a.test',
      'a b',
    ];
    for (const value of bad) {
      for (const param of ['website', 'image']) {
        const answer = await post('/venues', payloadOf('venues', { [param]: value }));
        expect([value, answer.status]).toEqual([value, 400]);
        expect(Object.keys(answer.body.data.params)).toEqual([param]);
      }
    }
  });
});

const QUERIES = [
  '%',
  '%zz',
  '%e0%a4%a',
  '%00',
  'search=%00',
  'search=%ff%fe',
  'slug=%00',
  'search=%25',
  'search=_',
  'search=%22',
  'search=%22unbalanced',
  "search='%20OR%201=1--",
  "search=');DROP%20TABLE%20rec_event;--",
  'search=a*',
  'search=*',
  'search=NEAR(a%20b)',
  'search=a%20AND%20NOT%20b',
  'search=title:a',
  'search=-a',
  'search=%5E%24(.*)%2B',
  'search=(((((',
  'search=a%5Cb',
  'search=😀',
  'search[]=a',
  'search[a]=b',
  'search=&search=',
  'page=1&page=2',
  'page[]=1',
  'page[a]=1',
  'page=1e3',
  'page=0x10',
  'page=-1',
  'page=1.5',
  'page=99999999999999999999',
  'page=9007199254740993',
  'per_page=9223372036854775808',
  'per_page=%201',
  'per_page=NaN',
  'per_page=Infinity',
  'include=1,2,x',
  'include=9007199254740993',
  'include=9223372036854775808',
  'include=-1',
  'include=0',
  'include=,',
  'include[a][b][c][d]=1',
  `include=${Array.from({ length: 101 }, (_, at) => at + 1).join(',')}`,
  `${Array.from({ length: 150 }, (_, at) => `include[]=${at + 1}`).join('&')}`,
  'include[99999999]=1',
  'categories=1%20OR%201=1',
  "tags='",
  'venue=9007199254740993',
  'event=9007199254740993',
  'post=9223372036854775807',
  'post_parent=99999999999999999999',
  'parent=9007199254740993',
  'parent=-1',
  'status=publish%00',
  "status=publish'--",
  'status[publish]=1',
  'orderby=id;--',
  'orderby=title%20desc',
  'order=asc;',
  'start_date[]=2026-01-01',
  'start_date=99999999999999999999',
  'start_date=-99999999999999',
  'start_date=%2B999999999999%20years',
  'end_date=0000-00-00',
  'overlaps=a,b',
  'overlaps=2026-01-01,',
  'geoloc_lat=NaN&geoloc_lng=1',
  'geoloc_lat=1e400&geoloc_lng=1',
  'geoloc_lat=1&geoloc_lng=1&geoloc_radius=1e308',
  'geoloc_lat=1&geoloc_lng=1&geoloc_radius=-0',
  'geoloc_lat=1&geoloc_lng=1&geoloc_radius=1e-320',
  'geoloc_bbox=1,2,3',
  'geoloc_bbox=NaN,0,0,0',
  'geoloc_bbox[]=1',
  'cursor=x',
  'cursor=e30',
  'cursor=bnVsbA',
  'cursor=WzFd',
  'cursor=%00',
  'cursor=eyJ3YWxrIjp7fSwibm93TXMiOiJ4Iiwia2V5IjpbXX0',
  'cursor[]=a',
  'fields=__proto__.x',
  'fields=json_ld.constructor.name',
  'fields=a.b.c.d.e',
  'fields=.',
  'fields[]=id&fields[][a]=1',
  'facets=__proto__',
  'facets=city,city,city',
  'city=%00',
  'city=a&country[]=b',
  `x=${'a'.repeat(7000)}`,
  `search=${'a'.repeat(7000)}`,
  `search=${'a%20'.repeat(100)}`,
  'a&'.repeat(3000),
  'a[]=1&'.repeat(800),
  `${'a'.repeat(3000)}[b]=1`,
  `a${'[b]'.repeat(1500)}=1`,
  'hasOwnProperty=1&hide_empty[]=0',
  'hide_empty=maybe',
  'slug[]=a&slug=b',
  'modified_after=yesterday&modified_after[]=x',
];

describeApp('hostile queries', (app) => {
  const prepare = async (given: TestApp) => {
    await givenEvent(given, { tags: 'jazz', categories: 'Music', venue: { venue: 'Hall' } });
  };
  it.each(ROUTES)('GET /%s gives a sound answer to every odd query', async (route) => {
    await prepare(app());
    for (const query of QUERIES) {
      for (const path of [`/${route}`, `/${route}/1`, `/${route}/suggest`]) {
        const call: RawCall = {
          path: `${PREFIX}${path}?${encodeURI(query).replaceAll('%25', '%')}`,
        };
        expectSound(await rawCall(app(), call), `${path}?${query.slice(0, 80)}`);
      }
    }
  });
  it('suggestions handle every odd text', async () => {
    for (const query of QUERIES.filter((text) => text.startsWith('search'))) {
      const path = `${PREFIX}/events/suggest?${encodeURI(query.replace(/^search/, 'q')).replaceAll('%25', '%')}`;
      expectSound(await rawCall(app(), { path }), query.slice(0, 80));
    }
    for (const rest of ['limit=0', 'limit=1e9', 'limit[]=1', 'limit=', 'limit=x']) {
      expectSound(await rawCall(app(), { path: `${PREFIX}/events/suggest?q=a&${rest}` }), rest);
    }
  });
  it('search operators are words, not operators', async () => {
    await givenEvent(app(), { title: 'Cats and dogs NOT birds' });
    const total = async (search: string) => {
      const request = `GET /events?search=${encodeURIComponent(search)}`;
      return (await app().given({ request })).total;
    };
    expect(await total('cats NOT birds')).toBe(1);
    expect(await total('cats OR nothing')).toBe(0);
    expect(await total('title:cats')).toBe(0);
    expect(await total("' OR '1'='1")).toBe(0);
    expect(await total('c*')).toBe(await total('c'));
  });
  it('markup in a search comes back only in links, encoded', async () => {
    const answer = await app().call({
      request: 'GET /events?search=%3Cscript%3Ehoho&x=%22%3E%3Cb%3E',
    });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/<script|"><b>/);
  });
  it('a query of 20,000 characters is refused by the server', async () => {
    const answer = await rawCall(app(), { path: `${PREFIX}/events?x=${'a'.repeat(20_000)}` });
    expect(answer.status).toBe(431);
    expect(answer.body.data.status).toBe(431);
  });
});

// Waiting it out would be a timed test.
it('headers have a minute to arrive, though a body may take hours', () => {
  const { headersTimeout, requestTimeout } = openServer(() => undefined);
  expect([headersTimeout, requestTimeout]).toEqual([60_000, 0]);
});
