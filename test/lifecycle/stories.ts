/**
 * Random stories of series in all their fields, checked without a model: a step changes what it is
 * about as it says, and nothing else. `npm run lifecycle -- --stories`.
 */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../src/kinds/record.js';
import { type Choose, chooseFrom } from '../faults/random.js';
import type { EnginePair } from '../support/adapters.js';
import { catchUp } from '../support/agree.js';
import type { Json } from '../support/app.js';
import { exported } from '../support/files.js';
import { checks } from './checks.js';
import type { Failure } from './life.js';
import { DAYS, RULES, someTimes, someValue } from './story-values.js';
import { dayAfter } from './told.js';
import { call, listAll, load, openWorld, Violation, type World } from './world.js';

/** What lists show, by ID: single events, dates and series, public ones and drafts. */
type Items = Map<number, Json>;

/** One system, what lists showed last, and what was removed, with its dates. */
interface Scene {
  world: World;
  items: Items;
  removed: Map<number, Json[]>;
  told: string[];
}

/** A step → what must hold of the lists after it; null: it was not possible. */
type Act = (scene: Scene, choose: Choose) => Promise<((after: Items) => void) | null>;

const dateOf = (event: Json): string => String(event.recurrence?.original_start_date ?? '');
const isSeries = (event: Json): boolean => event.recurrence?.series_id === event.id;
const isDate = (event: Json): boolean => dateOf(event) !== '';
const seriesOf = (event: Json): number => (isDate(event) ? event.recurrence.series_id : 0);

/** → whether an event is of the series with this ID: it, or a date of it. */
const isOf = (id: number) => (event: Json) => event.id === id || seriesOf(event) === id;

/** What changes with other records, and what rules say of themselves. */
const ELSEWHERE =
  /^(next|modified|modified_utc|rules|parts|text|first|last|sequence|previous_dates|count)$/;

const comparable = (event: Json): Json =>
  JSON.parse(JSON.stringify(event, (key, value) => (ELSEWHERE.test(key) ? undefined : value)));

async function readItems({ app }: World): Promise<Items> {
  const items: Items = new Map();
  for (const status of ['publish', 'draft']) {
    for (const view of ['', '&view=series']) {
      for (const event of await listAll(app, `status=${status}${view}`)) {
        if (items.has(event.id)) throw new Violation('twice', `${event.id} is listed twice`);
        items.set(event.id, event);
      }
    }
  }
  return items;
}

/** Throws where an event that a step was not about is another, gone or new. */
function expectSame(before: Items, after: Items, isMeant: (event: Json) => boolean): void {
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(id), after.get(id)];
    if (isMeant(was ?? is) || isDeepStrictEqual(was && comparable(was), is && comparable(is)))
      continue;
    const names = Object.keys({ ...was, ...is }).filter(
      (name) => !isDeepStrictEqual(was && comparable(was)[name], is && comparable(is)[name]),
    );
    const what = !was ? 'is new' : !is ? 'is gone' : `has other ${names}`;
    throw new Violation('others', `${id} ${(was ?? is).title} ${(was ?? is).start_date} ${what}`);
  }
}

/** Sends a request. → the status and the body; an internal error is a violation. */
async function send({ world, told }: Scene, request: string, body?: JsonObject) {
  const answer = await call(world.app, request, body);
  const refusal = answer.status < 400 ? '' : ` ${answer.text.slice(0, 300)}`;
  told.push(`${request} ${body ? JSON.stringify(body) : ''} ${answer.status}${refusal}`);
  if (answer.status >= 500) throw new Violation('answer', told.at(-1) ?? '');
  await catchUp(world.app.deps);
  return answer;
}

/** The same; the request is valid. */
async function write(scene: Scene, request: string, body?: JsonObject) {
  const answer = await send(scene, request, body);
  if (answer.status >= 400) throw new Violation('refused', scene.told.at(-1) ?? '');
  return answer;
}

