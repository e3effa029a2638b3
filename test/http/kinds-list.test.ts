/**
 * Lists of venues, organizers, categories and tags, by the definitions of kinds/: filters, orders,
 * searches, who sees what. Envelopes and cursors: pages.test.ts. Contract 3.1, 3.3, 3.4, 6.2.
 */
import { expect } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import type { Kind } from '../../src/kinds/kind.js';
import { loadSchema } from '../../src/validation/schemas.js';
import { catchUp } from '../support/agree.js';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { oncePer, runScenarios, type Scenario } from '../support/scenarios.js';

type Given = (app: TestApp) => Promise<Json>;
/** The rule, the query, the names it must answer in order, and who asks. */
type Row = [string, string | ((given: Json) => string), string[], string?];

const make = (
  app: TestApp,
  { route, titleField }: Kind,
  name: string,
  extra: Json = {},
  as = 'admin',
) => app.given({ request: `POST /${route}`, as, body: { [titleField]: name, ...extra } });

/** Links records in a new event. */
const link = (app: TestApp, { name, route, family }: Kind, records: Json[], extra: Json = {}) =>
  givenEvent(app, {
    [family.name === 'post' ? name : route]: records.map(({ id }) => id),
    ...extra,
  });

const answers = ({ route, titleField }: Kind, given: Given, rows: Row[]): Scenario[] =>
  rows.map(([rule, query, expected, as]) => ({
    name: `${route} ${rule}${as ? `, for ${as}` : ''}`,
    readsOnly: true,
    given,
    call: (it) => ({
      request: `GET /${route}?${typeof query === 'function' ? query(it) : query}`,
      ...(as ? { as } : {}),
    }),
    status: 200,
    check: ({ body, headers }) => {
      expect(body[route].map((record: Json) => record[titleField])).toEqual(expected);
      expect(body.total).toBe(expected.length);
      expect(headers.get('x-tec-total')).toBe(String(expected.length));
    },
  }));

