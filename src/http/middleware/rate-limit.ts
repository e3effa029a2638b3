/**
 * Limits on requests per caller: by user, else by address. Requests are counted in windows, in the
 * memory of this process or, with RATE_LIMIT_SHARED, in the record store. The headers are those of
 * the IETF draft "RateLimit header fields for HTTP". Source: Contract 21.
 */
import type { Next } from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { tooManyRequests } from '../../errors.js';
import { within } from '../../lib/deadline.js';
import { networkOf } from '../../lib/network.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import { openGate } from '../../sync/gate.js';
import { ASSETS } from '../assets.js';
import type { Context } from '../context.js';
import { isMonitoring } from '../health.js';

type RatePolicy = Deps['config']['rateLimits'][number];

/** The steps of a limit, by where they stand. */
export interface RateLimit {
  /** Before anything is answered: counts requests without credentials, by address. */
  byAddress: (ctx: Context, next: Next) => Promise<void>;
  /** Where the caller is known: refuses what is over its limit, and counts users. */
  byCaller: (ctx: Context, next: Next) => Promise<void>;
}

type Counting = Pick<Deps, 'config' | 'store' | 'log' | 'metrics' | 'now'>;

/** → the limits of the settings; what they do not name is not limited. */
export function openRateLimit(deps: Counting): RateLimit {
  const { rateLimits, isRateLimitShared } = deps.config;
  const share = isRateLimitShared ? openSharing(deps) : null;
  const meters = new Map(
    rateLimits.map((policy) => {
      const own = countInMemory(policy);
      return [policy.name, openMeter(deps, policy, share?.(policy, own) ?? own)];
    }),
  );
  const meterOf = (ctx: Context, reads: string) =>
    (asksOnly(ctx) ? undefined : meters.get('write')) ?? meters.get(reads);
  return {
    async byAddress(ctx, next) {
      // Browsers load the assets of a page by themselves, and keep them.
      if (isMonitoring(ctx.path) || ctx.path.startsWith(ASSETS)) return next();
      const key = networkOf(ctx.ip);
      const isAnonymous = !ctx.req.headers.authorization;
      if (isAnonymous) await meterOf(ctx, 'anonymous')?.count(ctx, key);
      // Whoever guesses tokens is stopped by the address.
      else await meters.get('anonymous')?.look(ctx, `refused ${key}`);
      await next();
      if (!isAnonymous && ctx.status === 401) await meters.get('anonymous')?.add(`refused ${key}`);
    },
    async byCaller(ctx, next) {
      const { caller } = ctx.state;
      if (caller) await meterOf(ctx, 'token')?.count(ctx, `user ${caller.id}`);
      await refuse(ctx, next);
    },
  };
}

/** Throws what was decided before; goes where errors are answered. */
export async function refuse({ state }: Context, next: Next): Promise<void> {
  if (state.refusal) throw state.refusal;
  await next();
}

const asksOnly = ({ method }: Context): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

function openMeter({ metrics }: Counting, { name, requests, seconds }: RatePolicy, add: Counter) {
  const refuseOver = (ctx: Context, { count, leftMs }: Counted, max: number) => {
    const resetSeconds = Math.ceil(leftMs / 1000);
    if (count > max) {
      ctx.state.refusal = tooManyRequests(resetSeconds);
      metrics.count('marquee_limited_requests_total', { limit: name });
    }
    // Not by ctx.set: a cached answer holds the headers of the answer it was made from.
    ctx.res.setHeader('RateLimit-Policy', `"${name}";q=${requests};w=${seconds}`);
    const left = Math.max(0, requests - count);
    ctx.res.setHeader('RateLimit', `"${name}";r=${left};t=${resetSeconds}`);
  };
  return {
    /** Counts the request; one over the limit is refused. */
    async count(ctx: Context, key: string): Promise<void> {
      refuseOver(ctx, await add(key, 1), requests);
    },
    /** Refuses the request when the key is at its limit, and counts nothing. */
    async look(ctx: Context, key: string): Promise<void> {
      const counted = await add(key, 0);
      if (counted.count >= requests) refuseOver(ctx, counted, requests - 1);
    },
    add: (key: string): Promise<unknown> => add(key, 1),
  };
}

/** The count of a key in its window, which ends in `leftMs`. */
interface Counted {
  count: number;
  leftMs: number;
}

/** Adds to the count of a key. */
type Counter = (key: string, by: number) => Promise<Counted>;

function countInMemory({ requests, seconds }: RatePolicy): Counter {
  const counter = new RateLimiterMemory({ points: requests, duration: seconds });
  return async (key, by) => {
    const held = by === 0 ? await counter.get(key) : await counter.penalty(key, by);
    return { count: held?.consumedPoints ?? 0, leftMs: held?.msBeforeNext ?? seconds * 1000 };
  };
}

/**
 * → what makes counters of the record store. While it does not answer in time they count in memory,
 * and after some time-outs they do so at once.
 */
function openSharing({ store, now, log }: Counting) {
  const gate = openGate(now, { closesAfter: limits.timeOuts });
  const late = () => new Error('requests were not counted in time');
  return ({ name, seconds }: RatePolicy, own: Counter): Counter =>
    async (key, by) => {
      if (!gate.enter()) return own(key, by);
      const ms = seconds * 1000;
      const untilMs = (Math.floor(now() / ms) + 1) * ms;
      try {
        const asked = store.requests.add(`${name} ${key} ${untilMs}`, by, untilMs);
        const count = await within(asked, limits.sharedCountMs, late);
        gate.succeeded();
        return { count, leftMs: untilMs - now() };
      } catch (err) {
        const wasFailing = gate.isFailing();
        gate.failed();
        if (gate.isFailing() && !wasFailing) {
          log.warn({ err }, 'requests cannot be counted together: each process counts its own');
        }
        return own(key, by);
      }
    };
}
