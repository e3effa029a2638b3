/** Trees of categories: parents, nested paths, moves and deletes. Contract 1.4, 4.9, 5. */
import { expect } from 'vitest';
import { limits } from '../../src/limits.js';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenTerm } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const API = 'http://api.test/vendor/events/v1';

const post = (route: string, body: Json) => ({ request: `POST /${route}`, as: 'admin', body });
const update = (route: string, id: number, body: Json) => ({
  request: `PATCH /${route}/${id}`,
  as: 'admin',
  body,
});
const get = async (app: TestApp, path: string) => (await app.call({ request: `GET ${path}` })).body;

/** Music > Jazz > Swing, and Sport; one event in Swing. */
const tree = async (app: TestApp) => {
  const music = await givenTerm(app, 'categories', 'Music');
  const jazz = await givenTerm(app, 'categories', 'Jazz', { parent: music.id });
  const swing = await givenTerm(app, 'categories', 'Swing', { parent: jazz.id });
  const sport = await givenTerm(app, 'categories', 'Sport');
  return { music, jazz, swing, sport, event: await givenEvent(app, { categories: [swing.id] }) };
};

/** The url of Swing everywhere it appears: item, list, and the event's item and list. */
const expectSwing = async (app: TestApp, { swing, event }: Json, path: string, parent: number) => {
  const list = await get(app, '/categories?hide_empty=0&slug=swing');
  const events = await get(app, '/events');
  const item = await get(app, `/events/${event.id}`);
  const own = await get(app, `/categories/${swing.id}`);
  for (const seen of [
    own,
    list.categories[0],
    events.events[0].categories[0],
    item.categories[0],
  ]) {
    expect(seen.url).toBe(`https://example.com/events/category/${path}/`);
    expect(seen.parent).toBe(parent);
    const up = parent > 0 ? `${API}/categories/${parent}` : undefined;
    expect(seen.urls.up).toBe(up);
  }
};

