/** schemas/ → validators. Each takes raw parameters and returns typed values and every issue. */
import { Ajv } from 'ajv';
import { type Issue, missingParams } from '../errors.js';
import type { Json, JsonObject } from '../kinds/record.js';
import { limits } from '../limits.js';
import { coerceValue } from './coerce.js';
import { toIssues } from './issues.js';
import { addKeywords } from './keywords.js';
import { type FlatSchema, loadSchema, type PropertySchema } from './schemas.js';

/** The result of validation: the valid `values`, and `issues` of the others. */
export interface Validated {
  values: JsonObject;
  issues: Issue[];
}

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, $data: false });
addKeywords(ajv);
ajv.addVocabulary(['example', 'synonyms']);

/**
 * Validates raw parameters by the schema at `path`. Unknown parameters are ignored, `null` counts
 * as absent (unless the type allows null). Throws `rest_missing_callback_param` where required ones
 * are absent, but in updates.
 */
export function validate(
  path: string,
  raw: JsonObject,
  mode: 'create' | 'update' | 'query',
): Validated {
  const schema = loadSchema(path);
  if (mode !== 'update') requireParams(path, raw);
  const values: JsonObject = {};
  const issues: Issue[] = [];
  for (const param in schema.properties) {
    if (!Object.hasOwn(raw, param)) continue;
    const [property, value] = [schema.properties[param], raw[param]];
    if (!property || value === undefined || (value === null && !takesNull(property.type))) continue;
    const reason = unfitReason(property, value);
    if (reason !== null) {
      issues.push({ param, reason });
      continue;
    }
    values[param] = coerceValue(property, value);
  }
  const check =
    ajv.getSchema(path) ??
    ajv.compile({ $id: path, type: 'object', properties: schema.properties });
  if (!check(values)) issues.push(...toIssues(check.errors ?? []));
  for (const { param } of issues) delete values[param];
  if (mode === 'query') addDefaults(schema, values, issues);
  return { values, issues };
}

/** Throws `rest_missing_callback_param` where parameters that the schema requires are absent. */
export function requireParams(path: string, raw: JsonObject): void {
  const missing = loadSchema(path).required.filter((name) => isAbsent(raw, name));
  if (missing.length > 0) throw missingParams(missing);
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

function takesNull(type: string | string[] | undefined): boolean {
  return Array.isArray(type) && type.includes('null');
}

/** → why a value is too large to be read any further, or holds unfit text; null: neither. */
function unfitReason(property: PropertySchema, value: Json): string | null {
  const chars = longestText(property);
  const items = Number(property.maxItems ?? limits.listItems);
  const reasonOf = (json: Json, depth: number): string | null => {
    if (typeof json === 'string') {
      if (json.length > chars) return `Must not be longer than ${chars} characters.`;
      return json.isWellFormed() && !UNCLEAN.test(json) ? null : UNFIT;
    }
    if (depth === 0 || typeof json !== 'object' || json === null) return null;
    if (Array.isArray(json) && json.length > items)
      return `Must not hold more than ${items} items.`;
    for (const item of Object.values(json)) {
      const reason = reasonOf(item, depth - 1);
      if (reason !== null) return reason;
    }
    return null;
  };
  return reasonOf(value, READ_LEVELS);
}

/** → the length of the longest text that a parameter may hold, in characters. */
function longestText({ line, text, linked, coerce = '' }: PropertySchema): number {
  if (line !== undefined) return Number(line);
  // Records that are given inline have texts of their own bounds.
  if (text === true || linked !== undefined) return limits.textChars;
  return LISTS.has(coerce) ? limits.listChars : limits.urlChars;
}

const LISTS = new Set(['list', 'names', 'choices']);

/** Levels of a value that any code reads. */
const READ_LEVELS = 3;

const UNFIT = 'Must be well-formed text without control characters.';

// Lone surrogates cannot be stored as UTF-8, and control characters (except tab and line ends) do
// not belong in a listing; both come from broken or hostile clients.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNCLEAN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
