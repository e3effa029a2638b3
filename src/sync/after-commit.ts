/**
 * What a writer waits for after the commit: the push of its own records, the first dates of series,
 * and that images of erased records go. Snapshots in other records follow in the background. A
 * failure here never fails the request.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredRecord } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { OutboxEntry, OutboxTask, Outcome } from '../store/port.js';
import type { SyncDeps, Work } from './deps.js';
import { followSeries } from './occurrences.js';
import { isPush, workOff } from './outbox.js';
import { scrub } from './scrub.js';

/**
 * Pushes what was written, then does the rest. What takes longer than `limits.pushWaitMs` each
 * continues after the answer. → the records, with their snapshots as renewed by then.
 */
export async function afterCommit(deps: SyncDeps, outcome: Outcome): Promise<StoredRecord[]> {
  const records = await push(deps, outcome);
  const follow = async (task: OutboxTask, work: (own: OutboxEntry[]) => Promise<void>) => {
    const own = outcome.entries.filter((entry) => entry.task === task);
    if (own.length === 0) return;
    await waitFor(deps, work(own));
    deps.wakeUpkeep();
  };
  await follow('occurrences', (own) => followSeries(deps, own, { isFirst: true }));
  await follow('scrub', (own) => scrub(deps, own));
  return records;
}

async function push(deps: SyncDeps, outcome: Outcome): Promise<StoredRecord[]> {
  const work: Work = { entries: outcome.entries.filter(isPush), records: [...outcome.written] };
  // Writes that arrive during a push are pushed together: what they touch is counted once.
  const pushed = deps.backoff.isOver()
    ? deps.pushes(work, (works) => workOffAll(deps, works))
    : deps.store.outbox.renew(work.entries, { untilMs: deps.now() });
  await waitFor(deps, pushed);
  deps.wakeUpkeep();
  return work.records;
}

/** Waits for work, `limits.pushWaitMs` at most; a failure is logged. */
async function waitFor(deps: SyncDeps, work: Promise<unknown>): Promise<void> {
  const report = (error: unknown) =>
    deps.log.error({ err: error }, 'the work after a write failed; it will be tried again');
  await Promise.race([work.catch(report), pause(limits.pushWaitMs, null, { ref: false })]);
}

async function workOffAll(deps: SyncDeps, works: Work[]): Promise<void> {
  const records = works.flatMap((work) => work.records);
  const all: Work = { entries: works.flatMap(({ entries }) => entries), records };
  try {
    await workOff(deps, all);
  } catch (error) {
    // The lease is given up, so that upkeep can retry at once.
    void deps.store.outbox.renew(all.entries, { untilMs: deps.now() }).catch(() => undefined);
    throw error;
  }
  // The records are in their original order, renewed ones at their old position.
  let from = 0;
  for (const work of works) {
    work.records = all.records.slice(from, from + work.records.length);
    from += work.records.length;
  }
}
