/** The dependencies of this folder: both ports, a clock, settings, a log. */
import type { Config } from '../config.js';
import type { Metrics } from '../lib/metrics.js';
import type { NetworkRules } from '../lib/net/outbound.js';
import type { ImageCheck } from '../lib/net/remote-image.js';
import type { UrlRoots } from '../present/markers.js';
import type { SyncDeps } from '../sync/deps.js';
import type { Pictures } from './pictures.js';

/** Everything that the functions of this folder may use. */
export interface Deps extends SyncDeps {
  config: Config;
  roots: UrlRoots;
  metrics: Metrics;
  /** Whether the last call of a remote index failed. */
  isIndexFailing: () => boolean;
  /** Calls `drop` after each write of this process to the store or the index. */
  onWrite: (drop: () => void) => void;
  /** True from the signal to stop on: readiness then sends new requests elsewhere. */
  isStopping: boolean;
  /** Aborted at the end of the drain, for work that would go on: loads end after their batch. */
  ending: AbortController;
  /** Loads of this process, until nothing of them uses the ports. */
  loads: Set<Promise<void>>;
  /** MongoDB's database, in which processes may count requests together; null without MongoDB. */
  countsIn: unknown;
  /** The addresses that requests to others may reach: webhooks, subscribed calendars. */
  outbound: NetworkRules;
  /** → the image at a URL, or the reason of a failure; null: the URL may not be asked. */
  checkImage: (url: string) => Promise<ImageCheck | null>;
  /** → the bytes at the URL of an image. Throws an Error with the reason of a failure. */
  fetchImage: (url: string) => Promise<Buffer>;
  /** The pictures of pages; null: switched off. */
  pictures: Pictures | null;
}
