/**
 * A route of routes.ts → its operations in OpenAPI: parameters, body, answers, errors, credentials.
 */
import type { Kind } from '../../kinds/kind.js';
import type { Json } from '../../kinds/record.js';
import { capital } from '../../lib/text.js';
import { limits } from '../../limits.js';
import { loadSchema, type PropertySchema } from '../../validation/schemas.js';
import { parametersSchema } from '../parameters.js';
import { keysOf, type Operation, type Route, SUFFIX } from '../routes.js';
import { hasBody, requestBody, serviceBody } from './bodies.js';
import { answers, changesName, listName } from './components.js';
import { failuresOf } from './failures.js';
import { formatInPath, inFormats } from './formats.js';
import { answerOf, refTo, type Schema, toOpenApi } from './schema.js';
import { describedOf } from './service.js';
import { explain, summarize } from './summaries.js';

/** Settings that the documentation shows. */
export interface Facts {
  /** Defaults that come from settings, by parameter. */
  defaults: Record<string, Json>;
}

const READS = [{}, { bearer: [] }, { basic: [] }];
const WRITES = [{ bearer: [] }, { basic: [] }];

/** → the path item of a route: one operation for each of its methods. */
export function describeRoute(route: Route, facts: Facts): Schema {
  const item: Schema = {};
  for (const { methods, operation } of route.operations) {
    const isOneOfMany = methods.length > 1;
    for (const method of methods) {
      const named = { method, operation, way: isOneOfMany ? ` by ${method}` : '' };
      item[method.toLowerCase()] = describeOperation(route, named, facts);
    }
  }
  return item;
}

function describeOperation(
  route: Route,
  { method, operation, way }: { method: string; operation: Operation; way: string },
  facts: Facts,
): Schema {
  const { path, kind } = route;
  const keys = keysOf(path).filter((name) => name !== 'format');
  const key = keys.at(-1) ?? null;
  const suffix = path.endsWith(SUFFIX) ? 'InFormat' : '';
  return {
    operationId: operationId(kind, { method, operation, key }) + suffix,
    summary: summarize(route, operation) + way,
    description: explain(route, operation),
    tags: [kind?.route ?? 'service'],
    security: isWrite(operation) || describedOf(operation)?.isGuarded ? WRITES : READS,
    parameters: [
      ...keys.flatMap((name) => keyParameter(kind, name)),
      ...formatInPath(queryParameters(kind, operation, facts), suffix === '' ? null : kind),
    ],
    ...(kind ? requestBody(kind, operation) : serviceBody(operation)),
    responses: { ...success(kind, operation), ...failures(operation, kind, key) },
  };
}

const isWrite = (operation: Operation): boolean =>
  ['create', 'update', 'put', 'remove', 'merge', 'bulk'].includes(operation);

interface Identified {
  method: string;
  operation: Operation;
  key: string | null;
}

// The three methods of an update do the same, but each needs an operation ID of its own.
function operationId(kind: Kind | null, { method, operation, key }: Identified): string {
  if (!kind) return describedOf(operation)?.id ?? operation;
  const isOfMany = ['list', 'suggest', 'bulk', 'changes'].includes(operation);
  const name = isOfMany ? capital(kind.route) : loadSchema(answerOf(kind)).title;
  const way = operation === 'update' ? `By${capital(method.toLowerCase())}` : '';
  return `${operation}${name}${ways[key ?? ''] ?? ''}${way}`;
}

const ways: Record<string, string> = { slug: 'BySlug', key: 'ByExternalKey' };

function keyParameter(kind: Kind | null, name: string): Schema[] {
  const key = keyParameters[name];
  if (!key) return [];
  const description = `${key.description} of the ${kind?.name ?? 'webhook'}.`;
  return [{ name, in: 'path', required: true, description, schema: key.schema }];
}

const keyParameters: Record<string, { description: string; schema: Schema }> = {
  id: { description: 'ID', schema: { type: 'integer', minimum: 0 } },
  slug: { description: 'Slug', schema: { type: 'string', pattern: '^[^/]+$' } },
  source: {
    description: 'The system that gave the key',
    schema: { type: 'string', pattern: '^[a-z0-9._-]{1,64}$' },
  },
  key: {
    description: 'Key, URL-encoded,',
    schema: { type: 'string', minLength: 1, maxLength: limits.keyChars },
  },
};

