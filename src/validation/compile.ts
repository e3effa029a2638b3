/** schemas/ → validators. Each takes raw parameters and returns typed values and every issue. */
import { Ajv, type ValidateFunction } from 'ajv';
import type { Issue } from '../errors.js';
import type { JsonObject } from '../kinds/record.js';
import { coerceValue } from './coerce.js';
import { toIssues } from './issues.js';
import { addKeywords } from './keywords.js';
import { type FlatSchema, loadSchema } from './schemas.js';

/** The result of validation: `values` that passed, `issues` of those that did not. */
export interface Validated {
  values: JsonObject;
  issues: Issue[];
  /** Required parameters that are absent; always empty for updates. */
  missing: string[];
}

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, $data: false });
addKeywords(ajv);
ajv.addVocabulary(['example', 'synonyms']);

const compiled = new Map<string, ValidateFunction>();

/**
 * Validates raw parameters by the schema at `path`. Unknown parameters are ignored, `null` counts
 * as absent (unless the type allows null), nothing is thrown.
 */
export function validate(
  path: string,
  raw: JsonObject,
  mode: 'create' | 'update' | 'query',
): Validated {
  const schema = loadSchema(path);
  const values: JsonObject = {};
  const issues: Issue[] = [];
  for (const [param, property] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(raw, param)) continue;
    const value = raw[param];
    if (value === undefined || (value === null && !takesNull(property.type))) continue;
    if (!isCleanText(value, 3)) {
      issues.push({ param, reason: 'Must be well-formed text without control characters.' });
      continue;
    }
    values[param] = coerceValue(property, value);
  }
  const check = validatorOf(path, schema);
  if (!check(values)) issues.push(...toIssues(check.errors ?? []));
  for (const { param } of issues) delete values[param];
  if (mode === 'query') addDefaults(schema, values, issues);
  const missing = mode === 'update' ? [] : schema.required.filter((name) => isAbsent(raw, name));
  return { values, issues, missing };
}

function isAbsent(raw: JsonObject, name: string): boolean {
  return !Object.hasOwn(raw, name) || raw[name] === null || raw[name] === undefined;
}

function addDefaults(schema: FlatSchema, values: JsonObject, issues: Issue[]): void {
  for (const [param, property] of Object.entries(schema.properties)) {
    if (property.default === undefined || values[param] !== undefined) continue;
    if (!issues.some((issue) => issue.param === param)) values[param] = property.default;
  }
}

function validatorOf(path: string, schema: FlatSchema): ValidateFunction {
  let check = compiled.get(path);
  if (!check) {
    check = ajv.compile({ type: 'object', properties: schema.properties });
    compiled.set(path, check);
  }
  return check;
}

function takesNull(type: string | string[] | undefined): boolean {
  return Array.isArray(type) && type.includes('null');
}

// Lone surrogates cannot be stored as UTF-8, and control characters (except tab and line ends) do
// not belong in a listing; both come from broken or hostile clients.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNCLEAN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** → whether every text in the value, down to `depth` levels, is fit to store. */
export function isCleanText(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !UNCLEAN.test(value);
  if (depth === 0 || typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((item) => isCleanText(item, depth - 1));
}
