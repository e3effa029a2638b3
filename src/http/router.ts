/**
 * Routes → Koa: binds each operation's handler to its path; the body is read once a route matches.
 */
import Router from '@koa/router';
import type { Middleware, Next } from 'koa';
import { noRoute } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { NAMESPACE } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { loadBody } from './bulk.js';
import { listChanges } from './changes.js';
import { type Context, isRead } from './context.js';
import { isFormatOf } from './feed.js';
import * as item from './item.js';
import { listItems, suggestItems } from './list.js';
import { readParameters, readQuery } from './middleware/body.js';
import { describeDoc, describeRoot } from './root.js';
import { type KindOperation, routes, type ServiceOperation, SUFFIX } from './routes.js';
import { webhookHandlers } from './webhooks.js';

/** Answers one operation of a kind. */
type Handler = (deps: Deps, kind: Kind, ctx: Context) => Promise<void>;

const kindHandlers: Record<KindOperation, Handler> = {
  list: listItems,
  create: item.createItem,
  read: item.readItem,
  update: item.updateItem,
  put: item.putItem,
  remove: item.removeItem,
  merge: item.mergeItem,
  preview: item.previewItem,
  suggest: suggestItems,
  changes: listChanges,
  bulk: loadBody,
};

const serviceHandlers: Record<ServiceOperation, (deps: Deps, ctx: Context) => Promise<void>> = {
  describeNamespace: describeRoot,
  readDocumentation: describeDoc,
  ...webhookHandlers,
};

/**
 * → the middleware that answers every route of the interface. A router tries its patterns in turn,
 * so each first segment (`events`) has its own router.
 */
export function openRouter(deps: Deps): Middleware {
  const routers = new Map<string, Router>();
  const paths = new Set(routes.map(({ path }) => path));
  for (const { path, kind, operations } of routes) {
    // The path without the suffix takes it, too.
    if (path.endsWith(SUFFIX)) continue;
    const segment = segmentOf(path);
    const router = routers.get(segment) ?? new Router({ sensitive: true });
    routers.set(segment, router);
    const pattern =
      `${ROOT}${path === '/' ? '' : path}`
        .replace(`{${OPEN_KEY}}`, `*${OPEN_KEY}`)
        .replace(/\{(\w+)\}/g, ':$1') + (paths.has(`${path}${SUFFIX}`) ? '{.:format}' : '');
    for (const { methods, name } of operations) {
      const answer = async (ctx: Context) => {
        if (kind) takeSuffix(kind, ctx);
        const { id } = ctx.params;
        takeOpenKey(ctx);
        // Anything but digits is not a route, and the body is not read.
        if (id !== undefined && !/^\d+$/.test(id)) throw noRoute();
        ctx.state.route = path;
        if (name === 'bulk') ctx.state.parameters = readQuery(ctx.querystring);
        else Object.assign(ctx.state, await readParameters(ctx));
        if (kind) await kindHandlers[name as KindOperation](deps, kind, ctx);
        else await serviceHandlers[name as ServiceOperation](deps, ctx);
      };
      router.register(pattern, methods, answer as never);
    }
  }
  const dispatchers = new Map([...routers].map(([segment, router]) => [segment, router.routes()]));
  const route = (ctx: Context, next: Next) => {
    const { path } = ctx;
    const dispatch = path.startsWith(ROOT) && dispatchers.get(segmentOf(path.slice(ROOT.length)));
    return dispatch ? dispatch(ctx as never, next) : next();
  };
  return route as unknown as Middleware;
}

const ROOT = `/${NAMESPACE}`;

/** → `events` of `/events/12` and `/events.ics`; '' of the root. */
const segmentOf = (path: string): string => path.split('/', 2)[1]?.split('.', 1)[0] ?? '';

// A suffix that names no format of the kind, or comes with a write, is part of the ID or slug.
function takeSuffix(kind: Kind, ctx: Context): void {
  const { format, ...keys } = ctx.params;
  if (format === undefined) return;
  const [key] = Object.keys(keys);
  if (isRead(ctx) && isFormatOf(kind, format)) ctx.state.suffix = format;
  else if (key === undefined) throw noRoute();
  else ctx.params[key] = `${keys[key]}.${format}`;
}

/** The parameter of a path that may hold slashes: the key that another system gave. */
const OPEN_KEY = 'key';

/** Leaves out the slash that ends a path, which is no part of the key. */
function takeOpenKey({ params, path }: Context): void {
  const key = params[OPEN_KEY];
  if (key !== undefined && path.endsWith('/')) params[OPEN_KEY] = key.slice(0, -1);
}
