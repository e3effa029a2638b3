/**
 * Follow-up work of a committed write: processes its outbox entries at once, for as long as a
 * writer should wait. A failure here never fails the request.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredRecord } from '../../kinds/record.js';
import { withoutDeadline } from '../../lib/deadline.js';
import { limits } from '../../limits.js';
import type { Outcome } from '../../store/port.js';
import type { Deps, Work } from '../deps.js';
import { workOff } from './outbox.js';
import { bringToFollowers } from './snapshots.js';

/**
 * Processes the entries of a write. What takes longer than `limits.pushWaitMs` continues after the
 * answer. → the records, with their snapshots as renewed by then.
 */
export const afterWrite = (deps: Deps, outcome: Outcome): Promise<StoredRecord[]> =>
  // The work may go on after the answer, and one push may be that of several requests.
  withoutDeadline(() => follow(deps, outcome));

async function follow(deps: Deps, outcome: Outcome): Promise<StoredRecord[]> {
  const work: Work = { entries: outcome.entries.filter(isPush), records: [...outcome.written] };
  const report = (error: unknown) =>
    deps.log.error({ err: error }, 'work after a write failed; it will be tried again');
  // Writes that arrive during a push are pushed together: what they touch is counted once.
  const push = (
    deps.gate.isOpen()
      ? deps.pushes(work, (works) => workOffAll(deps, works))
      : deps.store.outbox.renew(work.entries, { untilMs: deps.now() })
  ).catch(report);
  const snapshots = outcome.entries
    .filter(({ task }) => task === 'snapshots')
    .map((entry) => bringToFollowers(deps, entry).catch(report));
  const timer = new AbortController();
  const waited = pause(limits.pushWaitMs, LATE, { signal: timer.signal }).catch(() => LATE);
  // The next writer must not wait for an index this slow.
  const isLate = (await Promise.race([push, waited])) === LATE;
  if (isLate) deps.gate.failed();
  await Promise.race([Promise.all(snapshots), waited]);
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
