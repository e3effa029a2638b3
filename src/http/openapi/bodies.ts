/** What the documentation says of the bodies of requests. */
import type { Kind } from '../../kinds/kind.js';
import { loadSchema } from '../../validation/schemas.js';
import { parametersSchema } from '../parameters.js';
import type { Operation } from '../routes.js';
import { MERGE } from './components.js';
import { inputName, newName, refTo, type Schema, toProperties } from './schema.js';
import { describedOf } from './service.js';

/** Forms are described in the head: one schema under several types confuses generators. */
const asJson = (schema: Schema): Schema => ({ 'application/json': { schema } });

/** → whether the parameters of an operation are in the body. */
export const hasBody = (operation: Operation): boolean =>
  ['create', 'update', 'put', 'merge'].includes(operation) ||
  describedOf(operation)?.hasBody === true;

/** → the body that an operation of a kind takes, if it takes one. */
export function requestBody(kind: Kind, operation: Operation): Schema {
  if (operation === 'bulk') return { requestBody: rowsBody(kind) };
  if (!hasBody(operation)) return {};
  const name = operation === 'create' ? newName(kind) : inputName(kind);
  const isMerge = operation === 'merge';
  return {
    requestBody: {
      required: operation === 'create' || isMerge,
      description: isMerge
        ? 'What is merged into the record.'
        : 'Fields of the record. Unknown and generated ones are ignored, files too.',
      content: asJson(isMerge ? refTo(MERGE) : { $ref: `#/components/schemas/${name}` }),
    },
  };
}

/** → the same of an operation that belongs to no kind. */
export function serviceBody(operation: Operation): Schema {
  const path = hasBody(operation) ? parametersSchema(null, operation) : null;
  if (path === null) return {};
  const { properties, required } = loadSchema(path);
  // A change needs none of what is needed at first.
  const needed = operation.startsWith('update') ? [] : required;
  const schema = {
    type: 'object',
    properties: toProperties(properties),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
  return { requestBody: { required: needed.length > 0, content: asJson(schema) } };
}

const rowsBody = (kind: Kind): Schema => ({
  required: true,
  description:
    'Any number of rows, in a format detected by content: CSV with a header, or an object a line.',
  content: {
    'application/x-ndjson': { schema: { $ref: `#/components/schemas/${newName(kind)}` } },
    'text/csv': { schema: { type: 'string' } },
  },
});
