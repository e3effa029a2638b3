/**
 * Parallel writes: while an event is being stored, another request changes, trashes or removes
 * a record that it links. Contract 5.
 */
import { expect, it } from 'vitest';
import { overTwoPairs, takeEngines } from '../support/adapters.js';
import { type Call, type Json, openTestApp, type TestApp } from '../support/app.js';
import { post } from '../support/event-rows.js';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from '../support/factories.js';
import { pauseAt } from '../support/mongo-stores.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

interface Race {
  field: string;
  route: string;
  given: (app: TestApp) => Promise<Json>;
  change: Json | null;
}

const races: Race[] = [
  { field: 'venue', route: 'venues', given: (app) => givenVenue(app), change: { city: 'Nice' } },
  { field: 'venue', route: 'venues', given: (app) => givenVenue(app), change: null },
  {
    field: 'organizer',
    route: 'organizers',
    given: (app) => givenOrganizer(app),
    change: { phone: '5' },
  },
  {
    field: 'tags',
    route: 'tags',
    given: (app) => givenTerm(app, 'tags', 'A'),
    change: { name: 'B' },
  },
  {
    field: 'categories',
    route: 'categories',
    given: (app) => givenTerm(app, 'categories', 'A'),
    change: null,
  },
];

/** The next write of an event waits until `meanwhile` is done. */
function beforeEventWrite(app: TestApp, meanwhile: () => Promise<unknown>): void {
  const { store } = app.deps;
  const { write } = store;
  store.write = async (changes, options) => {
    if (changes.some(({ record }) => record.kind === 'event')) {
      store.write = write;
      await meanwhile();
    }
    return write(changes, options);
  };
}

const racing = ({ field, route, given, change }: Race, isCreate: boolean): Scenario => ({
  name: `5 an event being ${isCreate ? 'created' : 'updated'} with one of ${route} that is ${
    change ? 'changed' : 'removed'
  } meanwhile holds no old copy`,
  given: async (app) => {
    const record = await given(app);
    const event = isCreate ? null : await givenEvent(app);
    beforeEventWrite(app, () =>
      app.given({
        request: `${change ? 'PATCH' : 'DELETE'} /${route}/${record.id}`,
        ...(change ? { body: change } : {}),
      }),
    );
    return { record, event };
  },
  call: ({ record, event }: Json) => {
    const call = post({ [field]: record.id });
    return isCreate ? call : { ...call, request: `PATCH /events/${event.id}` };
  },
  status: isCreate ? 201 : 200,
  check: async ({ body }, { record }, app) => {
    const single = await app.given({ request: `GET /events/${body.id}` });
    const [listed] = (await app.given({ request: 'GET /events' })).events;
    for (const event of [body, single, listed]) {
      const held = [event[field]].flat();
      if (change) expect(held).toMatchObject([{ id: record.id, ...change }]);
      else expect(held).toEqual([]);
    }
  },
});

const firstToName = (route: 'categories' | 'tags'): Scenario => ({
  name: `4.6 a new name in ${route} that another request creates meanwhile is linked`,
  given: async (app) => {
    beforeEventWrite(app, () => givenTerm(app, route, 'Jazz'));
  },
  call: post({ [route]: ['jazz'] }),
  status: 201,
  check: async ({ body }, _given, app) => {
    expect(body[route]).toMatchObject([{ name: 'Jazz', slug: 'jazz' }]);
    expect((await app.given({ request: `GET /${route}?hide_empty=false` })).total).toBe(1);
  },
});

const venueMeanwhile: Scenario = {
  name: '4.7 an inline venue that another request creates meanwhile is reused',
  given: async (app) => beforeEventWrite(app, () => givenVenue(app, { venue: 'Old mill' })),
  call: post({ venue: { venue: 'Old mill' } }),
  status: 201,
  body: { venue: { slug: 'old-mill' } },
  check: async (_answer, _given, app) => {
    expect((await app.given({ request: 'GET /venues' })).total).toBe(1);
  },
};

/** An update of an event that another request changes before it is written. */
const overtaken = (other: Call, body: Json): Scenario => ({
  name: `4.1 ${Object.keys(body)} is set though it was so before another request`,
  given: async (app) => {
    const event = await givenEvent(app, { title: 'Jazz', status: 'publish' });
    const request = `${other.request} /events/${event.id}`;
    beforeEventWrite(app, () => app.given({ ...other, request }));
    return event;
  },
  call: ({ id }: Json) => ({
    request: `PATCH /events/${id}`,
    as: 'admin',
    body: { ...body, website: 'https://a.example/' },
  }),
  status: 200,
  body,
});

runScenarios(
  'races of events',
  [
    overtaken({ request: 'DELETE' }, { status: 'publish' }),
    overtaken({ request: 'PATCH', body: { title: 'Rock' } }, { title: 'Jazz' }),
    ...races.flatMap((race) => [racing(race, true), racing(race, false)]),
    firstToName('categories'),
    firstToName('tags'),
    venueMeanwhile,
  ],
  /./,
);

overTwoPairs('two processes', (pair) => {
  it('4.6 4.7 the same new names sent to both at once are each created once', async () => {
    const engines = await takeEngines(pair);
    const apps = [await openTestApp(pair, { engines }), await openTestApp(pair, { engines })];
    try {
      const rounds = ['Jazz', 'Rock', 'Folk'];
      for (const name of rounds) {
        const links = { tags: [name], organizer: { organizer: name }, venue: { venue: name } };
        const calls = Array.from({ length: 8 }, () => post(links));
        await Promise.all(calls.map((call, at) => apps[at % 2]?.given(call)));
      }
      for (const route of ['tags', 'organizers', 'venues']) {
        const list = await apps[0]?.given({ request: `GET /${route}?hide_empty=0` });
        expect(list[route].map(({ slug }: Json) => slug).sort()).toEqual(['folk', 'jazz', 'rock']);
      }
    } finally {
      for (const app of apps) await app.close();
      await engines.release();
    }
  });

  const hasSteps = pair.engines.includes('mongo');
  it.runIf(hasSteps)(
    '4.6 a tag that another event is about to create is not created twice',
    async () => {
      const engines = await takeEngines(pair);
      const { failPoint, reached, resume } = pauseAt('mongo:written');
      const first = await openTestApp(pair, { engines, overrides: { failPoint } });
      const second = await openTestApp(pair, { engines });
      try {
        const isMaking = first.given(post({ tags: ['Jazz'] }));
        await reached;
        const { store } = second.deps;
        const { write } = store;
        store.write = (changes, options) => {
          // It finds no such tag yet: the other transaction is not committed.
          const writing = write(changes, options);
          resume();
          return writing;
        };
        const { tags } = await second.given(post({ tags: ['jazz'] }));
        expect(tags).toMatchObject([{ id: (await isMaking).tags[0].id, slug: 'jazz' }]);
      } finally {
        for (const app of [first, second]) await app.close();
        await engines.release();
      }
    },
  );
});
