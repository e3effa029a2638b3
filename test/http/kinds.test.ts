/**
 * Single venues, organizers, categories and tags: shapes and writes, by the definitions of kinds/
 * and their schemas. Contract 1.2 to 1.5, 4.1, 4.7, 4.9, 10.
 */
import { expect } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import type { Kind } from '../../src/kinds/kind.js';
import { loadSchema } from '../../src/validation/schemas.js';
import type { Answer, Call, Json, TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

/** What a full record of a kind is sent and answered as. */
interface Sample {
  sent: Json;
  /** The keys of the answer in order, with the values that differ from what was sent. */
  answered: [string, Json?][];
  /** The keys of a record that has a title alone. */
  bare: string[];
  /** Of a single record: the key behind `json_ld`, and what that holds. */
  jsonLd?: { before: string; holds: Json };
}

const NOW = '2026-03-10 12:00:00';
const API = 'http://api.test/vendor/events/v1';
const any = expect.any(Number);
const postKeys = ['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url'];
const times: [string, Json?][] = ['date', 'date_utc', 'modified', 'modified_utc'].map((key) => [
  key,
  NOW,
]);
const globalKeys: [string, Json?][] = [
  ['global_id', expect.stringMatching(/^example\.com\?id=\d+$/)],
  ['global_id_lineage', [expect.stringMatching(/^example\.com\?id=\d+$/)]],
];
const post = (url: string): [string, Json?][] => [
  ['id', any],
  ['author', any],
  ['status', 'publish'],
  ...times,
  ['url', `https://example.com/${url}/`],
];
const keys = (...names: string[]): [string, Json?][] => names.map((name) => [name]);
const picture = (url: string) => ({ url, id: any, extension: url.split('.').at(-1) });
const termUrls = (route: string) => ({
  self: expect.stringMatching(RegExp(`^${API}/${route}/\\d+$`)),
  collection: `${API}/${route}`,
});

const samples: Record<Exclude<Kind['name'], 'event'>, Sample> = {
  venue: {
    sent: {
      venue: 'Town hall',
      description: 'A hall',
      address: '1 Main St',
      city: 'Springfield',
      country: 'United States',
      province: 'Prov',
      state: 'IL',
      zip: '62701',
      phone: '555-1234',
      website: 'https://hall.example/',
      image: 'https://img.example/hall.jpg',
      geo_lat: 39.8,
      geo_lng: -89.6,
    },
    answered: [
      ...post('venue/town-hall'),
      ...keys('venue', 'description'),
      ['slug', 'town-hall'],
      ['image', picture('https://img.example/hall.jpg')],
      ...keys('address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website'),
      ['stateprovince', 'IL'],
      ...keys('geo_lat', 'geo_lng'),
      ['show_map', true],
      ['show_map_link', true],
      ...globalKeys,
    ],
    bare: [...postKeys, 'venue', 'slug', 'show_map', 'show_map_link'].concat(
      globalKeys.map(([key]) => key),
    ),
    jsonLd: {
      before: 'show_map',
      holds: {
        '@type': 'Place',
        name: 'Town hall',
        description: 'A hall',
        url: 'https://example.com/venue/town-hall/',
        address: {
          '@type': 'PostalAddress',
          streetAddress: '1 Main St',
          addressLocality: 'Springfield',
          addressRegion: 'IL',
          postalCode: '62701',
          addressCountry: 'United States',
        },
        telephone: '555-1234',
        sameAs: 'https://hall.example/',
      },
    },
  },
  organizer: {
    sent: {
      organizer: 'Ann Lee',
      description: 'Plans fairs',
      phone: '555-1',
      website: 'https://ann.example/',
      email: 'not an address',
      image: 'https://img.example/ann.png',
    },
    answered: [
      ...post('organizer/ann-lee'),
      ...keys('organizer', 'description'),
      ['slug', 'ann-lee'],
      ['image', picture('https://img.example/ann.png')],
      ...keys('phone', 'website', 'email'),
      ...globalKeys,
    ],
    bare: [...postKeys, 'organizer', 'slug', ...globalKeys.map(([key]) => key)],
    jsonLd: {
      before: 'global_id',
      holds: { '@type': 'Person', name: 'Ann Lee', sameAs: 'https://ann.example/' },
    },
  },
  category: {
    sent: { name: 'Music', description: 'Loud', slug: 'noise' },
    answered: [
      ['id', any],
      ['count', 0],
      ...keys('description', 'name', 'slug'),
      ['taxonomy', 'vendor_events_cat'],
      ['parent', 0],
      ['meta', []],
      ['url', 'https://example.com/events/category/noise/'],
      ['urls', termUrls('categories')],
    ],
    bare: [
      'id',
      'count',
      'description',
      'name',
      'slug',
      'taxonomy',
      'parent',
      'meta',
      'url',
      'urls',
    ],
  },
  tag: {
    sent: { name: 'Free', description: 'No cost', slug: 'no-cost' },
    answered: [
      ['id', any],
      ['count', 0],
      ...keys('description', 'name', 'slug'),
      ['taxonomy', 'post_tag'],
      ['meta', []],
      ['url', 'https://example.com/tag/no-cost/'],
      ['urls', termUrls('tags')],
    ],
    bare: ['id', 'count', 'description', 'name', 'slug', 'taxonomy', 'meta', 'url', 'urls'],
  },
};

/** What the rows of a kind are made with. */
function toolsOf({ route, titleField, schema }: Kind) {
  const properties = Object.entries(loadSchema(schema).properties);
  const texts = properties.filter(([, { type, enum: choice }]) => type === 'string' && !choice);
  const isFilled = (rules: Json) => rules.notBlank === true || rules.minLength === 1;
  const named = (some: typeof properties) => some.map(([name]) => name);
  return {
    texts: named(texts),
    filled: named(texts.filter(([, rules]) => isFilled(rules))),
    emptied: named([
      ...texts.filter(([, rules]) => !isFilled(rules)),
      ...properties.filter(([, rules]) => rules.image === true),
    ]),
    lines: texts.flatMap(([name, { line }]) => (line ? [[name, Number(line)] as const] : [])),
    flags: named(properties.filter(([, { coerce }]) => coerce === 'looseBoolean')),
    hasSlug: properties.some(([name]) => name === 'slug'),
    hasWebsite: properties.some(([name]) => name === 'website'),
    create: (body: Json): Call => ({
      request: `POST /${route}`,
      as: 'admin',
      body: { [titleField]: 'X', ...body },
    }),
    update: (id: number, body: Json, method = 'PATCH'): Call => ({
      request: `${method} /${route}/${id}`,
      as: 'admin',
      body,
    }),
    given: (body: Json) => (app: TestApp) =>
      app.given({ request: `POST /${route}`, body: { [titleField]: 'X', ...body } }),
  };
}

const each = (names: readonly string[], value: Json) =>
  Object.fromEntries(names.map((name) => [name, value]));

const refused = (name: string, call: Scenario['call'], params: string[]): Scenario => ({
  name,
  call,
  status: 400,
  code: 'rest_invalid_param',
  params,
});

const shapes = (kind: Kind, { sent, answered, bare, jsonLd }: Sample): Scenario[] => {
  const { route, titleField, family } = kind;
  const { create, given } = toolsOf(kind);
  return [
    {
      name: `1 shape of ${route}: a full record, keys in order, no json_ld on create`,
      call: create(sent),
      status: 201,
      check: ({ body }) =>
        expect(Object.entries(body)).toEqual(
          answered.map(([key, value = sent[key]]) => [key, value]),
        ),
    },
    {
      name: `1 shape of ${route}: empty values are absent, or empty in terms`,
      call: create({ [titleField]: 'Bare' }),
      status: 201,
      check: ({ body }) => expect(Object.keys(body)).toEqual(bare),
    },
    {
      name: `1 shape of ${route}: the same in GET, lists and by slug; json_ld in single ones`,
      given: given(sent),
      call: ({ id }) => ({ request: `GET /${route}/${id}` }),
      status: 200,
      check: async ({ body }, record, app) => {
        const { json_ld: structured, ...rest } = body;
        expect(rest).toEqual(record);
        if (jsonLd) {
          const order = Object.keys(body);
          expect(order[order.indexOf('json_ld') + 1]).toBe(jsonLd.before);
          expect(structured).toMatchObject(jsonLd.holds);
        } else expect(structured).toBeUndefined();
        const list = await app.call({ request: `GET /${route}?hide_empty=0` });
        expect(list.body[route]).toEqual([record]);
        expect(Object.keys(list.body[route][0])).toEqual(Object.keys(record));
        const bySlug = await app.call({ request: `GET /${route}/by-slug/${record.slug}` });
        if (family.hasSlugRoutes) expect(bySlug.body).toEqual(body);
        else expect([bySlug.status, bySlug.body.code]).toEqual([404, 'rest_no_route']);
      },
    },
  ];
};

const writes = (kind: Kind, { sent }: Sample): Scenario[] => {
  const { route, titleField } = kind;
  const { create, update, given, texts, filled, emptied, lines, hasSlug } = toolsOf(kind);
  const long = (more: number) =>
    Object.fromEntries(lines.map(([name, line]) => [name, 'n'.repeat(line + more)]));
  return [
    {
      name: `4 ${titleField} of ${route}: absent on create is reported as missing`,
      call: { request: `POST /${route}`, as: 'admin', body: { description: 'X' } },
      status: 400,
      code: 'rest_missing_callback_param',
      params: [titleField],
    },
    ...['', '   ', '\u200B\uFEFF', 5, true, ['x']].map((value) =>
      refused(
        `4 ${titleField} of ${route}: ${JSON.stringify(value)} is refused on create`,
        create({ [titleField]: value }),
        [titleField],
      ),
    ),
    refused(
      `4 texts of ${route}: numbers are refused, and all named`,
      create(each(texts, 5)),
      texts,
    ),
    {
      ...refused(`4 "" is refused in ${route} for ${filled}`, create(each(filled, '')), filled),
      given: given(sent),
      check: async (_, { id }, app) => {
        const answer = await app.call(update(id, each(filled, '')));
        expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, filled]);
      },
    },
    ...(emptied.length === 0 ? [] : [clearing(kind, sent)]),
    ...['POST', 'PUT', 'PATCH'].map(
      (method): Scenario => ({
        name: `4.1 ${method} of one of ${route}: what is absent is unchanged`,
        given: given({ ...sent, ...each(toolsOf(kind).flags, false) }),
        call: ({ id }) => update(id, { description: 'Changed' }, method),
        status: 200,
        check: ({ body }, record) => expect(body).toEqual({ ...record, description: 'Changed' }),
      }),
    ),
    {
      name: `4 slug of ${route}: a new name does not change it, nor a slug where none is taken`,
      given: given(sent),
      call: ({ id }) =>
        update(id, { [titleField]: 'Other', ...(hasSlug ? {} : { slug: 'other' }) }),
      status: 200,
      check: ({ body }, { slug, url }) =>
        expect(body).toMatchObject({ [titleField]: 'Other', slug, url }),
    },
    {
      ...refused(`10 lengths of texts of ${route}`, create(long(1)), Object.keys(long(0))),
      check: async (_, __, app) => expect((await app.call(create(long(0)))).status).toBe(201),
    },
  ];
};

