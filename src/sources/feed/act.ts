/** Ends a run of a feed: records that the feed no longer has are removed here, too. Contract 32. */
import { allKinds, kinds } from '../../kinds/index.js';
import type { Deps } from '../../records/deps.js';
import { isHeld } from '../missing.js';
import type { FeedState, Run, Source } from '../source.js';
import type { MissingAction } from '../source-format.js';
import { actOnLacking, countClaims } from './gone.js';

/** Linked records come before their holders. */
export const IN_ORDER = [...allKinds].sort((a, b) => a.relations.length - b.relations.length);

interface Acting {
  feed: FeedState;
  source: Source & { id: number; missing: MissingAction };
  run: Run;
  isAccepted: boolean;
}

/** Acts on records that the feeds no longer have, unless they are more than half of the events. */
export async function act(deps: Deps, { feed, source, run, isAccepted }: Acting): Promise<void> {
  if (!feed.isLacking) return;
  const ofEvents = await countClaims(deps, kinds.event, source.id);
  const { live, lacking } = ofEvents;
  if (!isAccepted && isHeld(lacking.length, live + lacking.length)) {
    const text = `${lacking.length} of ${live + lacking.length} events are gone from the feed`;
    run.held = lacking.length;
    run.lines.unshift(`held: ${text}; run ${source.id} --accept lets them go`);
    return;
  }
  let isLeft = false;
  for (const kind of [...IN_ORDER].reverse()) {
    const of = kind === kinds.event ? ofEvents : await countClaims(deps, kind, source.id);
    const acted = await actOnLacking(deps, kind, { source, lacking: of.lacking });
    run.missing += acted.removed;
    run.lines.push(...acted.lines);
    isLeft ||= acted.isLeft;
  }
  feed.isLacking = isLeft;
}
