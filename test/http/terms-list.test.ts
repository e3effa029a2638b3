/** Lists of categories and tags: every parameter, orders, ties, links. Contract 2, 3.1, 3.4. */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent, givenTerm } from '../support/factories.js';
import { oncePer, runScenarios, type Scenario } from '../support/scenarios.js';

type Route = 'categories' | 'tags';
type Given = Record<string, Json>;

/** beta (2 events), Alpha (1), gamma (1), Zero and a draft's Drafted (none). */
const terms = oncePer((route: Route) => async (app: TestApp): Promise<Given> => {
  const beta = await givenTerm(app, route, 'beta', { description: 'm', slug: 'x-one' });
  const alpha = await givenTerm(app, route, 'Alpha', { description: 'z', slug: 'foo-bar' });
  const gamma = await givenTerm(app, route, 'gamma', { description: 'A', slug: 'b-side' });
  const zero = await givenTerm(app, route, 'Zero');
  const drafted = await givenTerm(app, route, 'Drafted');
  const link = (records: Json[], extra = {}) =>
    givenEvent(app, { [route]: records.map(({ id }) => id), ...extra });
  const one = await link([beta, alpha]);
  const two = await link([gamma, beta]);
  const draft = await link([drafted], { status: 'draft' });
  return { beta, alpha, gamma, zero, drafted, one, two, draft };
});

type Expectation = [string | ((given: Given) => string), string[], string?];

const lists = (route: Route, name: string, [query, expected, as]: Expectation): Scenario => ({
  name: `${route} ${name}`,
  readsOnly: true,
  given: terms(route),
  call: (given) => ({
    request: `GET /${route}?${typeof query === 'function' ? query(given) : query}`,
    ...(as ? { as } : {}),
  }),
  status: 200,
  check: (answer) => {
    expect(answer.body[route].map((term: Json) => term.name)).toEqual(expected);
    expect(answer.body.total).toBe(expected.length);
    expect(answer.headers.get('x-tec-total')).toBe(String(expected.length));
  },
});

const refuses = (route: Route, rule: string, query: string): Scenario => ({
  name: `${route} ${rule}: ${query} is refused`,
  readsOnly: true,
  given: terms(route),
  call: ({ one }) => ({ request: `GET /${route}?${query.replace('{event}', one.id)}` }),
  status: 400,
  code: 'rest_invalid_param',
  params: [query.split('=')[0] as string],
});

const envelope = (route: Route): Scenario[] => [
  {
    name: `${route} 2 envelope: empty on page 1 is 200 with zeros; rest_url is the base`,
    call: { request: `GET /${route}` },
    status: 200,
    check: (answer) => {
      expect(Object.entries(answer.body)).toEqual([
        ['rest_url', `http://api.test/vendor/events/v1/${route}/`],
        ['total', 0],
        ['total_pages', 0],
        [route, []],
      ]);
      expect(answer.headers.get('x-tec-total')).toBe('0');
      expect(answer.headers.get('x-tec-totalpages')).toBe('0');
    },
  },
  {
    name: `${route} 2 envelope: keys in order; the links keep what was sent`,
    given: terms(route),
    call: { request: `GET /${route}?page=2&per_page=1&hide_empty=false&search=a` },
    status: 200,
    body: { total: 4, total_pages: 4 },
    check: ({ body, headers }) => {
      const keys = Object.keys(body).filter((key) => key !== 'next_cursor');
      expect(keys).toEqual(
        ['rest_url', 'total', 'total_pages', route].concat(['next_rest_url', 'previous_rest_url']),
      );
      for (const link of [body.rest_url, body.next_rest_url, body.previous_rest_url]) {
        const { searchParams } = new URL(link);
        const sent = ['per_page', 'hide_empty', 'search'].map((name) => searchParams.get(name));
        expect(sent).toEqual(['1', 'false', 'a']);
      }
      expect(body.next_rest_url).toMatch(/[?&]page=3$/);
      expect(body.previous_rest_url).not.toMatch(/[?&]page=/);
      expect(headers.get('x-tec-totalpages')).toBe('4');
    },
  },
  {
    name: `${route} 2 page past the end: 200, empty, true totals, previous_rest_url`,
    given: terms(route),
    call: { request: `GET /${route}?page=9&per_page=2` },
    status: 200,
    body: { [route]: [], total: 3, total_pages: 2 },
    check: (answer) => {
      expect(answer.body.previous_rest_url).toMatch(/[?&]page=8$/);
      expect(answer.body).not.toHaveProperty('next_rest_url');
    },
  },
  {
    name: `${route} 3.1 per_page: 51 is clamped to 50`,
    given: async (app) => {
      for (let n = 0; n < 51; n++) await givenTerm(app, route, `Term ${n}`);
    },
    call: { request: `GET /${route}?per_page=51&hide_empty=false` },
    status: 200,
    body: { total: 51, total_pages: 2 },
    check: (answer) => expect(answer.body[route]).toHaveLength(50),
  },
  ...['page=0', 'page=x', 'per_page=0', 'per_page=-1', 'per_page=x'].map((query) =>
    refuses(route, '3.1', query),
  ),
];

