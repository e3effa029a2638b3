/** What holds after each step of a life, whatever it was. */
import { allKinds } from '../../src/kinds/index.js';
import { groupBy } from '../../src/lib/batches.js';
import type { Choose } from '../faults/random.js';
import { pairNamed } from '../support/adapters.js';
import { disagreements } from '../support/agree.js';
import { type Json, openTestApp } from '../support/app.js';
import { exported } from '../support/files.js';
import { datesOfCalendar } from './expand.js';
import { listedOf } from './model.js';
import { call, dayOf, listAll, load, nameOf, request, Violation, type World } from './world.js';

/** A check by its name. `share`: of the steps after which it is made; all are at the end. */
export interface Check {
  share: number;
  check: (world: World, choose: Choose) => Promise<void>;
}

/** All checks. The first one reads the IDs that the steps need. */
export const checks: Record<string, Check> = {
  lists: { share: 1, check: checkLists },
  'store and index': { share: 0.1, check: checkAgreement },
  items: { share: 0.2, check: checkItems },
  collapsed: { share: 0.2, check: checkCollapsed },
  'PUT of GET': { share: 0.4, check: checkPut },
  calendars: { share: 0.15, check: checkCalendars },
  'empty system': { share: 0.04, check: checkEmptySystem },
  'other system': { share: 0.04, check: checkOtherSystem },
  follower: { share: 0.06, check: (world) => world.follower.compare(world) },
};

const wordsOf = ({ title, start_date, cost, venue, event_status }: Json): string => {
  const place = `${venue?.venue}, ${venue?.city ?? ''}`;
  return [start_date.slice(0, 13), title, cost.replace('$', ''), place, event_status].join(' | ');
};

/** Lists have what the model has, each once. */
async function checkLists(world: World): Promise<void> {
  const events = await listAll(world.app, 'status=publish');
  const dates = new Set<string>();
  for (const event of events) {
    const day = dayOf(event);
    const key = day === '' ? nameOf(event) : `${nameOf(event)} ${day}`;
    if (dates.has(key)) throw new Violation('twice', `${key} is there twice: ${wordsOf(event)}`);
    dates.add(key);
    world.ids.set(key, event.id);
  }
  world.listed = { events, series: await listAll(world.app, 'status=publish&view=series') };
  for (const series of world.listed.series) {
    const name = nameOf(series);
    if (dates.has(`series ${name}`)) continue;
    dates.add(`series ${name}`);
    world.ids.set(name, series.id);
  }
  compareLists(world, events);
}

function compareLists({ model }: World, events: Json[]): void {
  const byName = groupBy(events, nameOf);
  for (const name of new Set([...byName.keys(), ...model.things.keys()])) {
    const thing = model.things.get(name);
    const wanted = thing ? listedOf(thing) : [];
    const listed = (byName.get(name) ?? []).map(wordsOf).sort();
    const lacks = wanted.filter((one) => !listed.includes(one));
    const more = listed.filter((one) => !wanted.includes(one));
    if (lacks.length + more.length === 0 && wanted.length === listed.length) continue;
    const how = lacks.length === 0 ? 'more' : more.length === 0 ? 'lacking' : 'different';
    const kind = thing?.days ? 'series' : 'single';
    throw new Violation(
      `lists ${kind} ${how}`,
      `${name}: lists lack [${lacks.join('; ')}], have [${more.join('; ')}]`,
    );
  }
}

async function checkAgreement({ app }: World): Promise<void> {
  const differences = await disagreements(app.deps);
  if (differences.length > 0) throw new Violation('store and index', differences.join('; '));
}

/** A list has each series once, but for what a filter may find by fields of its own. */
async function checkCollapsed({ app, listed: { events, series } }: World): Promise<void> {
  const collapsed = await listAll(app, 'status=publish&collapse=series');
  const nameIn = ({ id, recurrence }: Json) => recurrence?.series_id ?? id;
  const found = groupBy(collapsed, nameIn);
  const lacking = events.find((event) => !found.has(nameIn(event)));
  if (lacking) throw new Violation('collapsed', `lacks ${wordsOf(lacking)}`);
  for (const { id, recurrence } of series.filter((one) => !one.recurrence.parts)) {
    const plain = (found.get(id) ?? []).filter((one) => one.recurrence.changed.length === 0);
    if (plain.length > 1) {
      throw new Violation('collapsed', `${recurrence.text}: ${plain.map(wordsOf).join('; ')}`);
    }
  }
}

/** An item alone has `json_ld`, as what it links has there. */
const comparable = (item: Json): Json =>
  JSON.parse(JSON.stringify(item, (key, value) => (key === 'json_ld' ? undefined : value)));

async function checkItems({ app, listed }: World, choose: Choose): Promise<void> {
  const all = [...listed.events, ...listed.series];
  for (let left = 3; left > 0 && all.length > 0; left--) {
    const listed = choose.of(all);
    const { body } = await request(app, `GET /events/${listed.id}`);
    const text = differences(comparable(listed), comparable(body));
    if (text !== '') throw new Violation('items', `list and item ${listed.id}: ${text}`);
  }
}

/** → the fields that differ, in words. */
function differences(one: Json, other: Json): string {
  const textOf = (value: unknown) => JSON.stringify(value) ?? 'nothing';
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names
    .filter((name) => name !== 'json_ld' && textOf(one[name]) !== textOf(other[name]))
    .map((name) => `${name}: ${textOf(one[name])}, ${textOf(other[name])}`)
    .join('; ');
}