function queryParameters(kind: Kind | null, operation: Operation, facts: Facts): Schema[] {
  // Create and update take their parameters in the body.
  const path = hasBody(operation) ? null : parametersSchema(kind, operation);
  if (!path) return [];
  const { properties, required } = loadSchema(path);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...queryParameter(withDefault(property, facts.defaults[name])),
  }));
}

const LOCATION = {
  Location: { description: 'The path of the new record by ID.', schema: { type: 'string' } },
};

const withDefault = (property: PropertySchema, value: Json | undefined): PropertySchema =>
  value === undefined ? property : { ...property, default: value };

function queryParameter(property: PropertySchema): Schema {
  const { description, ...schema } = toOpenApi(property);
  const isList = schema.type === 'array';
  return {
    ...(description === undefined ? {} : { description }),
    ...(isList ? { style: 'form', explode: false } : {}),
    schema,
  };
}

function success(kind: Kind | null, operation: Operation): Schema {
  if (operation === 'put' && kind) {
    const { 201: created } = success(kind, 'create');
    return { ...success(kind, 'update'), 201: { ...(created as Schema), headers: LOCATION } };
  }
  const [status, description, schema] = successOf(kind, operation);
  const headers = {
    'X-TEC-Total': { $ref: '#/components/headers/X-TEC-Total' },
    'X-TEC-TotalPages': { $ref: '#/components/headers/X-TEC-TotalPages' },
    ...(kind?.formats ? { Link: { $ref: '#/components/headers/Link' } } : {}),
  };
  return {
    [status]: {
      description,
      ...(operation === 'list' ? { headers } : {}),
      content: {
        [operation === 'bulk' ? 'application/x-ndjson' : 'application/json']: { schema },
        ...inFormats(kind, operation),
      },
    },
  };
}

function successOf(kind: Kind | null, operation: Operation): [number, string, Schema] {
  if (operation === 'suggest') return [200, 'Suggestions.', refTo(answers.suggest)];
  if (operation === 'bulk')
    return [200, 'A line for each row, then the counts.', refTo(answers.bulk)];
  const own = describedOf(operation);
  if (!kind) return own?.answer() ?? [200, '', { type: 'object' }];
  const record = refTo(answerOf(kind));
  switch (operation) {
    case 'list':
      return [200, 'A page of records.', { $ref: `#/components/schemas/${listName(kind)}` }];
    case 'changes':
      return [200, 'A page of changes.', { $ref: `#/components/schemas/${changesName(kind)}` }];
    case 'create':
      return [201, 'The record created, or the one it would repeat.', record];
    case 'read':
      return [200, 'The record; with `fields`, only the keys asked for.', record];
    case 'merge':
      return [200, 'The record that is kept.', record];
    case 'remove':
      return kind.family.removal === 'trash'
        ? [200, 'The record, now in the trash, or erased with `force`.', record]
        : [200, 'The record as it was; it is gone for good.', record];
    default:
      return [200, 'The record after the update.', record];
  }
}

function failures(operation: Operation, kind: Kind | null, key: string | null): Schema {
  const codes = new Map<number, string[]>();
  for (const { status, code } of failuresOf(operation, kind, key)) {
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...codes].map(([status, [code = '', ...others]]) => [
      status,
      others.length === 0 ? { $ref: FAILURE + code } : describeFailure([code, ...others]),
    ]),
  );
}

const FAILURE = '#/components/responses/';

/** → components.responses: what `paths` refer to. A lone error of a status is described once. */
export function describeFailures(paths: Schema): Record<string, Schema> {
  const refs = JSON.stringify(paths).matchAll(/"#\/components\/responses\/([\w-]+)"/g);
  return Object.fromEntries([...refs].map(([, code = '']) => [code, describeFailure([code])]));
}

function describeFailure(codes: string[]): Schema {
  const description = `Codes: ${codes.map((name) => `\`${name}\``).join(', ')}.`;
  const content = { 'application/json': { schema: refTo(answers.error) } };
  return { description, content, 'x-codes': codes };
}
