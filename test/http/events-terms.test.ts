/**
 * Categories and tags of an event in every accepted form. Contract 4.6. Counts of terms:
 * terms.test.ts.
 */
import { expect } from 'vitest';
import type { Call, Json } from '../support/app.js';
import { bad, post, show } from '../support/event-rows.js';
import { eventPayload, givenEvent, givenTerm } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';
import { openPage } from '../support/site.js';

const patch = (event: Json, body: Json): Call => ({
  request: `PATCH /events/${event.id}`,
  as: 'admin',
  body,
});

const termForm = (name: string, form: (id: number) => Json, names: string[]): Scenario[] =>
  (['categories', 'tags'] as const).map((route) => ({
    name: `4.6 ${route}: ${name}`,
    given: async (app) => {
      const term = await givenTerm(app, route, 'Live music', { slug: 'gigs' });
      return { term, event: await givenEvent(app, { [route]: 'Old' }) };
    },
    call: ({ term, event }: Json) => patch(event, { [route]: form(term.id) }),
    status: 200,
    check: ({ body }, { term }) => {
      expect(body[route].map((item: Json) => item.name)).toEqual(names);
      for (const item of body[route]) if (item.name === term.name) expect(item.id).toBe(term.id);
      for (const item of body[route]) expect(item.count).toBe(1);
    },
  }));

const termRows: Scenario[] = [
  ...termForm('an ID', (id) => id, ['Live music']),
  ...termForm('an ID as text', (id) => String(id), ['Live music']),
  ...termForm('a list of IDs', (id) => [id, String(id)], ['Live music']),
  ...termForm('an existing slug', () => 'gigs', ['Live music']),
  ...termForm('an existing name, case folded', () => ['LIVE music'], ['Live music']),
  ...termForm('a comma list; unknown names are created (4.6)', (id) => `${id}, Jazz ,`, [
    'Live music',
    'Jazz',
  ]),
  ...termForm('a list of new names, in order, once each', () => ['Jazz', 'Art', 'jazz'], [
    'Jazz',
    'Art',
  ]),
  ...termForm('4.6 unknown IDs are skipped', (id) => [999, id, '998'], ['Live music']),
  ...['', [], 0, false].flatMap((empty) => termForm(`${show(empty)} clears`, () => empty, [])),
  ...termForm('null keeps', () => null, ['Old']),
  ...['categories', 'tags'].flatMap((field) =>
    [{ name: 'Jazz' }, [['Jazz']], true, 'a'.repeat(201)].map((value) =>
      bad(`4.6 ${field}: ${show(value).slice(0, 20)} is 400`, { [field]: value }),
    ),
  ),
  {
    name: '4.6, 4.8 names without Latin letters, and those that differ in such letters alone',
    given: (app) => givenEvent(app, { tags: ['東京 2026'] }),
    call: post({ title: '春まつり', categories: ['音楽'], tags: ['大阪 2026', '東京 2026'] }),
    status: 201,
    body: {
      slug: '春まつり',
      url: `https://example.com/event/${encodeURIComponent('春まつり')}/`,
      categories: [{ name: '音楽', slug: '音楽' }],
      tags: [{ slug: '大阪-2026' }, { slug: '東京-2026' }],
    },
    check: async ({ body }, _given, app) => {
      const slug = encodeURIComponent(body.slug);
      expect((await app.given({ request: `GET /events/by-slug/${slug}` })).id).toBe(body.id);
      const list = { request: `GET /events?tags=${encodeURIComponent('大阪-2026')}` };
      expect((await app.given(list)).events.map(({ id }: Json) => id)).toEqual([body.id]);
      const [above] = body.categories;
      const jazz = await givenTerm(app, 'categories', 'ジャズ', { parent: above.id });
      for (const { url } of [body, above, jazz]) {
        const { status, html } = await openPage(app, new URL(url).pathname);
        expect([status, html.includes(`rel="canonical" href="${url}"`)], url).toEqual([200, true]);
      }
    },
  },
  {
    name: '4.6 C, C++ and C# are three tags, whatever their slugs; Hip Hop is Hip-Hop',
    given: (app) => givenEvent(app, { tags: ['C++', 'Hip-Hop'] }),
    call: post({ tags: ['C#', 'C', 'C++', 'Hip Hop', '#hip-hop'] }),
    status: 201,
    check: async ({ body }, _given, app) => {
      const names = body.tags.map(({ name }: Json) => name);
      expect(names).toEqual(['C#', 'C', 'C++', 'Hip-Hop']);
      expect((await givenEvent(app, { tags: ['C#'] })).tags[0].name).toBe('C#');
    },
  },
  {
    name: '16.2 a load of events with the tags C, C++ and C# creates three',
    given: (app) =>
      app.call({
        request: 'POST /events/bulk',
        as: 'editor',
        type: 'application/x-ndjson',
        body: ['C', 'C#', 'C++', 'C#', 'Hip-Hop', 'Hip Hop']
          .map((tag, at) => JSON.stringify(eventPayload({ title: `Event ${at}`, tags: [tag] })))
          .join('\n'),
      }),
    call: { request: 'GET /tags' },
    status: 200,
    check: ({ body }) => {
      expect(body.tags.map(({ name, count }: Json) => `${name} ${count}`)).toEqual([
        'C 1',
        'C# 2',
        'C++ 1',
        'Hip-Hop 2',
      ]);
    },
  },
  {
    name: '4.6 a contributor may create a category by naming it, but may not POST one',
    call: post({ categories: 'Jazz' }, 'contributor'),
    status: 201,
    body: { categories: [{ name: 'Jazz', slug: 'jazz', parent: 0, count: 0 }] },
    check: async (_answer, _given, app) => {
      const call = { request: 'POST /categories', as: 'contributor', body: { name: 'Rock' } };
      expect((await app.call(call)).status).toBe(403);
    },
  },
  {
    name: '4.6 20 events at once with the same new tag and venue create one tag and one venue',
    given: (app) =>
      Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          app.call(post({ title: `Event ${at}`, tags: 'Jazz', venue: { venue: 'Old mill' } })),
        ),
      ),
    call: { request: 'GET /tags' },
    status: 200,
    body: { total: 1, tags: [{ name: 'Jazz', count: 20 }] },
    check: async (_answer, answers, app) => {
      expect(answers.map(({ status }: Json) => status)).toEqual(answers.map(() => 201));
      expect((await app.given({ request: 'GET /venues' })).total).toBe(1);
    },
  },
];

runScenarios('terms of events', termRows, /list of new names|4\.6, 4\.8|C, C|20 events/);
