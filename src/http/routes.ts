/**
 * Every route of the interface as data, derived from the kinds: the router, the namespace
 * description and the documentation are made from it.
 */
import { allKinds, holdersOf } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { type Operation, operationsOf } from './operations.js';
import { serviceOperations } from './service.js';

/** The end of a path that names a format. Contract 20. */
export const SUFFIX = '.{format}';

/** The name of an operation on records. */
export type KindOperation = keyof ReturnType<typeof operationsOf>;
/** The name of an operation that belongs to no kind. */
export type ServiceOperation = keyof typeof serviceOperations;

/** A path and its operations by method. */
export interface Route {
  /**
   * Below the namespace; `{id}` is digits, `{slug}` any text without a slash, `{format}` a format
   * of the kind, or `json`.
   */
  path: string;
  kind: Kind | null;
  operations: (Operation & { name: KindOperation | ServiceOperation })[];
}

/** → the names of the keys in a path: `source` and `key` of `/events/external/{source}/{key}`. */
export const keysOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** → the last key of a path that names a record; null for a collection. */
export const lastKeyOf = (path: string): string | null =>
  keysOf(path.replace(SUFFIX, '')).at(-1) ?? null;

/** In the order of the interface; a fixed path comes before the patterns that would match it. */
export const routes: Route[] = [
  ofService('/', 'describeNamespace'),
  ofService('/doc', 'readDocumentation'),
  ...allKinds.flatMap(kindRoutes),
  ofService('/webhooks', 'listWebhooks', 'addWebhook'),
  ofService('/webhooks/{id}', 'readWebhook', 'removeWebhook', 'updateWebhook'),
  ofService('/webhooks/{id}/rotate', 'rotateWebhook'),
  ofService('/webhooks/{id}/replay', 'replayWebhook'),
  ofService('/webhooks/{id}/test', 'testWebhook'),
  ofService('/webhooks/{id}/deliveries', 'listDeliveries'),
];

function ofService(path: string, ...names: ServiceOperation[]): Route {
  const operations = names.map((name) => ({ name, id: name, ...serviceOperations[name] }));
  return { path, kind: null, operations };
}

function kindRoutes(kind: Kind): Route[] {
  const all = operationsOf(kind);
  const to = (path: string, ...names: KindOperation[]): Route => ({
    path: `/${kind.route}${path}`,
    kind,
    operations: names.map((name) => ({ name, ...all[name] })),
  });
  const inFormats = (path: string, name: KindOperation) =>
    kind.formats ? [to(path + SUFFIX, name)] : [];
  const item = (path: string) => [...inFormats(path, 'read'), to(path, 'read', 'remove', 'update')];
  return [
    to('', 'list', 'create'),
    ...inFormats('', 'list'),
    to('/bulk', 'bulk'),
    to('/changes', 'changes'),
    ...(kind.relations.length > 0 ? [to('/suggest', 'suggest')] : []),
    ...item('/{id}'),
    ...(holdersOf(kind.name).length > 0 ? [to('/{id}/merge', 'merge')] : []),
    to('/{id}/preview', 'preview'),
    ...(kind.family.hasSlugRoutes ? item('/by-slug/{slug}') : []),
    // By an identity in another system. Contract 16.1.
    to('/external/{source}/{key}', 'read', 'remove', 'put'),
  ];
}
