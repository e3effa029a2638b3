/**
 * Every route of the interface as data, derived from the kinds: the router, the namespace
 * description and the documentation are made from it.
 */
import { allKinds, holdersOf } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';

/** The end of a path that names a format. Contract 20. */
export const SUFFIX = '.{format}';

/** What a request asks for; each operation has one handler. */
export type Operation =
  | 'list'
  | 'create'
  | 'read'
  | 'update'
  | 'put'
  | 'remove'
  | 'merge'
  | 'suggest'
  | 'changes'
  | 'bulk'
  | ServiceOperation;

/** An operation that belongs to no kind. */
export type ServiceOperation =
  | 'root'
  | 'doc'
  | 'listWebhooks'
  | 'addWebhook'
  | 'readWebhook'
  | 'updateWebhook'
  | 'removeWebhook'
  | 'rotateWebhook'
  | 'replayWebhook'
  | 'testWebhook'
  | 'listDeliveries';

/** A path and what its methods do. */
export interface Route {
  /**
   * Below the namespace; `{id}` is digits, `{slug}` any text without a slash, `{format}` a format
   * of the kind, or `json`.
   */
  path: string;
  kind: Kind | null;
  operations: { methods: string[]; operation: Operation }[];
}

const ITEM: Route['operations'] = [
  { methods: ['GET'], operation: 'read' },
  { methods: ['DELETE'], operation: 'remove' },
  { methods: ['POST', 'PUT', 'PATCH'], operation: 'update' },
];

/** By an identity in another system. Contract 16.1. */
const FOREIGN: Route['operations'] = [
  { methods: ['GET'], operation: 'read' },
  { methods: ['DELETE'], operation: 'remove' },
  { methods: ['PUT'], operation: 'put' },
];

/** → the names of the keys in a path: `source` and `key` of `/events/external/{source}/{key}`. */
export const keysOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** In the order of the interface; a fixed path comes before the patterns that would match it. */
export const routes: Route[] = [
  { path: '/', kind: null, operations: [{ methods: ['GET'], operation: 'root' }] },
  { path: '/doc', kind: null, operations: [{ methods: ['GET'], operation: 'doc' }] },
  ...allKinds.flatMap(kindRoutes),
  ...webhookRoutes(),
];

function kindRoutes(kind: Kind): Route[] {
  const collection: Route = {
    path: `/${kind.route}`,
    kind,
    operations: [
      { methods: ['GET'], operation: 'list' },
      { methods: ['POST'], operation: 'create' },
    ],
  };
  const suggest: Route = {
    path: `/${kind.route}/suggest`,
    kind,
    operations: [{ methods: ['GET'], operation: 'suggest' }],
  };
  const changes: Route = {
    path: `/${kind.route}/changes`,
    kind,
    operations: [{ methods: ['GET'], operation: 'changes' }],
  };
  const bulk: Route = {
    path: `/${kind.route}/bulk`,
    kind,
    operations: [{ methods: ['POST'], operation: 'bulk' }],
  };
  const merge: Route = {
    path: `/${kind.route}/{id}/merge`,
    kind,
    operations: [{ methods: ['POST'], operation: 'merge' }],
  };
  return [
    collection,
    ...inFormats(kind, `/${kind.route}`, 'list'),
    bulk,
    changes,
    ...(kind.relations.length > 0 ? [suggest] : []),
    ...inFormats(kind, `/${kind.route}/{id}`, 'read'),
    { path: `/${kind.route}/{id}`, kind, operations: ITEM },
    ...(holdersOf(kind.name).length > 0 ? [merge] : []),
    ...(kind.family.hasSlugRoutes
      ? [
          ...inFormats(kind, `/${kind.route}/by-slug/{slug}`, 'read'),
          { path: `/${kind.route}/by-slug/{slug}`, kind, operations: ITEM },
        ]
      : []),
    { path: `/${kind.route}/external/{source}/{key}`, kind, operations: FOREIGN },
  ];
}

/** Contract 31. */
function webhookRoutes(): Route[] {
  const own = (path: string, operations: Route['operations']): Route => ({
    path: `/webhooks${path}`,
    kind: null,
    operations,
  });
  return [
    own('', [
      { methods: ['GET'], operation: 'listWebhooks' },
      { methods: ['POST'], operation: 'addWebhook' },
    ]),
    own('/{id}', [
      { methods: ['GET'], operation: 'readWebhook' },
      { methods: ['DELETE'], operation: 'removeWebhook' },
      { methods: ['PATCH'], operation: 'updateWebhook' },
    ]),
    own('/{id}/rotate', [{ methods: ['POST'], operation: 'rotateWebhook' }]),
    own('/{id}/replay', [{ methods: ['POST'], operation: 'replayWebhook' }]),
    own('/{id}/test', [{ methods: ['POST'], operation: 'testWebhook' }]),
    own('/{id}/deliveries', [{ methods: ['GET'], operation: 'listDeliveries' }]),
  ];
}

/** → the same path with the suffix of a format. */
function inFormats(kind: Kind, path: string, operation: Operation): Route[] {
  if (!kind.formats) return [];
  return [{ path: `${path}${SUFFIX}`, kind, operations: [{ methods: ['GET'], operation }] }];
}
