/**
 * Refuses reads when the process has more to do than it can: first lists of anonymous callers, then
 * all other reads. Cached answers, writes and health checks are never refused. Contract 23.
 */
import type { Next } from 'koa';
import { overloaded } from '../../errors.js';
import type { Deps } from '../../records/deps.js';
import { ASSETS } from '../assets.js';
import type { Context } from '../context.js';
import { NAMESPACE, routes } from '../routes.js';

/** The two steps, by where they stand. */
export interface Overload {
  /** Outermost: counts the requests in flight. */
  track: (ctx: Context, next: Next) => Promise<void>;
  /** Behind cached answers and health: throws `service_overloaded`. */
  shed: (ctx: Context, next: Next) => Promise<void>;
}

/** What a test replaces: a clock, ms, and the timer that tells when the event loop comes round. */
export interface OverloadOptions {
  now?: () => number;
  every?: (ms: number, tick: () => void) => unknown;
}

/** → the steps, for the bounds of the settings. */
export function openOverload(
  { config, metrics }: Pick<Deps, 'config' | 'metrics'>,
  options: OverloadOptions = {},
): Overload {
  const { maxInFlight, maxLoopDelayMs } = config;
  const loop = openLoop(maxLoopDelayMs, options);
  let inFlight = 0;
  const isOver = (times: number): boolean =>
    (maxInFlight > 0 && inFlight > maxInFlight * times) || loop.isLate(times);
  return {
    async track(_ctx, next) {
      inFlight++;
      metrics.inFlight(1);
      try {
        await next();
      } finally {
        inFlight--;
        metrics.inFlight(-1);
      }
    },
    async shed(ctx, next) {
      const rank = isOver(1) ? rankOf(ctx) : null;
      // Lists are refused beyond a bound, other reads beyond twice as much.
      if (rank === 'list' || (rank === 'item' && isOver(2))) {
        metrics.count('marquee_shed_requests_total', { rank });
        throw overloaded(1 + Math.floor(Math.random() * 3));
      }
      await next();
    },
  };
}

/** How often the event loop is looked at, and how long it must have been late, ms. */
const LOOK_MS = 20;
const LATE_FOR_MS = 1000;

/**
 * Watches the event loop. While it has been late for a second, each turn of it answers requests
 * until the bound has passed, and the rest of the turn is refused: so it goes on working all the
 * time, and nobody waits much longer than a turn. One slow query is no overload.
 */
function openLoop(
  maxDelayMs: number,
  { now = () => performance.now(), every = repeat }: OverloadOptions,
): { isLate: (times: number) => boolean } {
  if (maxDelayMs === 0) return { isLate: () => false };
  let turnMs = now();
  let lateSinceMs: number | null = null;
  every(LOOK_MS, () => {
    const isLate = now() - turnMs - LOOK_MS > maxDelayMs / 2;
    lateSinceMs = isLate ? (lateSinceMs ?? turnMs) : null;
    turnMs = now();
  });
  return {
    isLate: (times) => {
      const nowMs = now();
      const isLong = nowMs - (lateSinceMs ?? turnMs) >= LATE_FOR_MS;
      return isLong && nowMs - turnMs > maxDelayMs * times;
    },
  };
}

const repeat = (ms: number, tick: () => void): unknown => setInterval(tick, ms).unref();

/** The paths of lists, and the page that lists. */
const LISTS = new Set([
  '',
  ...routes
    .filter(({ operations }) =>
      operations.some(({ operation }) => operation === 'list' || operation === 'suggest'),
    )
    .map(({ path }) => `/${NAMESPACE}${path}`),
]);

/** → the rank of a read; null: it is not refused. */
function rankOf({ method, path, req }: Context): 'list' | 'item' | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  // From memory, and a page is worth nothing without them.
  if (path.startsWith(ASSETS)) return null;
  const isList = LISTS.has(path.replace(/(\.\w+)?\/?$/, ''));
  return isList && !req.headers.authorization ? 'list' : 'item';
}
