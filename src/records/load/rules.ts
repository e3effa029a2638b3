/**
 * The small rules of a load: when a record has not changed, which fields a row that leaves them
 * empty empties, what a refusal says. Called by load.ts.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ApiError, Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';

/** → whether two states of a record say the same; an empty field and one not there do. */
export function isSame(before: StoredRecord, after: StoredRecord): boolean {
  const said = ({ title, slug, status, author, ...rest }: StoredRecord) => ({
    title,
    slug,
    status,
    author,
    dates: [rest.date, rest.date_utc],
    fields: Object.fromEntries(
      Object.entries(rest.fields).filter(([, value]) => !isEmptyValue(value)),
    ),
    relations: Object.fromEntries(
      Object.entries(rest.relations).map(([field, linked]) => [field, linked.map(({ id }) => id)]),
    ),
  });
  return isDeepStrictEqual(said(before), said(after));
}

const isEmptyValue = (value: unknown): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** → a payload that empties the fields of these names, as far as a row may empty them. */
export function cleared({ fields }: Kind, names: readonly string[]): JsonObject {
  const known = names.map((name) => name.split('.')[0] ?? name);
  return Object.fromEntries(
    known.filter((name) => fields[name]?.isEmptied).map((name) => [name, '']),
  );
}

/** → the issues of a refusal, one for each parameter. */
export function issuesOf(error: ApiError): Issue[] {
  const { params } = error.data;
  if (Array.isArray(params)) return params.map((param) => ({ param, reason: 'Is missing.' }));
  return Object.entries((params ?? {}) as Record<string, string>).map(([param, reason]) => ({
    param,
    reason,
  }));
}
