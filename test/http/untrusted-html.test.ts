/** HTML by role, on every way in: Contract 24.1. */
import { expect } from 'vitest';
import type { Call, Json, TestApp } from '../support/app.js';
import { eventPayload, givenEvent } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const HTML =
  '<p onclick="x()">Come & <a href="javascript:x()">see</a></p><script>alert(1)</script>';
const CLEAN = '<p>Come &amp; <a>see</a></p>';
const LINE = '<b>Jazz</b> <3 you<img src=x onerror=alert(1)>';
const CLEAN_LINE = 'Jazz <3 you';

const TEXTS = { description: HTML, excerpt: HTML, event_status: 'cancelled' };
const create = (body: Json, as: string, route = 'events'): Call => ({
  request: `POST /${route}`,
  as,
  body: route === 'events' ? eventPayload(body) : body,
});

const byRole = ['admin', 'editor', 'author', 'contributor'].map((as): Scenario => {
  const isTrusted = as === 'admin' || as === 'editor';
  return {
    name: `24.1 create and inline by ${as}: ${isTrusted ? 'as sent' : 'cleaned'}`,
    call: create(
      {
        title: LINE,
        ...TEXTS,
        event_status_reason: LINE,
        cost: ['<i>5</i> EUR'],
        categories: [LINE],
        tags: LINE,
        venue: { venue: LINE, description: HTML, city: '<u>Ghent</u>' },
        organizer: [{ organizer: LINE, description: HTML }],
      },
      as,
    ),
    status: 201,
    body: {
      title: isTrusted ? LINE : CLEAN_LINE,
      description: isTrusted ? HTML : CLEAN,
      excerpt: isTrusted ? HTML : CLEAN,
      event_status_reason: isTrusted ? LINE : CLEAN_LINE,
      ...(isTrusted ? {} : { cost: '5 EUR' }),
      categories: [{ name: isTrusted ? LINE : CLEAN_LINE }],
      tags: [{ name: isTrusted ? LINE : CLEAN_LINE }],
    },
    check: async ({ body }, _given, app) => {
      const name = isTrusted ? LINE : CLEAN_LINE;
      const description = isTrusted ? HTML : CLEAN;
      const request = `GET /events/${body.id}`;
      const { venue, organizer } = await app.given({ request });
      expect(venue).toMatchObject({
        venue: name,
        description,
        city: isTrusted ? '<u>Ghent</u>' : 'Ghent',
      });
      expect(organizer).toMatchObject([{ organizer: name, description }]);
    },
  };
});

const draftOf = async (app: TestApp) => ({
  id: (await givenEvent(app, { status: 'draft' }, 'contributor')).id,
});

const ways: Scenario[] = [
  {
    name: '24.1 update by a contributor: cleaned',
    given: draftOf,
    call: ({ id }: Json) => ({
      request: `PATCH /events/${id}`,
      as: 'contributor',
      body: { title: LINE, description: HTML },
    }),
    status: 200,
    body: { title: CLEAN_LINE, description: CLEAN },
  },
  {
    name: '24.1 an update by a contributor leaves texts alone that are not sent',
    given: async (app) => {
      const { id } = await draftOf(app);
      await app.given({ request: `PATCH /events/${id}`, body: { description: HTML } });
      return { id };
    },
    call: ({ id }: Json) => ({
      request: `PATCH /events/${id}`,
      as: 'contributor',
      body: { title: 'Jazz' },
    }),
    status: 200,
    body: { title: 'Jazz', description: HTML },
  },
  {
    name: '24.1 PUT of an identity by an author: cleaned',
    call: {
      request: 'PUT /organizers/external/crm/1',
      as: 'author',
      body: { organizer: LINE, description: HTML },
    },
    status: 201,
    body: { organizer: CLEAN_LINE, description: CLEAN },
  },
  {
    name: '24.1 a category by an author: cleaned',
    call: create({ name: LINE, description: HTML }, 'author', 'categories'),
    status: 201,
    body: { name: CLEAN_LINE, description: CLEAN },
  },
  {
    name: '24.1 a title that is nothing without its tags is refused, together with other faults',
    call: create({ title: '<b></b>', description: '<script>x</script>', website: 'x' }, 'author'),
    status: 400,
    code: 'rest_invalid_param',
    params: ['title', 'website'],
  },
  {
    name: '24.1 a duplicate is found by its clean name',
    given: (app) => app.given(create({ venue: 'Jazz hall' }, 'author', 'venues')),
    call: create({ venue: '<b>Jazz</b> hall' }, 'author', 'venues'),
    status: 201,
    check: ({ body }, first) => expect(body.id).toBe(first.id),
  },
  {
    name: '24.1 answers write < as \\u003c, json_ld included',
    given: (app) => givenEvent(app, { title: '</script>x', venue: { venue: '<b>' } }),
    call: ({ id }: Json) => ({ request: `GET /events/${id}?fields=title,json_ld,venue` }),
    status: 200,
    body: { title: '</script>x', json_ld: { name: '</script>x', location: { name: '<b>' } } },
    check: async ({ text }, _given, app) => {
      expect(text).not.toContain('<');
      const list = await app.call({ request: 'GET /events' });
      expect(list.body.events[0].title).toBe('</script>x');
      expect(list.text).not.toContain('<');
    },
  },
];

runScenarios('24.1 HTML of people who are not trusted', [...byRole, ...ways]);
