/** Reads schemas/ once and flattens each file: properties included by $ref are merged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../kinds/record.js';
import { packageRoot } from '../lib/files/package.js';
import { remembered } from '../lib/remember.js';

/** A property as in schemas/; `coerce` names the conversion of text to its type. */
export interface PropertySchema {
  type?: string | string[];
  coerce?: string;
  /** Other words for the values of a `choice`. */
  synonyms?: Record<string, string>;
  description?: string;
  default?: Json;
  enum?: unknown[];
  items?: PropertySchema;
  [keyword: string]: unknown;
}

/** A schema with its references merged in. */
export interface FlatSchema {
  title: string;
  properties: Record<string, PropertySchema>;
  required: string[];
  /** A whole answer, for the documentation. */
  example?: Json;
}

/** → the schema at `path` (below schemas/) with everything it refers to merged in. */
export const loadSchema = remembered((path: string): FlatSchema => {
  const raw = JSON.parse(readFileSync(join(packageRoot(), 'schemas', path), 'utf8')) as {
    title?: string;
    allOf?: { $ref: string }[];
    properties?: Record<string, PropertySchema>;
    required?: string[];
    example?: Json;
  };
  const parents = (raw.allOf ?? []).map((part) => loadSchema(part.$ref));
  return {
    title: raw.title ?? path,
    properties: Object.assign({}, ...parents.map((parent) => parent.properties), raw.properties),
    required: [...parents.flatMap((parent) => parent.required), ...(raw.required ?? [])],
    ...(raw.example === undefined ? {} : { example: raw.example }),
  };
});
