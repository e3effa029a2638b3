/**
 * Routes → Koa: binds each operation's handler to its path; the body is read once a route matches.
 */
import type { Middleware } from 'koa';
import type { Kind } from '../kinds/kind.js';
import type { Deps } from '../records/deps.js';
import type { Context } from './context.js';
import { describeDoc } from './doc.js';
import { createItem, readItem, removeItem, updateItem } from './item.js';
import { listItems } from './list.js';
import { readBody } from './middleware/body.js';
import { describeRoot } from './root.js';
import { NAMESPACE, type Operation, routes } from './routes.js';
import { suggestItems } from './suggest.js';

/** Answers one operation of a kind. */
export type Handler = (deps: Deps, kind: Kind, ctx: Context) => Promise<void>;

const kindHandlers: Partial<Record<Operation, Handler>> = {
  list: listItems,
  create: createItem,
  read: readItem,
  update: updateItem,
  remove: removeItem,
  suggest: suggestItems,
};

const plainHandlers: Partial<Record<Operation, (deps: Deps, ctx: Context) => Promise<void>>> = {
  root: describeRoot,
  doc: describeDoc,
};

type Run = (ctx: Context) => Promise<void>;

/** → the middleware that answers every route of the interface. */
export function openRouter(deps: Deps): Middleware {
  const handlers = new Map<string, Run>();
  for (const { path, kind, operations } of routes) {
    for (const { methods, operation } of operations) {
      const plain = plainHandlers[operation];
      const handle = kindHandlers[operation];
      const run = async (ctx: Context) => {
        if (plain) await plain(deps, ctx);
        else if (handle && kind) await handle(deps, kind, ctx);
      };
      for (const method of methods) handlers.set(`${method} ${path}`, run);
    }
  }
  const route = async (ctx: Context) => {
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    for (const { path, params } of pathsOf(ctx.path)) {
      const run = handlers.get(`${method} ${path}`);
      if (!run) continue;
      ctx.params = params;
      return readBody(ctx, () => run(ctx));
    }
  };
  return route as unknown as Middleware;
}

const ROOT = `/${NAMESPACE}`;

interface Candidate {
  path: string;
  params: Record<string, string>;
}

/**
 * → the paths of `routes` that a path may stand for, in the order of the interface. One slash at
 * the end is ignored. The last segment may be an ID, which is digits, or a slug.
 */
function pathsOf(path: string): Candidate[] {
  if (!path.startsWith(ROOT)) return [];
  const below = path.slice(ROOT.length).replace(/\/$/, '');
  const cut = below.lastIndexOf('/');
  const [before, last] = [below.slice(0, cut), below.slice(cut + 1)];
  if (last === '') return below === '' ? [{ path: '/', params: {} }] : [];
  // A brace belongs to the patterns of `routes` alone.
  const candidates: Candidate[] = below.includes('{') ? [] : [{ path: below, params: {} }];
  if (/^\d+$/.test(last)) candidates.push({ path: `${before}/{id}`, params: { id: last } });
  candidates.push({ path: `${before}/{slug}`, params: { slug: decoded(last) } });
  return candidates;
}

// Text that is not well encoded is taken as it is.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
