/**
 * What single venues and organizers share: reuse of existing records, slugs, trash.
 * Contract 4.7, 4.8, 5.
 */
import { expect } from 'vitest';
import type { Answer, Call, Json, TestApp } from '../support/app.js';
import { eventPayload, givenOrganizer, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

interface Linked {
  route: 'venues' | 'organizers';
  title: 'venue' | 'organizer';
}

const shared = ({ route, title }: Linked): Scenario[] => {
  const given = (extra: Json = {}, as = 'admin') => {
    const make = title === 'venue' ? givenVenue : givenOrganizer;
    return (app: TestApp) => make(app, { [title]: 'Big Place', ...extra }, as);
  };
  const post = (extra: Json = {}, as = 'admin'): Call => ({
    request: `POST /${route}`,
    as,
    body: { [title]: 'Big Place', ...extra },
  });
  const reuses = (name: string, stored: Json, sent: Json): Scenario => ({
    name: `4.7 reuse of a ${title}: ${name}`,
    given: given(stored),
    call: post(sent),
    status: 201,
    check: async (answer, record, app) => {
      expect(answer.body).toEqual(record);
      expect((await app.call({ request: `GET /${route}` })).body.total).toBe(1);
    },
  });
  const creates = (name: string, stored: Json, sent: Json): Scenario => ({
    name: `4.7 no reuse of a ${title}: ${name}`,
    given: given(stored),
    call: post(sent),
    status: 201,
    check: (answer, record) => expect(answer.body.id).not.toBe(record.id),
  });
  const own: Scenario[] =
    title === 'venue'
      ? [
          reuses(
            'the stored address contains the one sent',
            { address: '1 Main St' },
            { address: 'main' },
          ),
          creates('another address', { address: '1 Main St' }, { address: '2 Main' }),
          ...['city', 'province', 'state', 'stateprovince', 'zip', 'phone'].flatMap((field) => [
            reuses(`4.7 same ${field}, any case`, { [field]: 'Abc' }, { [field]: 'aBC' }),
            creates(`4.7 another ${field}`, { [field]: 'Abc' }, { [field]: 'Ab' }),
          ]),
          creates('4.7 a city where none is stored', {}, { city: 'Bonn' }),
          reuses('the same city without its accents', { city: 'Köln' }, { city: 'koln' }),
          reuses(
            'coordinates 100 m away',
            { geo_lat: 52.5, geo_lng: 13.4 },
            { geo_lat: 52.501, geo_lng: 13.4 },
          ),
          creates(
            'coordinates 1 km away',
            { geo_lat: 52.5, geo_lng: 13.4 },
            { geo_lat: 52.51, geo_lng: 13.4 },
          ),
          reuses(
            'country and website do not count',
            { country: 'FR' },
            { country: 'DE', website: 'https://x.example/' },
          ),
        ]
      : ['phone', 'email', 'website'].flatMap((field) => [
          reuses(
            `4.7 same ${field}, any case`,
            { [field]: 'http://a.b/' },
            { [field]: 'HTTP://A.B/' },
          ),
          creates(`4.7 another ${field}`, { [field]: 'http://a.b/' }, { [field]: 'http://a.c/' }),
        ]);
  const linkInline = (extra: Json): Call => ({
    request: 'POST /events',
    as: 'admin',
    body: eventPayload({ [title]: { [title]: 'BIG place', ...extra } }),
  });
  const linkedId = (answer: Answer) => [answer.body[title]].flat()[0].id;
  return [
    reuses('the same name, any case, spaces around', {}, { [title]: '  bIG pLACE ' }),
    reuses(
      'empty fields sent do not count',
      { description: 'Old', phone: '1' },
      { description: '', phone: '' },
    ),
    reuses(
      '4.7 the stored record is not modified',
      { status: 'publish' },
      { status: 'draft', date: '2020-01-01' },
    ),
    reuses('the same description, any case', { description: 'Red' }, { description: 'rED' }),
    creates('another description', { description: 'Red' }, { description: 'Blue' }),
    creates('another name', {}, { [title]: 'Big Places' }),
    ...own,
    {
      name: `4.7 reuse of a ${title}: a draft is reused too`,
      given: given({ status: 'draft' }),
      call: post(),
      status: 201,
      body: (record: Json) => ({ id: record.id, status: 'draft' }),
    },
    {
      name: `4.7 no reuse of a ${title}: a trashed one is not reused, its slug is free`,
      given: async (app) => {
        const record = await given()(app);
        return app.given({ request: `DELETE /${route}/${record.id}` });
      },
      call: post(),
      status: 201,
      body: { slug: 'big-place', status: 'publish' },
      check: (answer, record) => expect(answer.body.id).not.toBe(record.id),
    },
    {
      name: `4.7 no reuse of a ${title}: an update never merges records`,
      given: async (app) => {
        const first = await given()(app);
        return { first, second: await given({ [title]: 'Other' })(app) };
      },
      call: ({ second }) => ({
        request: `PATCH /${route}/${second.id}`,
        as: 'admin',
        body: { [title]: 'Big Place' },
      }),
      status: 200,
      body: ({ second }: Json) => ({ id: second.id, [title]: 'Big Place', slug: 'other' }),
    },
    {
      name: `4.7 reuse of a ${title}: inline in an event, without changing the record`,
      given: given({ phone: '12' }),
      call: linkInline({ phone: '12', description: '' }),
      status: 201,
      check: (answer, record) => expect([answer.body[title]].flat()).toEqual([record]),
    },
    {
      name: `4.7 no reuse of a ${title}: inline in an event with another phone`,
      given: given({ phone: '12' }),
      call: linkInline({ phone: '13' }),
      status: 201,
      check: (answer, record) => expect(linkedId(answer)).not.toBe(record.id),
    },
    {
      name: `4.8 slug of a ${title}: lower case, accents folded, others to -, collapsed`,
      call: post({ [title]: '  Café & Bar — ÑOÑO!  ' }),
      status: 201,
      check: (answer) => expect(answer.body.slug).toMatch(/^cafe-(and-)?bar-nono$/),
    },
    {
      name: `4.8 slug of a ${title}: -2 and -3 when it is taken`,
      given: async (app) => {
        await given({ phone: '1' })(app);
        return given({ phone: '2' })(app);
      },
      call: post({ phone: '3' }),
      status: 201,
      body: { slug: 'big-place-3' },
      check: (_, record) => expect(record.slug).toBe('big-place-2'),
    },
    {
      name: `4.8 slug of a ${title}: unique only within a kind`,
      given: (app) =>
        app.given({
          request: `POST /${title === 'venue' ? 'organizers' : 'venues'}`,
          body: { [title === 'venue' ? 'organizer' : 'venue']: 'Big Place' },
        }),
      call: post(),
      status: 201,
      body: { slug: 'big-place' },
    },
    {
      name: `4.8 slug of a ${title}: a draft gets one at once, made unique only when published`,
      given: given({ phone: '1' }),
      call: post({ phone: '2', status: 'draft' }),
      status: 201,
      body: { slug: 'big-place', status: 'draft' },
      check: async (answer, record, app) => {
        const bySlug = await app.call({ request: `GET /${route}/by-slug/big-place` });
        expect(bySlug.body.id).toBe(record.id);
        const id = answer.body.id;
        const body = { status: 'publish' };
        const published = await app.call({ request: `PATCH /${route}/${id}`, as: 'admin', body });
        expect(published.body.slug).toBe('big-place-2');
      },
    },
    ...trash({ route, title }, given),
  ];
};

const trash = (
  { route, title }: Linked,
  given: (extra?: Json) => (app: TestApp) => Promise<Json>,
): Scenario[] => {
  const trashed = async (app: TestApp) => {
    const record = await given()(app);
    await app.given({ request: `DELETE /${route}/${record.id}` });
    return record;
  };
  return [
    {
      name: `5 DELETE of a ${title}: 200 with the trashed record, no json_ld, gone from lists`,
      given: given(),
      call: ({ id }) => ({ request: `DELETE /${route}/${id}`, as: 'admin' }),
      status: 200,
      check: async (answer, record, app) => {
        const slug = 'big-place__trashed';
        const url = `https://example.com/${title}/${slug}/`;
        expect(answer.body).toEqual({ ...record, status: 'trash', slug, url });
        expect(Object.keys(answer.body)).toEqual(Object.keys(record));
        expect((await app.call({ request: `GET /${route}` })).body.total).toBe(0);
        expect((await app.call({ request: `GET /${route}`, as: 'admin' })).body.total).toBe(0);
        const request = `GET /${route}?status=trash`;
        const list = await app.call({ request, as: 'editor' });
        expect(list.body[route]).toEqual([answer.body]);
        expect((await app.call({ request })).status).toBe(400);
      },
    },
    {
      name: `5 DELETE of a trashed ${title} by its old slug: 400 on slug`,
      given: trashed,
      call: { request: `DELETE /${route}/by-slug/big-place`, as: 'admin' },
      status: 400,
      code: 'rest_invalid_param',
      params: ['slug'],
    },
    {
      name: `8 restoring a ${title}: another status removes the suffix; without a status it stays`,
      given: trashed,
      call: ({ id }) => ({
        request: `PATCH /${route}/${id}`,
        as: 'admin',
        body: { status: 'publish' },
      }),
      status: 200,
      body: { status: 'publish', slug: 'big-place' },
      check: async (_, { id }, app) => {
        await app.given({ request: `DELETE /${route}/${id}` });
        const body = { phone: '9' };
        const kept = await app.given({ request: `PATCH /${route}/${id}`, body });
        expect(kept).toMatchObject({ status: 'trash', phone: '9', slug: 'big-place__trashed' });
      },
    },
    {
      name: `4.8 restoring a ${title}: gets another slug when its own was taken meanwhile`,
      given: async (app) => {
        const record = await trashed(app);
        await given()(app);
        return record;
      },
      call: ({ id }) => ({
        request: `PATCH /${route}/${id}`,
        as: 'admin',
        body: { status: 'publish' },
      }),
      status: 200,
      body: { slug: 'big-place-2' },
    },
  ];
};

/** How exact the coordinates of a venue are. Contract 17. */
const precision: Scenario[] = [
  {
    name: '17 geo_precision is answered behind the coordinates',
    call: {
      request: 'POST /venues',
      as: 'admin',
      body: { venue: 'Hall', geo_lat: 1, geo_lng: 2, geo_precision: 'city' },
    },
    status: 201,
    body: { geo_lat: 1, geo_lng: 2, geo_precision: 'city' },
    check: async (answer, _, app) => {
      const { id } = answer.body;
      const moved = await app.call({
        request: `PATCH /venues/${id}`,
        as: 'admin',
        body: { geo_lat: 3, geo_lng: 4 },
      });
      expect(moved.body).toMatchObject({ geo_lat: 3, geo_lng: 4 });
      expect(moved.body).not.toHaveProperty('geo_precision');
    },
  },
  {
    name: '17 geo_precision is one of the known ones',
    call: { request: 'POST /venues', as: 'admin', body: { venue: 'Hall', geo_precision: 'near' } },
    status: 400,
    params: ['geo_precision'],
  },
];

runScenarios(
  'venues, shared rules',
  [...shared({ route: 'venues', title: 'venue' }), ...precision],
  /trashed one is not|inline in an event, w|draft is reused|^5 DELETE of a venue: 200|restoring|taken$/,
);
runScenarios(
  'organizers, shared rules',
  shared({ route: 'organizers', title: 'organizer' }),
  /trashed one is not|restoring/,
);
