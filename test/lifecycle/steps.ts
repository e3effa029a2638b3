/** The steps of a life: each does something to the service and to the model. */
import type { JsonObject } from '../../src/kinds/record.js';
import type { Choose } from '../faults/random.js';
import { exported } from '../support/files.js';
import {
  applyTold,
  isListed,
  ownOf,
  type Thing,
  thingMade,
  type Values,
  valuesOf,
  venueNamed,
  writeAll,
  writeFollowing,
  writeThis,
} from './model.js';
import { run, toldBy } from './source-steps.js';
import {
  calendarText,
  dayAfter,
  type Followed,
  HALLS,
  isFollowed,
  nextVersion,
  rowsText,
  type Teller,
  type Told,
  timesAt,
  ZONE,
} from './told.js';
import { call, type Kind, type Loaded, load, request, Violation, type World } from './world.js';

/** All steps. */
export const plainSteps: Record<string, Kind> = {
  file: { weight: 4, act: (world) => loadFile(world, 'file') },
  rows: { weight: 3, act: (world) => loadFile(world, 'rows') },
  bare: { weight: 2, act: (world) => loadFile(world, 'row') },
  version: { weight: 14, act: tellNext },
  twice: { weight: 1, act: loadTwice },
  create: { weight: 3, act: create },
  edit: { weight: 5, act: (world, choose) => write(world, choose, 'all') },
  this: { weight: 7, act: (world, choose) => writeDate(world, choose, 'this') },
  all: { weight: 3, act: (world, choose) => writeDate(world, choose, 'all') },
  following: { weight: 6, act: (world, choose) => writeDate(world, choose, 'following') },
  move: { weight: 3, act: moveDate },
  trash: { weight: 4, act: trash },
  'trash again': { weight: 2, act: trashAgain },
  restore: { weight: 4, act: restore },
  erase: { weight: 2, act: erase },
  'trash date': { weight: 5, act: trashDate },
  'restore date': { weight: 4, act: restoreDate },
  'restore date of removed': { weight: 2, act: restoreRefused },
  'erase date': { weight: 2, act: eraseDate },
  'export and load': { weight: 2, act: exportAndLoad },
  clock: { weight: 2, act: passTime },
};

const textOf = (world: World, teller: Teller): string =>
  teller === 'file' ? calendarText(toldBy(world, teller)) : rowsText(toldBy(world, teller));

async function loadFile(world: World, teller: Teller): Promise<string> {
  const text = textOf(world, teller);
  expectNoneRejected(await load(world.app, 'events', text));
  for (const told of toldBy(world, teller)) applyTold(world.model, told, teller);
  await expectUnchanged(world, text, `the ${teller}`);
  return '';
}

function expectNoneRejected({ counts, reasons }: Loaded): void {
  if (counts.rejected > 0) throw new Violation('rejected rows', reasons.join('; '));
}

async function expectUnchanged({ app }: World, text: string, what: string): Promise<void> {
  const { counts } = await load(app, 'events', text);
  const { created, updated, rejected } = counts;
  if (created + updated + rejected > 0) {
    throw new Violation('same again', `${what} again: ${JSON.stringify(counts)}`);
  }
}

async function tellNext(world: World, choose: Choose): Promise<string> {
  const told = choose.of(world.told);
  const thing = world.model.things.get(told.name);
  const erased = [...(thing?.dates ?? [])].filter(([, own]) => own.removed === 'erased');
  const teller = choose.of(told.tellers);
  const mayLack = (one: Told, by: Followed) =>
    one.tellers.every(isFollowed) &&
    toldBy(world, by).every(({ name, absent }) => name === one.name || !absent.includes(by));
  const fixed = {
    erased: erased.map(([day]) => day),
    partFrom: thing?.parts.find(({ by }) => by === 'user')?.from ?? '',
    mayLack: isFollowed(teller) && mayLack(told, teller) ? teller : null,
  };
  const change = nextVersion(told, fixed, choose, ++world.serial);
  await (isFollowed(teller) ? run(world, teller) : loadFile(world, teller));
  return `${told.name}: ${change}, by ${teller}`;
}

/** A file that has one event twice, of some in an older version. */
async function loadTwice(world: World, choose: Choose): Promise<string> {
  const all = toldBy(world, 'file');
  const others = all.map((told) => {
    const { numbers, hour, older } = told;
    // A changed date of an older version counts where the last one lacks it.
    const isOlder = numbers === 'rising' && older?.hour === hour && !older.following;
    return isOlder ? { ...older, absent: [] } : told;
  });
  const text = calendarText(choose.chance(0.5) ? [...all, ...others] : [...others, ...all]);
  expectNoneRejected(await load(world.app, 'events', text));
  for (const told of all) applyTold(world.model, told, 'file');
  await expectUnchanged(world, text, 'the file with all twice');
  return '';
}

