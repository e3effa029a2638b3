/** Follows the change feed of a kind: what a copy of the public records needs. */
import { expectData } from './errors.js';
import type { Marquee } from './index.js';
import type { ChangeOf, Kind } from './kinds.js';

/** A page of changes. Store what it says and `next` together. */
export interface ChangesPage<K extends Kind> {
  /** Each record at its last change. */
  items: ChangeOf<K>[];
  /** Where to go on: `from` of a later call. */
  next: string;
  /** The feed began anew, as a backup was restored: empty the copy before this page. */
  isRestart: boolean;
}

/** How a feed is followed. */
export interface ChangesOptions {
  /** `next` of the last page that was stored; the beginning when absent. */
  from?: string;
  /** How long to wait at the end of the feed, ms. Absent: the walk is over there. */
  idleMs?: number;
  /** Ends the walk. */
  signal?: AbortSignal;
}

const GONE = 410;

/** → pages of changes that have items, and one without after a restart. Throws `MarqueeError`. */
export async function* changes<K extends Kind>(
  marquee: Marquee,
  kind: K,
  { from, idleMs, signal }: ChangesOptions = {},
): AsyncGenerator<ChangesPage<K>, void> {
  let query = from === undefined ? {} : queryOf(from);
  let isRestart = false;
  for (;;) {
    const init = { params: { query }, ...(signal && { signal }) };
    const answer = await marquee.GET(`/${kind}/changes` as '/events/changes', init);
    if (answer.response.status === GONE && !isRestart) {
      query = {};
      isRestart = true;
      continue;
    }
    const { items, next } = expectData(answer);
    query = queryOf(next);
    if (items.length > 0 || isRestart) yield { items: items as ChangeOf<K>[], next, isRestart };
    isRestart = false;
    if (items.length > 0) continue;
    if (idleMs === undefined) return;
    await pause(idleMs, signal);
  }
}

/** → the query of a place in the feed, whose host may be another one than this client calls. */
const queryOf = (place: string): object => Object.fromEntries(new URL(place).searchParams);

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', end, { once: true });
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
  });