const ALL = ['Alpha', 'beta', 'Drafted', 'gamma', 'Zero'];
const EVERY = 'hide_empty=0';

const filters = (route: Route): Scenario[] => [
  lists(route, '3.4 hide_empty: true by default', ['', ['Alpha', 'beta', 'gamma']]),
  lists(route, '3.4 hide_empty: the same for an editor', [
    '',
    ['Alpha', 'beta', 'gamma'],
    'editor',
  ]),
  lists(route, '3.4 hide_empty: 1', ['hide_empty=1', ['Alpha', 'beta', 'gamma']]),
  lists(route, '3.4 hide_empty: TRUE', ['hide_empty=TRUE', ['Alpha', 'beta', 'gamma']]),
  lists(route, '3.4 hide_empty: false', ['hide_empty=false', ALL]),
  lists(route, '3.4 hide_empty: 0', ['hide_empty=0', ALL]),
  ...['hide_empty=', 'hide_empty=2', 'hide_empty=yes'].map((query) =>
    refuses(route, '3.4 hide_empty is typed', query),
  ),
  lists(route, '3.4 search: a part of the name, any case', ['search=ET', ['beta']]),
  lists(route, '3.4 search: bar finds the slug foo-bar', ['search=bar', ['Alpha']]),
  lists(route, '3.4 search: with a hyphen', ['search=o-b', ['Alpha']]),
  lists(route, '3.4 search: not the description', ['search=z', []]),
  lists(route, '3.4 search: % and _ are not wildcards', ['search=%25', []]),
  refuses(route, '3.4 search', 'search='),
  lists(route, '3.4 include: a comma list', [
    ({ gamma, alpha }) => `include=${gamma.id},${alpha.id}`,
    ['Alpha', 'gamma'],
  ]),
  lists(route, '3.4 include: an array; hide_empty still applies', [
    ({ gamma, zero }) => `include[]=${gamma.id}&include[]=${zero.id}`,
    ['gamma'],
  ]),
  lists(route, '3.4 exclude: leaves out', [({ beta }) => `exclude=${beta.id}`, ['Alpha', 'gamma']]),
  ...['include=9999', 'include=', 'include=abc', 'exclude=9999', 'exclude=', 'exclude=1.5'].map(
    (query) => refuses(route, '3.4', query),
  ),
  {
    name: `${route} 3.4 include, exclude: one unknown among known is refused, both are named`,
    given: terms(route),
    call: ({ beta }) => ({
      request: `GET /${route}?include=${beta.id},9999&exclude=${beta.id},9999`,
    }),
    status: 400,
    params: ['include', 'exclude'],
  },
  lists(route, '3.4 slug: exact', ['slug=foo-bar', ['Alpha']]),
  lists(route, '3.4 slug: no match is empty 200', ['slug=foo', []]),
  refuses(route, '3.4 slug', 'slug='),
  lists(route, '3.4 post: terms of this event', [({ one }) => `post=${one.id}`, ['Alpha', 'beta']]),
  lists(route, '3.4 event: alias of post', [({ two }) => `event=${two.id}`, ['beta', 'gamma']]),
  lists(route, '3.4 event: overrides post', [
    ({ one, two }) => `post=${one.id}&event=${two.id}`,
    ['beta', 'gamma'],
  ]),
  lists(route, '3.4 event: a draft, for an editor', [
    ({ draft }) => `event=${draft.id}&${EVERY}`,
    ['Drafted'],
    'editor',
  ]),
  ...['post=9999', 'post=', 'post=x', 'event=9999', 'event=', 'event=x', 'event=0'].map((query) =>
    refuses(route, '3.4', query),
  ),
  lists(route, '3.4 filters combine with AND', [
    ({ one }) => `event=${one.id}&search=alph`,
    ['Alpha'],
  ]),
];

