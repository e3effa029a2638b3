/** Single organizers: shape and writes. Contract 1.3, 4.7. */
import { expect } from 'vitest';
import { givenEvent, givenOrganizer } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const full = {
  organizer: 'Ann Lee',
  description: 'Plans fairs',
  phone: '555-1',
  website: 'https://ann.example/',
  email: 'not an address',
  image: 'https://img.example/ann.png',
};

const organizers: Scenario[] = [
  ...['https://user:pass@evil.example/', 'https://user@evil.example/'].map(
    (website): Scenario => ({
      name: `4.7 website: ${website} has credentials`,
      call: { request: 'POST /organizers', as: 'admin', body: { organizer: 'X', website } },
      status: 400,
      code: 'rest_invalid_param',
      params: ['website'],
    }),
  ),
  {
    name: '1.3 shape: a full organizer, keys in order, no json_ld on create; email is unchecked',
    call: { request: 'POST /organizers', as: 'admin', body: full },
    status: 201,
    check: (answer, _, app) => {
      const id = answer.body.id;
      expect(Object.entries(answer.body)).toEqual([
        ['id', id],
        ['author', app.userIds.admin],
        ['status', 'publish'],
        ['date', '2026-03-10 12:00:00'],
        ['date_utc', '2026-03-10 12:00:00'],
        ['modified', '2026-03-10 12:00:00'],
        ['modified_utc', '2026-03-10 12:00:00'],
        ['url', 'https://example.com/organizer/ann-lee/'],
        ['organizer', 'Ann Lee'],
        ['description', 'Plans fairs'],
        ['slug', 'ann-lee'],
        ['image', { url: full.image, id: expect.any(Number), extension: 'png' }],
        ['phone', '555-1'],
        ['website', 'https://ann.example/'],
        ['email', 'not an address'],
        ['global_id', `example.com?id=${id}`],
        ['global_id_lineage', [`example.com?id=${id}`]],
      ]);
    },
  },
  {
    name: '1.3 shape: GET of one adds json_ld before global_id; a list and an event do not',
    given: async (app) => {
      const organizer = await givenOrganizer(app, full);
      return { organizer, event: await givenEvent(app, { organizer: organizer.id }) };
    },
    call: ({ organizer }) => ({ request: `GET /organizers/${organizer.id}` }),
    status: 200,
    check: async (answer, { organizer, event }, app) => {
      const { json_ld: jsonLd, ...rest } = answer.body;
      expect(rest).toEqual(organizer);
      expect(Object.keys(answer.body).at(-3)).toBe('json_ld');
      expect(jsonLd).toMatchObject({ '@type': 'Person', name: 'Ann Lee', sameAs: full.website });
      expect(event.organizer).toEqual([organizer]);
      const list = await app.call({ request: 'GET /organizers' });
      expect(list.body.organizers).toEqual([organizer]);
    },
  },
  {
    name: '1.3 shape: empty values are absent',
    call: { request: 'POST /organizers', as: 'admin', body: { organizer: 'Bo', phone: '' } },
    status: 201,
    check: (answer) =>
      expect(Object.keys(answer.body)).toEqual(
        ['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc'].concat([
          'url',
          'organizer',
          'slug',
          'global_id',
          'global_id_lineage',
        ]),
      ),
  },
  {
    name: '4.7 organizer: absent on create is reported as missing',
    call: { request: 'POST /organizers', as: 'admin', body: {} },
    status: 400,
    code: 'rest_missing_callback_param',
    params: ['organizer'],
  },
  {
    name: '4.7 organizer: "", numbers and a bad website are refused, and all are named',
    call: {
      request: 'POST /organizers',
      as: 'admin',
      body: { organizer: '', phone: 5, email: 1, description: 2, website: 'nope' },
    },
    status: 400,
    code: 'rest_invalid_param',
    params: ['organizer', 'phone', 'email', 'description', 'website'],
  },
  {
    name: '4.7 update: "" clears texts and image',
    given: (app) => givenOrganizer(app, full),
    call: ({ id }) => ({
      request: `POST /organizers/${id}`,
      as: 'admin',
      body: { description: '', phone: '', website: '', email: '', image: '' },
    }),
    status: 200,
    check: (answer) => {
      for (const key of ['description', 'phone', 'website', 'email', 'image'])
        expect(answer.body).not.toHaveProperty(key);
    },
  },
  {
    name: '4.1 update: absent is unchanged',
    given: (app) => givenOrganizer(app, full),
    call: ({ id }) => ({ request: `PUT /organizers/${id}`, as: 'admin', body: { phone: '2' } }),
    status: 200,
    check: (answer, organizer) => expect(answer.body).toEqual({ ...organizer, phone: '2' }),
  },
];

runScenarios('organizers', organizers);
