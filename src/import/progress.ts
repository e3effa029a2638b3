/**
 * How far a named load has come: it is stored with each batch, in the same transaction, so that a
 * load that was killed goes on after the last row that was stored. Source: Contract 16.4.
 */
import { createHash } from 'node:crypto';
import type { Deps } from '../records/deps.js';
import type { Checkpoint } from '../store/port.js';
import { type LoadCounts, noCounts } from './counts.js';
import type { LoadItem } from './items.js';

/** The stored progress: items taken, a digest of all of them, and what became of them. */
interface Progress {
  items: number;
  digest: string;
  counts: LoadCounts;
}

/** The way of one load through its items. */
export interface Journey {
  /** The items that are left. */
  items: AsyncGenerator<LoadItem>;
  /** What became of the items taken before. */
  counts: LoadCounts;
  /** The items taken before have changed, so the load begins anew. */
  isAnew: boolean;
  /** Takes the next items. */
  take(items: readonly LoadItem[]): void;
  /** → the checkpoint after the items taken so far. */
  checkpoint(counts: LoadCounts): Checkpoint;
  /** Forgets the progress: the load is done. */
  end(): Promise<void>;
}

/**
 * → the way of the load `name`, from where it ended before. `open` gives its items from the first:
 * those taken before are read again, and must be the same. `seed` tells apart loads that do other
 * things with the same items.
 */
export async function openJourney(
  deps: Pick<Deps, 'store' | 'now'>,
  open: () => AsyncGenerator<LoadItem>,
  { name, seed }: { name: string; seed: string },
): Promise<Journey> {
  const before = readProgress(await deps.store.checkpoint(name));
  let items = open();
  let trail = openTrail(seed);
  for (let left = before?.items ?? 0; left > 0; left--) {
    const { value, done } = await items.next();
    if (done) break;
    trail.take([value]);
  }
  const isAnew = before !== null && trail.digest() !== before.digest;
  if (isAnew) {
    await items.return(undefined);
    items = open();
    trail = openTrail(seed);
  }
  return {
    items,
    isAnew,
    counts: isAnew || !before ? noCounts() : before.counts,
    take: (some) => trail.take(some),
    checkpoint: (counts) => {
      const progress: Progress = { items: trail.count(), digest: trail.digest(), counts };
      return { name, position: JSON.stringify(progress) };
    },
    end: () => forgetProgress(deps, name),
  };
}

/** Forgets how far the load `name` has come: it begins with its first item. */
export async function forgetProgress(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  name: string,
): Promise<void> {
  await store.write([], { leasedUntilMs: now(), checkpoint: { name, position: null } });
}

function readProgress(text: string | null): Progress | null {
  return text === null ? null : (JSON.parse(text) as Progress);
}

/** The items taken, as their number and a digest. */
function openTrail(seed: string) {
  const hash = createHash('sha256').update(seed);
  let count = 0;
  return {
    take(items: readonly LoadItem[]): void {
      for (const item of items) hash.update(JSON.stringify(item));
      count += items.length;
    },
    count: () => count,
    digest: () => hash.copy().digest('base64url'),
  };
}
