/**
 * Stories of listings and of what they follow, as data: who does something, and what is shown
 * after it. In the end store and index of each listing agree in everything.
 */
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { installationOf } from '../../src/service/installation.js';
import { FOLLOW_FAIL_POINT } from '../../src/sources/feed/follow.js';
import { removeSource } from '../../src/sources/remove.js';
import { addSource, changeSource, type SourceOptions } from '../../src/sources/source.js';
import { prepareChanges } from '../../src/sync/number.js';
import { embeddedPair } from './adapters.js';
import { catchUp, disagreements } from './agree.js';
import type { Json } from './app.js';
import { calendar, type Told } from './club.js';
import { eventPayload } from './factories.js';
import { exported } from './files.js';
import { answering, listening } from './host.js';
import { load } from './http-loads.js';
import { events, type How, type Marquee, openMarquee, ran, runOf, shown } from './marquees.js';

type Listing = 'a' | 'b' | 'c';
type Club = 'club' | 'rival';

/**
 * Records have names: `Fair` is an event of this title, `03-23` that of this day, `series` that of
 * the first date, `venues/Hall` a venue. A name is that of the record that had it first. `@Fair` in
 * a body is its ID.
 */
interface Does {
  /** Settings of the listing. */
  opens?: Record<string, string>;
  makes?: Record<string, Json>;
  edits?: Record<string, Json>;
  removes?: string | string[];
  erases?: string | string[];
  merges?: [kept: string, dropped: string];
  /** Loads a calendar, or a row, over HTTP. */
  loads?: Told[] | string;
  /** Loads its own export. */
  returns?: true;
  /** A club changes its calendar; each is another text. */
  tells?: Told[];
  /** A club adds items to its feed of changes (RPDE), two a page. */
  feeds?: Json[];
  /** Runs what it follows; at first it follows it, `by` these options. */
  runs?: Listing | Club;
  by?: Partial<SourceOptions>;
  how?: How;
  /** The same, until its process dies behind the first page. */
  dies?: Listing;
  /** Follows no longer; `how`: whether its events go. */
  stops?: Listing | Club;
  isLast?: boolean;
  /** What it follows has the address of another one. */
  moves?: [from: Listing, to: Listing];
  /** The numbers of its changes begin anew, as after a backup was restored. */
  restores?: true;
  /** All of these are run in turn until nothing changes, in so many rounds. */
  rests?: readonly (readonly [who: Listing, runs: Listing | Club])[];
  within?: number;
  /** Hours pass for all. */
  passes?: number;
}

interface Shows {
  /** Of the run or the load, or of the end of a source. */
  run?: Json;
  /** Titles of events in the order of lists. */
  titles?: string[];
  /** The same in the order of the alphabet. */
  sorted?: string[];
  /** Days of events, as `03-23`. */
  days?: string[];
  /** Parts of all events. */
  events?: Json[];
  /** Parts of records by name. */
  records?: Record<string, Json>;
  /** Names by route: `{ venues: ['Hall'] }`. */
  names?: Record<string, string[]>;
  /** It shows what another one shows. */
  like?: Listing;
  /** Records that are listed no longer. */
  gone?: string[];
  check?: (one: Marquee, open: ReadonlyMap<string, Marquee>) => void | Promise<void>;
}

/** A step of a story. */
export type Step = [who: Listing | Club | 'all', does: Does, shows?: Shows];

/** The first listing makes records. */
export const make = (makes: Record<string, Json>): Step => ['a', { makes }];
/** The first listing edits records. */
export const edit = (edits: Record<string, Json>): Step => ['a', { edits }];
/** The second listing runs what it follows of the first, and shows. */
export const run = (shows: Shows = {}): Step => ['b', { runs: 'a' }, shows];
/** After a run both show the same. */
export const alike = run({ like: 'a' });