const some = (items: Items, choose: Choose, isWanted: (event: Json) => boolean): Json | null => {
  const all = [...items.values()].filter(isWanted);
  return all.length > 0 ? choose.of(all) : null;
};

/** Most events and dates. */
const MOST = 45;

const create: Act = async (scene, choose) => {
  const { items, world } = scene;
  if (items.size > MOST) return null;
  const day = choose.of(DAYS);
  const also = (name: string, days: number) =>
    `${name};VALUE=DATE:${dayAfter(day, days).replaceAll('-', '')}`;
  const rules = choose.of<string | string[]>([
    ...RULES,
    ['RRULE:FREQ=WEEKLY;COUNT=5', also('EXDATE', 7)],
    ['RRULE:FREQ=WEEKLY;COUNT=3', also('RDATE', 3)],
  ]);
  const { body, status } = await send(scene, 'POST /events', {
    ...{ title: `E${++world.serial}`, ...someTimes(choose, day) },
    ...(choose.chance(0.75) ? { recurrence: rules } : {}),
    ...someValue(world, choose)[0],
    status: choose.chance(0.85) ? 'publish' : 'draft',
  });
  return (after) => expectSame(items, after, status < 400 ? isOf(body.id) : () => false);
};

/** A value for one date or event. */
const writeThis: Act = async (scene, choose) => {
  const { items } = scene;
  const event = some(items, choose, (one) => !isSeries(one));
  if (!event) return null;
  const [sent, isShown] = someValue(scene.world, choose);
  await write(scene, `PATCH /events/${event.id}`, sent);
  return (after) => {
    expectSame(items, after, ({ id }) => id === event.id);
    if (!isShown(after.get(event.id))) throw new Violation('sent', scene.told.at(-1) ?? '');
  };
};

/** A value for a series, all dates of it, or one and those that follow. */
const writeSeries: Act = async (scene, choose) => {
  const { items } = scene;
  // A series that has ended has no scope.
  const isGoing = (one: Json) => isSeries(items.get(seriesOf(one)) ?? one);
  const event = some(items, choose, isGoing);
  if (!event) return null;
  const id = isSeries(event) ? event.id : seriesOf(event);
  const isLater = dateOf(event) > (items.get(id)?.start_date ?? dateOf(event));
  const scope = isLater ? choose.of(['all', 'following']) : 'all';
  const [sent, isShown] = someValue(scene.world, choose);
  const path = `PATCH /events/${event.id}`;
  await write(scene, path, isSeries(event) ? sent : { ...sent, scope });
  const isMeant = (one: Json) =>
    isOf(id)(one) && (scope !== 'following' || !isDate(one) || dateOf(one) >= dateOf(event));
  return (after) => {
    expectSame(items, after, isMeant);
    for (const one of [...after.values()].filter((one) => isDate(one) && isMeant(one))) {
      if (items.get(one.id)?.slug !== one.slug) throw new Violation('slug', `of ${one.id}`);
      const isOwn = Object.keys(sent).some((name) => one.recurrence.changed.includes(name));
      // What was sent as it is already was not sent.
      if (isShown(event) || isShown(one) || (isOwn && one.id !== event.id)) continue;
      throw new Violation('sent', `${one.id} ${dateOf(one)}: ${scene.told.at(-1)}`);
    }
  };
};

