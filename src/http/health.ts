/**
 * GET /health and GET /ready, at the root, for operators. Health: the process is alive, and how far
 * the index lags. Readiness: the record store can be reached, and the service is not about to stop.
 * Source: Contract 9.
 */
import type { Next } from 'koa';
import { ApiError, internalError, isStopping, storeUnavailable } from '../errors.js';
import { within } from '../lib/within.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { readSync } from '../service/health.js';
import { type Context, isRead } from './context.js';

/** → whether a path is `/health` or `/ready`. */
export const isMonitoring = (path: string): boolean => path === '/health' || path === '/ready';

/** Answers both paths and passes every other request on. */
export function answerHealth(deps: Deps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!isRead(ctx) || !isMonitoring(ctx.path)) return next();
    ctx.state.route = ctx.path;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await probe(deps, ctx.path);
  };
}

/** → the body of `/health` or `/ready`. Throws `service_stopping`, `record_store_unavailable`. */
async function probe(deps: Deps, path: string): Promise<object> {
  // Liveness is answered even when the store hangs.
  if (path === '/health') return { status: 'live', sync: await readSync(deps) };
  if (deps.isStopping) throw isStopping();
  const late = () => storeUnavailable(new Error('timed out'));
  await within(deps.store.ping(), limits.readyTimeoutMs, late);
  return { status: 'ready' };
}

/** An answer to a probe, as processes hand it on. */
export interface ProbeAnswer {
  status: number;
  body: object;
}

/** → the answer to a probe outside of the app. */
export async function answerProbe(deps: Deps, path: string): Promise<ProbeAnswer> {
  try {
    return { status: 200, body: await probe(deps, path) };
  } catch (error) {
    return answerOf(error instanceof ApiError ? error : internalError(error));
  }
}

/** → the answer where no process is there to say more. */
export const answerAlone = (path: string): ProbeAnswer =>
  path === '/health'
    ? { status: 200, body: { status: 'live', sync: null } }
    : answerOf(storeUnavailable(new Error('no worker answers')));

const answerOf = ({ status, body }: ApiError): ProbeAnswer => ({ status, body });
