/**
 * Requests wait for their turn, so that a crowd leaves the event loop time for probes, timers and
 * new connections: libuv reads up to 48 times 1,024 connections before these. When too many wait,
 * reads are refused: first lists of anonymous callers, then all others. Cached answers, writes and
 * probes are not. Contract 23.
 */
import type { Next } from 'koa';
import { overloaded } from '../../errors.js';
import { openTurnQueue } from '../../lib/turn.js';
import { limits } from '../../limits.js';
import { NAMESPACE } from '../../present/markers.js';
import type { Deps } from '../../records/deps.js';
import { ASSETS } from '../assets.js';
import { type Context, isRead } from '../context.js';
import { isMonitoring } from '../health.js';
import { routes } from '../routes.js';

/** → the two steps. */
export function openOverload({
  config: { maxInFlight },
  metrics,
  now,
}: Pick<Deps, 'config' | 'metrics' | 'now'>) {
  const queue = openTurnQueue(now);
  // Refused requests do not count: a caller who repeats them at once would lock out all others.
  let inFlight = 0;
  const isOver = (times: number): boolean =>
    inFlight >= maxInFlight * times || queue.lateMs() > limits.lateMs * times;
  const refuse = (ctx: Context): Context['state']['shed'] => {
    if (maxInFlight === 0) return undefined;
    if (queue.length() >= limits.waitingRequests) return 'any';
    const rank = rankOf(ctx);
    // Lists are refused beyond a bound, other reads beyond twice as much.
    return rank && isOver(rank === 'list' ? 1 : 2) ? rank : undefined;
  };
  return {
    /** Counts a request, decides whether it is refused, and passes it on in its turn. */
    async admit(ctx: Context, next: Next): Promise<void> {
      ctx.state.shed = refuse(ctx);
      const counted = ctx.state.shed ? 0 : 1;
      inFlight += counted;
      metrics.inFlight(1);
      try {
        const { shed } = ctx.state;
        // Refusals wait, too: answered at once, they would be sent again at once.
        if (shed === 'any') ctx.res.setHeader('Connection', 'close');
        else await queue.wait(shed ? 'aside' : isMonitoring(ctx.path) ? 'front' : 'back');
        await next();
      } finally {
        inFlight -= counted;
        metrics.inFlight(-1);
      }
    },
    /** After cached answers and probes: throws `service_overloaded` if `admit` refused. */
    async shed({ state: { shed: rank } }: Context, next: Next): Promise<void> {
      if (rank) {
        metrics.count('marquee_shed_requests_total', { rank });
        throw overloaded(1 + Math.floor(Math.random() * 3));
      }
      await next();
    },
  };
}

/** The paths of lists, and the page that lists. */
const LISTS = new Set([
  '',
  ...routes
    .filter(({ operations }) =>
      operations.some(({ name }) => name === 'list' || name === 'suggest'),
    )
    .map(({ path }) => `/${NAMESPACE}${path}`),
]);

/** → the rank of a read; null: it is not refused. */
function rankOf(ctx: Context): 'list' | 'item' | null {
  const { path, req } = ctx;
  if (!isRead(ctx)) return null;
  // Assets come from memory, and a page is worth nothing without them.
  if (isMonitoring(path) || path.startsWith(ASSETS)) return null;
  const isList = LISTS.has(path.replace(/(\.\w+)?\/?$/, ''));
  return isList && !req.headers.authorization ? 'list' : 'item';
}
