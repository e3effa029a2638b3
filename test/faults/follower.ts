/**
 * Another installation that follows the service under faults, while its own processes are killed at
 * random: in the end both show the same but for IDs. Contract 32.1.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../support/app.js';
import { allShown, differences } from '../support/shown.js';
import { within } from '../support/until.js';
import { chooseFrom } from './random.js';
import type { Services } from './services.js';
import { type Finding, findingOf } from './types.js';

/** How long the follower may take to have the last write, ms. */
const LAST_MS = 60_000;

/** → a follower of the first process, that serves. */
export async function openFollower(leader: Services, seed: number) {
  const choose = chooseFrom(seed, 'follower');
  const follower = await leader.beside();
  await follower.start(0);
  const feed = `${rootOf(leader)}/events/changes?limit=20`;
  const { code, output } = await follower.script(`sources add ${feed}`);
  if (code !== 0) throw new Error(`it cannot be followed: ${output}`);
  const tally: string[] = [];
  let ranMs = 0;
  const follow = async (accept = '', afterMs?: number) => {
    const beginMs = performance.now();
    const end = afterMs === undefined ? {} : { afterMs };
    const { code, output } = await follower.script(`sources run 1${accept}`, end);
    if (code !== null) ranMs = performance.now() - beginMs;
    tally.push(code === null ? 'run killed' : code === 0 ? 'run ended' : 'run failed');
    return { code, output };
  };
  return {
    tally,
    /** Follows until the run is over; what follows and what serves are killed now and then. */
    run: async (isOver: () => boolean): Promise<void> => {
      while (!isOver()) {
        // A run begins with the start of a process, which takes most of its time.
        const afterMs = ranMs * (0.4 + choose.between(0, 8) / 10);
        await follow('', ranMs > 0 ? afterMs : undefined);
        if (!choose.chance(0.2)) continue;
        await follower.kill(0);
        tally.push('process killed');
        await pause(choose.between(0, 300));
        await follower.start(0);
      }
    },
    /** → what the follower has and the service has not, or the other way round. */
    check: async (): Promise<Finding[]> => {
      let faults: readonly string[] = [];
      const areEqual = async () => {
        const { code, output } = await follow(' --accept');
        if (code !== 0) faults = [output.slice(-600)];
        else faults = compared(await shownBy(leader), await shownBy(follower));
        return faults.length === 0;
      };
      await within(areEqual, LAST_MS, 500);
      const own = follower.findings.map(({ fault, text }) => findingOf(`follower: ${fault}`, text));
      return [...own, ...faults.map((text) => findingOf('a follower differs', text))];
    },
  };
}

function compared(leader: Shown, follower: Shown): string[] {
  const hasAny = Object.values(leader).some((records) => records.length > 0);
  return hasAny ? differences(leader, follower) : ['there is nothing to compare it with'];
}

type Shown = Awaited<ReturnType<typeof allShown>>;

const rootOf = ({ ports }: Services): string => `http://127.0.0.1:${ports[0]}/vendor/events/v1`;

const shownBy = (services: Services) =>
  allShown(async (path) => {
    const answer = await fetch(rootOf(services) + path);
    if (!answer.ok) throw new Error(`${path} cannot be read: ${answer.status}`);
    return (await answer.json()) as Json;
  });
