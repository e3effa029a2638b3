/**
 * What a writer waits for after the commit: the push of its own records. Snapshots in other records
 * follow in the background. A failure here never fails the request.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredRecord } from '../../kinds/record.js';
import { withoutDeadline } from '../../lib/deadline.js';
import { limits } from '../../limits.js';
import type { Outcome } from '../../store/port.js';
import type { Deps, Work } from '../deps.js';
import { workOff } from './outbox.js';

/**
 * Pushes what was written. A push that takes longer than `limits.pushWaitMs` continues after the
 * answer. → the records, with their snapshots as renewed by then.
 */
export const afterCommit = (deps: Deps, outcome: Outcome): Promise<StoredRecord[]> =>
  // The push may go on after the answer, and be that of several requests.
  withoutDeadline(() => push(deps, outcome));

async function push(deps: Deps, outcome: Outcome): Promise<StoredRecord[]> {
  const work: Work = { entries: outcome.entries.filter(isPush), records: [...outcome.written] };
  const report = (error: unknown) =>
    deps.log.error({ err: error }, 'the push after a write failed; it will be tried again');
  // Writes that arrive during a push are pushed together: what they touch is counted once.
  const pushed = (
    deps.gate.isOpen()
      ? deps.pushes(work, (works) => workOffAll(deps, works))
      : deps.store.outbox.renew(work.entries, { untilMs: deps.now() })
  ).catch(report);
  const timer = new AbortController();
  const waited = pause(limits.pushWaitMs, null, { signal: timer.signal }).catch(() => null);
  await Promise.race([pushed, waited]);
  timer.abort();
  deps.wakeUpkeep();
  return work.records;
}

const isPush = ({ task }: { task: string }): boolean => task === 'index' || task === 'usage';

async function workOffAll(deps: Deps, works: Work[]): Promise<void> {
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
