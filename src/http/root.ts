/** GET /: the namespace and its routes; GET /doc: the documentation. Contract 1.8, 1.9. */
import type { Kind } from '../kinds/kind.js';
import { perObject } from '../lib/remember.js';
import { NAMESPACE } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { defaultWindow } from '../validation/dates.js';
import { loadSchema, type PropertySchema } from '../validation/schemas.js';
import { answer, answerText, type Context } from './context.js';
import { describeApi } from './openapi/document.js';
import { keysOf, type Route, routes } from './routes.js';

type Args = Record<string, Record<string, unknown>>;

/** Answers with the route index. */
export async function describeRoot(deps: Deps, ctx: Context): Promise<void> {
  const described = routes.map((route) => {
    const path = `/${NAMESPACE}${route.path === '/' ? '' : route.path}`
      .replace('{id}', '(?P<id>\\d+)')
      .replace(/\{(\w+)\}/g, '(?P<$1>[^/]+)');
    return [path, describeRoute(deps, route)] as const;
  });
  answer(ctx, {
    namespace: NAMESPACE,
    routes: Object.fromEntries(described),
    _links: {
      up: [{ href: `${deps.config.baseUrl}/` }],
      ...(deps.config.hasPages ? { help: [{ href: `${deps.config.baseUrl}/docs` }] } : {}),
    },
  });
}

/** Answers with the OpenAPI document, built once. */
export async function describeDoc(deps: Deps, ctx: Context): Promise<void> {
  answerText(ctx, docOf(deps));
}

const docOf = perObject(({ config, roots }: Deps): string => {
  const defaults = { per_page: config.perPageDefault };
  return JSON.stringify(describeApi({ apiRoot: roots.api, defaults }));
});

function describeRoute(deps: Deps, { path, kind, operations }: Route) {
  const isPattern = path.includes('{');
  const href = `${deps.roots.api}${path === '/' ? '' : path}`;
  const pathArgs: Args = Object.fromEntries(
    keysOf(path).map((key) => [key, { type: key === 'id' ? 'integer' : 'string', required: true }]),
  );
  return {
    namespace: NAMESPACE,
    methods: operations.flatMap(({ methods }) => methods),
    endpoints: operations.map((operation) => {
      const args = { ...argsOf(deps, kind, operation), ...pathArgs };
      return { methods: operation.methods, args: Object.keys(args).length > 0 ? args : [] };
    }),
    ...(isPattern ? {} : { _links: { self: [{ href }] } }),
  };
}

function argsOf(deps: Deps, kind: Kind | null, operation: Route['operations'][number]): Args {
  const { name: operationName, schema, isPartial } = operation;
  if (!schema) return {};
  const { properties, required } = loadSchema(schema);
  const computed = operationName === 'list' && kind ? computedDefaults(deps, kind) : {};
  const args = Object.entries(properties).map(([name, property]) => [
    name,
    describeArg(property, {
      isRequired: !isPartial && required.includes(name),
      fallback: computed[name] ?? property.default,
    }),
  ]);
  return Object.fromEntries(args);
}

/** Defaults that depend on settings and the clock, by parameter. */
function computedDefaults(deps: Deps, kind: Kind): Record<string, unknown> {
  const { perPageDefault, siteTimeZone } = deps.config;
  return {
    per_page: perPageDefault,
    ...(kind.window ? defaultWindow({ siteTimeZone, nowMs: deps.now() }) : {}),
  };
}

function describeArg(
  property: PropertySchema,
  { isRequired, fallback }: { isRequired: boolean; fallback: unknown },
) {
  return {
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(property.description ? { description: property.description } : {}),
    ...(property.type ? { type: property.type } : {}),
    ...(property.items?.type ? { items: { type: property.items.type } } : {}),
    ...(property.enum ? { enum: property.enum } : {}),
    required: isRequired,
  };
}
