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
  let [next, exceptions] = ['', ''];
  await say(world, thing, (rules) => {
    exceptions = rules.filter((rule) => rule.startsWith('EXDATE')).join();
    return rules.map((rule) =>
      rule.replace(/COUNT=(\d+)/, (_, before: string) => {
        next = dayAfter(thing.day, Number(before) * 7);
        return `COUNT=${Number(before) + 1}`;
      }),
    );
  });
  thing.rules.days = [...thing.rules.days, next];
  // Who says the rules says which dates there are, one that was erased when these lacked it, too.
  const isErased = thing.dates.get(next)?.removed === 'erased';
  if (isErased && !exceptions.includes(basic(next, thing.values.hour))) {
    thing.dates.delete(next);
    thing.rules.extra.add(next);
  }
  setDays(world.model, thing, thing.values.hour);
  return `${thing.name} ${next}`;
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