/** The club tells its calendar. */
export const tell = (...tells: Told[]): Step => ['club', { tells }];
/** The second listing fetches it, and shows. */
export const fetched = (shows: Shows = {}, by: Does['by'] = {}): Step =>
  mine({ runs: 'club', by }, shows);
/** The second listing does something by itself. */
export const mine = (does: Does, shows: Shows = {}): Step => ['b', does, shows];
/** What a run counts. */
export const counts = (created: number, updated: number, unchanged: number, rejected: number) => ({
  ...{ created, updated, unchanged, rejected },
});

/** What a story has so far. */
interface Scene {
  open: Map<string, Marquee>;
  /** IDs of records by listing and name, of sources by listing and what they follow. */
  ids: Map<string, number>;
  sources: Map<string, number>;
  run: Json;
}

const clubs = new Map<string, string>();
const feeds = new Map<string, Json[]>();
let calendars = 0;
let origin = '';
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', origin);
  const name = pathname.slice(1);
  const items = feeds.get(name);
  if (!items) return answering(clubs.get(name) ?? '')(request, response);
  const after = Number(searchParams.get('after') ?? 0);
  const page = items.slice(after, after + 2);
  const next = `${origin}${pathname}?after=${after + page.length}`;
  response.end(JSON.stringify({ items: page, next, license: 'https://example.org' }));
});

/** Tells each story as a test of its name. */
export function tellStories(stories: Record<string, Step[]>): void {
  const scene: Scene = { open: new Map(), ids: new Map(), sources: new Map(), run: null };
  beforeAll(async () => {
    origin = await listening(server);
  });
  afterAll(() => server.close());
  afterEach(async () => {
    for (const one of scene.open.values()) await one.close();
    for (const map of [scene.open, scene.ids, scene.sources, clubs, feeds]) map.clear();
  });
  it.each(Object.entries(stories))('%s', async (_, steps) => {
    for (const [who, { opens: settings = {} }] of steps) {
      if (who.length > 1 || scene.open.has(who)) continue;
      scene.open.set(who, await openMarquee(embeddedPair, who, { settings }));
    }
    for (const [at, [who, does, shows = {}]] of steps.entries()) {
      for (const [name, value] of Object.entries(does)) {
        await VERBS[name as keyof Does]?.(scene, who, value as never, does);
      }
      for (const { deps } of scene.open.values()) await catchUp(deps);
      const label = `step ${at + 1}: ${who} ${JSON.stringify(does)}`;
      for (const [name, value] of Object.entries(shows)) {
        await SEEN[name as keyof Shows]?.(scene, who, value as never, label);
      }
    }
    for (const { deps } of scene.open.values()) expect(await disagreements(deps)).toEqual([]);
  });
}

/** The name of a date: its day, and the hour where another one has the same. */
const DAY = /^\d\d-\d\d/;

const TITLES: Record<string, string> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
};

/** → the route, the name in it, and the field of names. */
function named(name: string): [route: string, title: string, field: string] {
  const [route = '', title] = name.split('/');
  if (title === undefined) return ['events', route, 'title'];
  return [route, title, TITLES[route] ?? 'name'];
}

const of = ({ open }: Scene, who: string): Marquee => {
  const one = open.get(who);
  if (!one) throw new Error(`nobody is ${who}`);
  return one;
};

const listed = async (scene: Scene, who: string, query = '&status=publish'): Promise<Json[]> => {
  const all = await events(of(scene, who), query);
  for (const { id, title } of all) {
    if (!scene.ids.has(`${who} ${title}`)) scene.ids.set(`${who} ${title}`, id);
  }
  return all;
};

const recordsOf = async (scene: Scene, who: string, route: string): Promise<Json[]> => {
  if (route === 'events') return listed(scene, who, '&status=publish,pending,private,draft');
  const request = `GET /${route}?per_page=50&hide_empty=false`;
  return (await of(scene, who).given({ request }))[route];
};

