/** The dependencies of this folder: both ports, a clock, settings, a log. */
import type { Role } from '../access/roles.js';
import type { Config } from '../config.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Batcher } from '../lib/batcher.js';
import type { Metrics } from '../lib/metrics.js';
import type { ImageCheck } from '../lib/remote-image.js';
import type { UrlRoots } from '../present/markers.js';
import type { OutboxEntry } from '../store/port.js';
import type { SyncDeps } from '../sync/push.js';
import { secondsToUtc } from '../time/date-times.js';
import type { Terms } from './terms.js';

/** Everything that the functions of this folder may use. */
export interface Deps extends SyncDeps {
  config: Config;
  roots: UrlRoots;
  metrics: Metrics;
  /** Whether requests are refused because the index does not answer in time. */
  isIndexHanging: () => boolean;
  /** Pushes of concurrent writes, sent together. */
  pushes: Batcher<Work>;
  /** Entries of concurrent erasures: files are cleared once for all of them. */
  scrubs: Batcher<readonly OutboxEntry[]>;
  terms: Terms;
  /** Calls `drop` after each write of this process to the store or the index. */
  onWrite: (drop: () => void) => void;
  /** True from the signal to stop on: readiness then sends new requests elsewhere. */
  isStopping: boolean;
  /** Aborted at the end of the drain, for work that would go on: loads end after their batch. */
  ending: AbortController;
  /** Loads of this process, until nothing of them uses the ports. */
  loads: Set<Promise<void>>;
  /** Lets the background work of this process begin at once; without any it does nothing. */
  wakeUpkeep: () => void;
  /** Opens pushes beside this thread, where there are threads for it; null: there are none. */
  openPushThread: (alone: PushWork) => PushThread | null;
  /** MongoDB's database, in which processes may count requests together; null: there is none. */
  countsIn: unknown;
  /** → the image at a URL, or why there is none; null: the URL may not be asked. */
  checkImage: (url: string) => Promise<ImageCheck | null>;
}

/** Outbox entries processed together, and those of their records that are already at hand. */
export interface Work {
  entries: readonly OutboxEntry[];
  /** As written. A record whose snapshots are renewed meanwhile is replaced in this array. */
  records: StoredRecord[];
}

/** Works off the `index` entries of a batch. Batches may be given before the last one is done. */
export type PushWork = (work: Work) => Promise<unknown>;

/** Pushes in a thread of their own; `close` ends it. */
export interface PushThread {
  work: PushWork;
  close(): Promise<void>;
}

/** A user, without the token. */
export interface User {
  id: number;
  name: string;
  role: Role;
}

/** → seconds since the epoch. */
export const nowSeconds = (deps: Pick<Deps, 'now'>): number => Math.floor(deps.now() / 1000);

/** → the same as a UTC date-time: `2026-03-10 12:00:00`. */
export const nowUtc = (deps: Pick<Deps, 'now'>): string => secondsToUtc(nowSeconds(deps));
