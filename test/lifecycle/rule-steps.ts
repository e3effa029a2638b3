/** Steps of a life in which users say rules and bring dates back, and the trash is emptied. */
import { kinds } from '../../src/kinds/index.js';
import { eraseTrashed, removedBefore } from '../../src/records/erase.js';
import type { Choose } from '../faults/random.js';
import { catchUp } from '../support/agree.js';
import { isListed, setDays, type Thing } from './model.js';
import { forget, idOf, someDate, someThing } from './steps.js';
import { dayAfter } from './told.js';
import { type Kind, request, type World } from './world.js';

/** The steps. */
export const ruleSteps: Record<string, Kind> = {
  'except by rules': { weight: 2, act: except },
  'add by rules': { weight: 2, act: add },
  'count by rules': { weight: 2, act: count },
  'end by rules': { weight: 3, act: end },
  'restore lost date': { weight: 3, act: restoreLost },
  'empty trash': { weight: 1, act: emptyTrash },
};

const two = (value: number) => String(value).padStart(2, '0');
const basic = (day: string, hour: number) => `${day.replaceAll('-', '')}T${two(hour)}0000`;

/** A user sends the rules of a series, as they are answered but for one change. */
async function say(world: World, thing: Thing, change: (rules: string[]) => string[]) {
  const path = `/events/${idOf(world, thing)}`;
  const { body } = await request(world.app, `GET ${path}`);
  const recurrence = change(body.recurrence.rules);
  await request(world.app, `PATCH ${path}`, { recurrence });
}

async function except(world: World, choose: Choose): Promise<string | null> {
  const isPlain = (one: Thing, day: string) => {
    const told = world.told.find(({ name }) => name === one.name);
    const isOwn = one.dates.has(day) || told?.dates[day] || told?.following?.day === day;
    return isListed(one, day) && day > world.model.today && day !== one.days?.[0] && !isOwn;
  };
  const [thing, day] = someDate(world, choose, isPlain);
  if (!thing || (thing.days ?? []).filter((one) => isListed(thing, one)).length < 3) return null;
  await say(world, thing, (rules) => [...rules, `EXDATE:${basic(day, thing.values.hour)}`]);
  thing.dates.set(day, { values: {}, removed: 'erased' });
  thing.rules.extra.delete(day);
  return `${thing.name} ${day}`;
}

const isStanding = ({ days, removed }: Thing) => days !== null && removed === '';

async function add(world: World, choose: Choose): Promise<string | null> {
  const thing = someThing(world, choose, isStanding);
  const coming = (thing?.days ?? []).filter((day) => day > world.model.today);
  if (!thing || coming.length === 0) return null;
  const day = dayAfter(choose.of(coming), choose.between(1, 3));
  const { lost, extra } = thing.rules;
  if (thing.days?.includes(day) || thing.dates.has(day) || lost.has(day)) return null;
  await say(world, thing, (rules) => [...rules, `RDATE:${basic(day, thing.values.hour)}`]);
  extra.add(day);
  setDays(world.model, thing, thing.values.hour);
  return `${thing.name} ${day}`;
}

/** One more date, behind all others. */
async function count(world: World, choose: Choose): Promise<string | null> {
  const thing = someThing(world, choose, isStanding);
  if (!thing) return null;
  const { rules } = thing;
  let [next, named] = ['', ''];
  await say(world, thing, (rules) => {
    named = rules.filter((rule) => rule.includes('DATE')).join();
    return rules.map((rule) =>
      rule.replace(/COUNT=(\d+)/, (_, before: string) => {
        next = dayAfter(thing.day, Number(before) * 7);
        return `COUNT=${Number(before) + 1}`;
      }),
    );
  });
  rules.days = [...rules.days, next];
  const isNamed = (day: string) => named.includes(basic(day, thing.values.hour));
  // Who says the rules says which dates there are, those that were erased when these lacked them,
  // too, and those behind the end.
  const isBehind = (day: string) => rules.end !== '' && day > rules.end;
  for (const [day, { removed }] of thing.dates) {
    if (removed !== 'erased' || isNamed(day) || !rules.days.includes(day)) continue;
    if (day !== next && !isBehind(day)) continue;
    thing.dates.delete(day);
    rules.extra.add(day);
  }
  for (const day of rules.extra) {
    if (isBehind(day) && !isNamed(day) && !rules.days.includes(day)) rules.extra.delete(day);
  }
  rules.end = '';
  setDays(world.model, thing, thing.values.hour);
  return `${thing.name} ${next}`;
}

/** A series that nothing else tells of ends with one of its dates. */
async function end(world: World, choose: Choose): Promise<string | null> {
  const isPlain = (one: Thing, day: string) =>
    one.name.startsWith('own') &&
    isListed(one, day) &&
    day !== one.days?.[0] &&
    one.parts.every(({ from, moved }) => from < day && moved === 0) &&
    !one.dates.get(day)?.values.day;
  const [thing, day] = someDate(world, choose, isPlain);
  if (!thing) return null;
  const path = `/events/${idOf(world, thing, day)}`;
  await request(world.app, `PATCH ${path}`, { recurrence: null, scope: 'following' });
  thing.rules.end = day;
  for (const other of thing.rules.extra) if (other > day) thing.rules.extra.delete(other);
  setDays(world.model, thing, thing.values.hour);
  return `${thing.name} ${day}`;
}

/** A date that the rules lack comes back. */
async function restoreLost(world: World, choose: Choose): Promise<string | null> {
  const all = [...world.model.things.values()].flatMap((thing) =>
    [...thing.rules.lost]
      .filter(([, hour]) => isStanding(thing) && hour === thing.values.hour)
      .filter(([day]) => !thing.dates.get(day)?.removed && world.ids.has(`${thing.name} ${day}`))
      .map(([day]): [Thing, string] => [thing, day]),
  );
  if (all.length === 0) return null;
  const [thing, day] = choose.of(all);
  await request(world.app, `PATCH /events/${idOf(world, thing, day)}`, { status: 'publish' });
  thing.rules.extra.add(day);
  setDays(world.model, thing, thing.values.hour);
  return `${thing.name} ${day}`;
}

/** As TRASH_DAYS does it, whatever the days. */
async function emptyTrash(world: World): Promise<string> {
  const { app, model, ids } = world;
  const kind = kinds.event;
  for await (const records of removedBefore(app.deps, kind, '2100-01-01 00:00:00')) {
    await eraseTrashed(app.deps, kind, records);
  }
  await catchUp(app.deps);
  for (const thing of [...model.things.values()]) {
    if (thing.removed !== '') {
      forget(world, thing);
      continue;
    }
    for (const [day, { removed }] of thing.dates) {
      if (removed === 'user') thing.dates.set(day, { values: {}, removed: 'erased' });
      if (removed !== '') ids.delete(`${thing.name} ${day}`);
    }
    for (const day of thing.rules.lost.keys()) {
      if (!thing.dates.get(day)?.removed) thing.dates.delete(day);
      ids.delete(`${thing.name} ${day}`);
    }
    thing.rules.lost.clear();
  }
  return '';
}
