/** What the records room works with: both ports, a clock, settings, a log. */

import type { Role } from '../access/roles.js';
import type { Config } from '../config.js';
import type { Places } from '../present/markers.js';
import type { SyncDeps } from '../sync/push.js';

/** Everything a function of this room may use. */
export interface Deps extends SyncDeps {
  config: Config;
  places: Places;
  /**
   * → a number that stays while nothing stored or indexed has changed; null: nobody can tell, as
   * when several machines write.
   */
  version: () => number | null;
  /** → the extension of an image behind a URL, or null when it is none. */
  checkImage: (url: string) => Promise<{ extension: string } | null>;
}

/** A user, without the token. */
export interface User {
  id: number;
  name: string;
  role: Role;
}

/** → seconds since the epoch. */
export const nowSeconds = (deps: Pick<Deps, 'now'>): number => Math.floor(deps.now() / 1000);