async function create(world: World, choose: Choose): Promise<string | null> {
  const { model, app, ids } = world;
  const made = [...model.things.keys()].filter((name) => name.startsWith('own'));
  if (made.length >= 4) return null;
  const name = `own${choose.between(100, 999)}`;
  if (model.things.has(name)) return null;
  const [count, hour, day] = [choose.of([0, 4]), choose.between(9, 18), '2026-04-07'];
  const venue = choose.of(HALLS);
  const place = venueNamed(model, venue);
  const values: Values = {
    title: `${name} v0`,
    cost: '7',
    venue: place,
    hour,
    status: 'scheduled',
  };
  const recurrence = count === 0 ? {} : { recurrence: `FREQ=WEEKLY;COUNT=${count}` };
  const { body } = await request(app, 'POST /events', {
    ...{ title: values.title, cost: '7', venue: { venue }, timezone: ZONE, status: 'publish' },
    ...{ ...timesAt(day, hour), ...recurrence },
  });
  ids.set(name, body.id);
  model.things.set(name, thingMade(name, values, day, count));
  return `${name}, ${count} dates, at ${hour}`;
}

/** → some values to write, and the same as they are sent. */
function valuesToWrite(world: World, choose: Choose, thing: Thing, day: string) {
  const now = valuesOf(thing, day);
  const serial = ++world.serial;
  const venue = choose.of(HALLS);
  const hour = choose.of([now.hour - 1, now.hour + 1]);
  const status = now.status === 'cancelled' ? 'scheduled' : 'cancelled';
  const choices: [() => Partial<Values>, () => JsonObject][] = [
    [() => ({ title: `${thing.name} v${serial}` }), () => ({ title: `${thing.name} v${serial}` })],
    [() => ({ title: thing.values.title }), () => ({ title: thing.values.title })],
    [() => ({ cost: '8' }), () => ({ cost: '8' })],
    [() => ({ cost: `${serial}` }), () => ({ cost: `${serial}` })],
    [() => ({ venue: venueNamed(world.model, venue) }), () => ({ venue: { venue } })],
    [() => ({ status }), () => ({ event_status: status })],
  ];
  const isMoving = thing.name !== 'fpast' && !thing.dates.get(day)?.values.hour;
  if (isMoving && now.hour > 8 && now.hour < 20 && now.day === day) {
    choices.push([() => ({ hour }), () => timesAt(now.day, hour)]);
  }
  const [values, sent] = choose.of(choices);
  return { values: values(), sent: sent() };
}

type Scope = 'this' | 'all' | 'following';

/** Writes to a single event, or to a series itself. */
async function write(world: World, choose: Choose, scope: Scope): Promise<string | null> {
  const thing = someThing(world, choose, ({ removed }) => removed === '');
  if (!thing) return null;
  const { values, sent } = valuesToWrite(world, choose, thing, thing.days?.[0] ?? thing.day);
  await request(world.app, `PATCH /events/${idOf(world, thing)}`, sent);
  // The first date keeps what it has of its own.
  writeAll(thing, thing.days ? '' : thing.day, values);
  return `${thing.name} ${scope} ${JSON.stringify(sent)}`;
}

async function writeDate(world: World, choose: Choose, scope: Scope): Promise<string | null> {
  const [thing, day] = someDate(world, choose, (one, date) => isListed(one, date));
  if (!thing) return null;
  const { values, sent } = valuesToWrite(world, choose, thing, day);
  // Of dates that were changed by the source it says what follows: not modelled behind a part.
  const told = world.told.find(({ name }) => name === thing.name);
  const isChanged = Object.keys(told?.dates ?? {}).some((date) => date >= day);
  if (scope === 'following' && (isChanged || told?.following)) return null;
  await request(world.app, `PATCH /events/${idOf(world, thing, day)}`, { ...sent, scope });
  const writes = { this: writeThis, all: writeAll, following: writeFollowing };
  writes[scope](thing, day, values);
  return `${thing.name} ${day} ${JSON.stringify(sent)}`;
}

/** Moves one date to the day after. */
async function moveDate(world: World, choose: Choose): Promise<string | null> {
  const [thing, day] = someDate(world, choose, (one, date) => isListed(one, date));
  if (!thing) return null;
  const now = valuesOf(thing, day);
  const target = now.day === day ? dayAfter(day, 1) : day;
  const sent = timesAt(target, now.hour);
  await request(world.app, `PATCH /events/${idOf(world, thing, day)}`, sent);
  const own = ownOf(thing, day).values;
  delete own.day;
  delete own.hour;
  if (target !== day) Object.assign(own, { day: target, hour: now.hour });
  else writeThis(thing, day, { hour: now.hour });
  return `${thing.name} ${day} to ${target}`;
}

async function trash(world: World, choose: Choose): Promise<string | null> {
  const thing = someThing(world, choose, ({ removed }) => removed === '');
  if (!thing) return null;
  await request(world.app, `DELETE /events/${idOf(world, thing)}`);
  thing.removed = 'user';
  return thing.name;
}

