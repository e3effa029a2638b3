/**
 * One transaction, bounded in time. What the driver gives up on before the commit was not written;
 * of a commit whose answer is lost the transaction's own mark tells whether it was made.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientSession } from 'mongodb';
import { outcomeUnknown } from '../../errors.js';
import { limits } from '../../limits.js';
import type { Mongo } from './collections.js';

/** What is done in a transaction. `work` may run several times; the last run counts. */
export interface Transaction<T> {
  work: (session: ClientSession) => Promise<T>;
  /** → whether an earlier run of `work` was committed. */
  wasMade: () => Promise<boolean>;
}

/** → what `work` gave. Throws what it throws, and `record_store_unavailable`. */
export async function inTransaction<T>(mongo: Mongo, transaction: Transaction<T>): Promise<T> {
  const state: { runs: number; isLate: boolean; result: { value: T } | null } = {
    runs: 0,
    isLate: false,
    result: null,
  };
  const session = mongo.db.client.startSession();
  const timer = new AbortController();
  const late = pause(limits.writeTimeoutMs, LATE, { signal: timer.signal }).catch(() => LATE);
  const body = async () => {
    // A run that follows a commit without an answer must not write a second time.
    if (state.result && (await transaction.wasMade())) throw ALREADY_MADE;
    state.result = null;
    if (state.isLate) throw TOO_LATE;
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
    const made = state.result;
    if (end === DONE && made) return made.value;
    if (typeof end === 'object' && 'error' in end) {
      if (end.error === ALREADY_MADE && made) return made.value;
      // Before `work` had ended nothing was sent to be committed.
      if (!made) throw end.error;
      // Committing once more is harmless. The driver does so itself, but not after every error.
      const again = session.commitTransaction().then(
        () => DONE,
        () => LATE,
      );
      if ((await Promise.race([again, late])) === DONE) return made.value;
    }
    state.isLate = true;
    if (!made) throw TOO_LATE;
    return await learnOutcome(transaction, made.value);
  } finally {
    timer.abort();
    void run.finally(() => session.endSession()).catch(() => undefined);
  }
}

const TOO_LATE = new Error('The transaction took too long and was given up.');
const LATE = 'late';
const DONE = 'done';

const ALREADY_MADE = new Error('an earlier run was committed');

/** The commit was sent and its answer is lost: the mark tells, if the server can be asked. */
async function learnOutcome<T>(transaction: Transaction<T>, value: T): Promise<T> {
  let cause: unknown = new Error('the answer to a commit was lost');
  const untilMs = performance.now() + limits.outcomeTimeoutMs;
  for (let leftMs = limits.outcomeTimeoutMs; leftMs > 0; leftMs = untilMs - performance.now()) {
    const look = transaction.wasMade().catch((error: unknown) => {
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
