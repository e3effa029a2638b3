/**
 * Runs a transaction with a time limit. An error before the commit means that nothing was written.
 * If the reply to a commit is lost, `wasMade` finds out whether it succeeded.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession } from 'mongodb';
import { outcomeUnknown } from '../../errors.js';
import { limits } from '../../limits.js';
import type { Mongo } from './collections.js';

/** The content of a transaction. `work` may run several times; only the last run takes effect. */
interface Transaction<T> {
  work: (session: ClientSession) => Promise<T>;
  /**
   * → whether an earlier run of `work` was committed: `local`, on the server that answers;
   * `majority`, so that no failover undoes it.
   */
  wasMade: (level: 'local' | 'majority') => Promise<boolean>;
  /** The longest time for reruns of `work`, ms, while another transaction holds its records. */
  heldMs?: number;
}

/**
 * → the result of `work`, once no failover can undo it. Throws the errors of `work` and the driver,
 * and `record_store_unavailable` when the outcome is unknown.
 */
export async function inTransaction<T>(mongo: Mongo, transaction: Transaction<T>): Promise<T> {
  const { heldMs = limits.writeTimeoutMs } = transaction;
  const startMs = performance.now();
  const state: { runs: number; isLate: boolean; result: { value: T } | null } = {
    runs: 0,
    isLate: false,
    result: null,
  };
  const session = mongo.db.client.startSession();
  const timer = new AbortController();
  const late = pause(limits.writeTimeoutMs, LATE, { signal: timer.signal }).catch(() => LATE);
  const body = async () => {
    // A run after a commit without a reply must not write a second time.
    if (state.result && (await transaction.wasMade('local'))) throw ALREADY_MADE;
    state.result = null;
    // A current run may be slow, on a busy machine.
    const isHeld = state.runs++ > 0 && performance.now() - startMs > heldMs;
    if (state.isLate || isHeld) throw TOO_LATE;
    const value = await transaction.work(session);
    if (state.isLate) throw TOO_LATE;
    state.result = { value };
  };
  const run = session.withTransaction(body, { maxCommitTimeMS: limits.storeTimeoutMs }).then(
    () => DONE,
    (error: unknown) => ({ error }),
  );
  try {
    const end = await Promise.race([run, late]);
    const outcome = state.result;
    if (end === DONE && outcome) return outcome.value;
    if (typeof end === 'object' && end.error !== ALREADY_MADE) {
      // Until `work` is done, no commit is sent.
      if (!outcome) throw end.error;
      // Repeating a commit is harmless. The driver repeats it itself, but not after every error.
      const again = session.commitTransaction().then(
        () => DONE,
        () => LATE,
      );
      if ((await Promise.race([again, late])) === DONE) return outcome.value;
    }
    state.isLate = true;
    if (!outcome) throw TOO_LATE;
    return await learnOutcome(transaction, outcome.value);
  } finally {
    timer.abort();
    void run.finally(() => session.endSession()).catch(() => undefined);
  }
}

const TOO_LATE = new Error('The transaction took too long and was aborted.');
const LATE = 'late';
const DONE = 'done';

const ALREADY_MADE = new Error('an earlier run was committed');

/**
 * Asks whether a commit without a reply succeeded on a majority: a failover undoes writes on a
 * single server. Throws if the answer cannot be established.
 */
async function learnOutcome<T>(transaction: Transaction<T>, value: T): Promise<T> {
  let cause: unknown = new Error('the answer to a commit was lost');
  const untilMs = performance.now() + limits.outcomeTimeoutMs;
  for (let leftMs = limits.outcomeTimeoutMs; leftMs > 0; leftMs = untilMs - performance.now()) {
    const look = transaction.wasMade('majority').catch((error: unknown) => {
      cause = error;
      return false;
    });
    const isMade = await Promise.race([look, pause(leftMs, false, { ref: false })]);
    if (isMade) return value;
    await pause(LOOK_PAUSE_MS);
  }
  throw outcomeUnknown(cause);
}

const LOOK_PAUSE_MS = 200;