/** → the path of a record. Throws where there is none of this name. */
async function pathOf(scene: Scene, who: string, name: string): Promise<string> {
  const [route, title, field] = named(name);
  const known = scene.ids.get(`${who} ${name}`);
  if (known) return `/${route}/${known}`;
  const found = (await recordsOf(scene, who, route)).find((record) =>
    title === 'series'
      ? record.recurrence
      : record[field] === title ||
        (DAY.test(title) && record.start_date?.slice(5).startsWith(title)),
  );
  if (!found) throw new Error(`${who} has no ${name}`);
  const id = title === 'series' ? found.recurrence.series_id : found.id;
  scene.ids.set(`${who} ${name}`, id);
  return `/${route}/${id}`;
}

/** → the body with IDs for names. */
async function filled(scene: Scene, who: string, body: Json): Promise<Json> {
  const names = new Set(JSON.stringify(body).match(/"@[^"]+"/g) ?? []);
  let text = JSON.stringify(body);
  for (const name of names) {
    const path = await pathOf(scene, who, name.slice(2, -1));
    text = text.replaceAll(name, path.split('/').pop() ?? '');
  }
  return JSON.parse(text);
}

/** → the ID of a source, which is added at first. */
async function sourceOf(scene: Scene, who: string, to: string, by: Does['by']): Promise<number> {
  const { sources, open } = scene;
  const name = `${who} ${to}`;
  const url = open.get(to)?.feed ?? `${origin}/${to}`;
  const options = { name: 'other', url, days_ahead: 400, ...by } as SourceOptions;
  const id = sources.get(name) ?? (await addSource(of(scene, who).deps, options)).id;
  sources.set(name, id);
  return id;
}

async function runOne(scene: Scene, who: string, to: string, { by, how }: Does): Promise<void> {
  scene.run = await ran(of(scene, who), await sourceOf(scene, who, to, by), how);
}

/** → the numbers of the last changes of all. */
const positions = async ({ open }: Scene): Promise<string> => {
  const all: number[] = [];
  for (const { deps } of open.values()) {
    await catchUp(deps);
    all.push((await deps.store.changes.position()).last);
  }
  return all.join();
};

type Verbs = {
  [V in keyof Does]: (s: Scene, who: string, value: NonNullable<Does[V]>, does: Does) => unknown;
};

const VERBS: Verbs = {
  makes: async (scene, who, records) => {
    for (const [name, fields] of Object.entries(records)) {
      const [route, title, field] = named(name);
      const body = { [field]: title, ...(await filled(scene, who, fields)) };
      const sent = route === 'events' ? eventPayload(body) : body;
      const { id } = await of(scene, who).given({ request: `POST /${route}`, body: sent });
      scene.ids.set(`${who} ${name}`, id);
    }
  },
  edits: async (scene, who, records) => {
    for (const [name, fields] of Object.entries(records)) {
      const request = `PATCH ${await pathOf(scene, who, name)}`;
      await of(scene, who).given({ request, body: await filled(scene, who, fields) });
    }
  },
  removes: async (scene, who, names) => {
    for (const name of [names].flat()) {
      await of(scene, who).given({ request: `DELETE ${await pathOf(scene, who, name)}` });
    }
  },
  erases: async (scene, who, names) => {
    for (const name of [names].flat()) {
      const request = `DELETE ${await pathOf(scene, who, name)}?force=true`;
      await of(scene, who).given({ request });
    }
  },
  merges: async (scene, who, [kept, dropped]) => {
    const drop = [Number((await pathOf(scene, who, dropped)).split('/').pop())];
    const request = `POST ${await pathOf(scene, who, kept)}/merge`;
    await of(scene, who).given({ request, body: { drop } });
  },
  loads: async (scene, who, told) => {
    const text = typeof told === 'string' ? told : calendar(told);
    scene.run = (await load(of(scene, who), 'events/bulk', text, { as: 'admin' })).summary;
  },
  returns: async (scene, who) => {
    const text = await exported(of(scene, who).deps, 'event');
    scene.run = (await load(of(scene, who), 'events/bulk', text, { as: 'admin' })).summary;
  },
  tells: (_, who, told) => clubs.set(who, calendar(told, [`X-WR-CALNAME:${++calendars}`])),
  feeds: (_, who, items) => feeds.set(who, [...(feeds.get(who) ?? []), ...items]),
  runs: runOne,
  dies: async (scene, who, to, { by }) => {
    const { deps } = of(scene, who);
    const id = await sourceOf(scene, who, to, by);
    const failPoint = (name: string) => {
      if (name === FOLLOW_FAIL_POINT) throw new Error('killed');
    };
    await runOf({ ...deps, failPoint }, id);
  },
  stops: async (scene, who, to, { isLast = false }) => {
    const { deps } = of(scene, who);
    const id = await sourceOf(scene, who, to, {});
    scene.sources.delete(`${who} ${to}`);
    scene.run = await removeSource(deps, id, { withEvents: isLast });
  },
  moves: async (scene, who, [from, to]) => {
    const id = await sourceOf(scene, who, from, {});
    await changeSource(of(scene, who).deps, id, { url: of(scene, to).feed });
  },
  restores: async (scene, who) => {
    const { deps } = of(scene, who);
    const before = await installationOf(deps);
    await prepareChanges(deps, { isRestored: true });
    expect(await installationOf(deps)).toBe(before);
  },
  rests: async (scene, _, all, { within = 12 }) => {
    for (let round = 0; round <= within; round++) {
      const before = await positions(scene);
      for (const [who, to] of all) await runOne(scene, who, to, { how: { isAccepted: true } });
      if ((await positions(scene)) === before) return;
    }
    throw new Error(`the listings do not come to rest in ${within} rounds`);
  },
  passes: ({ open }, _, hours) => {
    for (const { clock } of open.values()) clock.nowMs += hours * 3_600_000;
  },
};

type Seen = {
  [S in keyof Shows]: (
    s: Scene,
    who: string,
    value: NonNullable<Shows[S]>,
    label: string,
  ) => unknown;
};

const SEEN: Seen = {
  run: ({ run }, _, wanted, label) => expect(run, label).toMatchObject(wanted),
  titles: async (scene, who, wanted, label) =>
    expect(
      (await listed(scene, who)).map(({ title }) => title),
      label,
    ).toEqual(wanted),
  sorted: async (scene, who, wanted, label) =>
    expect((await listed(scene, who)).map(({ title }) => title).sort(), label).toEqual(wanted),
  days: async (scene, who, wanted, label) => {
    const days = (await listed(scene, who)).map((event) => event.start_date.slice(5, 10));
    expect(days, label).toEqual(wanted);
  },
  events: async (scene, who, wanted, label) =>
    expect(await listed(scene, who), label).toMatchObject(wanted),
  records: async (scene, who, wanted, label) => {
    for (const [name, fields] of Object.entries(wanted)) {
      const request = `GET ${await pathOf(scene, who, name)}`;
      expect(await of(scene, who).given({ request }), `${label}: ${name}`).toMatchObject(fields);
    }
  },
  names: async (scene, who, wanted, label) => {
    for (const [route, names] of Object.entries(wanted)) {
      const [, , field] = named(`${route}/`);
      const found = (await recordsOf(scene, who, route)).map((record) => record[field]);
      expect(found.sort(), label).toEqual(names);
    }
  },
  like: async (scene, who, other, label) =>
    expect(await shown(of(scene, who)), label).toEqual(await shown(of(scene, other))),
  gone: async (scene, who, names, label) => {
    const ids = new Set((await events(of(scene, who))).map(({ id }) => id));
    const left = names.filter((name) => ids.has(scene.ids.get(`${who} ${name}`) ?? 0));
    expect(left, label).toEqual([]);
  },
  check: (scene, who, check) => check(of(scene, who), scene.open),
};
