/**
 * What an event links: venue and organizers in every accepted form, created inline, unlinked;
 * failed writes leave nothing behind. Contract 4.4, 4.7, 5, 6.2, 6.3.
 */
import { expect } from 'vitest';
import { findImage } from '../../src/service/images.js';
import type { Call, Json, TestApp } from '../support/app.js';
import { bad, post, show } from '../support/event-rows.js';
import { givenEvent, givenOrganizer, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const patch = (event: Json, body: Json, as = 'admin'): Call => ({
  request: `PATCH /events/${event.id}`,
  as,
  body,
});

const ids = (items: Json[]) => items.map((item) => item.id);

const venues = async (app: TestApp) => [
  await givenVenue(app),
  await givenVenue(app, { venue: 'Old mill', city: 'Lyon' }),
];
const organizers = async (app: TestApp) => [
  await givenOrganizer(app),
  await givenOrganizer(app, { organizer: 'Bo Ek' }),
];

/** A venue form, and which of the two given venues it links: 0, 1, or null for none. */
const venueForm = (name: string, form: (a: number, b: number) => Json, linked: 0 | 1 | null) =>
  [true, false].map(
    (isCreate): Scenario => ({
      name: `4.4 venue: ${name} (${isCreate ? 'create' : 'update'})`,
      given: async (app) => {
        const given = await venues(app);
        return { given, event: isCreate ? null : await givenEvent(app, { venue: given[1].id }) };
      },
      call: ({ given: [a, b], event }: Json) => {
        const venue = form(a.id, b.id);
        return isCreate ? post({ venue }) : patch(event, { venue });
      },
      status: isCreate ? 201 : 200,
      check: ({ body }, { given }) => {
        if (linked === null) expect(body.venue).toEqual([]);
        else expect(body.venue).toMatchObject(given[linked]);
      },
    }),
  );

const venueRows: Scenario[] = [
  ...venueForm('an ID', (a) => a, 0),
  ...venueForm('an ID as a text', (a) => String(a), 0),
  ...venueForm('4.4 a list of one ID', (a) => [a], 0),
  ...venueForm('4.4 a list of IDs links the first', (a, b) => [b, a], 1),
  ...venueForm('4.4 a list of IDs as texts', (a) => [String(a)], 0),
  ...venueForm('4.4 a comma list links the first', (a, b) => `${a}, ${b}`, 0),
  ...venueForm('{"id": ID}', (a) => ({ id: a }), 0),
  ...venueForm('{"id": "ID"}', (a) => ({ id: String(a) }), 0),
  ...venueForm('an object in a list', (a) => [{ id: a }], 0),
  ...['', 0, '0', [], false].flatMap((empty) =>
    venueForm(`4.4 ${show(empty)} unlinks`, () => empty, null),
  ),
  {
    name: '0 venue: absent and null keep the link',
    given: (app) => givenEvent(app, { venue: { venue: 'Town hall' } }),
    call: (event: Json) => patch(event, { venue: null }),
    status: 200,
    body: { venue: { venue: 'Town hall' } },
  },
  ...[
    999,
    '999',
    'Town hall',
    { id: 999 },
    [999],
    {},
    { city: 'Paris' },
    { venue: '' },
    true,
    { venue: 'A', website: 'nowhere' },
    { venue: 'A', geo_lat: 5 },
    1.5,
    [[1]],
  ].map((venue) => bad(`4.4 venue: ${show(venue)} is 400 naming venue`, { venue })),
  {
    name: '4.4 venue: the ID of an organizer is 400',
    given: (app) => givenOrganizer(app),
    call: (organizer: Json) => post({ venue: organizer.id }),
    status: 400,
    params: ['venue'],
  },
  {
    name: '5 venue: a trashed venue cannot be linked',
    given: async (app) => {
      const venue = await givenVenue(app);
      return app.given({ request: `DELETE /venues/${venue.id}` });
    },
    call: (venue: Json) => post({ venue: venue.id }),
    status: 400,
    params: ['venue'],
  },
];

/** An organizer form, and which of the two given organizers it links, in order. */
const organizerForm = (
  name: string,
  form: (a: number, b: number) => Json,
  linked: (0 | 1)[],
): Scenario => ({
  name: `4.4 organizer: ${name}`,
  given: async (app) => {
    const given = await organizers(app);
    return { given, event: await givenEvent(app, { organizer: given[1].id }) };
  },
  call: ({ given: [a, b], event }: Json) => patch(event, { organizer: form(a.id, b.id) }),
  status: 200,
  check: async ({ body }, { given }, app) => {
    const wanted = linked.map((at) => given[at].id);
    expect(ids(body.organizer)).toEqual(wanted);
    const created = await app.given(post({ organizer: form(given[0].id, given[1].id) }));
    expect(ids(created.organizer)).toEqual(wanted);
  },
});

const organizerRows: Scenario[] = [
  organizerForm('an ID', (a) => a, [0]),
  organizerForm('an ID as a text', (a) => String(a), [0]),
  organizerForm('4.4 a comma list links all', (a, b) => `${b},${a}`, [1, 0]),
  organizerForm('a list, in its order', (a, b) => [b, a], [1, 0]),
  organizerForm('a list of texts', (a, b) => [String(b), String(a)], [1, 0]),
  organizerForm('duplicates are dropped', (a, b) => [b, a, b, { id: a }], [1, 0]),
  organizerForm('objects with IDs', (a, b) => [{ id: b }, { id: String(a) }], [1, 0]),
  organizerForm('a bare object', (a) => ({ id: a }), [0]),
  organizerForm(
    'an existing name inline links the record with that name (4.7)',
    (_a, b) => [{ organizer: 'ANN LEE' }, b],
    [0, 1],
  ),
  ...['', 0, [], false].map((empty) =>
    organizerForm(`4.4 ${show(empty)} unlinks`, () => empty, []),
  ),
  {
    name: '4.4 organizer: IDs and inline objects mixed, in order',
    given: organizers,
    call: ([a]: Json) => post({ organizer: [{ organizer: 'Cy Dow', email: 'c@dow.test' }, a.id] }),
    status: 201,
    body: { organizer: [{ organizer: 'Cy Dow', email: 'c@dow.test' }, { organizer: 'Ann Lee' }] },
  },
  {
    name: '4.4 organizer: a bare inline object',
    call: post({ organizer: { organizer: 'Cy Dow' } }),
    status: 201,
    body: { organizer: [{ organizer: 'Cy Dow' }] },
  },
  ...[
    999,
    'Ann',
    '1,x',
    [999],
    [{ id: 999 }],
    [{}],
    [{ organizer: '' }],
    [true],
    ['Ann'],
    [{ organizer: 'A', website: 'x' }],
  ].map((organizer) => bad(`4.4 organizer: ${show(organizer)} is 400`, { organizer })),
];

const inline: Scenario[] = [
  {
    name: '4.4 venue inline: created with the fields and defaults of POST /venues',
    call: post({
      venue: {
        venue: 'Old mill',
        city: 'Lyon',
        country: 'France',
        province: 'Rhône',
        show_map: false,
        geo_lat: '45.76',
        geo_lng: 4.83,
        website: 'https://mill.test/',
        image: 'https://img.test/mill.webp',
      },
    }),
    status: 201,
    body: {
      venue: {
        venue: 'Old mill',
        city: 'Lyon',
        stateprovince: 'Rhône',
        show_map: false,
        show_map_link: true,
        geo_lat: 45.76,
        geo_lng: 4.83,
        status: 'publish',
        slug: 'old-mill',
        image: { extension: 'webp' },
      },
    },
    check: async ({ body }, _given, app) => {
      const venue = await app.given({ request: `GET /venues/${body.venue.id}` });
      expect(venue).toMatchObject(body.venue);
      expect(venue.author).toBe(app.userIds.admin);
      expect((await app.given({ request: 'GET /venues?has_events=true' })).total).toBe(1);
    },
  },
  {
    name: '4.4 inline: the record has its own status, not that of the event',
    call: post({
      status: 'draft',
      venue: { venue: 'Old mill' },
      organizer: { organizer: 'Bo', status: 'draft' },
    }),
    status: 201,
    body: { status: 'draft', venue: { status: 'publish' }, organizer: [{ status: 'draft' }] },
  },
  {
    name: '4.4 6.3 inline by a contributor: no permission check, draft unless asked',
    call: post(
      {
        venue: { venue: 'Old mill' },
        organizer: { organizer: 'Bo', status: 'publish' },
        tags: 'new-tag',
      },
      'contributor',
    ),
    status: 201,
    body: {
      status: 'draft',
      venue: { status: 'draft' },
      organizer: [{ status: 'pending' }],
      tags: [{ slug: 'new-tag' }],
    },
  },
  {
    name: '4.7 inline: a venue of the same name and place is reused, not modified',
    given: venues,
    call: post({ venue: { venue: 'old MILL', city: 'lyon', zip: '' } }),
    status: 201,
    check: ({ body }, [, mill]) =>
      expect(body.venue).toMatchObject({ id: mill.id, venue: 'Old mill' }),
  },
  {
    name: '4.7 inline: the same name at another place is a new venue',
    given: venues,
    call: post({ venue: { venue: 'Old mill', city: 'Nice' } }),
    status: 201,
    body: { venue: { city: 'Nice', slug: 'old-mill-2' } },
  },
  {
    name: '4.7 inline: two organizers with the same name in one list are one record',
    call: post({ organizer: [{ organizer: 'Bo' }, { organizer: 'bo' }] }),
    status: 201,
    check: async ({ body }, _given, app) => {
      expect(body.organizer).toHaveLength(1);
      expect((await app.given({ request: 'GET /organizers' })).total).toBe(1);
    },
  },
  {
    name: '6.2 a draft venue is not shown in a published event to those who may not read it',
    given: (app) =>
      givenEvent(app, {
        venue: { venue: 'Secret', status: 'draft' },
        organizer: [{ organizer: 'Bo' }],
      }),
    call: (event: Json) => ({ request: `GET /events/${event.id}` }),
    status: 200,
    check: async ({ body, text }, event, app) => {
      expect([body.venue, body.organizer.length]).toEqual([[], 1]);
      expect(text).not.toContain('Secret');
      const list = await app.call({ request: 'GET /events' });
      expect(list.text).not.toContain('Secret');
      const editor = await app.call({ request: `GET /events/${event.id}`, as: 'editor' });
      expect(editor.body.venue.venue).toBe('Secret');
    },
  },
];

/** A failed write must leave no venue, organizer, term or image. */
async function expectNothing(app: TestApp, image: string): Promise<void> {
  for (const list of [
    'venues?status=publish,draft',
    'organizers',
    'categories?hide_empty=false',
    'tags?hide_empty=false',
  ]) {
    expect((await app.given({ request: `GET /${list}` })).total, list).toBe(0);
  }
  expect(await findImage(app.deps, image)).toBeNull();
}

const IMAGE = 'https://img.test/mill.png';
const rich = {
  venue: { venue: 'Old mill', image: IMAGE },
  organizer: [{ organizer: 'Bo', image: IMAGE }],
  categories: ['Music'],
  tags: ['outdoor'],
  image: IMAGE,
};

const failing: [string, Json, string, number][] = [
  ['a bad title', { title: '' }, 'admin', 400],
  [
    'a bad second organizer',
    { organizer: [{ organizer: 'Bo', image: IMAGE }, { organizer: '' }] },
    'admin',
    400,
  ],
  ['a bad image', { image: 'nothing' }, 'admin', 400],
  [
    'a date outside the calendar in its zone',
    { end_date: '9999-12-31 23:59:59', timezone: 'America/New_York' },
    'admin',
    400,
  ],
  ['a caller without permission', {}, 'subscriber', 400],
  ['another author', { author: 1 }, 'author', 403],
  [
    'another author inline',
    { venue: { venue: 'Old mill', image: IMAGE, author: 1 } },
    'author',
    403,
  ],
];

const unlinked: Scenario[] = [
  {
    name: '5 trashing an organizer removes only that link, also from drafts',
    given: async (app) => {
      const [a, b] = await organizers(app);
      const events = [
        await givenEvent(app, { organizer: [a.id, b.id] }),
        await givenEvent(app, { organizer: [b.id, a.id], status: 'draft' }),
      ];
      await app.given({ request: `DELETE /organizers/${a.id}` });
      return { b, events };
    },
    call: ({ events }: Json) => ({ request: `GET /events/${events[0].id}` }),
    status: 200,
    check: async ({ body }, { b, events }, app) => {
      expect(ids(body.organizer)).toEqual([b.id]);
      const other = await app.given({ request: `GET /events/${events[1].id}` });
      expect(ids(other.organizer)).toEqual([b.id]);
      const listed = (await app.given({ request: 'GET /events' })).events;
      expect(ids(listed[0].organizer)).toEqual([b.id]);
    },
  },
];

const atomic: Scenario[] = failing.flatMap(([name, extra, as, status]) => [
  {
    name: `4.4 OURS nothing half written: a create failing for ${name} leaves nothing behind`,
    call: post({ ...rich, ...extra }, as),
    status,
    check: (_answer, _given, app) => expectNothing(app, IMAGE),
  },
  ...(as === 'admin'
    ? [
        {
          name: `4.4 OURS nothing half written: an update failing for ${name}`,
          given: (app: TestApp) => givenEvent(app),
          call: (event: Json) => patch(event, { ...rich, ...extra }, as),
          status,
          check: async (_answer: Json, event: Json, app: TestApp) => {
            await expectNothing(app, IMAGE);
            expect(await app.given({ request: `GET /events/${event.id}` })).toMatchObject(event);
          },
        },
      ]
    : []),
]);

runScenarios('venues of events', venueRows);
runScenarios('organizers of events', organizerRows);
runScenarios(
  'inline records of events',
  [...inline, ...unlinked, ...atomic],
  /created with the f|same name and place|two organizers with|trashing an org|a create failing for a bad ti/,
);
