/**
 * Permissions: every role, kind, action, own or another's record, and status. The expected
 * results come from the table below, written from Contract 6.2, 6.3, 5 and 8, not from src.
 */
import { expect, it } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { describeApp } from '../support/shared.js';

type Who = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber' | 'anonymous';

/** Contract 6.2. `own`: statuses in which own records may be edited, deleted, and so read. */
interface Row {
  create: boolean;
  own: string[];
  others: boolean;
  /** Further statuses in which own records may be read. */
  readOwn: string[];
  publish: boolean;
  uploads: boolean;
  categories: boolean;
  tags: boolean;
}

const UNPUBLISHED = ['draft', 'pending'];
// `future` and `private` are treated like published: they need the same capability.
const PUBLISHED = ['publish', 'future', 'private'];
const EVERYTHING: Row = {
  create: true,
  own: [...UNPUBLISHED, ...PUBLISHED],
  others: true,
  readOwn: [],
  publish: true,
  uploads: true,
  categories: true,
  tags: true,
};
const NOTHING: Row = {
  create: false,
  own: [],
  others: false,
  readOwn: [],
  publish: false,
  uploads: false,
  categories: false,
  tags: false,
};
const TABLE: Record<Who, Row> = {
  administrator: EVERYTHING,
  editor: EVERYTHING,
  author: { ...EVERYTHING, others: false, tags: false },
  contributor: { ...NOTHING, create: true, own: UNPUBLISHED, readOwn: ['private'] },
  subscriber: NOTHING,
  anonymous: NOTHING,
};

/** Users of test/support by role. Another's record belongs to a second user of the same role. */
const CALLERS: Record<Who, string | undefined> = {
  administrator: 'admin',
  editor: 'editor',
  author: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
  anonymous: undefined,
};
const ALL = Object.keys(TABLE) as Who[];

/** `trashed-…`: in the trash, with the status it had before. */
const STATES = [...UNPUBLISHED, ...PUBLISHED, 'trashed-draft', 'trashed-publish'];
const POSTS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const;
type PostRoute = keyof typeof POSTS;

type Outcome = `${number}${'' | ` ${string}`}`;

function expectedOf(
  who: Who,
  action: 'GET' | 'PATCH' | 'DELETE',
  isOwn: boolean,
  { route, state }: { route: PostRoute; state: string },
): Outcome {
  const row = TABLE[who];
  const isTrash = state.startsWith('trashed-');
  const status = state.replace('trashed-', '');
  const mayEdit = row.others || (isOwn && row.own.includes(status));
  if (action === 'GET') {
    if (isTrash && route === 'events') return '403 event-no-longer-available';
    const mayRead = isTrash
      ? mayEdit
      : status === 'publish' || mayEdit || (isOwn && row.readOwn.includes(status));
    return mayRead ? '200' : `403 ${POSTS[route]}-not-accessible`;
  }
  if (!mayEdit) return who === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden';
  return action === 'DELETE' && isTrash ? `410 ${POSTS[route]}-is-in-trash` : '200';
}

let made = 0;

async function makePost(
  app: TestApp,
  route: PostRoute,
  { owner, state }: { owner: number; state: string },
): Promise<Json> {
  const name = `Record ${++made}`;
  const isTrash = state.startsWith('trashed-');
  const status = state.replace('trashed-', '');
  const record = await app.given({
    request: `POST /${route}`,
    body: {
      title: name,
      venue: route === 'venues' ? name : '',
      organizer: route === 'organizers' ? name : '',
      slug: `record-${made}`,
      start_date: '2026-03-20 09:00:00',
      end_date: '2026-03-20 11:00:00',
      author: owner,
      status,
      ...(status === 'future' ? { date: '2027-01-01 00:00:00' } : {}),
    },
  });
  expect(record.status).toBe(status);
  return isTrash ? app.given({ request: `DELETE /${route}/${record.id}` }) : record;
}

const outcome = ({ status, body }: { status: number; body: Json }): string =>
  status < 300 ? String(status) : `${status} ${body.code}`;

