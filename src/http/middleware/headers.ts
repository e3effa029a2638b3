/**
 * Headers that are the same in every answer. The libraries that define them run once, when the app
 * is made; after that only their result is set.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type Koa from 'koa';
import type { Middleware, Next } from 'koa';
import compose from 'koa-compose';
import type { Context } from '../context.js';

/** → middleware that sets what `makers` set on the answer to a plain GET. */
export function fixedHeaders(app: Koa, makers: readonly Middleware[]): Middleware {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = '/';
  const context = app.createContext(request, new ServerResponse(request));
  const made = compose(makers as Middleware[])(context, async () => undefined);
  let headers: [string, string][] | null = null;
  return async ({ res }, next) => {
    if (!headers) {
      await made;
      headers = Object.entries(context.response.headers) as [string, string][];
    }
    for (const [name, value] of headers) res.setHeader(name, value);
    await next();
  };
}

/** → the origin of the request when it is one of `allowed`, else ''. */
export function allowedOrigin(allowed: readonly string[], { req }: Context): string {
  const { origin } = req.headers;
  return origin !== undefined && allowed.includes(origin) ? origin : '';
}

/** Asks clients of a service that is stopping to send their next request elsewhere. */
export function closeWhenStopping(state: { isStopping: boolean }): Middleware {
  return ({ res }, next) => {
    if (state.isStopping) res.setHeader('Connection', 'close');
    return next();
  };
}

/** → `middleware`, run only for the requests that need it. */
export function onlyFor(isNeeded: (ctx: Context) => boolean, middleware: Middleware): Middleware {
  const choose = (ctx: Context, next: Next) =>
    isNeeded(ctx) ? middleware(ctx as never, next) : next();
  return choose as Middleware;
}