const orders = (route: Route): Scenario[] => [
  lists(route, '3.4 order: name ascending, any case', [EVERY, ALL]),
  lists(route, '3.4 order: desc', [`${EVERY}&order=desc`, ALL.toReversed()]),
  lists(route, '3.4 orderby name', [`${EVERY}&orderby=name&order=asc`, ALL]),
  lists(route, '3.4 orderby id', [
    `${EVERY}&orderby=id`,
    ['beta', 'Alpha', 'gamma', 'Zero', 'Drafted'],
  ]),
  lists(route, '3.4 orderby slug', [
    `${EVERY}&orderby=slug`,
    ['gamma', 'Drafted', 'Alpha', 'beta', 'Zero'],
  ]),
  lists(route, '3.4 orderby count, ties by id', [
    `${EVERY}&orderby=count`,
    ['Zero', 'Drafted', 'Alpha', 'gamma', 'beta'],
  ]),
  lists(route, '3.4 orderby count desc, ties by id descending', [
    `${EVERY}&orderby=count&order=desc`,
    ['beta', 'gamma', 'Alpha', 'Drafted', 'Zero'],
  ]),
  lists(route, '3.4 orderby description, any case, empty first', [
    `${EVERY}&orderby=description`,
    ['Zero', 'Drafted', 'gamma', 'beta', 'Alpha'],
  ]),
  lists(route, '3.4 orderby term_group: all equal, by id', [
    `orderby=term_group`,
    ['beta', 'Alpha', 'gamma'],
  ]),
  lists(route, '3.4 orderby include: in the order sent', [
    ({ gamma, beta, alpha }) => `orderby=include&include=${gamma.id},${beta.id},${alpha.id}`,
    ['gamma', 'beta', 'Alpha'],
  ]),
  ...['order=', 'order=down', 'orderby=', 'orderby=colour'].map((query) =>
    refuses(route, '3.4', query),
  ),
  {
    name: `${route} 3.4 order: ties in the name by id`,
    given: async (app) => {
      await givenTerm(app, route, 'Same', { slug: 'z' });
      await givenTerm(app, route, 'same', { slug: 'a' });
      await givenTerm(app, route, 'SAME', { slug: 'm' });
    },
    call: { request: `GET /${route}?${EVERY}` },
    status: 200,
    check: (answer) =>
      expect(answer.body[route].map((term: Json) => term.slug)).toEqual(['z', 'a', 'm']),
  },
];

const family = async (app: TestApp) => {
  const top = await givenTerm(app, 'categories', 'Top');
  const child = await givenTerm(app, 'categories', 'Child', { parent: top.id });
  const grandchild = await givenTerm(app, 'categories', 'Grandchild', { parent: child.id });
  await givenTerm(app, 'categories', 'Alone');
  return { top, child, grandchild };
};

const parents = (name: string, query: (given: Given) => string, expected: string[]): Scenario => ({
  name: `categories 3.4 parent: ${name}`,
  given: family,
  call: (given) => ({ request: `GET /categories?${EVERY}&parent=${query(given)}` }),
  status: 200,
  check: (answer) => {
    expect(answer.body.categories.map((term: Json) => term.name)).toEqual(expected);
    expect(answer.body.total).toBe(expected.length);
  },
});

runScenarios('list of categories by parent', [
  parents('direct children only', ({ top }) => top.id, ['Child']),
  parents('4.9 0 is the top level', () => '0', ['Alone', 'Top']),
  parents('a term without children', ({ grandchild }) => grandchild.id, []),
  ...['parent=9999', 'parent=', 'parent=x', 'parent=-1'].map((query) =>
    refuses('categories', '3.4', query),
  ),
  {
    name: 'tags 3.4 parent: is not a parameter of tags, and ignored',
    given: terms('tags'),
    call: { request: 'GET /tags?parent=x' },
    status: 200,
    body: { total: 3 },
  },
]);

for (const route of ['categories', 'tags'] as const) {
  runScenarios(`list of ${route}`, [...envelope(route), ...filters(route), ...orders(route)]);
}
