/** The names in a record's payload and answer, by schemas/. */
import type { Issue } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { taggedIn } from '../kinds/texts.js';
import { loadSchema, type PropertySchema } from './schemas.js';

/** → one issue when a path names no key of the answer. */
export function fieldsIssues(answerSchema: string, fields: unknown): Issue[] {
  if (!Array.isArray(fields)) return [];
  const unknown = fields.filter((field) => !isKnown(answerSchema, String(field).split('.')));
  if (unknown.length === 0) return [];
  return [{ param: 'fields', reason: `Unknown: ${unknown.map(String).join(', ').slice(0, 200)}.` }];
}

/** → whether a payload may have a parameter of this name: it is read, or an answer has it. */
export const isField = ({ name: kind, schema }: Kind, name: string): boolean =>
  name === 'lang' ||
  taggedIn(kind, name) !== null ||
  [schema, `answers/${kind}.json`].some((path) => Object.hasOwn(loadSchema(path).properties, name));

function isKnown(schemaPath: string, [name = '', ...rest]: string[]): boolean {
  const { properties } = loadSchema(schemaPath);
  if (!Object.hasOwn(properties, name)) return false;
  const property = properties[name];
  if (rest.length === 0 || !property) return rest.length === 0;
  // schema.org decides which keys json_ld has.
  if (name === 'json_ld') return true;
  const target = refOf(property);
  if (target) return isKnown(target, rest);
  const inner = property.properties as Record<string, unknown> | undefined;
  return rest.length === 1 && inner !== undefined && Object.hasOwn(inner, String(rest[0]));
}

function refOf(property: PropertySchema): string | null {
  const parts = [property, property.items, ...((property.anyOf ?? []) as PropertySchema[])];
  for (const part of parts) if (typeof part?.$ref === 'string') return part.$ref;
  return null;
}
