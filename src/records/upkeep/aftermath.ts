/**
 * What follows a committed write: its outbox entries, worked off at once as far as that takes no
 * longer than a writer should wait. Nothing that happens here fails the request.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredRecord } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { Outcome } from '../../store/port.js';
import type { Deps, Work } from '../deps.js';
import { workOff } from './outbox.js';
import { bringToFollowers } from './snapshots.js';

/** → how long the entries of a write are its writer's own: not at all while the index is down. */
export const leaseOfWriter = (deps: Deps): number =>
  deps.gate.isOpen() ? deps.now() + limits.leaseMs : deps.now();

/**
 * Works off the entries of a write. What is not done after `limits.pushWaitMs` goes on behind the
 * answer. → the records, their snapshots as they are by now.
 */
export async function afterWrite(deps: Deps, outcome: Outcome): Promise<StoredRecord[]> {
  const work: Work = { entries: outcome.entries.filter(isPush), records: [...outcome.written] };
  const report = (error: unknown) =>
    deps.log.error({ err: error }, 'work after a write failed; it will be tried again');
  // Writers who come while others are pushed are pushed together: what they touch is counted once.
  const push = deps.gate.isOpen()
    ? deps.pushes(work, (works) => workOffAll(deps, works)).catch(report)
    : Promise.resolve();
  const follow = outcome.entries
    .filter(({ task }) => task === 'snapshots')
    .map((entry) => bringToFollowers(deps, entry).catch(report));
  const timer = new AbortController();
  const waited = pause(limits.pushWaitMs, LATE, { signal: timer.signal }).catch(() => LATE);
  // An index that keeps one writer waiting for so long does not get the next one to wait.
  const isLate = (await Promise.race([push, waited])) === LATE;
  if (isLate) deps.gate.failed();
  await Promise.race([Promise.all(follow), waited]);
  timer.abort();
  return work.records;
}

const LATE = 'late';

const isPush = ({ task }: { task: string }): boolean => task === 'index' || task === 'usage';

async function workOffAll(deps: Deps, works: Work[]): Promise<void> {
  const records = works.flatMap((work) => work.records);
  const all: Work = { entries: works.flatMap(({ entries }) => entries), records };
  try {
    await workOff(deps, all);
  } catch (error) {
    // Upkeep need not wait for the lease to end.
    void deps.store.outbox.renew(all.entries, { untilMs: deps.now() }).catch(() => undefined);
    throw error;
  }
  // The records are in the order they were handed in, renewed ones in their places.
  let from = 0;
  for (const work of works) {
    work.records = all.records.slice(from, from + work.records.length);
    from += work.records.length;
  }
}