/** Other times: of one date or event, of a series, of all dates, or of those that follow one. */
const writeTimes: Act = async (scene, choose) => {
  const { items, world } = scene;
  const event = some(items, choose, () => true);
  if (!event) return null;
  const id = isSeries(event) ? event.id : seriesOf(event);
  const start = items.get(id)?.start_date ?? '9';
  const scopes = isDate(event)
    ? ['this', 'all', ...(dateOf(event) > start ? ['following'] : [])]
    : [];
  const scope = scopes.length > 0 ? choose.of(scopes) : 'this';
  const day = dayAfter(event.start_date.slice(0, 10), choose.of([0, 0, 0, 1, -1]));
  const zone = choose.chance(0.6) ? event.timezone : undefined;
  const times = someTimes(choose, day, zone);
  const isOne = scope === 'this' && !isSeries(event);
  const path = `PATCH /events/${event.id}`;
  const { status } = await send(scene, path, isDate(event) ? { ...times, scope } : times);
  const isMeant = (one: Json) => {
    if (status >= 400) return false;
    if (isOne) return one.id === event.id;
    return isOf(id)(one) && (scope !== 'following' || !isDate(one) || dateOf(one) >= dateOf(event));
  };
  // Dates that move to other days are other dates; one at an own time of the rules keeps it.
  const isSameDays =
    day === event.start_date.slice(0, 10) &&
    times.timezone === event.timezone &&
    (isSeries(event) ||
      (dateOf(event) === event.start_date && dateOf(event).slice(11) === start.slice(11)));
  const isPast = event.start_date < new Date(world.clock.nowMs).toISOString();
  const staysItself = isOne || (scope === 'following' && !isPast) || (isSameDays && !isPast);
  return (after) => {
    expectSame(items, after, isMeant);
    if (status >= 400 || !staysItself || (isSeries(event) && !isSameDays)) return;
    const is = after.get(event.id);
    const wanted = String(times.start_date).padEnd(16, ' 00:00');
    const isShown = is?.start_date === `${wanted}:00` && is.all_day === times.all_day;
    if (!isShown) throw new Violation('sent', `${is?.start_date}: ${scene.told.at(-1)}`);
    if (!isOne) expectSameDates(items, after, id);
  };
};

function expectSameDates(before: Items, after: Items, series: number): void {
  const idsOf = (items: Items) =>
    [...items.values()]
      .filter((one) => seriesOf(one) === series)
      .map(({ id }) => id)
      .sort()
      .join();
  if (idsOf(before) !== idsOf(after)) {
    throw new Violation('dates', `of ${series}: ${idsOf(before)} became ${idsOf(after)}`);
  }
}

/** Other rules for a series, from a date on, or for an event that had none; or no more. */
const writeRules: Act = async (scene, choose) => {
  const { items } = scene;
  const event = some(items, choose, () => choose.chance(0.9));
  if (!event) return null;
  const recurrence = choose.chance(0.15) ? null : choose.of(RULES);
  const sent = { recurrence, ...(isDate(event) && { scope: 'following' }) };
  const { status } = await send(scene, `PATCH /events/${event.id}`, sent);
  const id = seriesOf(event) || event.id;
  return (after) => expectSame(items, after, status < 400 ? isOf(id) : () => false);
};

const remove: Act = async (scene, choose) => {
  const { items, removed } = scene;
  const event = some(items, choose, (one) => !isSeries(one) || choose.chance(0.2));
  if (!event) return null;
  await write(scene, `DELETE /events/${event.id}`);
  // An event that was a series takes its dates along.
  const isMeant = isOf(event.id);
  removed.set(event.id, [...items.values()].filter(isMeant));
  return (after) => {
    expectSame(items, after, isMeant);
    if (after.has(event.id)) throw new Violation('trash', `${event.id} is still listed`);
  };
};

/** What was removed comes back as it was, a series with its dates. */
const restore: Act = async (scene, choose) => {
  const { items, removed } = scene;
  if (removed.size === 0) return null;
  const id = choose.of([...removed.keys()]);
  const before = removed.get(id) ?? [];
  removed.delete(id);
  const was = before.find((one) => one.id === id);
  const { status } = await send(scene, `PATCH /events/${id}`, { status: was.status });
  // One that has ended recurs again.
  const series = items.get(seriesOf(was));
  const isAgain = series && !isSeries(series) ? isOf(series.id) : () => false;
  const isMeant = (one: Json) => isOf(id)(one) || one.id === seriesOf(was) || isAgain(one);
  return (after) => {
    expectSame(items, after, status < 400 ? isMeant : () => false);
    if (status >= 400) return;
    if (!after.has(id)) throw new Violation('restore', `${id} is not listed`);
    if (isSeries(was))
      expectSame(new Map(before.map((one) => [one.id, one])), after, (one) => !isOf(id)(one));
  };
};