const trees: Scenario[] = [
  ...['', 'abc', 9999, -1, '9999', true].map(
    (parent): Scenario => ({
      name: `4.9 parent: ${JSON.stringify(parent)} is refused`,
      call: post('categories', { name: 'X', parent }),
      status: 400,
      code: 'rest_invalid_param',
      params: ['parent'],
    }),
  ),
  {
    name: '4.9 parent: the ID of a tag is refused, a category ID as a text is accepted',
    given: async (app) => {
      for (const name of ['A', 'B', 'C']) await givenTerm(app, 'tags', name);
      return {
        tag: await givenTerm(app, 'tags', 'D'),
        top: await givenTerm(app, 'categories', 'T'),
      };
    },
    call: ({ tag }) => post('categories', { name: 'X', parent: tag.id }),
    status: 400,
    params: ['parent'],
    check: async (_, { top }, app) => {
      const taken = await app.call(post('categories', { name: 'X', parent: `${top.id}` }));
      expect(taken.body.parent).toBe(top.id);
    },
  },
  {
    name: '4.9 parent: 0 is accepted on create, and moves to the top on update',
    given: tree,
    call: ({ jazz }) => update('categories', jazz.id, { parent: 0 }),
    status: 200,
    check: async (answer, given, app) => {
      expect(answer.body.parent).toBe(0);
      expect(answer.body.urls).not.toHaveProperty('up');
      await expectSwing(app, given, 'jazz/swing', given.jazz.id);
      expect((await app.call(post('categories', { name: 'Top', parent: 0 }))).status).toBe(201);
    },
  },
  {
    name: '4.9 parent: the term itself or one below it is refused',
    given: tree,
    call: ({ music, swing }) => update('categories', music.id, { parent: swing.id }),
    status: 400,
    code: 'rest_invalid_param',
    params: ['parent'],
    check: async (_, { music }, app) => {
      const self = await app.call(update('categories', music.id, { parent: music.id }));
      expect([self.status, Object.keys(self.body.data.params)]).toEqual([400, ['parent']]);
    },
  },
  {
    name: '4.9 term_exists: the same name under another parent is a new term with a suffixed slug',
    given: tree,
    call: ({ sport }) => post('categories', { name: 'Jazz', parent: sport.id }),
    status: 201,
    body: { slug: 'jazz-sport', url: 'https://example.com/events/category/sport/jazz-sport/' },
    check: async (_, { sport, music }, app) => {
      const numbered = { name: 'jazz', slug: 'Jazz ', parent: sport.id };
      const other = await app.call(post('categories', { ...numbered, name: 'Other' }));
      expect(other.body.slug).toBe('jazz-sport-2');
      const twin = await app.call(post('categories', { name: 'JAZZ', parent: music.id }));
      expect(twin.body.code).toBe('term_exists');
    },
  },
  {
    name: '1.4 nested url: follows a new slug of the top category',
    given: tree,
    call: ({ music }) => update('categories', music.id, { slug: 'sound' }),
    status: 200,
    check: (_, given, app) => expectSwing(app, given, 'sound/jazz/swing', given.jazz.id),
  },
  {
    name: '1.4 nested url: a new name alone does not change it',
    given: tree,
    call: ({ music }) => update('categories', music.id, { name: 'Sound' }),
    status: 200,
    check: (_, given, app) => expectSwing(app, given, 'music/jazz/swing', given.jazz.id),
  },
  {
    name: '1.4 nested url: follows when the middle category is moved',
    given: tree,
    call: ({ jazz, sport }) => update('categories', jazz.id, { parent: sport.id }),
    status: 200,
    body: { url: 'https://example.com/events/category/sport/jazz/' },
    check: (_, given, app) => expectSwing(app, given, 'sport/jazz/swing', given.jazz.id),
  },
  {
    name: '5 DELETE of a category: its children move to its parent',
    given: tree,
    call: ({ jazz }) => ({ request: `DELETE /categories/${jazz.id}`, as: 'admin' }),
    status: 200,
    check: async (answer, given, app) => {
      expect(answer.body).toEqual(given.jazz);
      await expectSwing(app, given, 'music/swing', given.music.id);
    },
  },
  {
    name: '5 DELETE of a top category: its children move to the top',
    given: tree,
    call: ({ music }) => ({ request: `DELETE /categories/${music.id}`, as: 'admin' }),
    status: 200,
    check: async (_, given, app) => {
      const jazz = await get(app, `/categories/${given.jazz.id}`);
      expect(jazz).toMatchObject({ parent: 0, url: 'https://example.com/events/category/jazz/' });
      await expectSwing(app, given, 'jazz/swing', given.jazz.id);
    },
  },
  {
    name: '3.2 categories of events: descendants are included, also after a move and a delete',
    given: tree,
    call: ({ music }) => ({ request: `GET /events?categories=${music.id}` }),
    status: 200,
    body: { total: 1 },
    check: async (_, { music, jazz, sport }, app) => {
      await app.given(update('categories', jazz.id, { parent: sport.id }));
      expect((await get(app, `/events?categories=${music.id}`)).total).toBe(0);
      expect((await get(app, '/events?categories=sport')).total).toBe(1);
      await app.given({ request: `DELETE /categories/${jazz.id}` });
      expect((await get(app, '/events?categories=sport')).total).toBe(1);
    },
  },
  {
    name: `limits termDepth: ${limits.termDepth} levels; more are refused, also by a move`,
    given: async (app) => {
      let parent = 0;
      for (let level = 1; level <= limits.termDepth; level++)
        parent = (await givenTerm(app, 'categories', `Level ${level}`, { parent })).id;
      return { deepest: parent };
    },
    call: ({ deepest }) => post('categories', { name: 'Too deep', parent: deepest }),
    status: 400,
    code: 'rest_invalid_param',
    params: ['parent'],
    check: async (_, { deepest }, app) => {
      const top = await givenTerm(app, 'categories', 'Root');
      const child = await givenTerm(app, 'categories', 'Child', { parent: top.id });
      const moved = await app.call(update('categories', child.id, { parent: deepest }));
      expect(moved.status).toBe(400);
      const first = (await get(app, '/categories?hide_empty=0&slug=level-1')).categories[0];
      const pushed = await app.call(update('categories', first.id, { parent: top.id }));
      expect([pushed.status, Object.keys(pushed.body.data.params)]).toEqual([400, ['parent']]);
    },
  },
];

const circle: Scenario = {
  name: '4.9 of two parallel moves that would form a cycle, one is refused',
  given: async (app) => {
    const [a, b] = [
      await givenTerm(app, 'categories', 'A'),
      await givenTerm(app, 'categories', 'B'),
    ];
    const { store } = app.deps;
    const { write } = store;
    let waiting: (() => void)[] | null = [];
    // Both have passed their checks before either is written.
    store.write = async (changes, options) => {
      if (waiting) {
        await new Promise<void>((resolve) => {
          waiting?.push(resolve);
          if (waiting?.length === 2) {
            for (const go of waiting) go();
            waiting = null;
          }
        });
      }
      return write(changes, options);
    };
    const answers = await Promise.all([
      app.call(update('categories', a.id, { parent: b.id })),
      app.call(update('categories', b.id, { parent: a.id })),
    ]);
    return { a, b, statuses: answers.map(({ status }) => status) };
  },
  call: { request: 'GET /categories?hide_empty=0' },
  status: 200,
  check: ({ body }, { a, b, statuses }) => {
    expect([...statuses].sort()).toEqual([200, 400]);
    const parents = new Map(body.categories.map((term: Json) => [term.id, term.parent]));
    expect(parents.get(a.id) === b.id && parents.get(b.id) === a.id).toBe(false);
    expect([...parents.values()]).toContain(0);
    for (const { url } of body.categories) expect(url.split('/').length).toBeLessThan(9);
  },
};

runScenarios(
  'category trees',
  [...trees, circle],
  /another parent|follows|DELETE of|descendants|32 levels|parallel/,
);