const clearing = (kind: Kind, sent: Json): Scenario => {
  const { emptied, given, update } = toolsOf(kind);
  return {
    name: `4.7 update of ${kind.route}: "" clears ${emptied}; their keys disappear`,
    given: given(sent),
    call: ({ id }) => update(id, each(emptied, '')),
    status: 200,
    check: ({ body }) => expect(emptied.filter((field) => field in body)).toEqual([]),
  };
};

const FLAGS: [Json, boolean][] = [
  ...[true, 1, 'true', 'YES'].map((sent): [Json, boolean] => [sent, true]),
  ...[false, 0, 'false', '0', 'no', 'something'].map((sent): [Json, boolean] => [sent, false]),
];

const websitesAndFlags = (kind: Kind): Scenario[] => {
  const { create, flags, hasWebsite } = toolsOf(kind);
  const websites = ['no url', 'https://user:pass@evil.example/', 'https://user@evil.example/'];
  return [
    ...(hasWebsite ? websites : []).map((website) =>
      refused(`4.7 website of ${kind.route}: ${website} is refused`, create({ website }), [
        'website',
      ]),
    ),
    ...(flags.length === 0 ? [] : FLAGS).map(
      ([sent, answered]): Scenario => ({
        name: `4.7 ${flags}: ${JSON.stringify(sent)} is ${answered}`,
        call: create(each(flags, sent)),
        status: 201,
        body: each(flags, answered),
      }),
    ),
  ];
};