/** What was read and is sent back changes nothing, whichever scope it names. */
async function checkPut({ app, listed }: World, choose: Choose): Promise<void> {
  for (const some of [listed.events, listed.series]) {
    if (some.length === 0) continue;
    const { id, recurrence } = choose.of(some);
    const seriesId = recurrence?.series_id ?? id;
    const read = async () => {
      const item = await request(app, `GET /events/${id}`);
      const { headers } = id === seriesId ? item : await request(app, `GET /events/${seriesId}`);
      const tags = [item.headers, headers].map((of) => of.get('etag')).join();
      return { body: item.body, tags };
    };
    const before = await read();
    const what = before.body.recurrence ? (dayOf(before.body) ? 'date' : 'series') : 'single';
    const isGoing = listed.series.some((series) => series.id === seriesId);
    const ofDate = isGoing ? ['', 'this', 'all', 'following'] : ['', 'this'];
    const scopes = { date: ofDate, series: ['', 'all'], single: [''] }[what] ?? [];
    const scope = choose.of(scopes);
    const path = `PUT /events/${id}${scope && `?scope=${scope}`}`;
    const answer = await call(app, path, before.body);
    if (answer.status !== 200) {
      throw new Violation(`PUT of GET ${what}`, `${answer.status} ${answer.text.slice(0, 300)}`);
    }
    const after = await read();
    const text = differences(before.body, after.body);
    if (text !== '') throw new Violation(`PUT of GET ${what}`, `${path} changes ${text}`);
    // Its entity tag names the revision: an answer names one that is stored.
    const answered = answer.headers.get('etag')?.split('.', 2).join('.') ?? '';
    if (after.tags !== before.tags || !after.tags.includes(answered)) {
      const tags = `${before.tags} to ${answered} and ${after.tags}`;
      throw new Violation(`PUT of GET ${what}`, `${path} writes: ${tags}`);
    }
  }
}

/** The calendar of a series, expanded by another program, has the dates that lists have. */
async function checkCalendars({ app, listed: { events, series: all } }: World): Promise<void> {
  for (const series of all) {
    const { text } = await request(app, `GET /events/${series.id}.ics`);
    const calendar = datesOfCalendar(text);
    const listed = events
      .filter(({ recurrence }) => recurrence?.series_id === series.id)
      .map(({ start_date, title }) => `${start_date} ${title}`)
      .sort();
    if (calendar.join() === listed.join()) continue;
    throw new Violation('calendars', `${series.title}: ${calendar.join()}, lists ${listed.join()}`);
  }
}

/** An export of all kinds, loaded into an empty system, is exported the same. */
async function checkEmptySystem({ app, clock, listed }: World): Promise<void> {
  const other = await openTestApp(pairNamed('sqlite + sqlite'), {
    clock,
  });
  try {
    for (const { name, route } of inOrder) {
      const text = await exported(app.deps, name);
      const { counts, reasons } = await load(other, route, text);
      if (counts.rejected > 0) {
        throw new Violation('empty system', `rejected: ${reasons.join('; ')}`);
      }
      const lines = text.split('\n');
      const again = (await exported(other.deps, name)).split('\n');
      const at = lines.findIndex((line, index) => line !== again[index]);
      if (at < 0 && lines.length === again.length) continue;
      throw new Violation('empty system', `${name}: ${lines[at]} is exported as ${again[at]}`);
    }
    const [ours, theirs] = [listed.events, await listAll(other, 'status=publish')].map((events) =>
      events.map(({ slug, end_date, ...event }) => `${slug} ${wordsOf(event)} ${end_date}`).sort(),
    );
    const lacks = ours?.filter((event) => !theirs?.includes(event)) ?? [];
    const more = theirs?.filter((event) => !ours?.includes(event)) ?? [];
    if (lacks.length + more.length > 0) {
      throw new Violation(
        'empty system',
        `lists lack [${lacks.join('; ')}], have [${more.join('; ')}]`,
      );
    }
  } finally {
    await other.close();
  }
}

/** The kinds in the order in which they are loaded: terms before what has them. */
const inOrder = ['category', 'tag', 'venue', 'organizer', 'event'].flatMap((name) =>
  allKinds.filter((kind) => kind.name === name),
);

/** An export, loaded into a system of the same host that has events of its own, leaves them. */
async function checkOtherSystem(world: World): Promise<void> {
  const { app, clock } = world;
  const other = await openTestApp(pairNamed('sqlite + sqlite'), {
    clock,
  });
  try {
    const times = { start_date: '2026-04-10 10:00', end_date: '2026-04-10 12:00' };
    const names = Array.from({ length: 12 }, (_, at) => `theirs${at}`);
    for (const title of names) await request(other, 'POST /events', { title, ...times });
    const text = await exported(app.deps, 'event');
    const { reasons } = await load(other, 'events', text);
    if (reasons.length > 0) throw new Violation('other system', reasons.join('; '));
    const events = await listAll(other, 'status=publish');
    const [theirs, ours] = [true, false].map((isTheirs) =>
      events.filter(({ title }) => title.startsWith('theirs') === isTheirs),
    );
    if (theirs?.length !== names.length) {
      throw new Violation('other system', `of its events ${theirs?.length} are left`);
    }
    compareLists(world, ours ?? []);
    const { counts } = await load(other, 'events', text);
    if (counts.created + counts.updated + counts.rejected > 0) {
      throw new Violation('other system', `again: ${JSON.stringify(counts)}`);
    }
  } finally {
    await other.close();
  }
}
