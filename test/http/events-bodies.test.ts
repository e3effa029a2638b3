/**
 * POST /events: body types, images, and slugs, including twenty and forty requests at once.
 * Contract 0, 4.5, 4.8.
 */
import { expect } from 'vitest';
import type { Answer, Call, Json, TestApp } from '../support/app.js';
import { bad, good, post, show } from '../support/event-rows.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const fields = {
  title: 'Körfest',
  start_date: '2026-03-20 09:00:00',
  end_date: '2026-03-20 11:00:00',
  timezone: 'Europe/Berlin',
  all_day: 'true',
  featured: '1',
  sticky: '0',
  cost: '20$',
  website: 'https://fair.test/?a=1&b=2',
  categories: 'Music,Art',
  image: 'https://img.test/a.png',
  description: 'a\nb & c=d + ü',
  status: 'publish',
};
const nested = {
  'venue[venue]': 'Town hall',
  'venue[city]': 'Köln',
  'organizer[0][organizer]': 'Ann Lee',
  'organizer[1][organizer]': 'Bo Ek',
  'tags[]': 'outdoor',
};
const asJson = {
  ...fields,
  venue: { venue: 'Town hall', city: 'Köln' },
  organizer: [{ organizer: 'Ann Lee' }, { organizer: 'Bo Ek' }],
  tags: ['outdoor'],
};