/** In an event the record is as its own path answers it; a term also has its taxonomy's ID. */
const embedded = (kind: Kind, { sent }: Sample): Scenario => ({
  name: `1 ${kind.route} in events are as their own path has them`,
  given: async (app) => {
    const record = await toolsOf(kind).given(sent)(app);
    const field = kind.family.name === 'post' ? kind.name : kind.route;
    return { record, field, event: await givenEvent(app, { [field]: [record.id] }) };
  },
  call: { request: 'GET /events' },
  status: 200,
  check: async (answer: Answer, { record, field, event }, app) => {
    const item = await app.call({ request: `GET /events/${event.id}` });
    const isTerm = kind.family.name === 'term';
    const links = { count: 1, parent: 0, term_taxonomy_id: record.id };
    const extra = isTerm ? { ...links, filter: 'raw', term_group: 0 } : {};
    for (const shown of [event, item.body, answer.body.events[0]]) {
      const { json_ld: _, ...rest } = [shown[field]].flat()[0];
      expect(rest).toEqual({ ...record, ...extra });
    }
  },
});

for (const [name, sample] of Object.entries(samples)) {
  const kind = allKinds.find((one) => one.name === name) as Kind;
  runScenarios(
    `single ${kind.route}`,
    [
      ...shapes(kind, sample),
      ...writes(kind, sample),
      ...websitesAndFlags(kind),
      embedded(kind, sample),
    ],
    /json_ld in single|in events are/,
  );
}