const erase: Act = async (scene, choose) => {
  const { items } = scene;
  const event = some(items, choose, (one) => isDate(one) || choose.chance(0.2));
  if (!event) return null;
  await write(scene, `DELETE /events/${event.id}?force=true`);
  const isMeant = (one: Json) => isOf(event.id)(one) || one.id === seriesOf(event);
  return (after) => expectSame(items, after, isMeant);
};

const writeStatus: Act = async (scene, choose) => {
  const { items } = scene;
  const event = some(items, choose, () => true);
  if (!event) return null;
  const status = choose.of(['draft', 'publish']);
  await write(scene, `PATCH /events/${event.id}`, { status });
  return (after) => {
    expectSame(items, after, isOf(event.id));
    if (after.get(event.id)?.status !== status)
      throw new Violation('sent', scene.told.at(-1) ?? '');
  };
};

const writeSlug: Act = async (scene, choose) => {
  const { items } = scene;
  const event = some(items, choose, () => true);
  if (!event) return null;
  await send(scene, `PATCH /events/${event.id}`, { slug: `slug-${choose.between(1, 6)}` });
  return (after) => expectSame(items, after, isOf(event.id));
};

/** The own export, loaded back, changes nothing. */
const loadExport: Act = async ({ world, items, told }) => {
  const text = await exported(world.app.deps, 'event');
  const { counts, reasons } = await load(world.app, 'events', text);
  told.push(`the own export: ${JSON.stringify(counts)}`);
  const lines = (await exported(world.app.deps, 'event')).split('\n');
  const others = text.split('\n').filter((line, at) => line !== lines[at]);
  if (counts.created + counts.updated + counts.rejected + others.length > 0) {
    throw new Violation('own export', [...reasons, ...others].join('; '));
  }
  return (after) => expectSame(items, after, () => false);
};

const passTime: Act = async ({ world, told }, choose) => {
  world.clock.nowMs += choose.between(1, 9) * 86_400_000;
  told.push(`it is ${new Date(world.clock.nowMs).toISOString()}`);
  return () => undefined;
};

const acts: [weight: number, act: Act][] = [
  [4, create],
  [8, writeThis],
  [12, writeSeries],
  [8, writeTimes],
  [4, writeRules],
  [6, remove],
  [4, restore],
  [3, erase],
  [2, writeStatus],
  [1, writeSlug],
  [2, loadExport],
  [1, passTime],
];

/** Tells a story. → how it failed, or null. */
export async function tellStory(
  pair: EnginePair,
  seed: number,
  count: number,
): Promise<Failure | null> {
  const world = await openWorld(pair);
  const scene: Scene = { world, items: new Map(), removed: new Map(), told: [] };
  const choose = chooseFrom(seed, 'story');
  const all = acts.flatMap(([weight, act]) => Array<Act>(weight).fill(act));
  try {
    for (let left = count; left > 0; left--) {
      const check = await choose.of(all)(scene, choose);
      if (!check) continue;
      const after = await readItems(world);
      check(after);
      scene.items = after;
      world.listed = listedOf(after);
      for (const [name, { share, check }] of Object.entries(checks)) {
        if (!OF_MODEL.has(name) && (left === 1 || choose.chance(share))) await check(world, choose);
      }
    }
    return null;
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const { invariant, message: text } = error;
    return { invariant, text, told: scene.told, steps: [] };
  } finally {
    await world.close();
  }
}

/** Checks that compare with a model. */
const OF_MODEL = new Set(['lists', 'other system']);

/** → what lists of public events have, as checks read it. */
function listedOf(items: Items): World['listed'] {
  const all = [...items.values()].filter(({ status }) => status === 'publish');
  return { events: all.filter((one) => !isSeries(one)), series: all.filter(isSeries) };
}