/** What its source removed, a user removes as well. */
async function trashAgain(world: World, choose: Choose): Promise<string | null> {
  const thing = someThing(world, choose, ({ removed }) => removed === 'source');
  if (!thing) return null;
  await request(world.app, `PATCH /events/${idOf(world, thing)}`, { status: 'trash' });
  thing.removed = 'user';
  return thing.name;
}

/** A date comes back with its series, and not alone. */
async function restoreRefused(world: World, choose: Choose): Promise<string | null> {
  const [thing, day] = someDate(world, choose, ({ removed }) => removed !== '');
  if (!thing) return null;
  const path = `PATCH /events/${idOf(world, thing, day)}`;
  const { status, text } = await call(world.app, path, { status: 'publish' });
  if (status !== 400) throw new Violation('refused', `${path}: ${status} ${text.slice(0, 200)}`);
  return `${thing.name} ${day}`;
}

async function restore(world: World, choose: Choose): Promise<string | null> {
  const thing = someThing(world, choose, ({ removed }) => removed !== '');
  if (!thing) return null;
  await request(world.app, `PATCH /events/${idOf(world, thing)}`, { status: 'publish' });
  const was = thing.removed;
  thing.removed = '';
  return `${thing.name}, removed by ${was}`;
}

async function erase(world: World, choose: Choose): Promise<string | null> {
  const thing = someThing(world, choose, () => true);
  if (!thing) return null;
  await request(world.app, `DELETE /events/${idOf(world, thing)}?force=true`);
  forget(world, thing);
  return thing.name;
}

/** A thing is gone for good. */
export function forget({ model: { things, tellers }, ids }: World, { name }: Thing): void {
  things.delete(name);
  tellers.delete(name);
  for (const key of ids.keys()) {
    if (key === name || key.startsWith(`${name} `)) ids.delete(key);
  }
}

async function trashDate(world: World, choose: Choose): Promise<string | null> {
  const [thing, day] = someDate(world, choose, (one, date) => isListed(one, date));
  if (!thing) return null;
  await request(world.app, `DELETE /events/${idOf(world, thing, day)}`);
  ownOf(thing, day).removed = 'user';
  return `${thing.name} ${day}`;
}

async function restoreDate(world: World, choose: Choose): Promise<string | null> {
  const isTrashed = (one: Thing, day: string) =>
    one.removed === '' && one.dates.get(day)?.removed === 'user';
  const [thing, day] = someDate(world, choose, isTrashed);
  if (!thing) return null;
  await request(world.app, `PATCH /events/${idOf(world, thing, day)}`, { status: 'publish' });
  ownOf(thing, day).removed = '';
  return `${thing.name} ${day}`;
}

async function eraseDate(world: World, choose: Choose): Promise<string | null> {
  const isFree = (one: Thing, day: string) => {
    const told = world.told.find(({ name }) => name === one.name);
    return isListed(one, day) && day !== one.days?.[0] && told?.dates[day] === undefined;
  };
  const [thing, day] = someDate(world, choose, isFree);
  if (!thing || (thing.days ?? []).filter((one) => isListed(thing, one)).length < 3) return null;
  await request(world.app, `DELETE /events/${idOf(world, thing, day)}?force=true`);
  thing.dates.set(day, { values: {}, removed: 'erased' });
  world.ids.delete(`${thing.name} ${day}`);
  return `${thing.name} ${day}`;
}

async function exportAndLoad(world: World): Promise<string> {
  const before = await exported(world.app.deps, 'event');
  await expectUnchanged(world, before, 'the own export');
  const after = await exported(world.app.deps, 'event');
  if (before !== after) throw new Violation('same again', 'the own export changes the export');
  return '';
}

async function passTime({ clock, model }: World, choose: Choose): Promise<string | null> {
  const days = choose.between(1, 3);
  if (clock.nowMs + days * 86_400_000 > Date.parse('2026-04-02')) return null;
  clock.nowMs += days * 86_400_000;
  model.today = new Date(clock.nowMs).toISOString().slice(0, 10);
  return `${days} days`;
}

/** → one of the things that are wanted. */
export function someThing(
  { model }: World,
  choose: Choose,
  isWanted: (thing: Thing) => boolean,
): Thing | null {
  const all = [...model.things.values()].filter(isWanted);
  return all.length === 0 ? null : choose.of(all);
}

/** → one of the dates that are wanted, and its series. */
export function someDate(
  { model, ids }: World,
  choose: Choose,
  isWanted: (thing: Thing, day: string) => boolean,
): [Thing, string] | [null, ''] {
  const all = [...model.things.values()].flatMap((thing) =>
    (thing.days ?? [])
      .filter((day) => isWanted(thing, day) && ids.has(`${thing.name} ${day}`))
      .map((day): [Thing, string] => [thing, day]),
  );
  return all.length === 0 ? [null, ''] : choose.of(all);
}

/** → the ID of a thing, or of a date of it. */
export function idOf({ ids }: World, { name }: Thing, day?: string): number {
  const id = ids.get(day === undefined ? name : `${name} ${day}`);
  if (id === undefined) throw new Violation('lists', `no ID was seen of ${name} ${day ?? ''}`);
  return id;
}
