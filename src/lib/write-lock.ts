/**
 * Waits for the write lock of an embedded file while another process has it. SQLite itself would
 * sleep, and nothing else in this process could run meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from './within.js';

/** How long SQLite itself waits: about as long as other processes take for a commit, ms. */
const BRIEF_MS = 20;

/** First and longest pause before the lock is tried again, ms. */
const PAUSE_MS = 5;
const PAUSE_MAX_MS = 50;

/**
 * → a function that runs `work`, and runs it again once the lock is free, for `waitMs` at most; its
 * result. `work` must not have changed anything when it meets the lock. A single caller tries, and
 * all others wait for it. Throws the errors of `work`.
 */
export function openWriteLock(database: { exec(sql: string): void }, waitMs: number) {
  const setTimeoutMs = (ms: number) => database.exec(`PRAGMA busy_timeout = ${ms}`);
  let unlocked: Promise<void> | null = null;
  let isBrief = false;
  const poll = async () => {
    setTimeoutMs(0);
    for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
      await sleep(pauseMs, undefined, { ref: false });
      try {
        database.exec('BEGIN IMMEDIATE; ROLLBACK');
        break;
      } catch (error) {
        if (!isLocked(error)) break;
      }
    }
    unlocked = null;
    setTimeoutMs(BRIEF_MS);
  };
  return async <T>(work: () => T): Promise<T> => {
    if (!isBrief) setTimeoutMs(BRIEF_MS);
    isBrief = true;
    const endMs = performance.now() + waitMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        const leftMs = endMs - performance.now();
        if (!isLocked(error) || leftMs <= 0) throw error;
        unlocked ??= poll();
        await within(unlocked, leftMs, () => error);
      }
    }
  };
}

const SQLITE_BUSY = 5;

/** → whether another process had the lock. The low byte of an extended code is the plain one. */
const isLocked = (error: unknown): error is Error =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
