/** Steps of a life in which what is followed is fetched. */
import type { Run } from '../../src/sources/source.js';
import type { Choose } from '../faults/random.js';
import { AUTHORITY, applyRun, POLICY } from './model.js';
import { calendarText, type Followed, pageText, siteText, type Teller, type Told } from './told.js';
import { type Kind, Violation, type World } from './world.js';

/** The steps. */
export const sourceSteps: Record<string, Kind> = {
  run: { weight: 4, act: (world) => run(world, 'calendar') },
  'run second': { weight: 3, act: (world) => run(world, 'second') },
  'run older': { weight: 3, act: runOlder },
  site: { weight: 3, act: (world) => run(world, 'site') },
  page: { weight: 3, act: (world) => run(world, 'page') },
};

/** → what a teller tells of. */
export const toldBy = ({ told }: World, teller: Teller): Told[] =>
  told.filter(({ tellers }) => tellers.includes(teller));

/** What is followed: where it is, and what it says. */
const FOLLOWED: Record<Followed, [path: string, say: (all: Told[], serial: number) => string]> = {
  calendar: ['/club.ics', (all, serial) => calendarText(all, `X-WR-CALNAME:${serial}`)],
  second: ['/second.ics', (all, serial) => calendarText(all, `X-WR-CALNAME:second ${serial}`)],
  site: ['/wp-json/tribe/events/v1/events', siteText],
  page: ['/programme', pageText],
};

/** Runs a source that is followed. */
export async function run(world: World, teller: Followed): Promise<string> {
  const all = toldBy(world, teller);
  await runOnce(world, teller, all);
  // A second run would count what is missing.
  if (!all.some(({ absent }) => absent.includes(teller))) await runAgain(world, teller, all);
  return '';
}

/** Runs a source that says this of its events. */
async function runOnce(world: World, teller: Followed, all: readonly Told[]): Promise<Run> {
  const [path, textOf] = FOLLOWED[teller];
  const shown = all.filter(({ absent }) => !absent.includes(teller));
  const options = { missing: POLICY[teller], authority: AUTHORITY[teller] };
  const ran = await world.runSource(path, textOf(shown, ++world.serial), options);
  if (ran.rejected > 0) throw new Violation('rejected rows', ran.lines.join('; '));
  applyRun(world.model, toldBy(world, teller), teller);
  return ran;
}

async function runAgain(world: World, teller: Followed, all: readonly Told[]): Promise<void> {
  const again = await runOnce(world, teller, all);
  if (again.created + again.updated + again.missing > 0) {
    throw new Violation('same again', `the ${teller} again: ${JSON.stringify(again)}`);
  }
}

/** A calendar says once more what it said of an event before its last version. */
async function runOlder(world: World, choose: Choose): Promise<string | null> {
  const teller = choose.of(['calendar', 'second'] as const);
  const all = toldBy(world, teller);
  const isMissing = all.some(({ absent }) => absent.includes(teller));
  const numbered = all.filter(({ numbers, older }) => numbers !== 'none' && older);
  if (isMissing || numbered.length === 0) return null;
  const told = choose.of(numbered);
  await runOnce(world, teller, all);
  const older = { ...told, ...told.older, absent: [] };
  await runAgain(
    world,
    teller,
    all.map((one) => (one === told ? older : one)),
  );
  return `${told.name}, by ${teller}`;
}
