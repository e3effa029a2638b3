/** Lives one life: steps chosen by a seed, checks after each, and the shortest life that fails. */
import { chooseFrom } from '../faults/random.js';
import type { EnginePair } from '../support/adapters.js';
import { checks } from './checks.js';
import { ruleSteps } from './rule-steps.js';
import { sourceSteps } from './source-steps.js';
import { plainSteps } from './steps.js';
import { venueSteps } from './venue-steps.js';
import { openWorld, Violation, type World } from './world.js';

const steps = { ...plainSteps, ...sourceSteps, ...ruleSteps, ...venueSteps };

/** A step of a life: it makes the same choices whatever is done before it. */
export interface Step {
  name: string;
  seed: number;
  /** What it chose when it was first done. */
  chosen?: readonly string[];
}

/** How a life failed. */
export interface Failure {
  invariant: string;
  text: string;
  /** What was done until then, in words. */
  told: string[];
  steps: Step[];
}

/** What is left out, each with the reason: names of steps, of checks, of what is told. */
export type LeftOut = Readonly<Record<string, string>>;

/** → the steps of a seed. */
export function stepsOf(seed: number, count: number, leftOut: LeftOut = {}): Step[] {
  const choose = chooseFrom(seed, 'steps');
  const names = Object.entries(steps)
    .filter(([name]) => !(name in leftOut))
    .flatMap(([name, { weight }]) => Array<string>(weight).fill(name));
  return Array.from({ length: count }, () => ({
    name: choose.of(names),
    seed: choose.between(1, 1e9),
  }));
}

/** Lives a life. → how it failed, or null. `atEnd`: all checks are made at the end. */
export async function live(
  pair: EnginePair,
  life: readonly Step[],
  leftOut: LeftOut = {},
): Promise<Failure | null> {
  const world = await openWorld(pair);
  world.told = world.told.filter(({ name }) => !(name in leftOut));
  const told: string[] = [];
  const done: Step[] = [];
  try {
    for (const [at, step] of life.entries()) {
      const chosen: string[] = [];
      const known = { ...step, chosen };
      done.push(known);
      const said = await take(world, step, chosen);
      // What was not possible is no part of the life.
      if (said === null) done.pop();
      else told.push(`${step.name}: ${said}`);
      const choose = chooseFrom(step.seed, 'checks');
      for (const [name, { share, check }] of Object.entries(checks)) {
        const isChosen = choose.chance(share) || at === life.length - 1;
        if (isChosen && !(name in leftOut)) await check(world, choose);
      }
    }
    return null;
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    if (told.length < done.length) told.push(`${done.at(-1)?.name}: fails`);
    return { invariant: error.invariant, text: error.message, told, steps: done };
  } finally {
    await world.close();
  }
}

/** Does a step. → what was done in words, or null where it was not possible. */
async function take(world: World, step: Step, chosen: string[]): Promise<string | null> {
  const choose = chooseFrom(step.seed, step.name);
  const before = step.chosen;
  const of = <T>(items: readonly T[]): T => {
    const label = before?.[chosen.length];
    const item = before ? items.find((one) => labelOf(one, items) === label) : choose.of(items);
    if (item === undefined) throw new NotPossible();
    chosen.push(labelOf(item, items));
    return item;
  };
  try {
    return (await steps[step.name]?.act(world, { ...choose, of })) ?? null;
  } catch (error) {
    if (error instanceof NotPossible) return null;
    throw error;
  }
}

/** What a step chose before is not there. */
class NotPossible extends Error {}

/** → what names an item among others: a text, a name, a name and a day; else its place. */
function labelOf<T>(item: T, items: readonly T[]): string {
  if (typeof item === 'string' || typeof item === 'number') return String(item);
  if (Array.isArray(item) && 'name' in Object(item[0])) return `${item[0].name} ${item[1]}`;
  return 'name' in Object(item) ? String(Object(item).name) : String(items.indexOf(item));
}

/** Most lives that are lived to shorten one. */
const TRIES = 150;

/** → the shortest life that fails in the same way: parts are left out as long as it does. */
export async function shorten(
  pair: EnginePair,
  failure: Failure,
  leftOut: LeftOut = {},
): Promise<Failure> {
  let best = failure;
  let tries = TRIES;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1 && tries > 0; ) {
    let isShorter = false;
    for (let at = best.steps.length - size; at >= 0 && tries > 0; at -= size) {
      tries -= 1;
      const rest = best.steps.filter((_, index) => index < at || index >= at + size);
      const again = await live(pair, rest, leftOut);
      if (again?.invariant !== best.invariant) continue;
      best = again;
      isShorter = true;
      at = Math.min(at, best.steps.length);
    }
    if (size === 1 && !isShorter) break;
    size = isShorter && size === 1 ? 1 : Math.max(1, Math.floor(size / 2));
  }
  return best;
}
