/** A second system that follows the first one through its life, and shows the same. Contract 32.1. */
import { addSource } from '../../src/sources/source.js';
import { prepareChanges } from '../../src/sync/number.js';
import { pairNamed } from '../support/adapters.js';
import { catchUp } from '../support/agree.js';
import { openTestApp } from '../support/app.js';
import { runOf } from '../support/marquees.js';
import { allShown, differences } from '../support/shown.js';
import { request, Violation, type World } from './world.js';

/** What follows: it is opened when it is first asked. */
export interface Follower {
  /** It reads what is new, and is compared. Throws a violation where it shows something else. */
  compare(world: World): Promise<void>;
  close(): Promise<void>;
}

/** → what will follow the feed at an address. */
export function openFollower(feed: string): Follower {
  let opened: ReturnType<typeof open> | null = null;
  const compare = async ({ app, clock, listed }: World): Promise<void> => {
    // A feed is known to be another Marquee's by its first event.
    if (!opened && listed.events.length === 0) return;
    opened ??= open(feed, clock);
    const { other, id } = await opened;
    await catchUp(app.deps);
    const run = await runOf(other.deps, id, { isAccepted: true });
    if (run.outcome !== 'loaded' || run.rejected > 0) {
      throw new Violation('follower', `${run.outcome} ${run.reason} ${run.lines.join('; ')}`);
    }
    await catchUp(other.deps);
    const [ours, theirs] = [app, other].map((one) =>
      allShown(async (path) => (await request(one, `GET ${path}`)).body),
    );
    const faults = differences((await ours) ?? {}, (await theirs) ?? {});
    if (faults.length > 0) throw new Violation('follower', faults.join('; '));
  };
  return {
    compare,
    close: async () => (await opened)?.other.close(),
  };
}

async function open(url: string, clock: World['clock']) {
  const other = await openTestApp(pairNamed('sqlite + sqlite'), {
    settings: { OUTBOUND: 'any', BASE_URL: 'http://follower.test' },
    clock,
  });
  await prepareChanges(other.deps);
  const { id } = await addSource(other.deps, { url });
  return { other, id };
}
