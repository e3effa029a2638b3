/**
 * Limits on requests per caller: by user, else by address. Requests are counted in windows, in the
 * memory of this process. The headers are those of the IETF draft "RateLimit header fields for
 * HTTP". Source: Contract 21.
 */
import type { Next } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../../errors.js';
import { networkOf } from '../../lib/network.js';
import type { Deps } from '../../records/deps.js';
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

/** → the limits of the policies; those that are not named are not limited. */
export function openRateLimit(policies: readonly RatePolicy[]): RateLimit {
  const meters = new Map(policies.map((policy) => [policy.name, openMeter(policy)]));
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

function openMeter({ name, requests, seconds }: RatePolicy) {
  const counter = new RateLimiterMemory({ points: requests, duration: seconds });
  const tell = (ctx: Context, { remainingPoints, msBeforeNext }: RateLimiterRes) => {
    const resetSeconds = Math.ceil(msBeforeNext / 1000);
    // Not by ctx.set: a kept answer holds the headers of the answer it was made from.
    ctx.res.setHeader('RateLimit-Policy', `"${name}";q=${requests};w=${seconds}`);
    ctx.res.setHeader('RateLimit', `"${name}";r=${Math.max(0, remainingPoints)};t=${resetSeconds}`);
    return resetSeconds;
  };
  return {
    /** Counts the request; one over the limit is refused. */
    async count(ctx: Context, key: string): Promise<void> {
      try {
        tell(ctx, await counter.consume(key));
      } catch (result) {
        if (!(result instanceof RateLimiterRes)) throw result;
        ctx.state.refusal = tooManyRequests(tell(ctx, result));
      }
    },
    /** Refuses the request when the key is over the limit, and counts nothing. */
    async look(ctx: Context, key: string): Promise<void> {
      const result = await counter.get(key);
      if (result && result.consumedPoints >= requests) {
        ctx.state.refusal = tooManyRequests(tell(ctx, result));
      }
    },
    add: async (key: string): Promise<unknown> => counter.penalty(key),
  };
}
