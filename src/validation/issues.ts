/** AJV errors → issues, one for each invalid parameter; errors of the declared type are marked. */
import type { ErrorObject } from 'ajv';
import type { Issue } from '../errors.js';

/** → the issues for AJV's errors: the parameter is the first segment of the error's path. */
export function toIssues(errors: ErrorObject[]): Issue[] {
  const byParam = new Map<string, Issue>();
  for (const error of errors) {
    const [, param = '', inner] = error.instancePath.split('/');
    const isType = error.keyword === 'type' && inner === undefined;
    const earlier = byParam.get(param);
    if (earlier && (earlier.isType || !isType)) continue;
    byParam.set(param, { param, reason: reasonOf(error, param, inner !== undefined), isType });
  }
  return [...byParam.values()];
}

function reasonOf(error: ErrorObject, param: string, isItem: boolean): string {
  const subject = isItem ? 'Each item must' : 'Must';
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'type':
      return isItem
        ? `Each item must be of type ${typeNames(params.type)}.`
        : `${param} is not of type ${typeNames(params.type)}.`;
    case 'enum':
      return `${subject} be one of: ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'minimum':
      return `${subject} be at least ${params.limit}.`;
    case 'maximum':
      return `${subject} be at most ${params.limit}.`;
    case 'exclusiveMinimum':
      return `${subject} be greater than ${params.limit}.`;
    case 'minLength':
    case 'minItems':
      return `${subject} not be empty.`;
    case 'maxLength':
      return `${subject} not be longer than ${params.limit} characters.`;
    case 'maxItems':
      return `${subject} not hold more than ${params.limit} items.`;
    default:
      return error.message ?? '';
  }
}

function typeNames(type: unknown): string {
  return Array.isArray(type) ? type.join(' or ') : String(type);
}
