/**
 * Background work: processes outbox entries and inspects the index now and then, in every process.
 * Tasks run concurrently, so that no task waits for another; a single query to the store finds the
 * due entries of all tasks.
 */
import { LRUCache } from 'lru-cache';
import type { Log } from '../lib/log.js';
import { limits } from '../limits.js';
import type { OutboxEntry, OutboxTask } from '../store/port.js';
import { openBackoff } from './backoff.js';
import type { SyncDeps } from './deps.js';
import { leaseDue, RECORD_TASKS, workOnEntries } from './drain.js';
import { inspectIndex } from './inspect.js';
import { isPush } from './outbox.js';
import { rebuildTask, workOnRebuild } from './rebuild.js';

/** Running background work. */
export interface Upkeep {
  /**
   * Stops: work in progress is finished, and a rebuild is left to another process. Waits at most
   * `limits.stopTimeoutMs`.
   */
  stop(): Promise<void>;
}

interface Lane {
  tasks: readonly OutboxTask[];
  /** False: its work must wait until the index answers again. */
  isOpen: () => boolean;
  work: (entries: OutboxEntry[]) => Promise<unknown>;
  isBusy: boolean;
}

/** Work that is looked for now and then. → false: look again at once. */
interface Chore {
  everyMs: number;
  work: () => Promise<boolean>;
}

/** Starts the background work. */
export function startUpkeep(deps: SyncDeps, chores: readonly Chore[] = []): Upkeep {
  const state = { isStopped: false };
  const pause = openPause();
  const report = openReporter(deps.log);
  const isIndexOpen = () => deps.backoff.isOver();
  const onRecords = (entries: OutboxEntry[]) => workOnEntries(deps, entries);
  const lanes = [
    lane(['index', 'usage'], onRecords, isIndexOpen),
    ...RECORD_TASKS.filter((task) => !isPush({ task })).map((task) => lane([task], onRecords)),
    rebuildLane(deps, state),
  ];
  const run = async (lane: Lane, entries: OutboxEntry[]) => {
    lane.isBusy = true;
    try {
      await lane.work(entries);
    } catch (error) {
      report(error);
    } finally {
      lane.isBusy = false;
      pause.end();
    }
  };
  /** → whether something was due. */
  const round = async (): Promise<boolean> => {
    const free = lanes.filter(({ isBusy, isOpen }) => !isBusy && isOpen());
    if (free.length === 0) return false;
    const due = await leaseDue(
      deps,
      free.flatMap(({ tasks }) => tasks),
    );
    for (const lane of free) {
      const ofLane = due.filter(({ task }) => lane.tasks.includes(task));
      if (ofLane.length > 0) void run(lane, ofLane);
    }
    return due.length > 0;
  };
  const inspection: Chore = {
    everyMs: limits.inspectEveryMs,
    work: async () => {
      await inspectIndex(deps);
      return deps.backoff.isOver();
    },
  };
  const looks = [inspection, ...chores].map(every);
  const loop = async () => {
    while (!state.isStopped) {
      const hasFound = await round().catch(report);
      for (const look of looks) await look().catch(report);
      if (!hasFound && !state.isStopped) await pause.wait(limits.pollEveryMs);
    }
    while (lanes.some(({ isBusy }) => isBusy)) await pause.wait(limits.pollEveryMs);
  };
  deps.wakeUpkeep = pause.end;
  const running = loop();
  return {
    stop: async () => {
      state.isStopped = true;
      pause.end();
      // A hanging engine must not keep the process alive; another process finishes its work.
      await Promise.race([running, openPause().wait(limits.stopTimeoutMs)]);
    },
  };
}

const lane = (
  tasks: OutboxTask[],
  work: Lane['work'],
  isOpen: Lane['isOpen'] = () => true,
): Lane => ({ tasks, work, isOpen, isBusy: false });

function rebuildLane(deps: SyncDeps, state: { isStopped: boolean }): Lane {
  // A rebuild that fails is due again at once, and would make new indices each time.
  const rebuilds = openBackoff(() => performance.now());
  const work = async ([entry]: OutboxEntry[]) => {
    if (!entry) return;
    deps.log.info({}, 'building the index');
    try {
      const records = await workOnRebuild(deps, entry, { isStopped: () => state.isStopped });
      rebuilds.succeeded();
      if (records !== null) deps.log.info({ records }, 'the index is built');
    } catch (error) {
      rebuilds.failed();
      throw error;
    }
  };
  return lane([rebuildTask(deps)], work, () => deps.backoff.isOver() && rebuilds.isOver());
}

/** → does a chore when its time has come. */
function every({ everyMs, work }: Chore): () => Promise<void> {
  let nextMs = 0;
  return async () => {
    if (performance.now() < nextMs) return;
    nextMs = performance.now() + everyMs;
    if (!(await work())) nextMs = 0;
  };
}

/** → an interruptible pause; a wake-up during a round skips the next pause. */
function openPause() {
  let end = () => {};
  const next = () =>
    new Promise<void>((resolve) => {
      end = resolve;
    });
  let ended = next();
  return {
    end: () => end(),
    async wait(ms: number): Promise<void> {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
      ended = next();
    },
  };
}

/** → a function that logs an error, each cause at once and then once a minute, and gives false. */
function openReporter(log: Log): (error: unknown) => false {
  const logged = new LRUCache<string, true>({ max: CAUSES, ttl: limits.reportEveryMs });
  return (error) => {
    const cause = causeOf(error);
    if (!logged.has(cause)) {
      logged.set(cause, true);
      log.error({ err: error }, 'background work failed; it will be tried again');
    }
    return false;
  };
}

const CAUSES = 100;

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : causeOf(error.cause);
}
