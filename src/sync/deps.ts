/** The dependencies of this folder: both ports, a clock, inputs of entries, a log. */

import type { Kind } from '../kinds/kind.js';
import type { Batcher } from '../lib/batcher.js';
import type { Log } from '../lib/log.js';
import type { SiteSettings } from '../present/texts.js';
import type { SearchIndex } from '../search/port.js';
import type { OutboxEntry, Outcome, RecordRef, RecordStore } from '../store/port.js';
import type { Backoff } from './backoff.js';

/** How many dates of a series are not as its rules, and the series, say. */
export interface SeriesDifference {
  id: number;
  dates: number;
}

/** The work of series, a higher room, for this folder: `occurrences`, and its check. */
interface SeriesWork {
  /** Processes leased entries of any series; `isFirst`: only the first dates of each. */
  follow: (
    deps: SyncDeps,
    entries: readonly OutboxEntry[],
    options?: { isFirst?: boolean },
  ) => Promise<void>;
  /** Lets the dates of one series follow it. → whether all do. */
  followOne: (deps: SyncDeps, ref: RecordRef) => Promise<boolean>;
  /** → the series of a kind whose dates differ, by ascending ID, without deleted series. */
  differences: (deps: SyncDeps, kind: Kind) => AsyncIterable<SeriesDifference>;
}

/** Everything that the functions of this folder may use. `now` in ms since the epoch. */
export interface SyncDeps {
  store: RecordStore;
  index: SearchIndex;
  backoff: Backoff;
  now: () => number;
  log: Log;
  site: SiteSettings;
  series: SeriesWork;
  /** Months ahead for which the dates of series are made. */
  recurrenceMonths: number;
  /** Names this process among all processes over the same data. */
  processId: string;
  /** Pushes of concurrent writes, sent together. */
  pushes: Batcher<Outcome>;
  /** Lets the background work of this process begin at once; without any it does nothing. */
  wakeUpkeep: () => void;
  /** The pictures of pages; null: they are switched off. */
  pictures: { remove: (url: string) => Promise<void> } | null;
  /** Kills the process at the step that a crash test names; otherwise does nothing. */
  failPoint: (name: string) => void;
}