describeApp('6.2 matrix of posts', (app) => {
  const ownerOf = (who: Who, isOwn: boolean) => {
    const name = isOwn ? CALLERS[who] : who === 'author' ? 'author2' : 'contributor2';
    return app().userIds[name ?? 'author2'] ?? 0;
  };
  const suites = (Object.keys(POSTS) as PostRoute[]).flatMap((route) =>
    ALL.flatMap((who) =>
      (['GET', 'PATCH', 'DELETE'] as const).flatMap((action) =>
        (['id', 'by-slug'] as const).map((via) => ({ route, who, action, via })),
      ),
    ),
  );

  /** What no write has changed is asked for again. */
  const unchanged = new Map<string, Json>();

  it.each(suites)('6.2 $who: $action /$route by $via', async ({ route, who, action, via }) => {
    for (const isOwn of who === 'anonymous' ? [false] : [true, false]) {
      for (const state of STATES) {
        const owner = ownerOf(who, isOwn);
        const key = [route, owner, state].join();
        const record = unchanged.get(key) ?? (await makePost(app(), route, { owner, state }));
        unchanged.set(key, record);
        const path = via === 'id' ? record.id : `by-slug/${record.slug}`;
        const as = CALLERS[who];
        const answer = await app().call({
          request: `${action} /${route}/${path}`,
          ...(as ? { as } : {}),
          ...(action === 'PATCH' ? { body: { description: 'Changed' } } : {}),
        });
        const label = `${isOwn ? 'own' : "another's"} ${state}`;
        const expected = expectedOf(who, action, isOwn, { route, state });
        expect.soft(`${label}: ${outcome(answer)}`).toBe(`${label}: ${expected}`);
        if (action !== 'GET' && answer.status < 300) unchanged.delete(key);
        if (action !== 'GET' && !expected.startsWith('200')) {
          const stored = await app().deps.store.get(POSTS[route], { id: record.id });
          expect.soft(stored?.revision, label).toBe(state.startsWith('trashed-') ? 2 : 1);
        }
      }
    }
  });
});

describeApp('6.2 matrix of creation and of terms', (app) => {
  const call = (who: Who, request: string, body?: Json) => {
    const as = CALLERS[who];
    return app().call({
      request,
      ...(as ? { as } : {}),
      ...(body === undefined ? {} : { body }),
    });
  };
  const denied = (who: Who) => (who === 'anonymous' ? '401 rest_forbidden' : '403 rest_forbidden');

  const creations = ALL.flatMap((who) =>
    (Object.keys(POSTS) as PostRoute[]).map((route) => ({ who, route })),
  );
  it.each(creations)('6.2 $who: POST /$route', async ({ who, route }) => {
    const answer = await call(who, `POST /${route}`, {
      title: `New ${++made}`,
      start_date: '2026-03-20 09:00:00',
      end_date: '2026-03-20 11:00:00',
      venue: route === 'venues' ? `New ${made}` : '',
      organizer: route === 'organizers' ? `New ${made}` : '',
    });
    expect(outcome(answer)).toBe(TABLE[who].create ? '201' : denied(who));
    if (!TABLE[who].create) return;
    expect(answer.body.status).toBe(TABLE[who].publish ? 'publish' : 'draft');
    expect(answer.body.author).toBe(app().userIds[CALLERS[who] ?? '']);
  });

  const terms = ALL.flatMap((who) =>
    (['categories', 'tags'] as const).flatMap((route) =>
      (['POST', 'GET', 'PATCH', 'PUT', 'DELETE'] as const).map((action) => ({
        who,
        route,
        action,
      })),
    ),
  );
  it.each(terms)('6.2 $who: $action of $route', async ({ who, route, action }) => {
    const name = `Term ${++made}`;
    const given = await app().given({ request: `POST /${route}`, body: { name: `${name} old` } });
    const request = action === 'POST' ? `POST /${route}` : `${action} /${route}/${given.id}`;
    const hasBody = action !== 'GET' && action !== 'DELETE';
    const answer = await call(who, request, hasBody ? { name } : undefined);
    const isAllowed = action === 'GET' || TABLE[who][route];
    const success = action === 'POST' ? '201' : '200';
    expect(outcome(answer)).toBe(isAllowed ? success : denied(who));
  });

  it.each(ALL.map((who) => ({ who })))('6.2 $who: image by URL', async ({ who }) => {
    const answer = await call(who, 'POST /venues', {
      venue: `Pictured ${++made}`,
      image: 'https://example.com/a.png',
    });
    const expected = TABLE[who].uploads ? '201' : '400 rest_invalid_param';
    expect(outcome(answer)).toBe(expected);
  });
});