/** The parameter before the first `=` is the one that is named. `EVENT`: the ID of an event. */
const refuses = ({ route }: Kind, given: Given, queries: string[], as?: string): Scenario[] =>
  queries.map((query) => ({
    name: `${route} 3 ${query} is refused${as ? `, for ${as}` : ''}`,
    readsOnly: true,
    given,
    call: (it) => ({
      request: `GET /${route}?${query.replace('EVENT', it?.one?.id)}`,
      ...(as ? { as } : {}),
    }),
    status: 400,
    code: 'rest_invalid_param',
    params: [query.split(/[=[]/)[0] ?? ''],
  }));

const badPages = ['page=0', 'page=-1', 'page=x', 'page=1.5', 'per_page=0', 'per_page=-1'].concat([
  'per_page=ten',
  'per_page=',
  'search=',
]);
const badEvents = ['event=9999', 'event=', 'event=abc', 'event=0', 'event=-1'];

// Posts.

const three = oncePer((kind: Kind) => async (app: TestApp) => {
  await make(app, kind, 'First', { date: '2026-03-01 00:00:00' });
  await make(app, kind, 'Second', { date: '2026-03-02 00:00:00' });
  await make(app, kind, 'Third', { date: '2026-03-02 00:00:00' });
});

const searching = (kind: Kind): Scenario[] => {
  const { route, schema, titleField, textFields } = kind;
  const { properties } = loadSchema(schema);
  const fields = Object.keys(textFields).filter(
    (name) => name in properties && name !== titleField,
  );
  const words = async (app: TestApp) => {
    await make(app, kind, 'Café Öl');
    await make(app, kind, 'Red house', { description: 'blue' });
    await make(app, kind, 'Blue red house', { phone: '1' });
  };
  return [
    ...answers(kind, words, [
      ['3.3 search: title, case and accents folded', 'search=CAFE+ol', ['Café Öl']],
      ['3.3 search: all words in the same field', 'search=red+blue', ['Blue red house']],
      ['3.3 search: not inside a word', 'search=ouse', []],
      ['3.3 search: without a match', 'search=nothing&per_page=1', []],
    ]),
    ...fields.flatMap((field) => {
      const value = properties[field]?.webUrl ? 'https://zebra.example/' : 'x zebra';
      const given = async (app: TestApp) => {
        await make(app, kind, 'Other');
        await make(app, kind, 'Found', { [field]: value });
      };
      const rule = `3.3 search: ${field}, by the start of a word`;
      return answers(kind, given, [[rule, 'search=zebr', ['Found']]]);
    }),
    ...refuses(kind, three(kind), ['search=%20']),
    {
      name: `${route} 2 links: keep what the caller sent, percent-encoded`,
      given: words,
      call: { request: `GET /${route}?per_page=1&search=r%C3%A9d&has_events=no` },
      status: 200,
      check: ({ body }) => {
        for (const shown of [body.rest_url, body.next_rest_url]) {
          expect(shown).toContain('search=r%C3%A9d');
          expect(shown).toContain('has_events=no');
        }
      },
    },
  ];
};

/** One record for each way that events can use it. */
const used = oncePer((kind: Kind) => async (app: TestApp) => {
  const use = async (name: string, extra: Json = {}) =>
    link(app, kind, [await make(app, kind, name)], extra);
  await make(app, kind, 'Unused');
  const trashed = await use('Trashed');
  await app.given({ request: `DELETE /events/${trashed.id}` });
  await use('Draft', { status: 'draft' });
  await use('Pending', { status: 'pending' });
  await use('Private', { status: 'private' });
  await use('Past', { start_date: '2026-03-09 09:00:00', end_date: '2026-03-11 09:00:00' });
  await use('Now', { start_date: '2026-03-10 12:00:00', end_date: '2026-03-10 13:00:00' });
  const bare = await givenEvent(app, { status: 'draft' });
  const other = await make(app, kind, 'Unread', { status: 'draft' });
  return { one: await use('Coming'), bare, other };
});

const UNUSED = ['Pending', 'Draft', 'Trashed', 'Unused'];
const USED = ['Coming', 'Now', 'Past', 'Private'];

const usage = (kind: Kind): Scenario[] => [
  ...answers(kind, used(kind), [
    ...['true', '1', 'yes', 'Y', 'on', 'enable', 'enabled'].map(
      (value): Row => [`3.3 has_events: ${value} is true`, `has_events=${value}`, USED],
    ),
    ...['false', '0', 'no', '', 'maybe'].map(
      (value): Row => [`3.3 has_events: "${value}" is false`, `has_events=${value}`, UNUSED],
    ),
    ['3.3 has_events: the same', 'has_events=true', USED, 'editor'],
    ['3.3 only_with_upcoming: published events', 'only_with_upcoming=true', ['Coming', 'Now']],
    [
      '3.3 only_with_upcoming: events of every status',
      'only_with_upcoming=1',
      ['Coming', 'Now', 'Private', 'Pending', 'Draft'],
      'editor',
    ],
    ['3.3 only_with_upcoming: false', 'only_with_upcoming=false&has_events=1', USED],
    ['3.3 event: records linked to it', ({ one }) => `event=${one.id}`, ['Coming']],
    ['3.3 event: none linked', ({ bare }) => `event=${bare.id}`, [], 'editor'],
    ['3.3 filters combine with AND', ({ one }) => `event=${one.id}&search=now`, []],
  ]),
  ...refuses(kind, used(kind), badEvents),
  {
    name: `${kind.route} 3.3 event: a record of another kind is not an event`,
    given: used(kind),
    call: ({ other }) => ({ request: `GET /${kind.route}?event=${other.id}` }),
    status: 400,
    params: ['event'],
  },
  {
    name: `${kind.route} 3.3 only_with_upcoming: as time passes, and from a publication on`,
    // Each answer is of its moment.
    settings: { KEEP_ANSWERS_SECONDS: '0' },
    given: async (app) =>
      link(app, kind, [await make(app, kind, 'Stage')], { date: '2026-03-12 00:00:00' }),
    call: { request: `GET /${kind.route}?only_with_upcoming=true` },
    status: 200,
    body: { total: 0 },
    check: async (_, __, app) => {
      const totalAt = async (...time: [number, number, number]) => {
        app.clock.nowMs = Date.UTC(2026, 2, ...time);
        await catchUp(app.deps);
        return (await app.call({ request: `GET /${kind.route}?only_with_upcoming=true` })).body
          .total;
      };
      expect(await totalAt(12, 1, 0)).toBe(1);
      expect(await totalAt(20, 9, 0)).toBe(1);
      expect(await totalAt(20, 9, 1)).toBe(0);
    },
  },
  {
    name: `${kind.route} 3.3 only_with_upcoming: checks all upcoming events, not the first ten`,
    given: async (app) => {
      const first = await make(app, kind, 'First');
      for (let n = 0; n < 12; n++) await link(app, kind, [first]);
      const dates = { start_date: '2027-01-01 09:00:00', end_date: '2027-01-01 10:00:00' };
      await link(app, kind, [await make(app, kind, 'Late')], dates);
    },
    call: { request: `GET /${kind.route}?only_with_upcoming=true` },
    status: 200,
    body: { total: 2 },
  },
];

const byStatus = oncePer((kind: Kind) => async (app: TestApp) => {
  await make(app, kind, 'Published');
  await make(app, kind, 'Draft', { status: 'draft' });
  await make(app, kind, 'Pending', { status: 'pending' });
  await make(app, kind, 'Private', { status: 'private' });
  await make(app, kind, 'Mine', { status: 'draft' }, 'contributor');
  const { id } = await make(app, kind, 'Trashed');
  await app.given({ request: `DELETE /${kind.route}/${id}` });
});

const statuses = (kind: Kind): Scenario[] => [
  ...answers(kind, byStatus(kind), [
    ['6.2 no status', '', ['Mine', 'Published'], 'contributor'],
    ['6.2 status: a comma list', 'status=draft,private', ['Mine', 'Private', 'Draft'], 'editor'],
    [
      '6.2 status: an array',
      'status[]=draft&status[]=pending',
      ['Mine', 'Pending', 'Draft'],
      'editor',
    ],
  ]),
  ...refuses(kind, byStatus(kind), ['status='], 'editor'),
];

// Terms.

/** beta (2 events), Alpha (1), gamma (1), Zero and a draft's Drafted (none). */
const terms = oncePer((kind: Kind) => async (app: TestApp): Promise<Json> => {
  const beta = await make(app, kind, 'beta', { description: 'm', slug: 'x-one' });
  const alpha = await make(app, kind, 'Alpha', { description: 'z', slug: 'foo-bar' });
  const gamma = await make(app, kind, 'gamma', { description: 'A', slug: 'b-side' });
  const zero = await make(app, kind, 'Zero');
  const drafted = await make(app, kind, 'Drafted');
  const one = await link(app, kind, [beta, alpha]);
  const two = await link(app, kind, [gamma, beta]);
  const draft = await link(app, kind, [drafted], { status: 'draft' });
  return { beta, alpha, gamma, zero, one, two, draft };
});

const ALL = ['Alpha', 'beta', 'Drafted', 'gamma', 'Zero'];
const SHOWN = ['Alpha', 'beta', 'gamma'];
const EVERY = 'hide_empty=0';

const termRows: Row[] = [
  ['3.4 hide_empty: true by default', '', SHOWN],
  ['3.4 hide_empty: true by default', '', SHOWN, 'editor'],
  ...['1', 'TRUE'].map((value): Row => ['3.4 hide_empty: true', `hide_empty=${value}`, SHOWN]),
  ...['0', 'false'].map((value): Row => ['3.4 hide_empty: false', `hide_empty=${value}`, ALL]),
  ['3.4 search: a part of the name, any case', 'search=ET', ['beta']],
  ['3.4 search: bar finds the slug foo-bar', 'search=bar', ['Alpha']],
  ['3.4 search: with a hyphen', 'search=o-b', ['Alpha']],
  ['3.4 search: not the description', 'search=z', []],
  ['3.4 search: % and _ are not wildcards', 'search=%25', []],
  [
    '3.4 include: a list',
    ({ gamma, alpha }) => `include=${gamma.id},${alpha.id}`,
    ['Alpha', 'gamma'],
  ],
  [
    '3.4 include: an array; hide_empty still applies',
    ({ gamma, zero }) => `include[]=${gamma.id}&include[]=${zero.id}`,
    ['gamma'],
  ],
  ['3.4 exclude: leaves out', ({ beta }) => `exclude=${beta.id}`, ['Alpha', 'gamma']],
  ['3.4 slug: exact', 'slug=foo-bar', ['Alpha']],
  ['3.4 slug: no match', 'slug=foo', []],
  ['3.4 post: terms of this event', ({ one }) => `post=${one.id}`, ['Alpha', 'beta']],
  ['3.4 event: alias of post', ({ two }) => `event=${two.id}`, ['beta', 'gamma']],
  [
    '3.4 event: overrides post',
    ({ one, two }) => `post=${one.id}&event=${two.id}`,
    ['beta', 'gamma'],
  ],
  ['3.4 event: a draft', ({ draft }) => `event=${draft.id}&${EVERY}`, ['Drafted'], 'editor'],
  ['3.4 filters combine with AND', ({ one }) => `event=${one.id}&search=alph`, ['Alpha']],
  ['3.4 order: name ascending, any case', EVERY, ALL],
  ['3.4 order: desc', `${EVERY}&order=desc`, ALL.toReversed()],
  ['3.4 orderby name', `${EVERY}&orderby=name&order=asc`, ALL],
  ['3.4 orderby id', `${EVERY}&orderby=id`, ['beta', 'Alpha', 'gamma', 'Zero', 'Drafted']],
  ['3.4 orderby slug', `${EVERY}&orderby=slug`, ['gamma', 'Drafted', 'Alpha', 'beta', 'Zero']],
  [
    '3.4 orderby count, ties by id',
    `${EVERY}&orderby=count`,
    ['Zero', 'Drafted', 'Alpha', 'gamma', 'beta'],
  ],
  [
    '3.4 orderby count desc, ties by id descending',
    `${EVERY}&orderby=count&order=desc`,
    ['beta', 'gamma', 'Alpha', 'Drafted', 'Zero'],
  ],
  [
    '3.4 orderby description, any case, empty first',
    `${EVERY}&orderby=description`,
    ['Zero', 'Drafted', 'gamma', 'beta', 'Alpha'],
  ],
  ['3.4 orderby term_group: by id', 'orderby=term_group', ['beta', 'Alpha', 'gamma']],
  [
    '3.4 orderby include: in the order sent',
    ({ gamma, beta, alpha }) => `orderby=include&include=${gamma.id},${beta.id},${alpha.id}`,
    ['gamma', 'beta', 'Alpha'],
  ],
];

const badTerms = ['hide_empty=', 'hide_empty=2', 'hide_empty=yes', 'slug='].concat(
  ['include=9999', 'include=', 'include=abc', 'exclude=9999', 'exclude=', 'exclude=1.5'],
  ['include=1,9999', 'exclude=1,9999', 'post=9999', 'post=', 'post=x', 'post=0'],
  ['order=', 'order=down', 'orderby=', 'orderby=colour'],
);

const termLists = (kind: Kind): Scenario[] => [
  ...answers(kind, terms(kind), termRows),
  ...refuses(kind, terms(kind), [...badTerms, ...badEvents]),
  {
    name: `${kind.route} 3.4 order: ties in the name by id`,
    given: async (app) => {
      for (const [name, slug] of [
        ['Same', 'z'],
        ['same', 'a'],
        ['SAME', 'm'],
      ]) {
        await make(app, kind, name ?? '', { slug });
      }
    },
    call: { request: `GET /${kind.route}?${EVERY}` },
    status: 200,
    check: ({ body }) =>
      expect(body[kind.route].map((term: Json) => term.slug)).toEqual(['z', 'a', 'm']),
  },
];

const family: Given = async (app) => {
  const kind = allKinds.find(({ isTree }) => isTree) as Kind;
  const top = await make(app, kind, 'Top');
  const child = await make(app, kind, 'Child', { parent: top.id });
  const grandchild = await make(app, kind, 'Grandchild', { parent: child.id });
  await make(app, kind, 'Alone');
  return { top, grandchild };
};

const byParent = (kind: Kind): Scenario[] =>
  kind.isTree
    ? [
        ...answers(kind, family, [
          ['3.4 parent: direct children', ({ top }) => `${EVERY}&parent=${top.id}`, ['Child']],
          ['4.9 parent: 0 is the top level', `${EVERY}&parent=0`, ['Alone', 'Top']],
          ['3.4 parent: no children', (it) => `${EVERY}&parent=${it.grandchild.id}`, []],
        ]),
        ...refuses(kind, family, ['parent=9999', 'parent=', 'parent=x', 'parent=-1']),
      ]
    : answers(kind, terms(kind), [['3.4 parent: not of this kind, ignored', 'parent=x', SHOWN]]);

for (const kind of allKinds.filter(({ window }) => window === undefined)) {
  const isPost = kind.family.name === 'post';
  const given = (isPost ? three : terms)(kind);
  const posts = ['Third', 'Second', 'First'];
  runScenarios(
    `list of ${kind.route}`,
    [
      ...answers(kind, given, [
        ['0 unknown parameters are ignored', 'colour=red', isPost ? posts : SHOWN],
      ]),
      ...refuses(kind, given, badPages),
      ...(isPost
        ? [...searching(kind), ...usage(kind), ...statuses(kind)]
        : [...termLists(kind), ...byParent(kind)]),
    ],
    /search: (email|city|all words|bar)|upcoming: checks|has_events: 1|no status, for con|include: an array|post: |orderby (slug|count d|desc|include)|ties in|direct children/,
  );
}