const multipart = (values: Record<string, string>) => {
  const line = '----line';
  const parts = Object.entries(values).map(
    ([name, value]) =>
      `--${line}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: `${parts.join('')}--${line}--\r\n`,
    type: `multipart/form-data; boundary=${line}`,
  };
};

const bodyTypes: [string, Pick<Call, 'body' | 'type' | 'headers'>][] = [
  ['application/vnd.api+json', { body: asJson, type: 'application/vnd.api+json' }],
  [
    'a form',
    {
      body: new URLSearchParams({ ...fields, ...nested }).toString(),
      type: 'application/x-www-form-urlencoded',
    },
  ],
  ['multipart', multipart({ ...fields, ...nested })],
];

runScenarios('bodies of an event', [
  ...bodyTypes.map(
    ([name, body]): Scenario => ({
      name: `0 body types: ${name} creates what JSON creates`,
      given: async (app) => {
        const reference = await app.call({ request: 'POST /events', as: 'admin', body: asJson });
        expect(reference.status, reference.text).toBe(201);
        return reference.body;
      },
      call: { request: 'POST /events', as: 'admin', ...body },
      status: 201,
      check: (answer, given) => {
        const plain = (event: Json) => ({
          ...event,
          id: 0,
          global_id: '',
          global_id_lineage: [],
          slug: '',
          url: '',
          rest_url: '',
          uid: '',
          // The first event used these terms once. Now they are used twice.
          categories: event.categories.map((term: Json) => ({ ...term, count: 0 })),
          tags: event.tags.map((term: Json) => ({ ...term, count: 0 })),
        });
        expect(plain(answer.body)).toEqual(plain(given));
        expect(answer.body).toMatchObject({
          venue: { city: 'Köln' },
          featured: true,
          sticky: false,
        });
      },
    }),
  ),
]);

const IMAGE = 'https://img.test/a.png';
const knownImage = async (app: TestApp) => (await givenEvent(app, { image: IMAGE })).image;

runScenarios(
  'images of an event',
  [
    good(
      '4.5 image: a URL with an image extension',
      { image: IMAGE },
      {
        image: { url: IMAGE, extension: 'png' },
      },
    ),
    ...[(id: number) => id, (id: number) => String(id)].map(
      (form, at): Scenario => ({
        name: `4.5 image: the ID of a known image as a ${at === 0 ? 'number' : 'text'}`,
        given: knownImage,
        call: (image: Json) => post({ image: form(image.id) }, 'contributor'),
        status: 201,
        check: ({ body }, image) => expect(body.image).toEqual(image),
      }),
    ),
    {
      name: '4.5 image: a URL seen before is the same image',
      given: knownImage,
      call: post({ image: IMAGE }),
      status: 201,
      check: ({ body }, image) => expect(body.image).toEqual(image),
    },
    {
      name: '4.5 image: a contributor may not name a URL: 400',
      call: post({ image: IMAGE }, 'contributor'),
      status: 400,
      params: ['image'],
    },
    {
      name: '4.5 image: an author may name a URL',
      call: post({ image: IMAGE }, 'author'),
      status: 201,
    },
    {
      name: '4.5 image: the ID of a venue is not an image: 400',
      given: (app) => givenVenue(app),
      call: (venue: Json) => post({ image: venue.id }),
      status: 400,
      params: ['image'],
    },
    {
      name: '4.5 image: the reason says what is wrong with the URL',
      call: post({ image: 'https://img.test/a.svg' }, 'author'),
      status: 400,
      params: ['image'],
      check: ({ body }) =>
        expect(body.data.params.image).toContain('its path has no extension of an image'),
    },
    good('0 image: null is absent', { image: null }, { image: false }),
    ...[
      '',
      999,
      '999',
      'a.png',
      'ftp://img.test/a.png',
      'https://img.test/a.pdf',
      'https://img.test/',
      'https://u:p@img.test/a.png',
      true,
      1.5,
      [IMAGE],
      { url: IMAGE },
    ].map((image) => bad(`4.5 image: ${show(image)} is 400`, { image })),
  ],
  /seen before|as a number|of a venue is/,
);

const slugOf = (event: Json) => event.slug;
runScenarios(
  'slugs of events',
  [
    ...(
      [
        [{ title: 'Café & Bar — Ünïcode  X' }, 'cafe-bar-unicode-x'],
        [{ slug: 'My Own_Slug!' }, 'my-own_slug'],
        [{ status: 'draft', slug: 'kept' }, 'kept'],
        [{ status: 'draft' }, ''],
        [{ status: 'pending' }, ''],
        [{ status: 'private' }, 'spring-fair'],
      ] as const
    ).map(([sent, slug]) => good(`4.8 slug of ${show(sent)}`, sent, { slug })),
    ...['', '   ', '!!!', 5, [], 'a'.repeat(201)].map((slug) =>
      bad(`4.3 slug: ${show(slug).slice(0, 20)} is 400`, { slug }),
    ),
    {
      name: '4.8 a title without letters still gives a slug',
      call: post({ title: '!!!' }),
      status: 201,
      check: ({ body }) => expect(body.slug).toMatch(/^[a-z0-9-]+$/),
    },
    {
      name: '4.8 a taken slug gets -2, then -3, given or made from the title',
      given: async (app) => [await givenEvent(app), await givenEvent(app, { slug: 'spring-fair' })],
      call: post(),
      status: 201,
      body: { slug: 'spring-fair-3' },
      check: (_answer, given) =>
        expect(given.map(slugOf)).toEqual(['spring-fair', 'spring-fair-2']),
    },
    {
      name: '4.8 drafts need no unique slug',
      given: (app) => givenEvent(app, { slug: 'kept' }),
      call: post({ slug: 'kept', status: 'draft' }),
      status: 201,
      body: { slug: 'kept' },
    },
    {
      name: '4.8 slugs are unique per kind: a venue or tag of the same name does not count',
      given: async (app) => [
        await givenVenue(app, { venue: 'Spring fair' }),
        await givenTerm(app, 'tags', 'Spring fair'),
      ],
      call: post(),
      status: 201,
      body: { slug: 'spring-fair' },
    },
    {
      name: '4.8 a long slug is cut to 200 characters, including its number',
      given: (app) => givenEvent(app, { title: 'a'.repeat(900) }),
      call: post({ title: 'a'.repeat(900) }),
      status: 201,
      check: ({ body }, given) => {
        expect(given.slug).toBe('a'.repeat(200));
        expect(body.slug).toBe(`${'a'.repeat(198)}-2`);
      },
    },
    ...[20, 40].map(
      (count): Scenario => ({
        name: `4.8 ${count} concurrent POSTs of one title: all 201, all slugs differ`,
        given: (app) => Promise.all(Array.from({ length: count }, () => app.call(post()))),
        call: { request: 'GET /events?per_page=50' },
        status: 200,
        check: ({ body }, answers: Answer[]) => {
          expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
          const wanted = answers.map((_, at) =>
            at === 0 ? 'spring-fair' : `spring-fair-${at + 1}`,
          );
          expect(answers.map(({ body: event }) => event.slug).sort()).toEqual(wanted.sort());
          expect(body.total).toBe(count);
        },
      }),
    ),
  ],
  /concurrent|a taken slug|drafts need/,
);
