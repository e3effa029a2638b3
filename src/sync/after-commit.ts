/**
 * The work that a writer awaits after the commit: the push of its own records, the first dates of
 * series, and the removal of images of erased records. Snapshots in other records follow in the
 * background. A failure here never fails the request.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredRecord } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { OutboxEntry, OutboxTask, Outcome } from '../store/port.js';
import type { SyncDeps } from './deps.js';
import { isPush, workOff } from './outbox.js';
import { scrub } from './scrub.js';

/**
 * Pushes the written records, then does the rest. Work that takes longer than `limits.pushWaitMs`
 * continues after the answer. → the records, with snapshots as renewed by then.
 */
export async function afterCommit(deps: SyncDeps, outcome: Outcome): Promise<StoredRecord[]> {
  // Writes that arrive during a push are pushed together: records that they touch are counted once.
  const pushed = deps.backoff.isOver()
    ? deps.pushes(outcome, (all) => pushAll(deps, all))
    : deps.store.outbox.renew(outcome.entries.filter(isPush), { untilMs: deps.now() });
  await waitFor(deps, pushed);
  const records = outcome.written;
  const follow = async (task: OutboxTask, work: (entries: OutboxEntry[]) => Promise<void>) => {
    const entries = outcome.entries.filter((entry) => entry.task === task);
    if (entries.length > 0) await waitFor(deps, work(entries));
  };
  await follow('occurrences', (entries) => deps.series.follow(deps, entries, { isFirst: true }));
  await follow('scrub', (entries) => scrub(deps, entries));
  return records;
}

/** Waits for work, `limits.pushWaitMs` at most; a failure is logged. Upkeep does the rest. */
async function waitFor(deps: SyncDeps, work: Promise<unknown>): Promise<void> {
  const report = (error: unknown) =>
    deps.log.error({ err: error }, 'the work after a write failed; it will be tried again');
  await Promise.race([work.catch(report), pause(limits.pushWaitMs, null, { ref: false })]);
  deps.wakeUpkeep();
}

/** Pushes several writes together, then puts renewed records in the place of the written ones. */
async function pushAll(deps: SyncDeps, outcomes: Outcome[]): Promise<void> {
  const entries = outcomes.flatMap((outcome) => outcome.entries.filter(isPush));
  const records = outcomes.flatMap(({ written }) => written);
  try {
    await workOff(deps, entries, records);
  } catch (error) {
    // The lease is given up, so that upkeep can retry at once.
    void deps.store.outbox.renew(entries, { untilMs: deps.now() }).catch(() => undefined);
    throw error;
  }
  for (const outcome of outcomes) outcome.written = records.splice(0, outcome.written.length);
}