describeApp('6.3 status given at write', (app) => {
  const statuses = [undefined, 'publish', 'future', 'draft', 'pending', 'private', 'trash'];
  const writers = ['admin', 'editor', 'author', 'contributor'] as const;
  const cells = (Object.keys(POSTS) as PostRoute[]).flatMap((route) =>
    writers.flatMap((as) => statuses.map((status) => ({ route, as, status }))),
  );
  // Contract 6.3: publish, future and private (OURS) from a contributor become pending.
  const after = (as: string, status: string | undefined, isFuture: boolean, absent: string) => {
    if (status === undefined) return absent;
    const isDown = ['publish', 'future', 'private'].includes(status);
    if (as === 'contributor' && isDown) return 'pending';
    // Contract 8: publish and future follow the publication date.
    return ['publish', 'future'].includes(status) ? (isFuture ? 'future' : 'publish') : status;
  };
  const payload = (route: PostRoute, extra: Json) => ({
    title: `Status ${++made}`,
    venue: route === 'venues' ? `Status ${made}` : '',
    organizer: route === 'organizers' ? `Status ${made}` : '',
    start_date: '2026-03-20 09:00:00',
    end_date: '2026-03-20 11:00:00',
    ...extra,
  });

  it.each(cells)('6.3 $as creates in $route with status $status', async (cell) => {
    const { route, as, status } = cell;
    const isFuture = status === 'future';
    const extra = { status, ...(isFuture ? { date: '2027-01-01 00:00:00' } : {}) };
    const record = await app().given({
      request: `POST /${route}`,
      as,
      body: payload(route, extra),
    });
    const absent = as === 'contributor' ? 'draft' : 'publish';
    expect(record.status).toBe(after(as, status, isFuture, absent));
  });

  it.each(cells)('6.3 $as updates their own draft in $route with status $status', async (cell) => {
    const { route, as, status } = cell;
    const draft = await app().given({
      request: `POST /${route}`,
      as,
      body: payload(route, { status: 'draft' }),
    });
    const isFuture = status === 'future';
    const record = await app().given({
      request: `PATCH /${route}/${draft.id}`,
      as,
      body: { status, description: 'x', ...(isFuture ? { date: '2027-01-01 00:00:00' } : {}) },
    });
    expect(record.status).toBe(after(as, status, isFuture, 'draft'));
  });
});

describeApp(
  '6.2 lists: records that are not public are shown to users who may read them',
  (app) => {
    const OWNERS = ['author', 'contributor'] as const;
    const routes = Object.keys(POSTS) as PostRoute[];
    const ids: Record<string, Map<number, { owner: string; state: string }>> = {};

    /** Creates one record of each owner and state, once. */
    const prepare = async (route: PostRoute) => {
      if (ids[route]) return ids[route];
      const known = new Map<number, { owner: string; state: string }>();
      for (const owner of OWNERS) {
        for (const state of STATES) {
          const record = await makePost(app(), route, { owner: app().userIds[owner] ?? 0, state });
          known.set(record.id, { owner, state });
        }
      }
      ids[route] = known;
      return known;
    };

    const isSeen = (who: Who, owner: string, state: string, asked: string | null): boolean => {
      const row = TABLE[who];
      const isTrash = state.startsWith('trashed-');
      const isOwn = CALLERS[who] === owner;
      // Lists exclude the trash unless somebody asks for it who may edit all of it: Contract 5.
      const ownsTrash = isOwn && row.own.includes('publish');
      if (isTrash) return asked === 'trash' && (row.others || ownsTrash);
      if (asked !== null && asked !== state) return false;
      const mayRead = row.others || (isOwn && [...row.own, ...row.readOwn].includes(state));
      return state === 'publish' || mayRead;
    };

    const cells = routes.flatMap((route) =>
      ALL.flatMap((who) =>
        [
          null,
          'publish',
          'future',
          'draft',
          'pending',
          'private',
          'trash',
          'any',
          'draft,nope',
        ].map((asked) => ({ route, who, asked })),
      ),
    );
    it.each(cells)('6.2 $who lists $route with status $asked', async ({ route, who, asked }) => {
      const known = await prepare(route);
      const as = CALLERS[who];
      const answer = await app().call({
        request: `GET /${route}?per_page=50${asked === null ? '' : `&status=${asked}`}`,
        ...(as ? { as } : {}),
      });
      const isUnknown = asked === 'any' || asked === 'draft,nope';
      if (isUnknown || (!TABLE[who].create && asked !== null && asked !== 'publish')) {
        expect(outcome(answer)).toBe('400 rest_invalid_param');
        expect(Object.keys(answer.body.data.params)).toEqual(['status']);
        return;
      }
      const wanted = [...known].filter(([, { owner, state }]) => isSeen(who, owner, state, asked));
      const seen = answer.body[route].map(({ id }: Json) => id);
      expect(seen.toSorted()).toEqual(wanted.map(([id]) => id).toSorted());
      expect(answer.body.total).toBe(wanted.length);
    });

    it('6.2: without the edit capability only exactly publish may be requested', async () => {
      const ask = async (query: string) =>
        (await app().call({ request: `GET /events?${query}`, as: 'subscriber' })).status;
      expect(await ask('status=publish')).toBe(200);
      expect(await ask('status[]=publish')).toBe(200);
      expect(await ask('status=publish,draft')).toBe(400);
      expect(await ask('status[]=publish&status[]=private')).toBe(400);
      expect(await ask('status=PUBLISH')).toBe(200);
      expect(await ask('status=Draft')).toBe(400);
      expect(await ask('status=')).toBe(400);
    });
  },
);
