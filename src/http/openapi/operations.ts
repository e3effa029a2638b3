/**
 * A route of routes.ts → its operations in OpenAPI: parameters, body, answers, errors, credentials.
 */
import type { Kind } from '../../kinds/kind.js';
import type { Json } from '../../kinds/record.js';
import { capital } from '../../lib/text/text.js';
import { limits } from '../../limits.js';
import { formats } from '../../present/formats/registry.js';
import { loadSchema } from '../../validation/schemas.js';
import type { Operation } from '../operations.js';
import { keysOf, lastKeyOf, type Route, SUFFIX } from '../routes.js';
import { describeFailures } from './failures.js';
import { namesOf, refTo, type Schema, toOpenApi, toProperties } from './schema.js';

/** Settings that the documentation shows. */
export interface Facts {
  /** Defaults that come from settings, by parameter. */
  defaults: Record<string, Json>;
}

type Named = Route['operations'][number];

const READS = [{}, { bearer: [] }, { basic: [] }];
const WRITES = [{ bearer: [] }, { basic: [] }];

/** How the last key of a path names the record. */
const ways: Record<string, { id: string; text: string }> = {
  slug: { id: 'BySlug', text: ' by its slug' },
  key: { id: 'ByExternalKey', text: ' by its key in another system' },
};

const wayOf = (path: string) => ways[lastKeyOf(path) ?? ''] ?? { id: '', text: '' };

/** → the name of a route's operation. */
export const summarize = ({ path }: Route, { summary }: Operation): string =>
  summary + wayOf(path).text + (path.endsWith(SUFFIX) ? ' in a format' : '');

/** → the path item of a route: one operation for each of its methods. */
export function describeRoute(route: Route, facts: Facts): Schema {
  const described = route.operations.flatMap((operation) =>
    operation.methods.map((method) => [
      method.toLowerCase(),
      describeOperation(route, operation, { method, facts }),
    ]),
  );
  return Object.fromEntries(described);
}

function describeOperation(
  route: Route,
  operation: Named,
  { method, facts }: { method: string; facts: Facts },
): Schema {
  const { path, kind } = route;
  const isInFormat = path.endsWith(SUFFIX);
  // Methods that do the same need an ID and a summary of their own.
  const isOneOfMany = operation.methods.length > 1;
  const by = isOneOfMany ? `By${capital(method.toLowerCase())}` : '';
  return {
    operationId: operation.id + wayOf(path).id + by + (isInFormat ? 'InFormat' : ''),
    summary: summarize(route, operation) + (isOneOfMany ? ` by ${method}` : ''),
    description: operation.text + (isInFormat ? ' The path names the format.' : ''),
    tags: [kind?.route ?? 'service'],
    security: operation.isGuarded ? WRITES : READS,
    parameters: [
      ...keysOf(path).map((name) => keyParameter(kind, name)),
      ...queryParameters(operation, facts).filter(({ name }) => !isInFormat || name !== 'format'),
    ],
    ...requestBody(kind, operation),
    responses: { ...success(kind, operation), ...describeFailures(route, operation) },
  };
}

function keyParameter(kind: Kind | null, name: string): Schema {
  const { description, schema } = keyParameters[name] ?? {
    description: 'Format of the answer',
    schema: { type: 'string', enum: ['json', ...(kind?.formats ?? [])] },
  };
  const text = `${description} of the ${kind?.name ?? 'webhook'}.`;
  return { name, in: 'path', required: true, description: text, schema };
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

/** → whether the parameters are in the body. */
const hasBody = ({ name, methods: [method], schema }: Named): boolean =>
  schema !== undefined && method !== 'GET' && method !== 'DELETE' && name !== 'bulk';

function queryParameters(operation: Named, { defaults }: Facts): Schema[] {
  if (operation.schema === undefined || hasBody(operation)) return [];
  const { properties, required } = loadSchema(operation.schema);
  return Object.entries(properties).map(([name, property]) => {
    const fixed = defaults[name];
    const { description, ...schema } = toOpenApi(
      fixed === undefined ? property : { ...property, default: fixed },
    );
    const list = schema.type === 'array' ? { style: 'form', explode: false } : {};
    return { name, in: 'query', required: required.includes(name), description, ...list, schema };
  });
}

function requestBody(kind: Kind | null, operation: Named): Schema {
  if (kind && operation.name === 'bulk') return { requestBody: rowsBody(kind) };
  const { schema: path, body, isPartial } = operation;
  if (!path || !hasBody(operation)) return {};
  const { properties, required } = loadSchema(path);
  const needed = isPartial ? [] : required;
  const inline = {
    type: 'object',
    properties: toProperties(properties),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
  return {
    requestBody: {
      required: needed.length > 0,
      description: 'Unknown and generated fields are ignored, files too.',
      // Forms are described in the head: one schema under several types confuses generators.
      content: { 'application/json': { schema: body ? refTo(body) : inline } },
    },
  };
}

const rowsBody = (kind: Kind): Schema => ({
  required: true,
  description:
    'Any number of rows, in a format detected by content: CSV with a header, or an object a line.',
  content: {
    'application/x-ndjson': { schema: refTo(namesOf(kind).created) },
    'text/csv': { schema: { type: 'string' } },
  },
});

const LOCATION = {
  Location: { description: 'The path of the new record by ID.', schema: { type: 'string' } },
};

function success(kind: Kind | null, { name, answers }: Named): Schema {
  const isFormatted = name === 'list' || name === 'read';
  const type = name === 'bulk' ? 'application/x-ndjson' : 'application/json';
  const listed = ['X-TEC-Total', 'X-TEC-TotalPages', 'X-Unknown-Parameters'];
  const ofList = [...listed, ...(kind?.formats ? ['Link'] : [])].map((header) => [
    header,
    { $ref: `#/components/headers/${header}` },
  ]);
  return Object.fromEntries(
    answers.map(([status, description, component]) => [
      status,
      {
        description,
        ...(name === 'list' ? { headers: Object.fromEntries(ofList) } : {}),
        ...(status === 201 ? { headers: LOCATION } : {}),
        content: {
          [type]: { schema: component ? refTo(component) : { type: 'object' } },
          ...(isFormatted ? otherFormats(kind) : {}),
        },
      },
    ]),
  );
}

/** → the contents of the other formats, by media type. Contract 20. */
const otherFormats = (kind: Kind | null): Schema =>
  Object.fromEntries(
    (kind?.formats ?? []).map((name) => {
      const { mediaType, description } = formats[name];
      const type = mediaType.endsWith('json') ? 'object' : 'string';
      return [mediaType, { schema: { type, description: `As \`${name}\`: ${description}` } }];
    }),
  );
