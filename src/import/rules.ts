/**
 * Small rules of a load: when a record is unchanged, which fields an empty column clears, and which
 * issues a rejection has.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ApiError, Issue } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { isBlank } from '../lib/text.js';
import type { Rejected } from './entry.js';

/**
 * → whether two states of a record have the same content. An absent field equals an empty one, and
 * the initial value of its kind.
 */
export function isSame(before: StoredRecord, after: StoredRecord): boolean {
  const contentOf = ({ title, slug, status, author, ...rest }: StoredRecord) => ({
    title,
    slug,
    status,
    author,
    dates: [rest.date, rest.date_utc],
    external_id: rest.external_id,
    fields: Object.fromEntries(
      Object.entries({ ...initialOf(rest.kind), ...rest.fields }).filter(
        ([, value]) => !isBlank(value),
      ),
    ),
    relations: Object.fromEntries(
      Object.entries(rest.relations).map(([field, linked]) => [field, linked.map(({ id }) => id)]),
    ),
  });
  return isDeepStrictEqual(contentOf(before), contentOf(after));
}

/** → the values of a record of the kind to which nothing was sent. */
const initialOf = (kind: StoredRecord['kind']) =>
  Object.fromEntries(
    Object.entries(kinds[kind].fields).flatMap(([name, { initial }]) =>
      initial === undefined ? [] : [[name, initial]],
    ),
  );

/** → a payload that clears these fields, as far as a load may clear them. */
export function cleared({ fields }: Kind, names: readonly string[]): JsonObject {
  const ownNames = names.map((name) => name.split('.')[0] ?? name);
  return Object.fromEntries(
    ownNames.filter((name) => fields[name]?.isEmptied).map((name) => [name, '']),
  );
}

/** → the result of a row that is refused, with an issue for each parameter. */
export function rejectedBy(error: ApiError): Rejected {
  return { outcome: 'rejected', code: error.code, issues: issuesOf(error) };
}

function issuesOf({ data: { params }, message }: ApiError): Issue[] {
  if (params === undefined) return [{ param: 'line', reason: message }];
  if (Array.isArray(params)) return params.map((param) => ({ param, reason: 'Is missing.' }));
  return Object.entries(params as Record<string, string>).map(([param, reason]) => ({
    param,
    reason,
  }));
}
