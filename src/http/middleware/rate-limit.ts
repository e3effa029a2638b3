/**
 * Limits on requests per caller: by user, else by address. Requests are counted in windows, in the
 * memory of this process or, with RATE_LIMIT_SHARED, for all processes together. The headers follow
 * the IETF draft "RateLimit header fields for HTTP". Source: Contract 21.
 */
import cluster from 'node:cluster';
import type { Next } from 'koa';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterMongo,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import { tooManyRequests } from '../../errors.js';
import { networkOf } from '../../lib/net/network.js';
import { limits } from '../../limits.js';
import { PICTURES } from '../../pages/event/picture.js';
import type { Deps } from '../../records/deps.js';
import { ASSETS } from '../assets.js';
import { type Context, isRead } from '../context.js';
import { isMonitoring } from '../health.js';

type RatePolicy = Deps['config']['rateLimits'][number];

/** The steps of a limit, by their place. */
export type RateLimit = NonNullable<ReturnType<typeof openRateLimit>>;

type Counting = Pick<Deps, 'config' | 'metrics' | 'countsIn'>;

/** → the limits of the settings, null when empty. Groups that they do not name are not limited. */
export function openRateLimit(deps: Counting) {
  const { rateLimits } = deps.config;
  if (rateLimits.length === 0) return null;
  const meters = new Map(rateLimits.map((policy) => [policy.name, openMeter(deps, policy)]));
  const meterOf = (ctx: Context, reads: string) =>
    (isRead(ctx) || ctx.method === 'OPTIONS' ? undefined : meters.get('write')) ??
    meters.get(reads);
  return {
    /** Before anything is answered: counts requests without credentials, by address. */
    async byAddress(ctx: Context, next: Next): Promise<void> {
      // Browsers load the assets and pictures of a page by themselves, and keep them.
      const ofPages = [ASSETS, PICTURES].some((start) => ctx.path.startsWith(start));
      const isFree = isMonitoring(ctx.path) || ofPages;
      if (!isFree && !ctx.req.headers.authorization) {
        await meterOf(ctx, 'anonymous')?.(ctx, networkOf(ctx.ip));
      }
      await next();
    },
    /** After identification: refuses callers over their limit, and counts users. */
    async byCaller(ctx: Context): Promise<void> {
      const { caller } = ctx.state;
      if (caller) await meterOf(ctx, 'token')?.(ctx, `user ${caller.id}`);
      if (ctx.state.refusal) throw ctx.state.refusal;
    },
    /** Counts a request with unknown credentials by address, apart from others; may refuse it. */
    async byUnknown(ctx: Context): Promise<void> {
      await meters.get('anonymous')?.(ctx, `refused ${networkOf(ctx.ip)}`);
      if (ctx.state.refusal) throw ctx.state.refusal;
    },
  };
}

/** → a function that counts a request under a key, and tests it against the limit. */
function openMeter(deps: Counting, policy: RatePolicy) {
  const { name, requests, seconds } = policy;
  const limiter = openLimiter(deps, policy);
  return async (ctx: Context, key: string): Promise<void> => {
    const { consumedPoints: count, msBeforeNext } = await limiter.penalty(key);
    const resetSeconds = Math.ceil(msBeforeNext / 1000);
    if (count > requests) {
      ctx.state.refusal = tooManyRequests(resetSeconds);
      deps.metrics.count('marquee_limited_requests_total', { limit: name });
    }
    // Not by ctx.set: a cached answer holds the headers of the answer it was made from.
    ctx.res.setHeader('RateLimit-Policy', `"${name}";q=${requests};w=${seconds}`);
    const left = Math.max(0, requests - count);
    ctx.res.setHeader('RateLimit', `"${name}";r=${left};t=${resetSeconds}`);
  };
}

/** → the counts of a policy. While shared ones fail or are late, this process counts alone. */
function openLimiter(deps: Counting, { name, requests, seconds }: RatePolicy): RateLimiterAbstract {
  const options = { keyPrefix: name, points: requests, duration: seconds };
  const inMemory = new RateLimiterMemory(options);
  if (!deps.config.isRateLimitShared) return inMemory;
  const timeoutMs = limits.sharedCountMs;
  if (!deps.countsIn && !cluster.isWorker) return inMemory;
  const limiter = deps.countsIn
    ? new RateLimiterMongo({ ...options, storeClient: deps.countsIn, tableName: 'rate_limit' })
    : new RateLimiterCluster({ ...options, timeoutMs });
  return new RLWrapperTimeouts({ limiter, timeoutMs, insuranceLimiter: inMemory });
}
