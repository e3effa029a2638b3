/** What the records room works with: both ports, a clock, settings, a log. */
import type { Role } from '../access/roles.js';
import type { Config } from '../config.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Batcher } from '../lib/batcher.js';
import type { Recent } from '../lib/recent.js';
import type { UrlRoots } from '../present/markers.js';
import type { Resolved } from '../search/port.js';
import type { OutboxEntry } from '../store/port.js';
import type { SyncDeps } from '../sync/push.js';

/** Everything a function of this room may use. */
export interface Deps extends SyncDeps {
  config: Config;
  roots: UrlRoots;
  /** What writers leave to the index, together with what others leave at the same time. */
  pushes: Batcher<Work>;
  /** What lists are filtered by, by kind and by ID or slug. */
  resolved: Recent<string | number, Resolved>;
  /** → a number that is another one after any write this process knows of. */
  changes: () => number;
  /** → the extension of an image behind a URL, or null when it is none. */
  checkImage: (url: string) => Promise<{ extension: string } | null>;
}

/** Outbox entries worked on together, and their records as far as they are known. */
export interface Work {
  entries: readonly OutboxEntry[];
  /** As they were written; those whose snapshots are renewed on the way are replaced. */
  records: StoredRecord[];
}

/** A user, without the token. */
export interface User {
  id: number;
  name: string;
  role: Role;
}

/** → seconds since the epoch. */
export const nowSeconds = (deps: Pick<Deps, 'now'>): number => Math.floor(deps.now() / 1000);
