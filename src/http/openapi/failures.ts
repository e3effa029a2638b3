/**
 * The errors that each operation can answer, for the documentation. Codes and statuses come from
 * the catalogue. Contract 0, 7.
 */
import * as errors from '../../errors.js';
import { loadSchema } from '../../validation/schemas.js';
import { lastKeyOf, type Route } from '../routes.js';
import { refTo, type Schema } from './schema.js';

const OF_ALL = [
  errors.invalidParams([]),
  errors.notLoggedIn(),
  errors.tooManyRequests(0),
  errors.invalidJson(),
  errors.bodyTooLarge(0),
  errors.headersTooLarge(),
  errors.expectationFailed(),
  errors.storeUnavailable(null),
  errors.internalError(null),
];

/** → the errors of an operation of a route in OpenAPI, by status. */
export function describeFailures(route: Route, operation: Route['operations'][number]): Schema {
  const codes = new Map<number, Set<string>>();
  for (const { status, code } of failuresOf(route, operation)) {
    codes.set(status, (codes.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...codes].map(([status, [code = '', ...rest]]) => [
      status,
      rest.length === 0 ? { $ref: FAILURE + code } : describeFailure([code, ...rest]),
    ]),
  );
}

function failuresOf({ kind, path }: Route, operation: Route['operations'][number]) {
  const { name, methods, schema, isPartial, isGuarded, failures = [] } = operation;
  const key = lastKeyOf(path);
  const needed = schema && !isPartial ? loadSchema(schema).required : [];
  const all = [...failures, ...OF_ALL];
  if (needed.length > 0) all.push(errors.missingParams([]));
  if (isGuarded) all.push(errors.forbidden(true), errors.forbidden(false));
  if (methods.includes('GET')) all.push(errors.overloaded(1));
  else if (name !== 'bulk') all.push(errors.unsupportedType());
  if (key === 'id') all.push(errors.noRoute());
  if (kind && key && isGuarded) all.push(errors.preconditionFailed());
  // A missing record is an invalid parameter or an error of its own: the unknown-ID matrix.
  const isFound = name === 'read' || name === 'update' || name === 'remove';
  const hasOwnError = isFound && kind?.isNotFound && (key !== 'slug' || name === 'update');
  if (key && hasOwnError) all.push(errors.eventNotFound(0));
  if (key === 'id' && hasOwnError) all.push(errors.invalidEventId(0));
  return all;
}

const FAILURE = '#/components/responses/';

/** → components.responses, for `paths`. A lone error of a status is described once. */
export function sharedFailures(paths: Schema): Record<string, Schema> {
  const refs = JSON.stringify(paths).matchAll(/"#\/components\/responses\/([\w-]+)"/g);
  return Object.fromEntries([...refs].map(([, code = '']) => [code, describeFailure([code])]));
}

function describeFailure(codes: string[]): Schema {
  const description = `Codes: ${codes.map((name) => `\`${name}\``).join(', ')}.`;
  const content = { 'application/json': { schema: refTo('Error') } };
  return { description, content, 'x-codes': codes };
}
